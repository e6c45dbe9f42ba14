package render

import (
	"fmt"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/group"
	"stacktriage/layout"
	html "stacktriage/output/page"
	"stacktriage/wording"
)

// graphMaker turns the groups and trees of a snapshot into what the page's script
// draws.
type graphMaker struct {
	h       *htmlPage
	changes map[*group.Group]change
	out     html.Graph
	at      map[*group.Group]int
	frames  map[*frame.Frame]int
}

func newGraphMaker(h *htmlPage, changes map[*group.Group]change) *graphMaker {
	m := &graphMaker{h: h, changes: changes, at: map[*group.Group]int{}, frames: map[*frame.Frame]int{}}
	for _, g := range m.groups() {
		m.group(g)
	}
	return m
}

// htmlStacks is how many stacks of a snapshot the graph has, the commonest: a browser
// cannot lay out any number.
const htmlStacks = 2000

// groups are those that are in the graph.
func (m *graphMaker) groups() []*group.Group {
	all := m.h.snap.Groups
	return all[:min(len(all), htmlStacks)]
}

// left says what the graph does not have; empty where it has all.
func (m *graphMaker) left() string {
	rest := m.h.snap.Groups[len(m.groups()):]
	if len(rest) == 0 {
		return ""
	}
	return fmt.Sprintf(
		"The graph has the %d commonest stacks; %s with %s are not drawn", htmlStacks,
		wording.Count(len(rest), "other stack"), wording.Count(countOf(rest), "thread"),
	)
}

func (m *graphMaker) graph() html.Graph {
	groups, sites := m.groups(), m.h.snap.Sites
	m.out.Own = m.boxes(group.BuildTree(groups, sites, false), false)
	m.out.All = m.boxes(group.BuildTree(groups, sites, true), true)
	return m.out
}

func (m *graphMaker) group(g *group.Group) {
	t := treeText{textReport: *m.h.textReport}
	does, _ := t.stateWords([]*group.Group{g})
	out := html.Group{
		ID: g.Stack.ID, State: string(g.Class.State), Does: m.h.Clean(does), Thread: m.h.Clean(rootOf(g)),
		Count: g.Count(), Call: g.Class.APIFrame, Culprit: g.Class.CulpritFrame,
		Change: m.changes[g].status, Counts: m.changes[g].counts,
	}
	for _, i := range g.Threads {
		id := m.h.snap.Input.ID(int(i))
		if name := m.h.snap.Input.Name(int(i)); name != "" {
			id = strings.TrimSpace(id + " " + name)
		}
		if id != "" {
			out.Threads = append(out.Threads, m.h.Clean(id))
		}
	}
	kinds := make([]byte, len(g.Stack.Frames))
	for i, f := range g.Stack.Frames {
		out.Frames = append(out.Frames, m.frame(f))
		kinds[i] = kindLetter(g.Class.Kinds[i])
	}
	out.Kinds = string(kinds)
	m.at[g] = len(m.out.Groups)
	m.out.Groups = append(m.out.Groups, out)
}

func kindLetter(k classify.FrameKind) byte {
	switch k {
	case classify.KindUser:
		return 'o'
	case classify.KindDynamic:
		return 'd'
	case classify.KindLibrary:
		return 'l'
	}
	return 'f'
}

func (m *graphMaker) frame(f *frame.Frame) int {
	i, ok := m.frames[f]
	if !ok {
		i = len(m.out.Frames)
		m.frames[f] = i
		m.out.Frames = append(m.out.Frames, html.Frame{Raw: m.h.Raw(f.Raw), Name: m.h.Clean(signatureOf(f))})
	}
	return i
}

// boxes draws a tree: a box for the frames that the same threads pass through, callers
// before callees.
func (m *graphMaker) boxes(tree *group.Tree, every bool) []html.Box {
	t := &treeText{textReport: *m.h.textReport, exact: tree.Exact}
	t.opt.Full = every
	type pending struct {
		node, below *group.Node
		parent      int
	}
	var boxes []html.Box
	var stack []pending
	push := func(nodes []*group.Node, below *group.Node, parent int) {
		for _, n := range slices.Backward(nodes) {
			stack = append(stack, pending{n, below, parent})
		}
	}
	push(tree.Roots, nil, -1)
	for len(stack) > 0 {
		next := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		chain := next.node.Chain()
		top := chain[len(chain)-1]
		box := html.Box{Parent: next.parent, Rows: m.rows(t.treeRows(next.below, chain))}
		for _, g := range top.Ends {
			box.Ends = append(box.Ends, m.at[g])
		}
		boxes = append(boxes, box)
		push(top.Children, top, len(boxes)-1)
	}
	return boxes
}

// rows turns the rows of a box around: the innermost frame comes first.
func (m *graphMaker) rows(rows []treeRow) []html.BoxRow {
	out := make([]html.BoxRow, 0, len(rows))
	for _, r := range slices.Backward(rows) {
		row := html.BoxRow{Frame: -1, Kind: treeKindWord(r), Tail: r.tail}
		if r.frame != nil {
			row.Frame = m.frame(r.frame)
			if r.source.text != "" {
				row.Tail += "  " + m.h.Clean(r.source.text)
			}
		} else {
			row.Text = m.h.Clean(m.h.treeText().rowText(r, layout.Endless))
			row.Tail = ""
		}
		out = append(out, row)
	}
	return out
}

func (h *htmlPage) treeText() *treeText { return &treeText{textReport: *h.textReport} }

func treeKindWord(r treeRow) string {
	switch {
	case r.own:
		return "own"
	case r.kind == rowAPI:
		return "call"
	case r.kind == rowFold:
		return "fold"
	case r.kind == rowRoot:
		return "root"
	case r.waits:
		return "wait"
	}
	return ""
}
