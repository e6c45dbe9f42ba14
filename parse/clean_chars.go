package parse

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// tidier removes from a line what is never part of a stack: terminal sequences,
// control characters, characters that are not seen, and the escapes of HTML and
// Markdown.
type tidier struct {
	buf    []byte
	traces trace // of all lines so far
	hidden int   // characters of terminal sequences removed since it was last set
	zeros  bool  // every other byte of the line is zero: UTF-16 within other text
	// plain lines are no longer in a container with escapes of its own: entities and
	// backslashes in them can be undone.
	plain bool
}

// trace is a set of things that tidying undid.
type trace uint8

const (
	traceTerminal trace = 1 << iota
	traceZeros
	traceBlanks
	traceEntities
	traceMarkdown
)

// traceNames say what was undone, in the order of the bits.
var traceNames = [...]string{
	"terminal sequences removed",
	"NUL bytes removed",
	"no-break and zero-width blanks replaced",
	entitiesDecoded,
	markdownRemoved,
}

// repairs names what was undone.
func (t *tidier) repairs() []string {
	var names []string
	for i, name := range traceNames {
		if t.traces&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// line returns the text of a line without what does not belong to it. What cannot be
// read becomes U+FFFD. The result is valid until the next call.
func (t *tidier) line(text []byte) []byte {
	if isTidy(text) {
		return text
	}
	if t.plain && bytes.IndexByte(text, '&') >= 0 {
		if decoded, ok := decodeEntities(text); ok {
			text = decoded
			t.traces |= traceEntities
		}
	}
	if t.plain && bytes.IndexByte(text, '\\') >= 0 && (t.traces&traceMarkdown != 0 || hasMarkdownEscape(text)) {
		text = dropMarkdownEscapes(text)
		t.traces |= traceMarkdown
	}
	t.buf = t.buf[:0]
	t.zeros = bytes.Count(text, []byte{0}) > len(text)/3
	for len(text) > 0 {
		if c := text[0]; c >= ' ' && c < 0x7f || c == '\t' {
			t.buf = append(t.buf, c)
			text = text[1:]
			continue
		}
		r, size := utf8.DecodeRune(text)
		text = text[t.special(r, text, size):]
	}
	return unmojibake(t.buf)
}

// lost counts the characters of a tidied line that could not be read.
func lost(text []byte) int { return bytes.Count(text, []byte(string(utf8.RuneError))) }

// tidyLines tidies all lines of src.
func tidyLines(src lines, t *tidier) lines {
	return &each{src: src, split: func(l line, emit func(line)) {
		t.hidden = 0
		l.text = t.line(l.text)
		l.hidden += t.hidden
		emit(l)
	}}
}

// isTidy says that a line has nothing to tidy.
func isTidy(text []byte) bool {
	for _, c := range text {
		if (c < ' ' || c >= 0x7f || c == '&' || c == '\\') && c != '\t' {
			return false
		}
	}
	return true
}

// special handles a character that is no printable ASCII, and returns how many bytes
// it took.
func (t *tidier) special(r rune, rest []byte, size int) int {
	switch {
	case r == 0x1b || r == 0x9b:
		n, ok := terminalSequence(rest, size)
		if !ok {
			t.buf = utf8.AppendRune(t.buf, utf8.RuneError)
			return size
		}
		t.traces |= traceTerminal
		t.hidden += utf8.RuneCount(rest[:n])
		return n
	case r == utf8.RuneError && isUnescaped(rest, size):
		n, _ := terminalSequence(rest, size+1)
		t.traces |= traceTerminal
		t.hidden += utf8.RuneCount(rest[:n])
		return n
	case r == 0 && t.zeros:
		t.traces |= traceZeros
	case r == '…':
		t.buf = append(t.buf, "..."...)
	case isBlank(r):
		t.buf = append(t.buf, ' ')
		t.traces |= traceBlanks
	case unicode.Is(unicode.Cf, r):
		t.traces |= traceBlanks
	case isControl(r):
		t.buf = utf8.AppendRune(t.buf, utf8.RuneError)
	default:
		t.buf = utf8.AppendRune(t.buf, r)
	}
	return size
}

// isBlank recognises the blanks of Unicode, the line separators included.
func isBlank(r rune) bool {
	return r == 0x85 || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Zs, r)
}

// terminalSequence measures the escape sequence at the front of text (ECMA-48): CSI
// with its parameters, OSC and its relatives with their strings, or a short one.
// intro is the length of the character that begins it.
func terminalSequence(text []byte, intro int) (int, bool) {
	if text[0] == 0x1b {
		if len(text) < 2 {
			return 0, false
		}
		switch c := text[1]; {
		case c == '[':
			intro = 2
		case c == ']' || c == 'P' || c == '^' || c == '_' || c == 'X':
			return controlString(text)
		default:
			return shortSequence(text)
		}
	}
	for i := intro; i < len(text) && i < 64; i++ {
		c := text[i]
		if c >= 0x20 && c <= 0x3f {
			continue
		}
		return i + 1, bytes.IndexByte(finalBytes, c) >= 0
	}
	return 0, false
}

// isUnescaped recognises a colour code whose escape character is unreadable: it was
// when the code was broken over two lines, or somebody replaced it.
func isUnescaped(text []byte, size int) bool {
	if len(text) < size+2 || text[size] != '[' {
		return false
	}
	n, ok := terminalSequence(text, size+1)
	return ok && (text[n-1] == 'm' || text[n-1] == 'K')
}

// finalBytes end the sequences that programs send: colours, cursor, erasing, modes.
// Others would swallow the text behind a byte that is just wrong.
var finalBytes = []byte("mKJHfABCDEFGhlnsurPXdLM@~cqt")

// controlString measures "ESC ] … BEL" and "ESC ] … ESC \".
func controlString(text []byte) (int, bool) {
	const longest = 1024
	for i := 2; i < len(text) && i < longest; i++ {
		switch {
		case text[i] == 0x07:
			return i + 1, true
		case text[i] == 0x1b && i+1 < len(text) && text[i+1] == '\\':
			return i + 2, true
		case text[i] == 0x1b:
			return 0, false
		}
	}
	return 0, false
}

// shortSequence measures "ESC ( B" and its like, which choose a character set.
func shortSequence(text []byte) (int, bool) {
	if len(text) < 3 || bytes.IndexByte([]byte("()"), text[1]) < 0 {
		return 0, false
	}
	return 3, bytes.IndexByte([]byte("B0"), text[2]) >= 0
}

// bomsMisread are what byte order marks become when they are read in other code
// pages: that of UTF-8 in 1252, 437 and 850, those of UTF-16 in 1252.
var bomsMisread = []string{"ï»¿", "∩╗┐", "´╗┐", "ÿþ", "þÿ"}

// unmojibake removes a misread byte order mark at the front of a line. The third
// character of the first form, U+00BF, stays visible after tidying.
func unmojibake(text []byte) []byte {
	for _, bom := range bomsMisread {
		if rest, ok := bytes.CutPrefix(text, []byte(bom)); ok {
			return rest
		}
	}
	return text
}
