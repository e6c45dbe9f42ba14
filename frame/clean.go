package frame

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean makes text from a report fit for a terminal, a chat or a page: hidden
// characters and invalid UTF-8 become U+FFFD. What is left cannot move
// the cursor, reorder a line or break out of it.
func Clean(text string) string {
	if printableASCII(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range text {
		if Hidden(r) {
			r = utf8.RuneError
		}
		b.WriteRune(r)
	}
	return b.String()
}

func printableASCII(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// Hidden reports characters that must not reach an output as they are, because they act
// instead of being seen: control characters, line and paragraph separators, format
// characters such as those that turn the direction of writing, and letters that show
// nothing. It is the one rule for all of the program.
func Hidden(r rune) bool {
	switch r {
	case '\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u3164', '\uffa0': // fillers
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}
