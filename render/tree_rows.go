package render

import (
	"cmp"
	"fmt"
	"slices"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/frame"
	"stacktriage/group"
)

// treeRow is one line of a chain of nodes.
type treeRow struct {
	kind   rowKind
	own    bool
	waits  bool         // part of the wait itself
	frame  *frame.Frame // the one frame it stands for, or nil
	text   string       // else what it says
	names  []string     // and a list behind it, of which as many are shown as fit
	tail   string       // a remark behind the frame
	source source       // where an own frame stands
}

// treeRows are the rows of nodes that the same threads pass through, root first. The
// parent is nil for those at the root.
func (t *treeText) treeRows(parent *group.Node, chain []*group.Node) []treeRow {
	if t.exact {
		return t.exactRows(chain)
	}
	var rows []treeRow
	for _, n := range chain {
		switch n.Kind {
		case group.NodeRoot:
			rows = append(rows, treeRow{kind: rowRoot, text: n.Label})
		case group.NodeTop:
			rows = append(rows, topRows(n)...)
		default:
			rows = append(rows, t.frameRows(n, parent.Kind == group.NodeRoot)...)
		}
		parent = n
	}
	return foldCycles(rows)
}

// frameRows are an own frame and, closer to the root, what is folded below it.
func (t *treeText) frameRows(n *group.Node, atRoot bool) []treeRow {
	below := foldOf(n, func(s group.Span) (int, int) { return s.To - below(s), s.To })
	own := treeRow{
		kind: rowFrame, own: n.FrameKind() == classify.KindUser, frame: n.Frame(), text: n.Label,
		tail: tailOf(n),
	}
	for _, s := range n.Spans {
		if s.At >= 0 && s.At == s.Group.Class.CulpritFrame {
			own.kind = rowCulprit
		}
	}
	if own.kind != rowCulprit && n.Label != "" {
		own.kind = rowCulprit // known from other stacks only
	}
	if own.own {
		own.source = nodeSource(t.snap.Input, n)
	}
	if len(below.runs) == 0 || atRoot && below.filler() {
		return []treeRow{own}
	}
	return []treeRow{below.row(""), own}
}

// below counts the frames of a span that are not the step's own.
func below(s group.Span) int {
	n := 0
	for i := s.To - 1; i > s.At && i >= s.From; i-- {
		if s.At >= 0 && s.Group.Class.Kinds[i] == classify.KindUser {
			break
		}
		n++
	}
	return n
}

// tailOf remarks on recursion, and on stacks that do not show the frame.
func tailOf(n *group.Node) string {
	least, most, hidden := 0, 0, 0
	for _, s := range n.Spans {
		if s.At < 0 {
			hidden += s.Group.Count()
			continue
		}
		times := 0
		frames := s.Group.Stack.Frames
		for i := s.At; i < s.To && frames[i] == frames[s.At]; i++ {
			times++
		}
		if least == 0 || times < least {
			least = times
		}
		most = max(most, times)
	}
	switch {
	case hidden > 0:
		return fmt.Sprintf("  inlined in %d", hidden)
	case most > 1:
		return "  ×" + spread(least, most)
	}
	return ""
}

// topRows are the call, with what leads to it and what waits in it; or, where there
// is no call, the innermost frames.
func topRows(n *group.Node) []treeRow {
	leaf := leafRow(n)
	if n.Label == "" {
		rest := foldOf(n, func(s group.Span) (int, int) { return 1, s.To })
		if len(rest.runs) == 0 {
			return []treeRow{leaf}
		}
		return []treeRow{rest.row(""), leaf}
	}
	rows := viaRows(n)
	blocked := n.Spans[0].Group.Class.State == classify.Blocked
	rows = append(rows, treeRow{kind: rowAPI, text: n.Label, waits: blocked})
	wait := foldOf(n, func(s group.Span) (int, int) {
		if s.At >= 0 {
			return 1, s.At
		}
		return 1, s.To
	})
	if len(wait.runs) > 0 {
		row := wait.row(mechanismOf(n))
		row.waits = blocked
		rows = append(rows, row)
	}
	if slices.ContainsFunc(n.Spans, func(s group.Span) bool { return s.At != 0 }) {
		leaf.waits = blocked
		rows = append(rows, leaf)
	}
	return rows
}

func mechanismOf(n *group.Node) string {
	if c := n.Spans[0].Group.Class.Cause; c != nil {
		return string(c.Mechanism)
	}
	return ""
}

// leafRow names the innermost frames of a node's threads, the commonest first.
func leafRow(n *group.Node) treeRow {
	count := map[string]int{}
	var names []string
	first := n.Spans[0].Group.Stack.Frames[0]
	for _, s := range n.Spans {
		name := s.Group.Stack.Frames[0].ShortName()
		if count[name] == 0 {
			names = append(names, name)
		}
		count[name] += s.Group.Count()
	}
	if len(names) == 1 {
		return treeRow{kind: rowLeaf, frame: first}
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(count[b], count[a]) })
	for i, name := range names {
		names[i] = fmt.Sprintf("%s (%d)", name, count[name])
	}
	return treeRow{kind: rowLeaf, names: names}
}

// viaRows are what leads from the own code to the call. Where that code was inlined
// away, the frame it was inlined into stands for it.
func viaRows(n *group.Node) []treeRow {
	host, hosts := hostRow(n)
	above := foldOf(n, func(s group.Span) (int, int) {
		switch {
		case s.At < 0:
			return 0, 0 // the call's own frame was inlined away: all of it waits
		case host:
			return s.At + 1, hosts[s.Group]
		}
		return s.At + 1, s.To
	})
	var rows []treeRow
	if host {
		if below := foldOf(n, func(s group.Span) (int, int) { return hosts[s.Group] + 1, s.To }); len(
			below.runs,
		) > 0 {
			rows = append(rows, below.row(""))
		}
		first := n.Spans[0].Group
		rows = append(
			rows,
			treeRow{kind: rowHost, frame: first.Stack.Frames[hosts[first]], tail: "  the caller was inlined into it"},
		)
	}
	if len(above.runs) > 0 {
		rows = append(rows, above.row(""))
	}
	return rows
}

// hostRow finds the frame that the callers of all stacks were inlined into.
func hostRow(n *group.Node) (bool, map[*group.Group]int) {
	hosts := map[*group.Group]int{}
	var name string
	for i, s := range n.Spans {
		c := &s.Group.Class
		if c.Culprit != nil || c.State != classify.Blocked || c.Role != classify.Worker || s.At < 0 {
			return false, nil
		}
		at := diagnose.HostFrame(s.Group)
		if at < 0 {
			return false, nil
		}
		if host := s.Group.Stack.Frames[at].Name(); i == 0 {
			name = host
		} else if host != name {
			return false, nil
		}
		hosts[s.Group] = at
	}
	return true, hosts
}
