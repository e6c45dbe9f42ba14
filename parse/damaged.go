package parse

import (
	"fmt"

	"stacktriage/parse/internal/line"
)

// What was lost of a stack, as problems say it.
const (
	frameNotWhole   = "the frame is not whole"
	noFrames        = "thread without frames"
	headerLost      = "the header of this thread cannot be read"
	lineBehindFrame = "a part of a stack stands behind the frame and is ignored"
)

// losses count the lines and threads of a report that could not be read, or only in
// part. Lines of somebody else between them are none.
type losses struct {
	lines   int
	threads int
}

func (n *losses) merge(more losses) {
	n.lines += more.lines
	n.threads += more.threads
}

func (n *losses) add(lost Loss, times int) {
	switch lost {
	case LostLine:
		n.lines += times
	case LostThread:
		n.lines += times
		n.threads += times
	}
}

// skipped counts a line that was not understood, and says what it costs.
func (n *losses) skipped(raw []byte) Loss {
	lost := LostNothing
	switch {
	case line.BeginsThread(raw):
		lost = LostThread
	case line.IsFragment(raw):
		lost = LostLine
	}
	n.add(lost, 1)
	return lost
}

// noteDamage says whether so much of a report was lost that what is left must not be
// taken for the whole.
func noteDamage(s *Snapshot) {
	const least, share = 2, 20
	n := s.losses
	all := s.Frames + 2*len(s.Threads) + n.lines // headers and markers are lines, too
	if !countsLosses(s.Source.Dialect) || n.lines < least || n.lines*share <= all {
		return
	}
	s.Damaged = true
	reason := fmt.Sprintf("the text is damaged: %d of about %d lines of stacks could not be read, or only in part",
		n.lines, all)
	if n.threads > 0 {
		reason += fmt.Sprintf("; threads are lost or wrong in at least %d places", n.threads)
	}
	s.addProblem(Problem{Reason: reason, Lost: LostLine})
}

// countsLosses says that a dialect's reader tells the lines of stacks that it could not
// read from text of somebody else.
func countsLosses(dialect string) bool { return dialect == dotnetStackName || dialect == clrstackName }
