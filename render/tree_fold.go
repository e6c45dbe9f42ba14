package render

import (
	"fmt"

	"stacktriage/frame"
	"stacktriage/group"
	"stacktriage/layout"
)

// treeFold is a run of frames that may be skipped, in the different forms in which the
// stacks of a node show it.
type treeFold struct {
	runs   [][]*frame.Frame
	absent bool // some stacks do not show it at all
}

// foldOf takes a part of each span's frames.
func foldOf(n *group.Node, part func(group.Span) (from, to int)) treeFold {
	var f treeFold
	for _, s := range n.Spans {
		from, to := part(s)
		if from >= to {
			f.absent = true
			continue
		}
		f.runs = append(f.runs, s.Group.Stack.Frames[from:to])
	}
	return f
}

// filler reports runs of nothing but machinery.
func (f treeFold) filler() bool {
	for _, run := range f.runs {
		if !allFiller(run) {
			return false
		}
	}
	return true
}

// row says how many frames there are, and what they are part of unless it is known.
// A single frame that all stacks share is shown as it is.
func (f treeFold) row(what string) treeRow {
	least, most := len(f.runs[0]), len(f.runs[0])
	var all []*frame.Frame
	for _, run := range f.runs {
		least, most = min(least, len(run)), max(most, len(run))
		all = append(all, run...)
	}
	if f.absent {
		least = 0
	}
	if least == 1 && most == 1 && f.same() {
		return treeRow{kind: rowFold, frame: all[0]}
	}
	noun := "frames"
	if most == 1 {
		noun = "frame"
	}
	row := treeRow{kind: rowFold, text: fmt.Sprintf("⋮ %s %s  %s", spread(least, most), noun, what)}
	if what == "" || !allFiller(all) {
		row.names = familiesOf(all)
	}
	if what != "" && row.names != nil {
		row.text += " · "
	}
	return row
}

func (f treeFold) same() bool {
	for _, run := range f.runs {
		if run[0] != f.runs[0][0] {
			return false
		}
	}
	return true
}

// spread is a number, or the least and the most.
func spread(least, most int) string {
	if least == most {
		return fmt.Sprint(most)
	}
	return fmt.Sprintf("%d–%d", least, most)
}

// Methods that call each other in turn are shown once where they do it more often than
// this.
const (
	maxCycle  = 4
	maxRounds = 2
)

// foldCycles replaces the repetitions of frames that call each other in turn.
func foldCycles(rows []treeRow) []treeRow {
	kept := rows[:0:0]
	for i := 0; i < len(rows); {
		length, rounds := cycleAt(rows[i:])
		if rounds <= maxRounds {
			kept = append(kept, rows[i])
			i++
			continue
		}
		kept = append(kept, rows[i:i+length]...)
		again := (rounds - 1) * length
		kept = append(
			kept,
			treeRow{kind: rowFold, text: fmt.Sprintf("⋮ %d frames  these %d in turn, ×%d", again, length, rounds)},
		)
		i += rounds * length
	}
	return kept
}

// cycleAt says how many rows at the beginning repeat, and how often they are there.
func cycleAt(rows []treeRow) (length, rounds int) {
	for length = 2; length <= maxCycle; length++ {
		rounds = 1
		for at := length; at+length <= len(rows) && sameRows(rows[:length], rows[at:at+length]); at += length {
			rounds++
		}
		if rounds > maxRounds {
			return length, rounds
		}
	}
	return 1, 1
}

func sameRows(a, b []treeRow) bool {
	for i := range a {
		if a[i].frame == nil || a[i].frame != b[i].frame || a[i].tail != b[i].tail {
			return false
		}
	}
	return true
}

// rowText fits what a row says into the room.
func (t *treeText) rowText(r treeRow, room int) string {
	if r.names != nil {
		return t.Clean(r.text) + t.listIn(r.names, room-layout.Columns(t.Clean(r.text)))
	}
	if r.frame == nil {
		return t.Clean(r.text) + r.tail
	}
	return t.frameText(r.frame, room-layout.Columns(r.tail)) + r.tail
}

func (t *treeText) rowStyle(r treeRow) layout.Style {
	switch {
	case r.kind == rowAPI && r.waits:
		return layout.API
	case r.own:
		return layout.Culprit
	case r.kind == rowFold:
		return layout.Dim
	case r.waits:
		return layout.Wait
	}
	return layout.Plain
}
