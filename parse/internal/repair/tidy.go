package repair

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"stacktriage/frame"
	"stacktriage/parse/internal/text"
)

// Tidier removes from a line what is never part of a stack: terminal sequences,
// control characters, characters that are not seen, and the escapes of HTML and
// Markdown.
type Tidier struct {
	buf    []byte
	Traces trace // of all lines so far
	hidden int   // characters of terminal sequences removed since it was last set
	zeros  bool  // every other byte of the line is zero: UTF-16 within other text
	// plain lines are no longer in a container with escapes of its own: entities and
	// backslashes in them can be undone.
	Plain bool
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

// Repairs names what was undone.
func (t *Tidier) Repairs() []string {
	var names []string
	for i, name := range traceNames {
		if t.Traces&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// Line returns the text of a line without what does not belong to it. What cannot be
// read becomes U+FFFD. The result is valid until the next call.
func (t *Tidier) Line(text []byte) []byte {
	if isTidy(text) {
		return text
	}
	if t.Plain && bytes.IndexByte(text, '&') >= 0 {
		if decoded, ok := decodeEntities(text); ok {
			text = decoded
			t.Traces |= traceEntities
		}
	}
	if t.Plain && bytes.IndexByte(text, '\\') >= 0 && (t.Traces&traceMarkdown != 0 || hasMarkdownEscape(text)) {
		text = dropMarkdownEscapes(text)
		t.Traces |= traceMarkdown
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

// Lost counts the characters of a tidied line that could not be read.
func Lost(text []byte) int { return bytes.Count(text, []byte(string(utf8.RuneError))) }

// TidyLines tidies all lines of src.
func TidyLines(src text.Lines, t *Tidier) text.Lines {
	return &text.Each{Src: src, Split: func(l text.Line, emit func(text.Line)) {
		t.hidden = 0
		l.Text = t.Line(l.Text)
		l.Hidden += t.hidden
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
func (t *Tidier) special(r rune, rest []byte, size int) int {
	switch {
	case r == 0x1b || r == 0x9b:
		n, ok := terminalSequence(rest, size)
		if !ok {
			t.buf = utf8.AppendRune(t.buf, utf8.RuneError)
			return size
		}
		t.Traces |= traceTerminal
		t.hidden += utf8.RuneCount(rest[:n])
		return n
	case r == utf8.RuneError && isUnescaped(rest, size):
		n, _ := terminalSequence(rest, size+1)
		t.Traces |= traceTerminal
		t.hidden += utf8.RuneCount(rest[:n])
		return n
	case r == 0 && t.zeros:
		t.Traces |= traceZeros
	case r == '…':
		t.buf = append(t.buf, "..."...)
	case isBlank(r):
		t.buf = append(t.buf, ' ')
		t.Traces |= traceBlanks
	case unicode.Is(unicode.Cf, r):
		t.Traces |= traceBlanks
	case frame.Hidden(r):
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
