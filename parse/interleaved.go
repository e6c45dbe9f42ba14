package parse

import "fmt"

// interleaving counts the signs of two reports that were written to one output at once, line
// by line.
type interleaving struct {
	headers int // threads without a line of their own, the next header right behind
	markers int // markers behind a line of the same thread
	roots   int // threads with a root in the middle of their stack
}

// found says whether the signs are those of mixed lines. Lost lines leave single signs,
// or signs of one kind: without headers, all stacks become one, but no marker of
// another thread stands in it.
func (t interleaving) found(threads int) bool {
	const least, share = 3, 4
	breaks := t.headers + t.markers
	return breaks >= least && t.roots >= least && (breaks+t.roots)*share >= threads
}

// note marks the snapshots of a text whose lines are mixed.
func (t interleaving) note(snaps []*Snapshot) {
	threads := 0
	for _, s := range snaps {
		threads += len(s.Threads)
	}
	if !t.found(threads) {
		return
	}
	reason := fmt.Sprintf("two outputs are interleaved: stacks are unreliable (%d of %d threads go on behind their "+
		"root, %d begin within another)",
		t.roots, threads, t.headers+t.markers)
	for _, s := range snaps {
		s.Interleaved = true
		s.addProblem(Problem{Reason: reason, Lost: LostThread})
	}
}
