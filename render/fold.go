package render

import (
	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/frame"
	"stacktriage/group"
)

// rowKind says how a row of a folded stack is labelled and painted.
type rowKind uint8

const (
	rowFrame   rowKind = iota
	rowLeaf            // the innermost frame
	rowAPI             // the call that blocks
	rowLostAPI         // the same, where its frame was inlined away
	rowCulprit         // the own frame that made it
	rowHost            // the library frame that the one who made it was inlined into
	rowFold            // frames that may be skipped
	rowRoot            // what kind of thread it is
)

// row is one line of a folded stack: the frames [from, to). More than one frame is a
// run to be skipped, or one method that calls itself; none is a call without a frame.
type row struct {
	kind     rowKind
	from, to int
	waits    bool // belongs to the wait itself, between leaf and API
}

// maxOwnFrames is how many own frames below the culprit are shown: enough to see the
// way there, without a page of recursion.
const maxOwnFrames = 4

// fold reduces a stack to the frames that tell its story: the leaf, the call, the own
// code, and the runs between them.
func fold(g *group.Group) []row {
	f := folder{group: g, own: maxOwnFrames, host: -1}
	if g.Class.Culprit == nil && g.Class.State == classify.Blocked && g.Class.Role == classify.Worker {
		f.host = diagnose.HostFrame(g)
	}
	end := len(g.Stack.Frames)
	if root := g.Class.RootFrame; root >= 0 && root < end {
		end = root
		if g.Class.Kinds[root] == classify.KindUser {
			end++
		}
	}
	for i := range end {
		f.add(i)
	}
	return f.closeAt(end)
}

// closeAt ends the stack with its root, which takes in machinery directly above it.
func (f *folder) closeAt(end int) []row {
	if last := len(f.rows) - 1; last >= 0 {
		if r := f.rows[last]; r.kind == rowFold && !r.waits && allFiller(r.frames(f.group)) {
			f.rows, end = f.rows[:last], r.from
		}
	}
	return append(f.rows, row{kind: rowRoot, from: end, to: len(f.group.Stack.Frames)})
}

type folder struct {
	group *group.Group
	rows  []row
	own   int // own frames that may still be shown
	host  int // index of the frame a missing culprit was inlined into, or -1
}

func (f *folder) add(i int) {
	if f.repeats(i) {
		f.rows[len(f.rows)-1].to = i + 1
		return
	}
	kind := f.kindOf(i)
	waits := f.waits(i)
	if last := len(f.rows) - 1; kind == rowFold && last >= 0 && f.rows[last].kind == rowFold &&
		f.rows[last].waits == waits {
		f.rows[last].to = i + 1
		return
	}
	if (kind == rowCulprit || kind == rowHost) && f.lostAPI() {
		f.rows = append(f.rows, row{kind: rowLostAPI, from: i, to: i, waits: true})
	}
	f.rows = append(f.rows, row{kind: kind, from: i, to: i + 1, waits: waits})
}

// lostAPI reports a blocking call that is known without a frame of its own.
func (f *folder) lostAPI() bool {
	c := &f.group.Class
	return c.APIFrame < 0 && c.State == classify.Blocked && c.Cause != nil && c.Cause.API != ""
}

// repeats reports a frame that calls itself: recursion takes one row.
func (f *folder) repeats(i int) bool {
	last := len(f.rows) - 1
	frames := f.group.Stack.Frames
	return last >= 0 && f.rows[last].kind == rowFrame && frames[i] == frames[i-1]
}

func (f *folder) kindOf(i int) rowKind {
	c := &f.group.Class
	switch {
	case i == c.CulpritFrame:
		return rowCulprit
	case i == c.APIFrame:
		return rowAPI
	case i == f.host:
		return rowHost
	case i == 0:
		return rowLeaf
	case i == c.Caller:
		return rowFrame
	case c.Kinds[i] == classify.KindDynamic:
		return rowFrame
	case c.Kinds[i] == classify.KindUser && f.own > 0:
		f.own--
		return rowFrame
	}
	return rowFold
}

// waits reports whether a frame does the waiting: it stands above the call, or, where
// the call was inlined away, above everything else.
func (f *folder) waits(i int) bool {
	c := &f.group.Class
	if c.State != classify.Blocked {
		return false
	}
	if c.APIFrame >= 0 {
		return i <= c.APIFrame
	}
	return i < c.RunEnd
}

// frames returns the frames of a row.
func (r row) frames(g *group.Group) []*frame.Frame { return g.Stack.Frames[r.from:r.to] }
