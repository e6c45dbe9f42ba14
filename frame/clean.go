package frame

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean makes text from a report fit for a terminal, a chat or a page: control
// characters, bidirectional and other invisible format characters, line and
// paragraph separators and invalid UTF-8 become U+FFFD. What is left cannot move
// the cursor, reorder a line or break out of it.
func Clean(text string) string {
	if printableASCII(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range text {
		if unprintable(r) {
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

func unprintable(r rune) bool {
	switch r {
	case '\u200c', '\u200d': // joiners are part of identifiers in some scripts
		return false
	case '\u2028', '\u2029':
		return true
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}
