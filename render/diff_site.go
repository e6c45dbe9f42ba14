package render

import (
	"fmt"
	"strconv"
	"strings"

	"stacktriage/classify"
	"stacktriage/compare"
	"stacktriage/frame"
	"stacktriage/group"
	"stacktriage/layout"
	"stacktriage/wording"
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
			t.Blank()
		}
		t.place(s, c, diffGap)
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
		c.api = max(c.api, layout.Columns(t.Clean(siteCall(s.Shown()))))
	}
	return c
}

// place writes what became of one place, what it is, and how it was matched.
func (t *diffText) place(s *compare.Site, c diffColumns, gap string) {
	counts := fmt.Sprintf(
		"%*d %s %*d %s", c.before, s.BeforeThreads(), t.Sign("→"), c.after, s.AfterThreads(),
		layout.Pad(peopleOf(s), c.people),
	)
	lead := len(diffGap) + c.status + len(diffGap) + layout.Columns(counts) + len(diffGap)
	spans := layout.Line{
		layout.Plain.Of(gap), statusStyle(s).Of(layout.Pad(strings.ToUpper(string(s.Status)), c.status)),
		layout.Plain.Of(diffGap), layout.Count.Of(counts), layout.Plain.Of(diffGap),
	}
	site := s.Shown()
	call := t.Clean(siteCall(site))
	if culprit := site.Culprit; culprit == nil {
		t.Line(append(spans, layout.API.Of(call))...)
	} else {
		t.culprit(append(spans, layout.API.Of(layout.Pad(call, c.api))), lead, c.api, culprit)
	}
	t.placeBar(s)
	remarks := t.remarks(s)
	if len(remarks) > 0 {
		remarks[0] = placeWord(site) + " · " + remarks[0]
	} else {
		remarks = []string{placeWord(site)}
	}
	for _, remark := range remarks {
		t.Prose(layout.Line{layout.Blanks(lead)}, remark, layout.Dim)
	}
}

// culprit ends the line with the own frame and its module, each on a line of its own
// where it does not fit: a name is never cut.
func (t *diffText) culprit(spans layout.Line, lead, call int, culprit *classify.Culprit) {
	name, module := t.Clean(culpritName(culprit)), t.Clean(culpritModule(culprit))
	at := lead + call + len(diffGap)
	if at+len(inWord)+1+layout.Columns(name) > t.Width() {
		t.Line(spans...)
		spans, at = layout.Line{layout.Blanks(lead)}, lead
	} else {
		spans = append(spans, layout.Plain.Of(diffGap))
	}
	spans = append(spans, layout.Plain.Of(inWord+" "), layout.Culprit.Of(name))
	if module == "" || at+len(inWord)+1+layout.Columns(name)+len(diffGap)+layout.Columns(module) <= t.Width() {
		t.Line(append(spans, layout.Plain.Of(diffGap), layout.Dim.Of(module))...)
		return
	}
	t.Line(spans...)
	t.Line(layout.Blanks(at+len(inWord)+1), layout.Dim.Of(module))
}

// statusStyle colours what is bad, good and neither.
func statusStyle(s *compare.Site) layout.Style {
	switch s.Status {
	case compare.New, compare.Grew:
		if s.Trouble {
			return layout.Critical
		}
		return layout.Note
	case compare.Gone, compare.Shrank:
		return layout.OK
	}
	return layout.Dim
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
		out = append(out, fmt.Sprintf("%s in both", wording.Count(s.SameThreads, "same thread")))
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
		return wording.Count(a, "distinct stack")
	}
	return fmt.Sprintf("%d → %s", b, wording.Count(a, "distinct stack"))
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
			t.Line(
				layout.Blanks(diffLabel+1),
				layout.Dim.Of("… "+wording.Count(len(rows)-i, "more row")+t.flag(": --full shows all")),
			)
			return
		}
		t.diffRow(r.op, r.label(), t.rowText(r), r.fold())
	}
}

func (t *diffText) diffRow(op compare.Op, label, text string, folded bool) {
	style := layout.Plain
	switch {
	case op == compare.Insert:
		style = layout.Calm
	case op == compare.Delete:
		style = layout.Wait
	case folded:
		style = layout.Dim
	}
	t.Line(
		style.Of(string(op)), layout.Label.Of(layout.PadLeft(t.Sign(label), diffLabel-1)), layout.Blanks(1),
		style.Of(text),
	)
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
		return t.frameText(r.frames()[0], t.Width()-diffLabel-1)
	}
	text := fmt.Sprintf("⋮ %d frames  ", len(r.indexes))
	if r.op == compare.Keep {
		text = fmt.Sprintf("⋮ %d frames the same  ", len(r.indexes))
	}
	return text + t.listIn(familiesOf(r.frames()), t.Width()-diffLabel-1-layout.Columns(text))
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
	return i == c.CulpritFrame || i == c.APIFrame || c.Kinds[i] == classify.KindUser ||
		c.Kinds[i] == classify.KindDynamic
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
	style := layout.Plain
	switch op {
	case compare.Insert:
		style = layout.Calm
	case compare.Delete:
		style = layout.Wait
	}
	t.Line(
		style.Of(string(op)), layout.Label.Of(layout.PadLeft(t.Sign(label), fullLabelWidth+1)), layout.Blanks(1),
		style.Of(t.Raw(g.Stack.Frames[i].Raw)),
	)
}
