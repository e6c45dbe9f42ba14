package render

import (
	"fmt"
	"strconv"
	"strings"

	"stacktriage/classify"
	"stacktriage/compare"
	"stacktriage/frame"
	"stacktriage/group"
)

// diffColumns are the widths that the lines of places share.
type diffColumns struct {
	status, before, after, people, api int
}

const diffGap = "  "

func (t *diffText) places(sites []*compare.Site) {
	c := t.diffColumns(sites)
	for i, s := range sites {
		if i == 0 || len(s.Frames) > 0 || t.opt.Full || len(sites[i-1].Frames) > 0 {
			t.blank()
		}
		t.place(s, c)
		switch {
		case t.opt.Full:
			t.fullDifference(s)
		case len(s.Frames) > 0:
			t.difference(s)
		}
	}
}

func (t *diffText) diffColumns(sites []*compare.Site) diffColumns {
	var c diffColumns
	for _, s := range sites {
		c.status = max(c.status, len(s.Status))
		c.before = max(c.before, len(strconv.Itoa(s.BeforeThreads())))
		c.after = max(c.after, len(strconv.Itoa(s.AfterThreads())))
		c.people = max(c.people, len(peopleOf(s)))
		c.api = max(c.api, columns(t.clean(siteCall(s.Shown()))))
	}
	return c
}

// place writes what became of one place, what it is, and how it was matched.
func (t *diffText) place(s *compare.Site, c diffColumns) {
	counts := fmt.Sprintf("%*d %s %*d %s", c.before, s.BeforeThreads(), t.sign("→"), c.after, s.AfterThreads(), pad(peopleOf(s), c.people))
	lead := len(diffGap) + c.status + len(diffGap) + columns(counts) + len(diffGap)
	spans := []span{plain(diffGap), {pad(strings.ToUpper(string(s.Status)), c.status), t.statusPaint(s)}, plain(diffGap), {counts, t.pal.Count}, plain(diffGap)}
	site := s.Shown()
	call := t.clean(siteCall(site))
	if culprit := site.Culprit; culprit == nil {
		t.line(append(spans, span{call, t.pal.API})...)
	} else {
		t.culprit(append(spans, span{pad(call, c.api), t.pal.API}), lead, c.api, culprit)
	}
	for _, remark := range t.remarks(s) {
		t.prose([]span{plain(strings.Repeat(" ", lead))}, remark, t.pal.Dim)
	}
}

// culprit ends the line with the own frame and its module, each on a line of its own
// where it does not fit: a name is never cut.
func (t *diffText) culprit(spans []span, lead, call int, culprit *classify.Culprit) {
	name, module := t.clean(culpritName(culprit)), t.clean(culpritModule(culprit))
	at := lead + call + len(diffGap)
	if at+len(inWord)+1+columns(name) > t.width {
		t.line(spans...)
		spans, at = []span{plain(strings.Repeat(" ", lead))}, lead
	} else {
		spans = append(spans, plain(diffGap))
	}
	spans = append(spans, plain(inWord+" "), span{name, t.pal.Culprit})
	if module == "" || at+len(inWord)+1+columns(name)+len(diffGap)+columns(module) <= t.width {
		t.line(append(spans, plain(diffGap), span{module, t.pal.Dim})...)
		return
	}
	t.line(spans...)
	t.line(plain(strings.Repeat(" ", at+len(inWord)+1)), span{module, t.pal.Dim})
}

// statusPaint colours what is bad, good and neither.
func (t *diffText) statusPaint(s *compare.Site) Paint {
	switch s.Status {
	case compare.New, compare.Grew:
		if s.Trouble {
			return t.pal.Critical
		}
		return t.pal.Note
	case compare.Gone, compare.Shrank:
		return t.pal.OK
	}
	return t.pal.Dim
}

// peopleOf is the word for the threads of a place.
func peopleOf(s *compare.Site) string {
	switch s.Shown().Role {
	case classify.Worker:
		return "workers"
	case classify.Dedicated:
		return "dedicated"
	case classify.Main:
		return "main"
	}
	return "threads"
}

// remarks say how a place was matched and how its stacks and threads relate.
func (t *diffText) remarks(s *compare.Site) []string {
	var out []string
	if s.Match.Note != "" {
		out = append(out, s.Match.Note)
	}
	if s.Before == nil || s.After == nil {
		return out
	}
	if s.SameThreads > 0 {
		out = append(out, fmt.Sprintf("%s in both", Count(s.SameThreads, "same thread")))
	}
	b, a := len(s.Before.Groups), len(s.After.Groups)
	switch {
	case len(s.Frames) > 0 && b == 1 && a == 1:
		out = append(out, "its stack differs:")
	case len(s.Frames) > 0:
		out = append(out, fmt.Sprintf("%s, none in both; the commonest differ:", stackCounts(b, a)))
	case a > 1 || b > 1:
		out = append(out, fmt.Sprintf("%s, %d in both", stackCounts(b, a), s.CommonStacks))
	}
	return out
}

func stackCounts(b, a int) string {
	if b == a {
		return Count(a, "distinct stack")
	}
	return fmt.Sprintf("%d → %s", b, Count(a, "distinct stack"))
}

// The rows of a difference: the sign in column 1, the label and the frame.
const (
	diffLabel = 14
	maxRows   = 16 // more than this nobody reads on the way; --full shows all
	foldFrom  = 3  // frames of one kind in a row that are folded
)

// difference writes how the commonest stacks of both sides differ.
func (t *diffText) difference(s *compare.Site) {
	rows := foldDifference(s)
	for i, r := range rows {
		if i == maxRows {
			t.line(plain(strings.Repeat(" ", diffLabel+1)), span{fmt.Sprintf("… %s: --full shows all", Count(len(rows)-i, "more row")), t.pal.Dim})
			return
		}
		t.diffRow(r.op, r.label(), t.rowText(r), r.fold())
	}
}

func (t *diffText) diffRow(op compare.Op, label, text string, folded bool) {
	paint := Paint(nil)
	switch {
	case op == compare.Insert:
		paint = t.pal.OK
	case op == compare.Delete:
		paint = t.pal.Wait
	case folded:
		paint = t.pal.Dim
	}
	t.line(span{string(op), paint}, span{padLeft(t.sign(label), diffLabel-1), t.pal.Label}, plain(" "), span{text, paint})
}

// diffRow is one line of a difference: a frame, or a run of frames to be skipped.
type diffRow struct {
	op      compare.Op
	group   *group.Group
	indexes []int
}

func (r *diffRow) fold() bool { return len(r.indexes) >= foldFrom }

func (r *diffRow) frames() []*frame.Frame {
	frames := make([]*frame.Frame, len(r.indexes))
	for i, at := range r.indexes {
		frames[i] = r.group.Stack.Frames[at]
	}
	return frames
}

func (r *diffRow) label() string {
	if r.fold() {
		return ""
	}
	switch c := &r.group.Class; r.indexes[0] {
	case c.CulpritFrame:
		return "culprit ▸"
	case c.APIFrame:
		return "API ▸"
	}
	return ""
}

func (t *diffText) rowText(r diffRow) string {
	if !r.fold() {
		return t.frameText(r.frames()[0], t.width-diffLabel-1)
	}
	text := fmt.Sprintf("⋮ %d frames  ", len(r.indexes))
	if r.op == compare.Keep {
		text = fmt.Sprintf("⋮ %d frames the same  ", len(r.indexes))
	}
	return text + t.listIn(familiesOf(r.frames()), t.width-diffLabel-1-columns(text))
}

// foldDifference folds runs of frames with one fate. The call, the culprit and other
// own frames stand by themselves.
func foldDifference(s *compare.Site) []diffRow {
	var rows []diffRow
	var run diffRow
	flush := func() {
		if run.fold() {
			rows = append(rows, run)
		} else {
			for _, at := range run.indexes {
				rows = append(rows, diffRow{run.op, run.group, []int{at}})
			}
		}
		run = diffRow{}
	}
	for _, f := range s.Frames {
		g := s.Before.Groups[0]
		if f.Op == compare.Insert {
			g = s.After.Groups[0]
		}
		if run.op != f.Op {
			flush()
		}
		if standsAlone(g, f.Index) {
			flush()
			rows = append(rows, diffRow{f.Op, g, []int{f.Index}})
			continue
		}
		run.op, run.group = f.Op, g
		run.indexes = append(run.indexes, f.Index)
	}
	flush()
	return rows
}

func standsAlone(g *group.Group, i int) bool {
	c := &g.Class
	return i == c.CulpritFrame || i == c.APIFrame || c.Kinds[i] == classify.KindUser || c.Kinds[i] == classify.KindDynamic
}

// fullDifference writes every frame as it stands in the input: of both sides, or of
// the only one.
func (t *diffText) fullDifference(s *compare.Site) {
	switch {
	case len(s.Frames) > 0:
		for _, f := range s.Frames {
			g := s.Before.Groups[0]
			if f.Op == compare.Insert {
				g = s.After.Groups[0]
			}
			t.rawRow(f.Op, g, f.Index)
		}
	case s.Before == nil:
		t.rawStack(compare.Insert, s.After.Groups[0])
	case s.After == nil:
		t.rawStack(compare.Delete, s.Before.Groups[0])
	default:
		t.rawStack(compare.Keep, s.After.Groups[0])
	}
}

func (t *diffText) rawStack(op compare.Op, g *group.Group) {
	for i := range g.Stack.Frames {
		t.rawRow(op, g, i)
	}
}

func (t *diffText) rawRow(op compare.Op, g *group.Group, i int) {
	label := ""
	switch i {
	case g.Class.CulpritFrame:
		label = "culprit ▸"
	case g.Class.APIFrame:
		label = "API ▸"
	}
	paint := Paint(nil)
	switch op {
	case compare.Insert:
		paint = t.pal.OK
	case compare.Delete:
		paint = t.pal.Wait
	}
	t.line(span{string(op), paint}, span{padLeft(t.sign(label), fullLabelWidth+1), t.pal.Label}, plain(" "), span{t.raw(g.Stack.Frames[i].Raw), paint})
}
