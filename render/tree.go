package render

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/layout"
	"stacktriage/wording"
)

// TreeOptions are the options of Tree. Full shows every frame and makes the tree exact;
// All draws the threads that were set aside, too; Top is a number of branches, those
// with the most threads.
type TreeOptions struct {
	Options
	Exact     bool // keep stacks apart that differ in what the JIT inlined
	RootFirst bool // the root on top
}

// Tree writes the threads of each snapshot merged on the frames they share from the
// root: a branch for each fork, the number of threads on each line, and their ids where
// they end. The innermost frame comes first, as in a stack, unless the options turn it.
func Tree(w io.Writer, r *diagnose.Report, o TreeOptions) error {
	p, out := terminal(w, o.Options)
	composeTree(p, r, o)
	return out.End()
}

func composeTree(p page, r *diagnose.Report, o TreeOptions) {
	for i, s := range r.Snapshots {
		if len(r.Snapshots) > 1 {
			if i == 0 {
				p.overview(overviewOf(r).table())
			}
			p.title(s)
		}
		t := &treeText{textReport: textReport{page: p, snap: s, opt: o.Options}, rootFirst: o.RootFirst}
		groups := s.Groups
		if !o.All && !o.Full {
			groups, t.aside = withoutAside(groups)
		}
		t.write(group.BuildTopTree(groups, s.Sites, o.Exact || o.Full, o.Top))
	}
}

// withoutAside parts the threads that ask for attention from parked workers and those
// that wait by design. Where there are no others, these are what there is to see.
func withoutAside(groups []*group.Group) (drawn, aside []*group.Group) {
	for _, g := range groups {
		switch g.Class.State {
		case classify.Idle, classify.Waiting:
			aside = append(aside, g)
		default:
			drawn = append(drawn, g)
		}
	}
	if len(drawn) == 0 {
		return groups, nil
	}
	return drawn, aside
}

// treeText is the tree of one snapshot. Lines are made with the root on top and turned
// where the reader wants the innermost frame first.
type treeText struct {
	textReport
	rootFirst bool
	exact     bool
	aside     []*group.Group // not drawn, but counted
	digits    int            // of the largest count
	lines     []layout.Line
}

func (t *treeText) write(tree *group.Tree, rest []*group.Group, restBranches int) {
	t.verdict()
	t.exact = tree.Exact
	for _, root := range tree.Roots {
		t.digits = max(t.digits, len(fmt.Sprint(root.Count)))
	}
	for _, root := range tree.Roots {
		t.Blank()
		t.lines = t.lines[:0]
		t.branch(nil, root, guides{})
		if !t.rootFirst {
			slices.Reverse(t.lines)
		}
		for _, line := range t.lines {
			t.Line(line...)
		}
	}
	t.trailer(tree, rest)
	t.folded()
	if len(rest) > 0 {
		t.Prose(
			nil,
			fmt.Sprintf(
				"Not drawn: %s on %s with %s", wording.Count(len(rest), "distinct stack"),
				branchCount(restBranches), wording.Count(countOf(rest), "thread"),
			)+t.flag("; --top 0 draws all"),
			layout.Plain,
		)
	}
}

// guides are the lines drawn left of a branch: before its first row, which is joined to
// its parent, and before the others.
type guides struct{ first, rest string }

// below returns the guides of a branch of a node. last says that no branch of the
// node is printed farther from it.
func (t *treeText) below(g guides, last bool) guides {
	rest := g.rest
	if most := max(t.Width()-minBranchRoom, 0); layout.Columns(rest) > most {
		rest = "… "
	}
	switch {
	case !last:
		return guides{rest + "├─ ", rest + "│  "}
	case t.rootFirst:
		return guides{rest + "└─ ", rest + "   "}
	}
	return guides{rest + "┌─ ", rest + "   "}
}

// minBranchRoom is what is left for counts and frames however deep the tree forks.
const minBranchRoom = 48

// branch writes the rows of a node up to the next fork, then the branches there. The
// gravest branch is the one that is read first.
func (t *treeText) branch(parent, n *group.Node, g guides) {
	chain := n.Chain()
	for _, r := range t.treeRows(parent, chain) {
		t.row(g.first, n.Count, r)
		g.first = g.rest
	}
	top := chain[len(chain)-1]
	ends := endsByState(top.Ends)
	if len(top.Children) == 0 && len(ends) == 1 {
		t.ends(guides{g.rest, g.rest}, 0, ends[0])
		return
	}
	branches := len(top.Children) + len(ends)
	turn := func(i int) int {
		if t.rootFirst {
			return i
		}
		return branches - 1 - i
	}
	for i := range branches {
		inner := t.below(g, i == branches-1)
		if at := turn(i); at < len(top.Children) {
			t.branch(top, top.Children[at], inner)
		} else {
			end := ends[at-len(top.Children)]
			t.ends(inner, countOf(end), end)
		}
	}
}

// row writes one line of a branch: how many threads, a mark at own code, what.
func (t *treeText) row(guide string, count int, r treeRow) {
	lead := fmt.Sprintf("%*d ", t.digits, count)
	mark := "  "
	if r.own {
		mark = "▸ "
	}
	room := t.Width() - layout.Columns(guide) - layout.Columns(lead) - len("  ")
	text, at := t.beside(room, r.source, func(room int) string { return t.rowText(r, room) })
	line := layout.Line{
		layout.Dim.Of(t.Sign(guide)), layout.Count.Of(lead), layout.Label.Of(t.Sign(mark)), t.rowStyle(r).Of(text),
	}
	t.lines = append(t.lines, append(line, at.spans()...))
}

// ends writes which threads end here and what they do. Where they end in mid-tree
// they are a branch with a count of its own.
func (t *treeText) ends(g guides, count int, groups []*group.Group) {
	lead := strings.Repeat(" ", t.digits+1)
	if count > 0 {
		lead = fmt.Sprintf("%*d ", t.digits, count)
	}
	words, style := t.stateWords(groups)
	first := layout.Line{
		layout.Dim.Of(t.Sign(g.first)), layout.Count.Of(lead), layout.Dim.Of("~~~~ "), style.Of(words),
		layout.Blanks(2),
	}
	used := 0
	for _, s := range first {
		used += layout.Columns(s.Text)
	}
	room := t.Width() - used
	var lines []layout.Line
	for i, ids := range layout.Wrap(t.idsIn(groups, room), max(room, 1)) {
		if i > 0 {
			first = layout.Line{layout.Dim.Of(t.Sign(g.rest)), layout.Blanks(max(used-layout.Columns(g.rest), 0))}
		}
		lines = append(lines, append(first[:len(first):len(first)], layout.Dim.Of(ids)))
	}
	if !t.rootFirst {
		slices.Reverse(lines)
	}
	t.lines = append(t.lines, lines...)
}

// idsIn lists as many of the asked for ids as fit on a line. Where all are asked for,
// none is left out.
func (t *treeText) idsIn(groups []*group.Group, room int) string {
	r := t.textReport
	for {
		ids := r.threadIDs(groups)
		if r.opt.IDs <= 1 || layout.Columns(ids) <= room {
			return ids
		}
		r.opt.IDs--
	}
}

// stateWords says what threads do that end in one place.
func (t *treeText) stateWords(groups []*group.Group) (string, layout.Style) {
	class := &groups[0].Class
	switch class.State {
	case classify.Blocked:
		if class.Cause != nil && class.Cause.Mechanism != "" {
			return "BLOCKED, " + string(class.Cause.Mechanism), layout.Wait
		}
		return "BLOCKED", layout.Wait
	case classify.Running:
		return "running", layout.Running
	case classify.Waiting:
		return "waits by design", layout.Calm
	case classify.Idle:
		return "idle", layout.Calm
	}
	return string(class.State), layout.Note
}

// endsByState parts groups that end in one node by what they do, in their order.
func endsByState(groups []*group.Group) [][]*group.Group {
	var parts [][]*group.Group
next:
	for _, g := range groups {
		for i := range parts {
			if parts[i][0].Class.State == g.Class.State {
				parts[i] = append(parts[i], g)
				continue next
			}
		}
		parts = append(parts, []*group.Group{g})
	}
	return parts
}

func countOf(groups []*group.Group) int {
	n := 0
	for _, g := range groups {
		n += g.Count()
	}
	return n
}

// trailer counts what was drawn, as pstacks does.
func (t *treeText) trailer(tree *group.Tree, rest []*group.Group) {
	t.Blank()
	threads := wording.Count(tree.Threads, "thread")
	if left := countOf(rest) + countOf(t.aside); left > 0 {
		threads = fmt.Sprintf("%d of %s", tree.Threads, wording.Count(tree.Threads+left, "thread"))
	}
	text := fmt.Sprintf("==> %s with %s", threads, wording.Count(len(tree.Roots), "root"))
	text += fmt.Sprintf(" · %s on %s", wording.Count(tree.Stacks, "distinct stack"), branchCount(tree.Branches))
	if !tree.Exact && tree.Stacks > tree.Branches {
		text += t.flag("; --exact parts what the JIT inlined differently")
	}
	t.Prose(nil, text+" · ▸ own code", layout.Plain)
	if text := t.filtered(); text != "" {
		t.Prose(nil, text+"; the verdict is about all", layout.Plain)
	}
}

// folded is one line for all threads that were set aside.
func (t *treeText) folded() {
	if len(t.aside) == 0 {
		return
	}
	lead := layout.Line{layout.Label.Of("Folded"), layout.Blanks(2)}
	t.Prose(lead, asideText(diagnose.AsideOf(t.aside))+t.flag("; --all draws them"), layout.Plain)
}

func branchCount(n int) string {
	if n == 1 {
		return "1 branch"
	}
	return fmt.Sprintf("%d branches", n)
}
