package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"

	"stacktriage/layout"
)

// The grid of the SVG, in its own units.
const (
	svgFont     = 14
	svgCell     = 8.4 // 0.6 em, as most fonts of a fixed pitch have
	svgLine     = 20
	svgBaseline = 15
	svgMargin   = 18
	svgBand     = 5
)

// SVG draws the page in whatever fixed pitch the reader has: each piece of text says
// where it begins and how long it is. There are no scripts, no links and no fonts in
// the file.
func SVG(w io.Writer, p Page, theme Theme) error {
	p = p.fitted(p.most(), MaxLines)
	width := float64(p.columns())*svgCell + 2*svgMargin
	height := len(p.Lines)*svgLine + 2*svgMargin + svgBand
	var b bytes.Buffer
	svgHead(&b, p.Title, p.Accent, width, float64(height), theme)
	for i, line := range p.Lines {
		top := svgBand + svgMargin + i*svgLine
		for _, piece := range pieces(line) {
			switch {
			case piece.plot != nil && piece.row == 0:
				svgPlot(&b, piece, top, theme)
			case piece.plot != nil: // drawn with its first row
			case piece.series != nil:
				svgChart(&b, piece, top, theme)
			default:
				svgPiece(&b, piece, top, theme)
			}
		}
	}
	b.WriteString("</g>\n</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// svgHead begins a picture: its size, its title, its background and the band on top.
func svgHead(b *bytes.Buffer, title string, accent layout.Style, width, height float64, theme Theme) {
	fmt.Fprintf(
		b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="img">`+"\n",
		width, height, width, height,
	)
	fmt.Fprintf(b, "<title>%s</title>\n", escaped(title))
	fmt.Fprintf(b, `<rect width="%.0f" height="%.0f" fill="%s"/>`+"\n", width, height, hex(theme.background))
	fmt.Fprintf(b, `<rect width="%.0f" height="%d" fill="%s"/>`+"\n", width, svgBand, hex(theme.colors[accent]))
	fmt.Fprintf(b, `<g font-family="monospace" font-size="%d">`+"\n", svgFont)
}

func svgPiece(b *bytes.Buffer, p piece, top int, theme Theme) {
	svgPieceAt(b, p, svgMargin+float64(p.column)*svgCell, top, theme)
}

// svgPieceAt writes a piece of text with its left end at x.
func svgPieceAt(b *bytes.Buffer, p piece, x float64, top int, theme Theme) {
	fill := hex(theme.colors[p.style])
	if alpha := p.area(); alpha > 0 {
		fmt.Fprintf(b, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s" opacity="%.2g"/>`+"\n",
			x, top+4, float64(p.width)*svgCell, svgLine-8, fill, alpha)
		return
	}
	if p.text == string(bar) {
		fmt.Fprintf(
			b, `<rect x="%.1f" y="%d" width="1.8" height="%d" fill="%s" shape-rendering="crispEdges"/>`+"\n",
			x+svgCell/2-0.9, top, svgLine, fill,
		)
		return
	}
	weight := ""
	if p.style.Bold() {
		weight = ` font-weight="bold"`
	}
	fmt.Fprintf(
		b, `<text x="%.1f" y="%d" textLength="%.1f" lengthAdjust="spacingAndGlyphs" fill="%s"%s>%s</text>`+"\n", x,
		top+svgBaseline, float64(p.width)*svgCell, fill, weight, escaped(p.text),
	)
}

func escaped(text string) string {
	var b bytes.Buffer
	if err := xml.EscapeText(&b, []byte(printable(text))); err != nil {
		return ""
	}
	return b.String()
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
