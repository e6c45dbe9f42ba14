package render

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"stacktriage/classify"
	"stacktriage/layout"
	html "stacktriage/output/page"
	"stacktriage/series"
	"stacktriage/wording"
)

// SeriesHTML writes a series as a page: the words and the charts of the text, with a
// column for every report.
func SeriesHTML(w io.Writer, s *series.Series, o Options) error {
	o.Unicode, o.Width = true, layout.Endless
	p := unwritten(o)
	p.drawn = true
	t := &seriesText{page: p, series: s, opt: o, lettered: !s.NoIDs}
	doc := &html.Document{Version: o.Version, Title: t.Clean(s.Headline), Series: t.htmlSeries()}
	return html.Write(w, doc)
}

func (t *seriesText) htmlSeries() *html.Series {
	s := t.series
	out := &html.Series{
		Severity: string(s.Severity), Headline: t.Clean(s.Headline), Plot: htmlPlot(seriesPlot(s)),
		Advice: t.Clean(s.Advice), Link: t.Clean(s.Link),
	}
	for i := range s.Snapshots {
		out.Reports = append(out.Reports, html.Report{Head: columnHead(i), Name: t.Clean(t.columnName(i))})
	}
	shown, rest := t.top()
	for i, p := range shown {
		out.Places = append(out.Places, t.htmlPlace(i, p))
	}
	for _, r := range t.totals(rest) {
		row := html.CountRow{Name: r.name}
		for i := range s.Snapshots {
			row.Counts = append(row.Counts, r.cell(i))
		}
		out.Totals = append(out.Totals, row)
	}
	t.htmlCourses(out)
	if note := t.note(); note != "" {
		out.Notes = append(out.Notes, note)
	}
	return out
}

func (t *seriesText) htmlPlace(i int, p *series.Place) html.SeriesPlace {
	place := html.SeriesPlace{
		Reading: readingOf(p), At: t.Clean(p.At()), Module: t.Clean(p.Module()), Who: peopleAt(p), Counts: p.Counts,
		Sentence: t.Clean(p.Sentence),
	}
	if rank := p.Site.State == classify.Blocked && !p.Quiet; rank {
		place.Severity = string(t.series.Severity)
	}
	if t.lettered {
		place.Letter = placeLetter(i)
	}
	if p.Site.State == classify.Blocked && len(p.Same.Threads) > 0 {
		place.IDs = t.Clean(t.ids(p.Same.Threads))
	}
	return place
}

// htmlCoursesMost is how many rows the matrix of a page has.
const htmlCoursesMost = 200

func (t *seriesText) htmlCourses(out *html.Series) {
	courses := t.series.Courses()
	rest := courses[min(len(courses), htmlCoursesMost):]
	courses = courses[:len(courses)-len(rest)]
	for i := range courses {
		c := &courses[i]
		row := html.Course{Count: len(c.Threads), IDs: t.Clean(t.ids(c.Threads))}
		for j := range c.At {
			sign := strings.TrimSpace(matrixSign(c, j))
			row.Cells = append(row.Cells, html.Cell{Sign: sign, State: cellState(t.series, c.At[j])})
		}
		out.Courses = append(out.Courses, row)
	}
	if len(courses) > 0 {
		out.Legend = matrixLegend(courses)
	}
	if len(rest) > 0 {
		out.MoreCourses = moreCourses(rest)
	}
}

// cellState names a cell for the style sheet.
func cellState(s *series.Series, at int) string {
	switch {
	case at == series.Absent:
		return "absent"
	case at == series.Parked:
		return string(classify.Idle)
	case at == series.Waiting || s.Places[at].Quiet:
		return string(classify.Waiting)
	}
	return string(s.Places[at].Site.State)
}

// plotState names a line of a series for the style sheet.
func plotState(line layout.PlotLine) string {
	switch line.Style {
	case layout.Bar:
		return string(classify.Blocked)
	case layout.Calm:
		return string(classify.Idle)
	}
	return "all"
}

// htmlPlot is a plot in the box of the page.
func htmlPlot(plot *layout.Plot) *html.Plot {
	out := &html.Plot{}
	for _, line := range plot.Lines {
		l := html.PlotLine{Name: line.Name, Values: fromTo(line.Values), State: plotState(line), Dashed: line.Dashed}
		for _, run := range plot.Strokes(line) {
			l.Runs = append(l.Runs, pointsOf(run))
		}
		out.Lines = append(out.Lines, l)
	}
	most := plot.Most()
	for _, part := range []float64{1, 0.5, 0} {
		if value := most * part; value == float64(int(value)) {
			out.Ticks = append(out.Ticks, html.Tick{Text: strconv.Itoa(int(value)), At: 100 - 100*part})
		}
	}
	out.Steps = stepTicks(plot.Steps)
	return out
}

// stepTicks names a few steps, the first and the last in any case.
func stepTicks(names []string) []html.Tick {
	const most = 8
	every := (len(names) + most - 1) / most
	var ticks []html.Tick
	for i := 0; i < len(names); i += every {
		if len(names)-1-i < every {
			i = len(names) - 1
		}
		ticks = append(ticks, html.Tick{Text: names[i], At: 100 * (float64(i) + 0.5) / float64(len(names))})
	}
	return ticks
}

// pointsOf writes dots for a polyline; a single one as a short line.
func pointsOf(run []layout.Dot) string {
	var points []string
	for _, d := range run {
		points = append(points, fmt.Sprintf("%.1f,%.1f", d.X*html.PlotWidth, (1-d.Y)*html.PlotHeight))
	}
	if len(run) == 1 {
		points = append(points, fmt.Sprintf("%.1f,%.1f", run[0].X*html.PlotWidth+2, (1-run[0].Y)*html.PlotHeight))
	}
	return strings.Join(points, " ")
}

// moreCourses counts the threads of rows that are not shown.
func moreCourses(rest []series.Course) string {
	n := 0
	for _, c := range rest {
		n += len(c.Threads)
	}
	return wording.Count(n, "more thread") + " at other places in turn"
}
