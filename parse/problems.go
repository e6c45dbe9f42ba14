package parse

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxProblems bounds the problems kept of a snapshot; the rest is counted.
const maxProblems = 50

// maxProblemText is how much of the input is shown in one problem, in runes.
const maxProblemText = 120

// addProblem notes what was lost or altered at a line.
func (s *Snapshot) addProblem(no int, raw []byte, reason string) {
	if len(s.Problems) >= maxProblems {
		s.MoreProblems++
		return
	}
	s.Problems = append(s.Problems, Problem{Line: no, Text: excerpt(raw), Reason: reason})
}

// excerpt makes text of the input fit to be printed: one line, no control
// characters, shortened.
func excerpt(text []byte) string { return excerptOf(text, maxProblemText) }

func excerptOf(text []byte, most int) string {
	var b strings.Builder
	runes := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		if isControl(r) {
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

// isControl reports characters that act on a terminal instead of being shown, the
// ones that turn the direction of text included.
func isControl(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
}

// sightings are lines in which the same thing was seen. A few of them in a text are
// problems of these lines; many are a property of the text.
type sightings struct {
	count int
	first []sighting
}

type sighting struct {
	in   *Snapshot
	no   int
	text string
}

// few is how many sightings are named one by one.
const few = 3

func (s *sightings) add(in *Snapshot, l line) {
	s.count++
	if s.count <= few {
		s.first = append(s.first, sighting{in, l.no, excerpt(l.text)})
	}
}

// note says what was seen: as problems of lines, or as a repair of the text.
func (s *sightings) note(b *builder, reason, repair string) {
	if s.count > few {
		b.repair(fmt.Sprintf(repair, s.count))
		return
	}
	for _, f := range s.first {
		f.in.addProblem(f.no, []byte(f.text), reason)
	}
}
