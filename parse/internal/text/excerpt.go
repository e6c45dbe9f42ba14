package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"stacktriage/frame"
)

// MaxProblemText is how much of the input is shown in one problem, in runes.
const MaxProblemText = 120

// Excerpt makes text of the input fit to be printed: one line, no control
// characters, shortened.
func Excerpt(text []byte) string { return ExcerptOf(text, MaxProblemText) }

func ExcerptOf(text []byte, most int) string {
	var b strings.Builder
	runes := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		if frame.Hidden(r) {
			r = unicode.ReplacementChar
		}
		if runes == most {
			b.WriteString("…")
			break
		}
		b.WriteRune(r)
		runes++
	}
	return strings.TrimSpace(b.String())
}
