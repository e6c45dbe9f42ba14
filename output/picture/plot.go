package picture

import (
	"bytes"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	"stacktriage/layout"
)

// figure is a plot in units of the grid: x in columns from the left of its block, y in
// lines from its top. Both forms of picture draw it.
type figure struct {
	rules   []rule
	strokes []figureStroke
	labels  []figureLabel
}

// rule is a level line of the grid.
type rule struct{ from, to, y float64 }

type figureStroke struct {
	dots   []layout.Dot // in units of the grid
	style  layout.Style
	dashed bool
}

// figureLabel is a text whose line begins at a column and whose middle is at a height.
type figureLabel struct {
	column int
	y      float64
	text   string
	style  layout.Style
}

// The parts of a figure beside its box, in columns and lines.
const (
	figureLeft   = 7  // numbers of the scale
	figureRight  = 15 // last values with their names
	figureTop    = 0.5
	figureBottom = 1.5 // names of the steps
)

// figureOf lays a plot out in so many columns and lines.
func figureOf(p *layout.Plot, columns, lines int) *figure {
	f := &figure{}
	width, height := float64(columns-figureLeft-figureRight), float64(lines)-figureTop-figureBottom
	at := func(d layout.Dot) layout.Dot {
		return layout.Dot{X: figureLeft + d.X*width, Y: figureTop + (1-d.Y)*height}
	}
	f.scale(p.Most(), width, at)
	for _, line := range p.Lines {
		for _, run := range p.Strokes(line) {
			dots := make([]layout.Dot, len(run))
			for i, d := range run {
				dots[i] = at(d)
			}
			f.strokes = append(f.strokes, figureStroke{dots, line.Style, line.Dashed})
		}
	}
	f.ends(p, columns-figureRight+1, at)
	f.steps(p.Steps, columns-figureLeft-figureRight, float64(lines)-figureBottom/2+0.25)
	return f
}

// scale draws the level lines: bottom, middle, top.
func (f *figure) scale(most, width float64, at func(layout.Dot) layout.Dot) {
	for _, part := range []float64{0, 0.5, 1} {
		value := most * part
		if value != float64(int(value)) {
			continue // no thread is a half one
		}
		left := at(layout.Dot{Y: part})
		f.rules = append(f.rules, rule{left.X, left.X + width, left.Y})
		text := strconv.Itoa(int(value))
		f.labels = append(f.labels, figureLabel{figureLeft - 1 - len(text), left.Y, text, layout.Dim})
	}
}

// ends writes the last value and the name of each line behind its end, one below the
// other where they meet.
func (f *figure) ends(p *layout.Plot, column int, at func(layout.Dot) layout.Dot) {
	var labels []figureLabel
	for _, line := range p.Lines {
		runs := p.Strokes(line)
		if len(runs) == 0 {
			continue
		}
		last := runs[len(runs)-1]
		end := at(last[len(last)-1])
		text := fmt.Sprintf("%.0f %s", line.Values[len(line.Values)-1], line.Name)
		labels = append(labels, figureLabel{column, end.Y, text, line.Style})
	}
	slices.SortStableFunc(labels, func(a, b figureLabel) int {
		switch {
		case a.y < b.y:
			return -1
		case a.y > b.y:
			return 1
		}
		return 0
	})
	bottom := at(layout.Dot{}).Y
	for i := range labels {
		if i > 0 {
			labels[i].y = max(labels[i].y, labels[i-1].y+1)
		}
	}
	for i := len(labels) - 1; i >= 0; i-- {
		labels[i].y = min(labels[i].y, bottom-float64(len(labels)-1-i))
	}
	f.labels = append(f.labels, labels...)
}

// steps names as many steps below the box as there is room for, the first and the last
// in any case.
func (f *figure) steps(names []string, columns int, y float64) {
	n := len(names)
	if n == 0 {
		return
	}
	room := max(columns/(len(names[n-1])+2), 2)
	every := max((n+room-1)/room, 1)
	for i := 0; i < n; i += every {
		if n-1-i < every {
			i = n - 1
		}
		middle := figureLeft + (float64(i)+0.5)/float64(n)*float64(columns)
		column := int(middle) - len(names[i])/2
		f.labels = append(f.labels, figureLabel{max(column, figureLeft), y, names[i], layout.Dim})
	}
}

// svgPlot draws a plot over the lines that its text holds free.
func svgPlot(b *bytes.Buffer, p piece, top int, theme Theme) {
	f := figureOf(p.plot, p.width, p.of)
	x := func(column float64) float64 { return svgMargin + (float64(p.column)+column)*svgCell }
	y := func(line float64) float64 { return float64(top) + line*svgLine }
	for _, r := range f.rules {
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="1" fill="%s" opacity="0.4"/>`+"\n",
			x(r.from), y(r.y)-0.5, (r.to-r.from)*svgCell, hex(theme.colors[layout.Dim]))
	}
	for _, s := range f.strokes {
		var points []string
		for _, d := range s.dots {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x(d.X), y(d.Y)))
		}
		dash := ""
		if s.dashed {
			dash = ` stroke-dasharray="6 4"`
		}
		fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2.2" stroke-linejoin="round"%s/>`+"\n",
			strings.Join(points, " "), hex(theme.colors[s.style]), dash)
		if len(s.dots) <= 24 {
			for _, d := range s.dots {
				fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="2.8" fill="%s"/>`+"\n", x(d.X), y(d.Y), hex(theme.colors[s.style]))
			}
		}
	}
	for _, l := range f.labels {
		text := piece{text: l.text, column: p.column + l.column, width: layout.Columns(l.text), style: l.style}
		svgPiece(b, text, int(y(l.y))-svgLine/2, theme)
	}
}

// plot is svgPlot in pixels.
func (c *canvas) plot(p piece, top int) {
	f := figureOf(p.plot, p.width, p.of)
	x := func(column float64) int { return margin + int((float64(p.column)+column)*cellWidth) }
	y := func(line float64) int { return top + int(line*cellHeight) }
	for _, r := range f.rules {
		c.shade(image.Rect(x(r.from), y(r.y), x(r.to), y(r.y)+1), layout.Dim, 0x5000)
	}
	for _, s := range f.strokes {
		for i, d := range s.dots {
			next := s.dots[min(i+1, len(s.dots)-1)]
			c.segment(image.Pt(x(d.X), y(d.Y)), image.Pt(x(next.X), y(next.Y)), s.style, s.dashed)
			if len(s.dots) <= 24 {
				c.fill(image.Rect(x(d.X)-4, y(d.Y)-4, x(d.X)+5, y(d.Y)+5), s.style)
			}
		}
	}
	for _, l := range f.labels {
		text := piece{text: l.text, column: p.column + l.column, width: layout.Columns(l.text), style: l.style}
		c.piece(text, y(l.y)-cellHeight/2)
	}
}

// segment draws a straight line three pixels thick, from left to right.
func (c *canvas) segment(from, to image.Point, s layout.Style, dashed bool) {
	const dash, gap = 12, 8
	steps := max(to.X-from.X, to.Y-from.Y, from.Y-to.Y, 1)
	for i := 0; i <= steps; i++ {
		at := image.Pt(from.X+(to.X-from.X)*i/steps, from.Y+(to.Y-from.Y)*i/steps)
		if !dashed || at.X%(dash+gap) < dash {
			c.fill(image.Rect(at.X-1, at.Y-1, at.X+2, at.Y+2), s)
		}
	}
}
