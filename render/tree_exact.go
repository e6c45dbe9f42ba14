package render

import (
	"slices"

	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/group"
	"stacktriage/parse"
)

// exactRows folds runs of frames that are neither own code nor the call nor the leaf.
func (t *treeText) exactRows(chain []*group.Node) []treeRow {
	f := exactFolder{in: t.snap.Input, full: t.opt.Full}
	for i, n := range chain {
		f.add(n, i == len(chain)-1 && len(n.Children) == 0)
	}
	f.flush()
	if f.full {
		return f.rows
	}
	return foldCycles(f.rows)
}

type exactFolder struct {
	in        *parse.Snapshot
	full      bool
	rows      []treeRow
	run       []*frame.Frame // to be folded, root first
	waits     bool           // the run does the waiting,
	mechanism string         // in this
}

func (f *exactFolder) add(n *group.Node, leaf bool) {
	row := exactRow(n)
	if row.own {
		row.source = nodeSource(f.in, n)
	}
	if row.kind == rowFold && leaf {
		row.kind = rowLeaf
	}
	if row.kind != rowFold || f.full {
		f.flush()
		f.rows = append(f.rows, row)
		return
	}
	if mechanism := mechanismOf(n); row.waits != f.waits || mechanism != f.mechanism {
		f.flush()
		f.waits, f.mechanism = row.waits, mechanism
	}
	f.run = append(f.run, n.Frame())
}

func (f *exactFolder) flush() {
	if len(f.run) == 0 {
		return
	}
	slices.Reverse(f.run)
	what := ""
	if f.waits {
		what = f.mechanism
	}
	row := treeFold{runs: [][]*frame.Frame{f.run}}.row(what)
	row.waits = f.waits
	f.rows = append(f.rows, row)
	f.run = nil
}

// exactRow is the row of one frame. It waits if it does so for all threads.
func exactRow(n *group.Node) treeRow {
	if n.Kind == group.NodeRoot {
		return treeRow{kind: rowRoot, text: n.Label + ", no frames"}
	}
	row := treeRow{kind: rowFold, frame: n.Frame(), own: n.FrameKind() == classify.KindUser, waits: true}
	for _, s := range n.Spans {
		c := &s.Group.Class
		row.waits = row.waits && (&folder{group: s.Group}).waits(s.At)
		switch {
		case s.At == c.CulpritFrame:
			row.kind = rowCulprit
		case s.At == c.APIFrame && row.kind == rowFold:
			row.kind = rowAPI
		}
	}
	if row.kind == rowFold && (row.own || n.FrameKind() == classify.KindDynamic) {
		row.kind = rowFrame
	}
	return row
}
