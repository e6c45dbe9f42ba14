package frame

import "strings"

// The names in a frame nest four kinds of brackets, and a backslash in a type name
// takes the meaning of the next character away. A closing bracket without an opening
// one is text: damaged and hostile lines must come out as something.

// Balanced splits text that begins with "<" behind the ">" that closes it; ok says
// whether there is one.
func Balanced(text string) (inner, rest string, ok bool) {
	if text == "" || text[0] != '<' {
		return "", text, false
	}
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return text[1:i], text[i+1:], true
			}
		}
	}
	return "", text, false
}

// splitOutside cuts text at every sep outside of brackets.
func splitOutside(text string, sep byte) []string {
	var parts []string
	depth, start := 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '\\':
			i++
		case '<', '[', '(':
			depth++
		case '>', ']', ')':
			if depth > 0 {
				depth--
			}
		case sep:
			if depth == 0 {
				parts = append(parts, text[start:i])
				start = i + 1
			}
		}
	}
	return append(parts, text[start:])
}

// digits returns the length of the run of decimal digits text begins with.
func digits(text string) int {
	n := 0
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	return n
}

// allDigits reports text of decimal digits only.
func allDigits(text string) bool { return text != "" && digits(text) == len(text) }

// unescape removes the backslashes that type names carry before , [ ] & * + and \.
func unescape(text string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
