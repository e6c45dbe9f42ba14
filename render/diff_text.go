package render

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"stacktriage/compare"
	"stacktriage/diagnose"
	"stacktriage/layout"
	"stacktriage/wording"
)

// DiffText writes a comparison for a terminal: the verdict, the counts of both sides,
// then the places that changed, so that the printed counts add up to all threads.
func DiffText(w io.Writer, d *compare.Diff, o Options) error {
	p, out := terminal(w, o)
	composeDiff(p, d, o)
	return out.End()
}

func composeDiff(p page, d *compare.Diff, o Options) {
	t := &diffText{page: p, diff: d, opt: o, barred: !d.Strangers, scale: mostThreadsOf(d)}
	t.verdict()
	t.counts()
	t.bars()
	shown, hidden := t.choose()
	t.places(shown)
	t.foot(hidden)
}

// diffText is the text of one comparison.
type diffText struct {
	page
	diff   *compare.Diff
	opt    Options
	barred bool // places have bars
	scale  int  // threads of the longest bar
}

func (t *diffText) verdict() {
	v := &t.diff.Verdict
	t.Prose(layout.Line{t.verdictStyle(v).Of(v.Word), layout.Blanks(2)}, v.Sentence, layout.Plain)
}

func (t *diffText) verdictStyle(v *compare.Verdict) layout.Style {
	switch v.Kind {
	case compare.Unchanged, compare.Moved, compare.Worse:
		return severityStyle(v.Severity)
	case compare.Improved:
		return layout.Warning
	case compare.Fixed:
		return layout.OK
	}
	return layout.Note
}

// counts writes the workers of both sides by what they do.
func (t *diffText) counts() {
	t.Blank()
	b, a := t.diff.Before, t.diff.After
	table := []countColumn{
		{"threads", b.Counts.Threads, a.Counts.Threads},
		{"workers", b.Counts.Workers.Total, a.Counts.Workers.Total},
		{"blocked", b.Counts.Workers.Blocked, a.Counts.Workers.Blocked},
		{"running", b.Counts.Workers.Running, a.Counts.Workers.Running},
		{"idle", b.Counts.Workers.Idle, a.Counts.Workers.Idle},
	}
	if n, m := b.Counts.Workers.Unclear, a.Counts.Workers.Unclear; n+m > 0 {
		table = append(table, countColumn{"unclear", n, m})
	}
	head, before, after := "", "", ""
	for _, c := range table {
		width := max(len(c.name), len(strconv.Itoa(c.before)), len(strconv.Itoa(c.after)))
		head += "  " + layout.PadLeft(c.name, width)
		before += "  " + layout.PadLeft(strconv.Itoa(c.before), width)
		after += "  " + layout.PadLeft(strconv.Itoa(c.after), width)
	}
	t.Line(layout.Blanks(2), layout.Dim.Of(layout.Pad("", sideWidth)+head))
	t.countLine("BEFORE", before, b)
	t.countLine("AFTER", after, a)
	if t.diff.Strangers {
		t.Blank()
		t.Prose(layout.Line{layout.Blanks(2), layout.Label.Of("BEFORE"), layout.Blanks(2)}, b.Headline, layout.Plain)
		t.Prose(layout.Line{layout.Blanks(2), layout.Label.Of("AFTER"), layout.Blanks(3)}, a.Headline, layout.Plain)
	}
}

type countColumn struct {
	name          string
	before, after int
}

const sideWidth = len("BEFORE")

// countLine names the input behind its counts, or below them where it does not fit.
func (t *diffText) countLine(side, counts string, s *diagnose.Snapshot) {
	label := t.Clean(sourceName(s))
	spans := layout.Line{layout.Blanks(2), layout.Label.Of(layout.Pad(side, sideWidth)), layout.Count.Of(counts)}
	if 2+sideWidth+len(counts)+siteGap+layout.Columns(label) <= t.Width() {
		t.Line(append(spans, layout.Blanks(3), layout.Dim.Of(label))...)
		return
	}
	t.Line(spans...)
	t.Line(layout.Blanks(2+sideWidth+2), layout.Dim.Of(label))
}

// sourceName is the input as typed; of several snapshots in one input also the number.
func sourceName(s *diagnose.Snapshot) string {
	src := s.Input.Source
	if src.Of > 1 {
		return fmt.Sprintf("%s, report %d of %d", src.Label, src.Index, src.Of)
	}
	return src.Label
}

// choose returns the places to print and those that are only counted.
func (t *diffText) choose() (shown, hidden []*compare.Site) {
	for _, s := range t.diff.Sites {
		switch {
		case !t.wanted(s), t.opt.Top > 0 && len(shown) >= t.opt.Top:
			hidden = append(hidden, s)
		default:
			shown = append(shown, s)
		}
	}
	return shown, hidden
}

// wanted reports a place that is worth a line: it changed, or it was matched in a way
// the reader has to know.
func (t *diffText) wanted(s *compare.Site) bool {
	switch {
	case t.opt.All:
		return true
	case t.diff.Strangers, s.Routine:
		return false
	}
	return s.Status != compare.Same || s.Trouble && s.Match.Note != ""
}

// foot counts what was not printed, so that every thread is somewhere, and says what
// the reader must know.
func (t *diffText) foot(hidden []*compare.Site) {
	t.Blank()
	if text := t.asideText(); t.opt.All && text != "" {
		t.labelled("Set aside", text)
	}
	if counts := t.notShown(hidden); counts != "" {
		t.labelled("Not shown", counts+t.flag(": "+t.showingFlag()+" shows them"))
	}
	for _, note := range t.diff.Notes {
		t.labelled("Note", note)
	}
}

// notShown counts the places left out and the threads that were set aside.
func (t *diffText) notShown(hidden []*compare.Site) string {
	var same, routine, other tally
	for _, s := range hidden {
		switch {
		case s.Routine:
			routine.add(s)
		case s.Status == compare.Same:
			same.add(s)
		default:
			other.add(s)
		}
	}
	var parts []string
	for _, p := range []struct {
		tally tally
		what  string
	}{{other, "changed place"}, {same, "unchanged place"}, {routine, "place without own code"}} {
		if p.tally.places > 0 {
			parts = append(parts, p.tally.text(p.what))
		}
	}
	if !t.opt.All {
		parts = append(parts, t.asideCounts()...)
	}
	return strings.Join(parts, "; ")
}

// showingFlag is what shows the places that are not.
func (t *diffText) showingFlag() string {
	switch {
	case t.opt.All:
		return "--top 0"
	case t.opt.Top > 0 && len(t.diff.Sites) > t.opt.Top:
		return "--top 0 --all"
	}
	return "--all"
}

// asideCounts are the parked workers and the threads that always wait, on both sides.
func (t *diffText) asideCounts() []string {
	var idle, waiting tally
	for _, a := range t.diff.Aside {
		into := &waiting
		if a.Idle {
			into = &idle
		}
		into.before += a.Before
		into.after += a.After
	}
	var parts []string
	if idle.before+idle.after > 0 {
		parts = append(parts, fmt.Sprintf("idle workers %d → %d", idle.before, idle.after))
	}
	if waiting.before+waiting.after > 0 {
		parts = append(parts, fmt.Sprintf("threads that always wait %d → %d", waiting.before, waiting.after))
	}
	return parts
}

// asideText lists what was set aside by name, with numbers where there is a change.
func (t *diffText) asideText() string {
	parts := t.asideCounts()
	if len(parts) == 0 {
		return ""
	}
	var labels []string
	for _, a := range t.diff.Aside {
		switch {
		case a.Idle:
		case a.Before != a.After:
			labels = append(labels, fmt.Sprintf("%s %d → %d", a.Label, a.Before, a.After))
		case a.Before > 1:
			labels = append(labels, fmt.Sprintf("%s ×%d", a.Label, a.Before))
		default:
			labels = append(labels, a.Label)
		}
	}
	text := strings.Join(parts, "; ")
	if len(labels) > 0 {
		text += ": " + strings.Join(labels, ", ")
	}
	return text
}

// tally counts places and their threads on both sides.
type tally struct{ places, before, after int }

func (t *tally) add(s *compare.Site) {
	t.places++
	t.before += s.BeforeThreads()
	t.after += s.AfterThreads()
}

func (t tally) text(what string) string {
	if t.before == t.after {
		return fmt.Sprintf("%s (%s)", wording.Count(t.places, what), wording.Count(t.before, "thread"))
	}
	return fmt.Sprintf("%s (%d → %d threads)", wording.Count(t.places, what), t.before, t.after)
}
