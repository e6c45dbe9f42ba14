package line

import (
	"bytes"
	"unicode/utf8"
)

// lineMarks are what people and programs put in front of lines: quotes, bullets,
// arrows, tree lines. A blank follows them, so that they are no part of a name.
var lineMarks = []string{
	"-->", "--->", "->", "=>", "==>", ">>>", ">>", ">", "|", "*", "-", "+", "•", "·", "‣", "◦", "▪", "●", "–", "—",
	"→", "▸", "►", "➜", "↳", "»", "│", "├──", "└──", "├─", "└─", "├", "└", "//",
}

// TrimMarks removes the marks and blanks in front of a line, and the blanks behind
// it. What it removed in front is returned, too.
func TrimMarks(text []byte) (rest, marks []byte) {
	rest = bytes.TrimRight(bytes.TrimSpace(text), "\\ \t")
	if len(rest) == 0 || isWordStart(rest[0]) {
		return rest, nil
	}
	if isFileName(rest) {
		return rest, nil
	}
	all := rest
	for {
		n := markLength(rest)
		if n == 0 {
			break
		}
		rest = bytes.TrimLeft(rest[n:], " \t")
	}
	marks = all[:len(all)-len(rest)]
	if bytes.IndexByte(marks, '|') >= 0 {
		rest = bytes.TrimRight(rest, "| ")
	}
	return rest, marks
}

// isWordStart says that no mark begins with c; list numbers do.
func isWordStart(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '['
}

// markLength measures the mark at the front of a line; 0 if there is none.
func markLength(text []byte) int {
	for _, m := range lineMarks {
		if !bytes.HasPrefix(text, []byte(m)) {
			continue
		}
		if len(text) == len(m) {
			return len(m)
		}
		if c := text[len(m)]; c == ' ' || c == '\t' {
			return len(m)
		}
	}
	return listNumber(text)
}

// listNumber measures "1. " and "1) ".
func listNumber(text []byte) int {
	n := 0
	for n < len(text) && n < 4 && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	if n == 0 || n+1 >= len(text) || text[n] != '.' && text[n] != ')' || text[n+1] != ' ' {
		return 0
	}
	return n + 1
}

// TrimEdges removes quotes, emphasis and table lines around a line.
func TrimEdges(text []byte) []byte {
	text = bytes.TrimLeft(text, "\"'`*_ ")
	text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("$")), []byte("^M")) // cat -A
	return bytes.TrimRight(text, "\"'`*_|\\,; ")
}

// trimFrameNumber removes what debuggers and people put in front of each frame: "#0",
// "12:", "[3]", "0b", "at", an address.
func trimFrameNumber(text []byte) []byte {
	const most, address, longest = 3, 8, 16
	rest := bytes.TrimPrefix(text, []byte("at "))
	if len(rest) == len(text) {
		rest = bytes.TrimPrefix(bytes.TrimLeft(text, "#["), []byte("0x"))
		n := Run(rest, IsHexDigit)
		if n == 0 || n > most && n < address || n > longest || !HasDigit(rest[:n]) {
			return text
		}
		rest = bytes.TrimLeft(rest[n:], "]:.)")
		if len(rest) == 0 || !IsBlankByte(rest[0]) {
			return text
		}
	}
	rest = bytes.TrimLeft(rest, " \t")
	if bytes.HasPrefix(rest, []byte("- ")) || bytes.HasPrefix(rest, []byte("* ")) {
		return text // the number of a line of a list: both are damage to all lines
	}
	return rest
}

// TrimDebris cuts what stands behind the closed parameter list of a frame: table
// lines, quotes, commas, tags, comments. It reports whether words were cut.
func TrimDebris(text []byte) (frame []byte, words bool) {
	end := ParamsEnd(text)
	if end < 0 || end == len(text) {
		return text, false
	}
	rest := text[end:]
	r, _ := utf8.DecodeRune(rest)
	if IsAlnum(rest[0]) || rest[0] == '.' || rest[0] == '$' || bytes.HasPrefix(rest, []byte("+0x")) ||
		r == utf8.RuneError {
		return text, false
	}
	return text[:end], bytes.IndexFunc(rest, isLetter) >= 0 && rest[0] != '<'
}

// ParamsEnd finds the end of the parameter list of a frame; -1 if it has none.
func ParamsEnd(text []byte) int {
	depth := 0
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth <= 0 {
				return i + 1
			}
		}
	}
	return -1
}
