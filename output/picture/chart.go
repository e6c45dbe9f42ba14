package picture

import (
	"bytes"
	"fmt"
	"image"
	"math"

	"stacktriage/layout"
)

// stroke is a run of points without a gap, in units of the box: x from 0 to 1 from left to
// right, y from 0 at the bottom of the scale to 1 at its top.
type stroke []struct{ x, y float64 }

// strokes is a series as lines to draw. A value between two gaps is a line of one point.
func strokes(s layout.Series) []stroke {
	least, most := s.Bounds()
	scale := most - least
	if scale == 0 {
		scale = 1
	}
	var out []stroke
	open := false
	for i, v := range s {
		if math.IsNaN(v) {
			open = false
			continue
		}
		if !open {
			out, open = append(out, nil), true
		}
		at := struct{ x, y float64 }{(float64(i) + 0.5) / float64(len(s)), (v - least) / scale}
		out[len(out)-1] = append(out[len(out)-1], at)
	}
	return out
}

// svgChart draws a chart into the cells of its text, above a base line.
func svgChart(b *bytes.Buffer, p piece, top int, theme Theme) {
	x, width := svgMargin+float64(p.column)*svgCell, float64(p.width)*svgCell
	const inset, height = 3.0, svgLine - 6.0
	color := hex(theme.colors[p.style])
	fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="1" fill="%s"/>`+"\n",
		x, float64(top)+inset+height, width, hex(theme.colors[layout.Dim]))
	for _, line := range strokes(p.series) {
		var points bytes.Buffer
		for _, at := range line {
			fmt.Fprintf(&points, "%.1f,%.1f ", x+at.x*width, float64(top)+inset+(1-at.y)*height)
		}
		if len(line) == 1 {
			fmt.Fprintf(&points, "%.1f,%.1f ", x+line[0].x*width+1, float64(top)+inset+(1-line[0].y)*height)
		}
		fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="1.8" stroke-linejoin="round"/>`+"\n",
			bytes.TrimSpace(points.Bytes()), color)
	}
}

// chart is svgChart in pixels.
func (c *canvas) chart(p piece, top int) {
	const inset, height, thick = 5, cellHeight - 10, 3
	x, width := margin+p.column*cellWidth, float64(p.width*cellWidth)
	c.fill(image.Rect(x, top+inset+height, x+p.width*cellWidth, top+inset+height+1), layout.Dim)
	for _, line := range strokes(p.series) {
		for i, at := range line {
			next := line[min(i+1, len(line)-1)]
			from, to := int(at.x*width), int(next.x*width)
			for px := from; px <= to; px++ {
				part, after := 0.0, 0.0
				if to > from {
					part, after = float64(px-from)/float64(to-from), float64(min(px+1, to)-from)/float64(to-from)
				}
				y0 := at.y + (next.y-at.y)*part
				y1 := at.y + (next.y-at.y)*after
				high := top + inset + int((1-max(y0, y1))*(height-thick))
				low := top + inset + int((1-min(y0, y1))*(height-thick)) + thick
				c.fill(image.Rect(x+px, high, x+px+1, low), p.style)
			}
		}
	}
}
