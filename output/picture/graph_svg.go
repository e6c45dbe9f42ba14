package picture

import (
	"bytes"
	"fmt"
	"io"

	"stacktriage/layout"
)

// The parts of boxes and edges in the units of the SVG.
const (
	svgRadius = 4
	svgStripe = 4
)

// GraphSVG draws a graph as a vector picture: no script, no link, no font.
func GraphSVG(w io.Writer, g *Graph, theme Theme) error {
	p := g.place()
	width, height := p.columns*svgCell+2*svgMargin, p.lines*svgLine+2*svgMargin+svgBand
	var b bytes.Buffer
	svgHead(&b, g.Title, g.Accent, width, height, theme)
	y := func(line float64) float64 { return svgBand + svgMargin + line*svgLine }
	x := func(column float64) float64 { return svgMargin + column*svgCell }
	for _, e := range p.edges {
		middle := x(e.toX) - levelGap*svgCell/2
		dash := ""
		if e.dashed {
			dash = ` stroke-dasharray="4 4"`
		}
		color := hex(theme.colors[e.style])
		fmt.Fprintf(&b, `<path d="M%.1f %.1fH%.1fV%.1fH%.1f" fill="none" stroke="%s" stroke-width="%.1f"`+
			` stroke-linejoin="round"%s/>`+"\n",
			x(e.fromX), y(e.fromY), middle, y(e.toY), x(e.toX)-6, color, 1.2+3*e.weight, dash)
		fmt.Fprintf(&b, `<path d="M%.1f %.1fL%.1f %.1fL%.1f %.1fZ" fill="%s"/>`+"\n",
			x(e.toX)-8, y(e.toY)-4.5, x(e.toX)-1, y(e.toY), x(e.toX)-8, y(e.toY)+4.5, color)
	}
	for _, box := range p.boxes {
		svgBox(&b, box, x(box.column), y(box.line), theme)
	}
	for _, t := range p.texts {
		svgTextLine(&b, t.text, 0, y(t.line), theme)
	}
	b.WriteString("</g>\n</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

func svgBox(b *bytes.Buffer, box placedBox, x, y float64, theme Theme) {
	color, dash := hex(theme.colors[box.Accent]), ""
	if box.Dashed {
		dash = ` stroke-dasharray="4 4"`
	}
	width, height := box.width*svgCell, box.height*svgLine
	fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="%d" fill="%s" stroke="%s"%s/>`+"\n",
		x, y, width, height, svgRadius, hex(theme.background), color, dash)
	if !box.Dashed {
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%d" height="%.1f" fill="%s"/>`+"\n", x, y, svgStripe, height, color)
	}
	for i, line := range box.Lines {
		svgTextLine(b, line, box.column+boxPad, y+(0.3+float64(i))*svgLine, theme)
	}
}

// svgTextLine writes a line whose first column stands at so many columns.
func svgTextLine(b *bytes.Buffer, line layout.Line, column, top float64, theme Theme) {
	for _, p := range pieces(line) {
		svgPieceAt(b, p, svgMargin+(column+float64(p.column))*svgCell, int(top), theme)
	}
}
