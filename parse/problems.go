package parse

import (
	"fmt"

	"stacktriage/parse/internal/text"
)

// maxProblems bounds the problems kept of a snapshot; the rest is counted.
const maxProblems = 50

// addProblem notes what was lost or altered at a line.
func (s *Snapshot) addProblem(p Problem) {
	if len(s.Problems) >= maxProblems {
		s.MoreProblems++
		// That a report was lost is told, however many lines were lost before.
		if last := maxProblems - 1; p.Lost == LostReport && s.Problems[last].Lost != LostReport {
			s.Problems[last] = p
		}
		return
	}
	s.Problems = append(s.Problems, p)
}

// occurrences are lines in which the same thing was seen. A few of them in a text are
// problems of these lines; many are a property of the text.
type occurrences struct {
	count int
	first []occurrence
}

type occurrence struct {
	in   *Snapshot
	no   int
	text string
}

// few is how many occurrences are named one by one.
const few = 3

func (s *occurrences) add(in *Snapshot, l text.Line) {
	s.count++
	if s.count <= few {
		s.first = append(s.first, occurrence{in, l.No, text.Excerpt(l.Text)})
	}
}

// note says what was seen: as problems of lines, or as a repair of the text.
func (s *occurrences) note(b *builder, reason, repair string) {
	if s.count > few {
		b.repair(fmt.Sprintf(repair, s.count))
		return
	}
	for _, f := range s.first {
		f.in.addProblem(Problem{Line: f.no, Text: f.text, Reason: reason})
	}
}
