package render

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"stacktriage/classify"
	"stacktriage/series"
)

// SeriesText writes a series for a terminal: the verdict, a row of counts for each
// place with what the thread ids say about it, and the rows that make the counts add up
// to the threads of each report.
func SeriesText(w io.Writer, s *series.Series, o Options) error {
	t := &seriesText{page: newPage(w, o), series: s, opt: o}
	t.layout()
	t.write()
	return t.end()
}

// seriesText is a page with one column for each report.
type seriesText struct {
	*page
	series *series.Series
	opt    Options
	name   int   // columns left of the counts
	cell   int   // columns of a count
	shown  []int // the reports that have a column; -1 stands for those left out
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
	fit := max((min(t.width, proseWidth)-minSeriesName)/t.cell, 3)
	for i := range n {
		switch {
		case n <= fit || i < (fit-1)/2 || i >= n-fit/2:
			t.shown = append(t.shown, i)
		case t.shown[len(t.shown)-1] != leftOut:
			t.shown = append(t.shown, leftOut)
		}
	}
	t.name = min(t.widestName()+len(seriesGap), min(t.width, proseWidth)-t.cell*len(t.shown))
}

// widestName is as wide as the names of all rows want to be.
func (t *seriesText) widestName() int {
	widest := len(seriesIndent + waitingRow)
	places, _ := t.top()
	for _, p := range places {
		widest = max(widest, len(seriesIndent)+columns(t.clean(p.At())))
	}
	return widest
}

func columnHead(i int) string { return "#" + strconv.Itoa(i+1) }

func (t *seriesText) write() {
	s := t.series
	t.prose(nil, s.Headline, t.severityPaint(s.Severity))
	t.blank()
	t.row(nil, "", t.pal.Dim, columnHead)
	places, rest := t.top()
	reading := series.Reading("")
	for _, p := range places {
		if word := readingOf(p); p.Reading != reading || p.Quiet {
			t.line(span{strings.ToUpper(word), t.readingPaint(p)})
			reading = p.Reading
		}
		t.place(p)
	}
	t.rest(rest)
	t.advice()
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

func (t *seriesText) readingPaint(p *series.Place) Paint {
	if p.Quiet {
		return t.pal.Note
	}
	switch p.Reading {
	case series.Growing, series.Appeared, series.Standing:
		return t.severityPaint(t.series.Severity)
	case series.Mixed:
		return t.pal.Warning
	}
	return t.pal.Note
}

// place writes the counts of a place, what they mean, and who stands there.
func (t *seriesText) place(p *series.Place) {
	t.row([]span{plain(seriesIndent)}, p.At(), t.pal.Culprit, t.counts(p.Counts))
	about := peopleAt(p)
	if m := p.Module(); m != "" {
		about = m + " · " + about
	}
	lead := []span{plain("    ")}
	t.prose(lead, about, t.pal.Dim)
	t.prose(lead, p.Sentence, nil)
	if p.Site.State == classify.Blocked && t.opt.IDs != 0 && len(p.Same.Threads) > 0 {
		t.list(lead, t.ids(p.Same.Threads), t.pal.Dim)
	}
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
func (t *seriesText) row(lead []span, name string, paint Paint, cell func(int) string) {
	indent := 0
	for _, s := range lead {
		indent += columns(t.clean(s.text))
	}
	lines := wrap(t.clean(cutMiddle(t.clean(name), 2*maxWord, 2*cutWord)), t.name-indent-1)
	spans := append(slices.Clone(lead), span{pad(lines[0], t.name-indent), paint})
	for _, i := range t.shown {
		text := t.sign("…")
		if i != leftOut {
			text = cell(i)
		}
		spans = append(spans, span{padLeft(text, t.cell), t.pal.Count})
	}
	t.line(spans...)
	for _, more := range lines[1:] {
		t.line(plain(strings.Repeat(" ", indent)), span{more, paint})
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
	s := t.series
	lead := []span{plain(seriesIndent)}
	t.blank()
	t.line(span{"IN ALL", t.pal.Label})
	if len(places) > 0 {
		t.row(lead, Count(len(places), "more place")+": --top 0 shows all", nil, func(i int) string {
			n := 0
			for _, p := range places {
				n += p.Counts[i]
			}
			return strconv.Itoa(n)
		})
	}
	t.row(lead, "idle pool workers", nil, t.counts(s.Idle))
	t.row(lead, waitingRow, nil, t.counts(s.Waiting))
	t.row(lead, "threads", nil, func(i int) string { return strconv.Itoa(s.Snapshots[i].Counts.Threads) })
	if s.NoIDs {
		return
	}
	t.row(lead, "new threads", nil, t.change(func(step series.Step) int { return len(step.New) }))
	t.row(lead, "vanished threads", nil, t.change(func(step series.Step) int { return len(step.Vanished) }))
}

// change is a cell about the way to a report, which the first one does not have.
func (t *seriesText) change(count func(series.Step) int) func(int) string {
	return func(i int) string {
		if i == 0 {
			return t.sign("·")
		}
		return strconv.Itoa(count(t.series.Steps[i]))
	}
}

func (t *seriesText) advice() {
	if t.series.Advice == "" {
		return
	}
	t.blank()
	t.prose([]span{{"Fix", t.pal.Label}, plain("  ")}, t.series.Advice, nil)
	if t.series.Link != "" {
		t.link("     ", t.series.Link)
	}
}

// foot names the columns and says what would make the series tell more.
func (t *seriesText) foot() {
	t.blank()
	t.columnNames()
	if note := t.note(); note != "" {
		t.prose([]span{{"Note", t.pal.Label}, plain("  ")}, note, nil)
	}
}

func (t *seriesText) columnNames() {
	for _, i := range t.shown {
		if i == leftOut {
			t.line(span{t.sign("…"), t.pal.Dim})
			continue
		}
		name := titleOf(t.series.Snapshots[i])
		if len(t.series.Elapsed) > 0 {
			name += fmt.Sprintf(" · after %s", t.series.Elapsed[i])
		}
		t.line(span{pad(columnHead(i), 4), t.pal.Dim}, plain(" "), span{name, nil})
	}
}

const paceNote = "A starved pool adds one or two workers a second, about four where they wait in .Result. The times of these reports are not known: --every 5s says them, or the time in each file name."

func (t *seriesText) note() string {
	growing := slices.ContainsFunc(t.series.Places, func(p *series.Place) bool {
		return p.Reading == series.Growing && p.Site.Role == classify.Worker
	})
	switch {
	case growing && len(t.series.Elapsed) == 0:
		return paceNote
	case t.series.NoIDs:
		return "This form of report has no thread ids: dotnet-stack prints them."
	case len(t.series.Snapshots) < 3:
		return "Two reports tell little: take three, a few seconds apart."
	}
	return ""
}
