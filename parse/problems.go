package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxProblems    = 50  // kept of a snapshot, the rest is counted
	maxProblemText = 120 // runes of the input shown in one problem
)

// addProblem notes what was lost or altered at a line.
func (s *Snapshot) addProblem(no int, text []byte, reason string) {
	if len(s.Problems) >= maxProblems {
		s.MoreProblems++
		return
	}
	s.Problems = append(s.Problems, Problem{Line: no, Text: excerpt(text), Reason: reason})
}

// excerpt makes text of the input fit to be printed: one line, no control
// characters, shortened.
func excerpt(text []byte) string {
	var b strings.Builder
	runes := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		if isControl(r) {
			r = unicode.ReplacementChar
		}
		if runes == maxProblemText {
			b.WriteString("…")
			break
		}
		b.WriteRune(r)
		runes++
	}
	return strings.TrimSpace(b.String())
}

// isControl reports characters that act on a terminal instead of being shown, the
// ones that turn the direction of text included.
func isControl(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
}
