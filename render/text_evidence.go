package render

import (
	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/layout"
	"stacktriage/wording"
)

// proof writes what was measured for and against a finding, a fact a line. Without
// evidence beside the stacks there is none.
func (t *textReport) proof(f *diagnose.Finding) {
	if len(f.Proof)+len(f.Against) == 0 {
		return
	}
	t.Blank()
	t.labelledLines(2, "Proof", proofLines(f.Proof))
	t.labelledLines(2, "Against", proofLines(f.Against))
}

// labelledLines writes sentences below each other, the first behind a label.
func (t page) labelledLines(indent int, label string, sentences []string) {
	lead := layout.Line{layout.Blanks(indent), layout.Label.Of(layout.Pad(label, proofLabel)), layout.Blanks(2)}
	for _, sentence := range sentences {
		t.Prose(lead, sentence, layout.Plain)
		lead = layout.Line{layout.Blanks(indent + proofLabel + 2)}
	}
}

const proofLabel = len("Against")

// measured writes what the sources beside the stacks show over time: a chart for each
// value, and where the stacks are not there, the places by their waits.
func (t *textReport) measured() {
	e := t.snap.Evidence
	if !overTime(e) {
		return
	}
	t.Blank()
	t.Prose(layout.Line{layout.Label.Of("MEASURED"), layout.Blanks(2)}, windowOf(e), layout.Plain)
	if len(e.Joined) > 0 {
		t.List(layout.Line{layout.Blanks(2)}, "joined: "+listOf(e.Joined, maxJoined), layout.Dim)
	}
	t.charts(e.Charts)
	if s := e.Shares; s != nil && len(s.Places) > 0 {
		t.rows(sharesHead(s), shareSentences(s))
	}
	if len(t.snap.Groups) == 0 || t.opt.Full {
		t.waits(e)
	}
}

// overTime reports evidence that shows more than an instant.
func overTime(e *diagnose.Evidence) bool {
	return e != nil && len(e.Charts)+len(e.Waits)+len(e.Locks)+len(e.Joined) > 0 || e != nil && e.Shares != nil
}

// maxJoined is how many inputs are named.
const maxJoined = 4

func (t *textReport) rows(head string, rows []string) {
	t.Prose(layout.Line{layout.Blanks(2)}, head, layout.Plain)
	for _, row := range rows {
		t.Prose(layout.Line{layout.Blanks(4)}, row, layout.Plain)
	}
}

// charts writes a line for each value: its name, its course, its numbers.
func (t *textReport) charts(charts []diagnose.Chart) {
	name, extent := 0, 0
	for i := range charts {
		name = max(name, layout.Columns(t.Clean(charts[i].Title)))
		extent = max(extent, layout.Columns(t.Clean(extentOf(&charts[i]))))
	}
	room := min(t.Width(), layout.ProseWidth) - 2 - name - 2 - 2 - extent
	if room < minChart {
		name, room = 0, max(min(t.Width(), layout.ProseWidth)-4-2-extent, minChart)
	}
	width := 0
	courses := make([]layout.Series, len(charts))
	for i := range charts {
		courses[i] = courseOf(&charts[i])
		width = max(width, min(len(courses[i]), room))
	}
	width = max(width, min(room, niceChart))
	for i := range charts {
		chart := layout.Chart(courses[i], width)
		chart.Style = chartStyle(charts[i].Kind)
		fill := layout.Blanks(width - layout.Columns(chart.Text))
		title, numbers := t.Clean(charts[i].Title), t.Clean(extentOf(&charts[i]))
		if name == 0 {
			t.Line(layout.Blanks(2), layout.Plain.Of(title))
			t.Line(layout.Blanks(4), chart, fill, layout.Blanks(2), layout.Plain.Of(numbers))
			continue
		}
		t.Line(layout.Blanks(2), layout.Plain.Of(layout.Pad(title, name)), layout.Blanks(2), chart, fill,
			layout.Blanks(2), layout.Plain.Of(numbers))
	}
}

// Columns of charts.
const (
	minChart  = 12 // the least room beside the name
	niceChart = 24 // however few values there are
)

// chartStyle underlines what a line shows: work that waits, threads, and the rest.
func chartStyle(kind diagnose.ChartKind) layout.Style {
	switch kind {
	case diagnose.ChartQueue, diagnose.ChartContentions:
		return layout.Bar
	case diagnose.ChartThreads:
		return layout.Label
	}
	return layout.Dim
}

// waits writes the places where pool workers waited in the window, those with open
// waits first, and the locks they waited for; in full those of other threads, too.
func (t *textReport) waits(e *diagnose.Evidence) {
	left := t.opt.Top
	if left <= 0 {
		left = len(e.Waits) + len(e.Locks) + len(e.OtherWaits)
	}
	hidden := 0
	write := func(cause *classify.Cause, culprit *classify.Culprit, numbers string) {
		if left--; left < 0 {
			hidden++
			return
		}
		place := wording.Place{API: apiOf(cause), Culprit: shortOf(culprit), State: classify.Blocked}
		t.Prose(layout.Line{layout.Blanks(2)}, place.String(), layout.Count)
		t.Prose(layout.Line{layout.Blanks(4)}, numbers, layout.Plain)
	}
	for i := range e.Waits {
		if w := &e.Waits[i]; w.Role == classify.Worker || t.opt.Full {
			write(w.Cause, w.Culprit, waitSentence(w))
		}
	}
	for i := range e.Locks {
		write(e.Locks[i].Cause, e.Locks[i].Culprit, lockSentence(&e.Locks[i]))
	}
	for i := range e.OtherWaits {
		if w := &e.OtherWaits[i]; t.opt.Full {
			write(w.Cause, w.Culprit, waitSentence(w)+" · "+roleOfWait(w))
		}
	}
	if hidden > 0 {
		t.Prose(layout.Line{layout.Blanks(2)}, wording.Count(hidden, "more place")+t.flag(": --top 0 shows all"),
			layout.Plain)
	}
	if e.Bookkeeping > 0 && t.opt.Full {
		t.Prose(layout.Line{layout.Blanks(2)},
			wording.Count(e.Bookkeeping, "wait")+" of the runtime's own bookkeeping set aside", layout.Dim)
	}
}

// roleOfWait says what kind of thread waits that is no pool worker.
func roleOfWait(w *diagnose.WaitPlace) string {
	if w.Role == classify.Unknown || w.Role == "" {
		return "no pool worker"
	}
	return string(w.Role) + " thread"
}

func apiOf(c *classify.Cause) string {
	if c == nil {
		return ""
	}
	return c.API
}

func shortOf(c *classify.Culprit) string {
	if c == nil {
		return ""
	}
	return culpritName(c)
}
