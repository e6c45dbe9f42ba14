package picture

import (
	"bytes"
	"fmt"
	"image"

	"stacktriage/layout"
)

// strokes is a series as lines to draw, on its own scale.
func strokes(s layout.Series) [][]layout.Dot {
	least, most := s.Bounds()
	return s.Strokes(least, most)
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
			fmt.Fprintf(&points, "%.1f,%.1f ", x+at.X*width, float64(top)+inset+(1-at.Y)*height)
		}
		if len(line) == 1 {
			fmt.Fprintf(&points, "%.1f,%.1f ", x+line[0].X*width+1, float64(top)+inset+(1-line[0].Y)*height)
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
			from, to := int(at.X*width), int(next.X*width)
			for px := from; px <= to; px++ {
				part, after := 0.0, 0.0
				if to > from {
					part, after = float64(px-from)/float64(to-from), float64(min(px+1, to)-from)/float64(to-from)
				}
				y0 := at.Y + (next.Y-at.Y)*part
				y1 := at.Y + (next.Y-at.Y)*after
				high := top + inset + int((1-max(y0, y1))*(height-thick))
				low := top + inset + int((1-min(y0, y1))*(height-thick)) + thick
				c.fill(image.Rect(x+px, high, x+px+1, low), p.style)
			}
		}
	}
}
