package render

import (
	"fmt"
	"io"
	"strings"

	"stacktriage/compare"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/layout"
	html "stacktriage/output/page"
	"stacktriage/wording"
)

// DiffHTML writes a comparison as a page: the verdict, what became of each place, and
// both reports side by side, with what changed marked in their graphs.
func DiffHTML(w io.Writer, d *compare.Diff, o Options) error {
	p := unwritten(Options{Unicode: true, Width: layout.Endless})
	t := &diffText{page: p, diff: d, opt: o, scale: mostThreadsOf(d)}
	changes := changesOf(d)
	before := htmlSnapshot(d.Before, "before", changes)
	after := htmlSnapshot(d.After, "after", changes)
	before.Side, after.Side = "Before", "After"
	setBars([]*html.Snapshot{before, after}, []*diagnose.Snapshot{d.Before, d.After})
	return html.Write(w, &html.Document{
		Title: t.Clean(d.Verdict.Word + " · " + wording.Title(d.Before.Input.Source) + " → " +
			wording.Title(d.After.Input.Source)),
		Version:   o.Version,
		Diff:      t.comparison(),
		Snapshots: []*html.Snapshot{before, after},
	})
}

// change is what became of a group's place, or where it has none, of its like.
type change struct{ status, counts string }

// changesOf says of each group of both snapshots what became of it.
func changesOf(d *compare.Diff) map[*group.Group]change {
	changes := map[*group.Group]change{}
	set := func(groups []*group.Group, status compare.Status, before, after int) {
		for _, g := range groups {
			changes[g] = change{string(status), fmt.Sprintf("%d → %d", before, after)}
		}
	}
	for _, g := range d.Groups {
		set(g.Before, g.Status, g.BeforeThreads(), g.AfterThreads())
		set(g.After, g.Status, g.BeforeThreads(), g.AfterThreads())
	}
	for _, s := range d.Sites {
		for _, side := range [...]*group.Site{s.Before, s.After} {
			if side != nil {
				set(side.Groups, s.Status, s.BeforeThreads(), s.AfterThreads())
			}
		}
	}
	return changes
}

// comparison is what stands above both reports.
func (t *diffText) comparison() *html.Diff {
	v := &t.diff.Verdict
	out := &html.Diff{
		Word: t.Clean(v.Word), Sentence: t.Clean(v.Sentence), Severity: verdictSeverity(v),
		Aside: t.Clean(t.asideText()),
	}
	if !t.diff.Strangers {
		for _, b := range changeBars(t.diff) {
			out.Bars = append(out.Bars, t.htmlBar(b))
		}
	}
	for _, note := range t.diff.Notes {
		out.Notes = append(out.Notes, t.Clean(note))
	}
	for _, s := range t.diff.Sites {
		out.Places = append(out.Places, t.change(s))
	}
	return out
}

// verdictSeverity is how the verdict is coloured, as in the text.
func verdictSeverity(v *compare.Verdict) string {
	switch v.Kind {
	case compare.Unchanged, compare.Moved, compare.Worse:
		return string(v.Severity)
	case compare.Improved:
		return string(diagnose.Warning)
	case compare.Fixed:
		return string(diagnose.OK)
	}
	return string(diagnose.Note)
}

// htmlBar is a bar of the page, on the scale of all.
func (t *diffText) htmlBar(b changeBar) html.ChangeBar {
	part := func(n int) float64 { return 100 * float64(max(n, 0)) / float64(t.scale) }
	return html.ChangeBar{
		Name: b.name, State: string(b.state), Counts: b.counts(),
		Both: part(min(b.before, b.after)), Gone: part(b.before - b.after), New: part(b.after - b.before),
	}
}

func (t *diffText) change(s *compare.Site) html.Change {
	site := s.Shown()
	out := html.Change{
		Status: string(s.Status), Before: s.BeforeThreads(), After: s.AfterThreads(), Trouble: s.Trouble,
		Kind: peopleOf(s), Call: t.Clean(siteCall(site)),
		Bar: t.htmlBar(changeBar{state: site.State, before: s.BeforeThreads(), after: s.AfterThreads()}),
	}
	if c := site.Culprit; c != nil {
		out.Culprit, out.Module = t.Clean(culpritName(c)), t.Clean(culpritModule(c))
	}
	for _, remark := range t.remarks(s) {
		out.Remarks = append(out.Remarks, t.Clean(strings.TrimSuffix(remark, ":")))
	}
	for _, r := range foldDifference(s) {
		out.Frames = append(out.Frames, html.FrameChange{Op: string(r.op), Text: t.Clean(t.rowText(r))})
	}
	return out
}
