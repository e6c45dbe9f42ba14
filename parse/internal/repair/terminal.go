package repair

import (
	"bytes"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

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

// escapeForms are how programs write the escape character when they do not want to
// send it: caret notation, its picture, source code, syslog daemons.
var escapeForms = []string{"^[", "␛", `\x1b`, `\x1B`, `\e`, `\033`, `\u001b`, `\u001B`, "#033"}

// findColours finds colour codes whose escape character was lost or made visible.
func findColours(head []text.Line, _ line.Forms) []repair {
	const least = 3
	n := 0
	for _, l := range head {
		if _, _, ok := colourCode(l.Text); ok {
			n++
		}
	}
	if n < least {
		return nil
	}
	return []repair{{what: "printed colour codes removed", sure: true, wrap: dropColours}}
}

func dropColours(src text.Lines) text.Lines {
	return &text.Each{Src: src, Split: func(l text.Line, emit func(text.Line)) {
		var out []byte
		rest := l.Text
		for {
			from, to, ok := colourCode(rest)
			if !ok {
				break
			}
			out = append(out, rest[:from]...)
			rest = rest[to:]
		}
		if out != nil || len(rest) < len(l.Text) {
			l.Text = append(out, rest...)
		}
		emit(l)
	}}
}

// colourCode finds "[36m", "[0K" and the like, with what stands for the escape
// character in front of it.
func colourCode(text []byte) (begin, end int, ok bool) {
	for at := 0; at < len(text); at++ {
		i := bytes.IndexByte(text[at:], '[')
		if i < 0 {
			return 0, 0, false
		}
		at += i
		end := at + 1
		for end < len(text) && (text[end] >= '0' && text[end] <= '9' || text[end] == ';') {
			end++
		}
		if end == at+1 || end == len(text) || text[end] != 'm' && text[end] != 'K' {
			continue
		}
		begin := at
		for _, form := range escapeForms {
			if bytes.HasSuffix(text[:at], []byte(form)) {
				begin -= len(form)
				break
			}
		}
		return begin, end + 1, true
	}
	return 0, 0, false
}
