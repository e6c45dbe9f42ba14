package render

import (
	"fmt"
	"strings"

	"stacktriage/classify"
	"stacktriage/compare"
	"stacktriage/diagnose"
	"stacktriage/layout"
)

// changeBar is a number of threads before and after, as a bar.
type changeBar struct {
	name          string
	state         classify.State
	before, after int
}

// counts is "60 → 0".
func (b changeBar) counts() string {
	if b.before == b.after {
		return fmt.Sprint(b.after)
	}
	return fmt.Sprintf("%d → %d", b.before, b.after)
}

// changeBars are the threads of both sides by what they do.
func changeBars(d *compare.Diff) []changeBar {
	var bars []changeBar
	for _, state := range []classify.State{
		classify.Blocked, classify.Running, classify.Unclear, classify.Idle, classify.Waiting,
	} {
		b := changeBar{string(state), state, inStateOf(d.Before, state), inStateOf(d.After, state)}
		if b.before+b.after > 0 {
			bars = append(bars, b)
		}
	}
	return bars
}

func inStateOf(s *diagnose.Snapshot, state classify.State) int {
	n := 0
	for _, g := range s.Groups {
		if g.Class.State == state {
			n += g.Count()
		}
	}
	return n
}

// mostThreadsOf is the end of the scale that all bars of a comparison share.
func mostThreadsOf(d *compare.Diff) int {
	most := 1
	for _, b := range changeBars(d) {
		most = max(most, b.before, b.after)
	}
	for _, s := range d.Sites {
		most = max(most, s.BeforeThreads(), s.AfterThreads())
	}
	return most
}

// The bars in text begin at one column, below the words of both reports and places.
const (
	barAt   = 11
	mostBar = 40 // columns
)

// barOf draws a change: what both sides have, then what one has more.
func (t *diffText) barOf(before, after int, state classify.State) layout.Line {
	longest := min(mostBar, t.Width()-barAt-len("  10000 → 10000"))
	cells := func(n int) int { return (n*longest + t.scale - 1) / t.scale }
	style := stateStyle(state)
	both := cells(min(before, after))
	more := cells(max(before, after)) - both
	sign := layout.BarGone
	if after > before {
		sign = layout.BarNew
	}
	if before != after && more == 0 {
		more, both = 1, max(both-1, 0)
	}
	var line layout.Line
	for _, part := range []struct {
		sign string
		n    int
	}{{layout.BarBoth, both}, {sign, more}} {
		if part.n > 0 {
			line = append(line, style.Of(strings.Repeat(part.sign, part.n)))
		}
	}
	return line
}

// stateStyle is the colour of threads in a state.
func stateStyle(s classify.State) layout.Style {
	switch s {
	case classify.Blocked:
		return layout.Bar
	case classify.Running:
		return layout.Running
	case classify.Idle:
		return layout.Calm
	case classify.Unclear:
		return layout.Note
	}
	return layout.Dim
}

// bars writes what the threads of both sides do, on one scale with the bars of the
// places, and how to read them.
func (t *diffText) bars() {
	if !t.barred {
		return
	}
	t.Blank()
	for _, b := range changeBars(t.diff) {
		bar := t.barOf(b.before, b.after, b.state)
		line := append(layout.Line{layout.Blanks(2), layout.Label.Of(layout.Pad(b.name, barAt-2))}, bar...)
		t.Line(append(line, layout.Blanks(2), layout.Count.Of(b.counts()))...)
	}
	t.Line(layout.Blanks(barAt), layout.Dim.Of(layout.BarBoth), layout.Dim.Of(" both  "), layout.Dim.Of(layout.BarGone),
		layout.Dim.Of(" before only  "), layout.Dim.Of(layout.BarNew), layout.Dim.Of(" after only"))
}

// placeBar writes the bar of a place below its line.
func (t *diffText) placeBar(s *compare.Site) {
	if !t.barred || s.BeforeThreads() == s.AfterThreads() {
		return
	}
	t.Line(append(layout.Line{layout.Blanks(barAt)}, t.barOf(s.BeforeThreads(), s.AfterThreads(), s.Shown().State)...)...)
}
