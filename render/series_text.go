package render

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"stacktriage/classify"
	"stacktriage/layout"
	"stacktriage/series"
	"stacktriage/wording"
)

// SeriesText writes a series for a terminal: the verdict, a row of counts for each
// place with what the thread ids say about it, and the rows that make the counts add up
// to the threads of each report.
func SeriesText(w io.Writer, s *series.Series, o Options) error {
	p, out := terminal(w, o)
	composeSeries(p, s, o)
	return out.End()
}

func composeSeries(p page, s *series.Series, o Options) {
	t := &seriesText{page: p, series: s, opt: o, lettered: !s.NoIDs}
	t.layout()
	t.write()
}

// seriesText is a page with one column for each report.
type seriesText struct {
	page
	series   *series.Series
	opt      Options
	lettered bool  // a matrix names the places by letters
	name     int   // columns left of the counts
	cell     int   // columns of a count
	shown    []int // the reports that have a column; -1 stands for those left out
}

const (
	minSeriesName = 40
	seriesIndent  = "  "
	seriesGap     = "  "
	waitingRow    = "threads in their normal waits"
	leftOut       = -1
)

// layout decides how many reports get a column. Of too many the first and the last ones
// do: a trend is in its ends.
func (t *seriesText) layout() {
	n := len(t.series.Snapshots)
	t.cell = max(len(columnHead(n-1)), 3) + 2
	for _, snap := range t.series.Snapshots {
		t.cell = max(t.cell, len(strconv.Itoa(snap.Counts.Threads))+2)
	}
	fit := max((min(t.Width(), layout.ProseWidth)-minSeriesName)/t.cell, 3)
	for i := range n {
		switch {
		case n <= fit || i < (fit-1)/2 || i >= n-fit/2:
			t.shown = append(t.shown, i)
		case t.shown[len(t.shown)-1] != leftOut:
			t.shown = append(t.shown, leftOut)
		}
	}
	t.name = min(t.widestName()+len(seriesGap), min(t.Width(), layout.ProseWidth)-t.cell*len(t.shown))
}

// widestName is as wide as the names of all rows want to be.
func (t *seriesText) widestName() int {
	widest := len(seriesIndent + waitingRow)
	places, _ := t.top()
	for i, p := range places {
		widest = max(widest, t.placeLead(i).Columns()+layout.Columns(t.Clean(p.At())))
	}
	return widest
}

func columnHead(i int) string { return "#" + strconv.Itoa(i+1) }

func (t *seriesText) write() {
	s := t.series
	t.Prose(nil, s.Headline, layout.Verdict)
	t.chart()
	t.Blank()
	t.row(nil, "", layout.Dim, columnHead)
	places, rest := t.top()
	reading := series.Reading("")
	for i, p := range places {
		if word := readingOf(p); p.Reading != reading || p.Quiet {
			t.Line(t.readingStyle(p).Of(strings.ToUpper(word)))
			reading = p.Reading
		}
		t.place(i, p)
	}
	t.rest(rest)
	t.proof()
	t.advice()
	t.matrix()
	t.foot()
}

// top is the places that are shown, and those that are counted only.
func (t *seriesText) top() (shown, rest []*series.Place) {
	all := t.series.Places
	if t.opt.Top <= 0 || t.opt.Top >= len(all) {
		return all, nil
	}
	return all[:t.opt.Top], all[t.opt.Top:]
}

func readingOf(p *series.Place) string {
	if p.Quiet {
		return "waiting as usual"
	}
	return strings.ReplaceAll(string(p.Reading), "-", " ")
}

func (t *seriesText) readingStyle(p *series.Place) layout.Style {
	if p.Quiet {
		return layout.Note
	}
	switch p.Reading {
	case series.Growing, series.Appeared, series.Standing:
		return severityStyle(t.series.Severity)
	case series.Mixed:
		return layout.Warning
	}
	return layout.Note
}

// place writes the counts of a place, what they mean, and who stands there.
func (t *seriesText) place(i int, p *series.Place) {
	t.row(t.placeLead(i), p.At(), layout.Count, t.counts(p.Counts))
	about := peopleAt(p)
	if m := p.Module(); m != "" {
		about = m + " · " + about
	}
	lead := layout.Line{layout.Blanks(4)}
	t.Prose(lead, about+" · "+placeWord(p.Site), layout.Dim)
	t.Prose(lead, p.Sentence, layout.Plain)
	if p.Site.State == classify.Blocked && t.opt.IDs != 0 && len(p.Same.Threads) > 0 {
		t.List(lead, t.ids(p.Same.Threads), layout.Dim)
	}
}

// placeLead is the letter that a place has in the matrix, where there is one.
func (t *seriesText) placeLead(i int) layout.Line {
	if !t.lettered {
		return layout.Line{layout.Plain.Of(seriesIndent)}
	}
	return layout.Line{layout.Plain.Of(seriesIndent), layout.Label.Of(placeLetter(i)), layout.Plain.Of(" ")}
}

// peopleAt is what kind of threads a place has.
func peopleAt(p *series.Place) string {
	if mostThreads(p) == 1 {
		return p.Who()
	}
	return p.Who() + "s"
}

// mostThreads is the largest count of a place.
func mostThreads(p *series.Place) int { return slices.Max(p.Counts) }

func (t *seriesText) counts(counts []int) func(int) string {
	return func(i int) string { return strconv.Itoa(counts[i]) }
}

// row writes a name and a cell for each report. A name that is too long goes on below.
func (t *seriesText) row(lead layout.Line, name string, style layout.Style, cell func(int) string) {
	indent := 0
	for _, s := range lead {
		indent += layout.Columns(t.Clean(s.Text))
	}
	lines := layout.Wrap(
		t.Clean(layout.CutMiddle(t.Clean(name), 2*layout.MaxWord, 2*layout.CutWord)), t.name-indent-1,
	)
	spans := append(slices.Clone(lead), style.Of(layout.Pad(lines[0], t.name-indent)))
	for _, i := range t.shown {
		text := t.Sign("…")
		if i != leftOut {
			text = cell(i)
		}
		spans = append(spans, layout.Count.Of(layout.PadLeft(text, t.cell)))
	}
	t.Line(spans...)
	for _, more := range lines[1:] {
		t.Line(layout.Blanks(indent), style.Of(more))
	}
}

// ids lists thread ids, capped.
func (t *seriesText) ids(ids []string) string {
	show := len(ids)
	if t.opt.IDs >= 0 {
		show = min(show, t.opt.IDs)
	}
	text := strings.Join(ids[:show], " ")
	if left := len(ids) - show; left > 0 {
		text += fmt.Sprintf(" … %d more", left)
	}
	return text
}

// rest writes the rows that make each column add up, and what came and went.
func (t *seriesText) rest(places []*series.Place) {
	lead := layout.Line{layout.Plain.Of(seriesIndent)}
	t.Blank()
	t.Line(layout.Label.Of("IN ALL"))
	for _, r := range t.totals(places) {
		t.row(lead, r.name, layout.Plain, r.cell)
	}
}

// totalRow is a row of numbers about whole reports.
type totalRow struct {
	name string
	cell func(int) string
}

// totals are the rows that make each column add up. The places are those that have no
// row of their own.
func (t *seriesText) totals(places []*series.Place) []totalRow {
	s := t.series
	var rows []totalRow
	if len(places) > 0 {
		more := wording.Count(len(places), "more place") + t.flag(": --top 0 shows all")
		rows = append(rows, totalRow{more, func(i int) string {
			n := 0
			for _, p := range places {
				n += p.Counts[i]
			}
			return strconv.Itoa(n)
		}})
	}
	rows = append(rows,
		totalRow{"idle pool workers", t.counts(s.Idle)},
		totalRow{waitingRow, t.counts(s.Waiting)},
		totalRow{"threads", func(i int) string { return strconv.Itoa(s.Snapshots[i].Counts.Threads) }})
	if s.NoIDs {
		return rows
	}
	return append(rows,
		totalRow{"new threads", t.change(func(step series.Step) int { return len(step.New) })},
		totalRow{"vanished threads", t.change(func(step series.Step) int { return len(step.Vanished) })})
}

// change is a cell about the way to a report, which the first one does not have.
func (t *seriesText) change(count func(series.Step) int) func(int) string {
	return func(i int) string {
		if i == 0 {
			return t.Sign("·")
		}
		return strconv.Itoa(count(t.series.Steps[i]))
	}
}

// proof is what was measured for and against what the headline says.
func (t *seriesText) proof() {
	if s := t.series; len(s.Proof)+len(s.Against) > 0 {
		t.Blank()
		t.labelledLines(0, "Proof", proofLines(s.Proof))
		t.labelledLines(0, "Against", proofLines(s.Against))
	}
}

func (t *seriesText) advice() {
	if t.series.Advice == "" {
		return
	}
	t.Blank()
	t.Prose(layout.Line{layout.Label.Of("Fix"), layout.Blanks(2)}, t.series.Advice, layout.Plain)
	if t.series.Link != "" {
		t.Link(5, t.series.Link)
	}
}

// foot names the columns and says what would make the series tell more.
func (t *seriesText) foot() {
	t.Blank()
	t.columnNames()
	if note := t.note(); note != "" {
		t.Prose(layout.Line{layout.Label.Of("Note"), layout.Blanks(2)}, note, layout.Plain)
	}
}

func (t *seriesText) columnNames() {
	for _, i := range t.shown {
		if i == leftOut {
			t.Line(layout.Dim.Of(t.Sign("…")))
			continue
		}
		t.Line(layout.Dim.Of(layout.Pad(columnHead(i), 4)), layout.Blanks(1), layout.Plain.Of(t.columnName(i)))
	}
}

// columnName names a report and, where it is known, its time.
func (t *seriesText) columnName(i int) string {
	name := wording.Title(t.series.Snapshots[i].Input.Source)
	if len(t.series.Elapsed) > 0 {
		name += fmt.Sprintf(" · after %s", t.series.Elapsed[i])
	}
	return name
}

const paceNote = "A starved pool adds one or two workers a second, about four where they wait in .Result. " +
	"The times of these reports are not known"

func (t *seriesText) note() string {
	growing := slices.ContainsFunc(t.series.Places, func(p *series.Place) bool {
		return p.Reading == series.Growing && p.Site.Role == classify.Worker
	})
	switch {
	case growing && len(t.series.Elapsed) == 0:
		return paceNote + t.flag(": --every 5s says them, or the time in each file name") + "."
	case t.series.NoIDs:
		return "This form of report has no thread ids: dotnet-stack prints them."
	case len(t.series.Snapshots) < 3:
		return "Two reports tell little: take three, a few seconds apart."
	}
	return ""
}
