package layout

import (
	"math"
	"strings"
)

// Plot is several values over the same steps, on one scale that begins at 0: in text a
// row of eighth blocks for each, in pictures and pages lines over each other.
type Plot struct {
	Lines []PlotLine
	Steps []string // names of the steps, for the axis
}

// PlotLine is one of the values. Dashed tells it from the others without colour.
type PlotLine struct {
	Name   string
	Style  Style
	Dashed bool
	Values Series
}

// Most is the end of the scale: 1, 2 or 5 times a power of ten, or the greatest value
// if it is less than 10.
func (p *Plot) Most() float64 {
	most := 1.0
	for _, line := range p.Lines {
		_, top := line.Values.Bounds()
		most = max(most, top)
	}
	if most < 10 {
		return math.Ceil(most)
	}
	unit := math.Pow(10, math.Floor(math.Log10(most)))
	for _, times := range []float64{1, 1.5, 2, 3, 4, 5, 6, 8} {
		if most <= times*unit {
			return times * unit
		}
	}
	return 10 * unit
}

// Bars is one of the lines in so many columns, on the scale of all.
func (p *Plot) Bars(line PlotLine, columns int) Span {
	values := line.Values.Steps(columns)
	wide := columns / max(len(values), 1)
	most := 0.0
	for _, other := range p.Lines {
		_, top := other.Values.Bounds()
		most = max(most, top)
	}
	var b strings.Builder
	for _, v := range values {
		b.WriteString(strings.Repeat(eighth(v, 0, most), wide))
	}
	return line.Style.Of(b.String())
}

// PlotBlock is the lines of text that a plot takes where it can be drawn, so many columns
// wide.
func PlotBlock(p *Plot, columns, rows int) []Line {
	block := make([]Line, rows)
	for i := range block {
		block[i] = Line{{Text: strings.Repeat("█", columns), Plot: p, Row: i, Of: rows}}
	}
	return block
}

// The signs of bars that show a change: pictures draw them as areas.
const (
	BarBoth = "█"
	BarGone = "░"
	BarNew  = "▓"
)

// Dot is a place in a box of 1 by 1, x from the left, y from the bottom.
type Dot struct{ X, Y float64 }

// Strokes is one of the lines in a box that is as high as the scale: runs of dots
// without a gap.
func (p *Plot) Strokes(line PlotLine) [][]Dot { return line.Values.Strokes(0, p.Most()) }

// Strokes are the values in a box whose bottom and top are the ends of a scale.
func (s Series) Strokes(least, most float64) [][]Dot {
	scale := most - least
	if scale == 0 {
		scale = 1
	}
	var out [][]Dot
	open := false
	for i, v := range s {
		if math.IsNaN(v) {
			open = false
			continue
		}
		if !open {
			out, open = append(out, nil), true
		}
		out[len(out)-1] = append(out[len(out)-1], Dot{(float64(i) + 0.5) / float64(len(s)), (v - least) / scale})
	}
	return out
}
