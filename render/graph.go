package render

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/layout"
	"stacktriage/output/picture"
	"stacktriage/wording"
)

// The bounds of a graph as a picture: what one still reads at a glance, and what a chat
// program takes.
const (
	graphBoxes   = 32
	graphLeast   = 3 // boxes of a report, however many reports there are
	graphIDs     = 8 // thread ids of a box
	graphParts   = 6 // reports
	graphLevels  = 5
	graphRows    = 10     // lines of a box
	graphColumns = 46     // of a line in a box
	graphCells   = 40_000 // of the whole picture
)

// TreePNG draws the merged stacks as boxes and arrows.
func TreePNG(w io.Writer, r *diagnose.Report, o TreeOptions) error {
	return drawGraph(w, r, o, picture.GraphPNG)
}

// TreeSVG draws the same as a vector picture.
func TreeSVG(w io.Writer, r *diagnose.Report, o TreeOptions) error {
	return drawGraph(w, r, o, picture.GraphSVG)
}

// drawGraph draws as many boxes as the bounds of a picture leave room for.
func drawGraph(
	w io.Writer, r *diagnose.Report, o TreeOptions, draw func(io.Writer, *picture.Graph, picture.Theme) error,
) error {
	theme, err := picture.ThemeOf(o.Theme)
	if err != nil {
		return err
	}
	for boxes := graphBoxes; ; boxes = boxes * 2 / 3 {
		g := composeGraph(r, o, boxes)
		if g.Cells() > graphCells && boxes > graphLeast {
			continue
		}
		var b bytes.Buffer
		if err := draw(&b, g, theme); err != nil {
			return err
		}
		if b.Len() <= picture.MaxBytes || boxes <= graphLeast {
			_, err := w.Write(b.Bytes())
			return err
		}
	}
}

// composeGraph is the graph of a report with about so many boxes.
func composeGraph(r *diagnose.Report, o TreeOptions, boxes int) *picture.Graph {
	g := &picture.Graph{Title: layout.Clean(chatHeadline(r).String(), true), Accent: severityStyle(worst(r))}
	snaps := r.Snapshots
	several := len(snaps) > 1
	if several {
		snaps = worstSnapshotsFirst(snaps)
		g.Parts = append(g.Parts, picture.GraphPart{Above: drawnLines(func(p page) { p.overview(overviewOf(r).table()) })})
	}
	left := snaps[min(len(snaps), graphParts):]
	snaps = snaps[:len(snaps)-len(left)]
	for _, s := range snaps {
		m := newGraphPicture(s, o, max(boxes/len(snaps), graphLeast))
		g.Parts = append(g.Parts, m.part(several))
	}
	if len(left) > 0 {
		text := "Not drawn: " + wording.Count(len(left), "more report")
		g.Parts = append(g.Parts, picture.GraphPart{Below: []layout.Line{{layout.Plain.Of(text)}}})
	}
	return g
}

// drawnLines are lines of text in a picture.
func drawnLines(write func(page)) []layout.Line {
	var lines layout.Lines
	write(page{Page: layout.NewPage(&lines, pictureWidth, true), drawn: true})
	return lines.Trimmed()
}

// graphPicture makes boxes of the tree of one snapshot.
type graphPicture struct {
	*treeText
	tree  *group.Tree
	drawn map[*group.Node]bool // the first nodes of the boxes that are drawn
}

func newGraphPicture(s *diagnose.Snapshot, o TreeOptions, boxes int) *graphPicture {
	groups := s.Groups
	o.Unicode, o.Width = true, pictureWidth
	if o.IDs < 0 || o.IDs > graphIDs {
		o.IDs = graphIDs
	}
	p := unwritten(o.Options)
	p.drawn = true
	t := &treeText{textReport: textReport{page: p, snap: s, opt: o.Options}}
	if !o.All && !o.Full {
		groups, t.aside = withoutAside(groups)
	}
	tree := group.BuildTree(groups, s.Sites, o.Exact || o.Full)
	t.exact = tree.Exact
	return &graphPicture{treeText: t, tree: tree, drawn: chooseBoxes(tree.Roots, boxes)}
}

// chooseBoxes are the boxes that ask most for attention, each with its callers.
func chooseBoxes(roots []*group.Node, most int) map[*group.Node]bool {
	type candidate struct {
		node  *group.Node
		level int
	}
	chosen := map[*group.Node]bool{}
	var open []candidate
	for _, n := range roots {
		open = append(open, candidate{n, 0})
	}
	for len(open) > 0 && len(chosen) < most {
		at := 0
		for i := range open {
			if graver(open[i].node, open[at].node) {
				at = i
			}
		}
		next := open[at]
		open = slices.Delete(open, at, at+1)
		chosen[next.node] = true
		if next.level+1 == graphLevels {
			continue
		}
		for _, child := range topOf(next.node).Children {
			open = append(open, candidate{child, next.level + 1})
		}
	}
	return chosen
}

// graver reports which of two nodes asks more for attention.
func graver(a, b *group.Node) bool {
	for _, pair := range [...][2]int{{a.Starving, b.Starving}, {a.Blocked, b.Blocked}, {a.Count, b.Count}} {
		if pair[0] != pair[1] {
			return pair[0] > pair[1]
		}
	}
	return false
}

func topOf(n *group.Node) *group.Node {
	chain := n.Chain()
	return chain[len(chain)-1]
}

func (m *graphPicture) part(titled bool) picture.GraphPart {
	part := picture.GraphPart{
		Above: m.lines(func(t *treeText) {
			if titled {
				t.title(t.snap)
			}
			t.verdict()
		}),
		Below: m.lines(func(t *treeText) {
			t.trailer(m.tree, nil)
			t.folded()
			t.Prose(nil, "Arrows lead from callers to what they call; in a box the innermost frame stands on top.", layout.Dim)
		}),
	}
	part.Roots = m.boxes(nil, m.tree.Roots)
	return part
}

// lines are lines of text beside the boxes.
func (m *graphPicture) lines(write func(*treeText)) []layout.Line {
	return drawnLines(func(p page) {
		t := *m.treeText
		t.page = p
		write(&t)
	})
}

// boxes are those of nodes, and one for all that are not drawn.
func (m *graphPicture) boxes(below *group.Node, nodes []*group.Node) []*picture.Box {
	var boxes []*picture.Box
	var left []*group.Node
	for _, n := range nodes {
		if !m.drawn[n] {
			left = append(left, n)
			continue
		}
		chain := n.Chain()
		top := chain[len(chain)-1]
		box := m.box(below, chain)
		box.Children = m.boxes(top, top.Children)
		boxes = append(boxes, box)
	}
	if len(left) > 0 {
		boxes = append(boxes, m.moreBox(left))
	}
	return boxes
}

// moreBox stands for branches that are not drawn.
func (m *graphPicture) moreBox(nodes []*group.Node) *picture.Box {
	threads := 0
	for _, n := range nodes {
		threads += n.Count
	}
	words, style := statesOf(nodes)
	return &picture.Box{
		Lines: []layout.Line{
			{layout.Count.Of(wording.Count(threads, "thread") + " "), style.Of(words)},
			{layout.Dim.Of("in " + moreBranches(len(nodes)))},
		},
		Accent: layout.Dim, Dashed: true, Weight: m.weight(threads),
	}
}

func moreBranches(n int) string {
	if n == 1 {
		return "1 more branch"
	}
	return fmt.Sprintf("%d more branches", n)
}

// weight is the share of the threads.
func (m *graphPicture) weight(threads int) float64 {
	return float64(threads) / float64(max(m.tree.Threads, 1))
}

// box is a chain of nodes: how many threads pass through, what they do, the frames, and
// who ends there.
func (m *graphPicture) box(below *group.Node, chain []*group.Node) *picture.Box {
	n := chain[0]
	words, style := statesOf(chain[:1])
	box := &picture.Box{Accent: edgeStyle(n), Weight: m.weight(n.Count)}
	box.Lines = append(box.Lines, layout.Line{layout.Count.Of(wording.Count(n.Count, "thread") + " "), style.Of(words)})
	rows := m.treeRows(below, chain)
	slices.Reverse(rows)
	box.Lines = append(box.Lines, m.rowLines(rows)...)
	top := chain[len(chain)-1]
	ends := endsByState(top.Ends)
	for _, end := range ends {
		text := m.idsIn(end, graphColumns)
		if len(top.Children) > 0 || len(ends) > 1 {
			words, _ := m.stateWords(end)
			text = fmt.Sprintf("%d end here: %s", countOf(end), words)
		}
		if text != "" {
			box.Lines = append(box.Lines, layout.Line{layout.Dim.Of(text)})
		}
	}
	return box
}

// rowLines are the frames of a box. Of too many the middle is counted.
func (m *graphPicture) rowLines(rows []treeRow) []layout.Line {
	var lines []layout.Line
	for _, r := range rows {
		mark := "  "
		if r.own {
			mark = "▸ "
		}
		text := strings.TrimRight(m.rowText(r, graphColumns-len("  ")), " ")
		text = layout.CutMiddle(text, graphColumns, graphColumns)
		lines = append(lines, layout.Line{layout.Culprit.Of(mark), m.rowStyle(r).Of(text)})
	}
	if len(lines) <= graphRows {
		return lines
	}
	const head = graphRows / 2
	tail := graphRows - head - 1
	more := layout.Line{layout.Dim.Of(fmt.Sprintf("  ⋮ %s more", wording.Count(len(lines)-head-tail, "frame")))}
	return slices.Concat(lines[:head], []layout.Line{more}, lines[len(lines)-tail:])
}

// statesOf says what the threads of nodes do, the gravest first.
func statesOf(nodes []*group.Node) (string, layout.Style) {
	count := map[classify.State]int{}
	for _, n := range nodes {
		for _, s := range n.Spans {
			count[s.Group.Class.State] += s.Group.Count()
		}
	}
	style := layout.Dim
	var words []string
	for _, state := range stateOrder {
		n := count[state]
		if n == 0 {
			continue
		}
		if len(words) == 0 {
			style = textStyle(state)
		}
		word := wordOf(state)
		if len(count) > 1 {
			word = fmt.Sprintf("%d %s", n, word)
		}
		words = append(words, word)
	}
	return strings.Join(words, ", "), style
}

// stateOrder is the states, the gravest first.
var stateOrder = [...]classify.State{
	classify.Blocked, classify.Running, classify.Unclear, classify.Idle, classify.Waiting,
}

// textStyle is how words about a state are shown.
func textStyle(s classify.State) layout.Style {
	if s == classify.Blocked {
		return layout.Wait
	}
	return stateStyle(s)
}

// edgeStyle is the colour of a box by the gravest that its threads do.
func edgeStyle(n *group.Node) layout.Style {
	for _, state := range stateOrder {
		for _, s := range n.Spans {
			if s.Group.Class.State == state {
				return stateStyle(state)
			}
		}
	}
	return layout.Dim
}
