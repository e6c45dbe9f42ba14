package render

import (
	"fmt"

	"stacktriage/layout"
	"stacktriage/series"
)

// seriesPlot is the course of a series: how many threads there are, how many of them
// are blocked, how many pool workers are idle.
func seriesPlot(s *series.Series) *layout.Plot {
	n := len(s.Snapshots)
	threads, blocked, idle := make(layout.Series, n), make(layout.Series, n), make(layout.Series, n)
	plot := &layout.Plot{}
	for i, snap := range s.Snapshots {
		threads[i], blocked[i], idle[i] = float64(snap.Counts.Threads), float64(snap.Counts.Blocked), float64(s.Idle[i])
		plot.Steps = append(plot.Steps, columnHead(i))
	}
	plot.Lines = []layout.PlotLine{
		{Name: "threads", Style: layout.Plain, Values: threads},
		{Name: "blocked", Style: layout.Bar, Values: blocked},
		{Name: "idle", Style: layout.Calm, Dashed: true, Values: idle},
	}
	return plot
}

// plotRows is how many lines of text a plot takes in a picture.
const plotRows = 9

// chart draws the course: in pictures as lines over each other, in text as a row for
// each.
func (t *seriesText) chart() {
	plot := seriesPlot(t.series)
	t.Blank()
	if t.drawn {
		for _, line := range layout.PlotBlock(plot, t.Width(), plotRows) {
			t.Line(line...)
		}
		return
	}
	const label, most = len("  threads  "), 48
	columns := min(t.Width(), layout.ProseWidth) - label - len("  1000 … 1000")
	for _, line := range plot.Lines {
		bars := plot.Bars(line, min(columns, most))
		name := layout.Label.Of(layout.Pad(seriesIndent+line.Name, label))
		t.Line(name, bars, layout.Blanks(2), layout.Count.Of(fromTo(line.Values)))
	}
}

// fromTo is the first and the last value of a line.
func fromTo(values layout.Series) string {
	first, last := values[0], values[len(values)-1]
	if first == last {
		return fmt.Sprintf("%.0f", last)
	}
	return fmt.Sprintf("%.0f → %.0f", first, last)
}
