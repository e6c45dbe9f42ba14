package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
)

// GraphPNG draws a graph in Go Mono.
func GraphPNG(w io.Writer, g *Graph, theme Theme) error {
	fonts, err := newFonts()
	if err != nil {
		return err
	}
	p := g.place()
	width, height := int(p.columns*cellWidth)+2*margin, int(p.lines*cellHeight)+2*margin+band
	c := &canvas{image: image.NewPaletted(image.Rect(0, 0, width, height), theme.palette()), fonts: fonts}
	c.fill(image.Rect(0, 0, width, band), g.Accent)
	for _, e := range p.edges {
		c.edge(e)
	}
	for _, box := range p.boxes {
		c.box(box)
	}
	for _, t := range p.texts {
		for _, piece := range pieces(t.text) {
			c.piece(piece, c.y(t.line))
		}
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.DefaultCompression}
	if err := encoder.Encode(&b, c.image); err != nil {
		return fmt.Errorf("encoding the picture: %w", err)
	}
	_, err = w.Write(b.Bytes())
	return err
}

func (c *canvas) x(column float64) int { return margin + int(column*cellWidth) }
func (c *canvas) y(line float64) int   { return band + margin + int(line*cellHeight) }

// edge draws three straight lines and the head of an arrow.
func (c *canvas) edge(e placedEdge) {
	thick := 2 + int(4*e.weight)
	from, to := image.Pt(c.x(e.fromX), c.y(e.fromY)), image.Pt(c.x(e.toX), c.y(e.toY))
	middle := to.X - levelGap*cellWidth/2
	level := func(x0, x1, y int) {
		for x := x0; x < x1; x++ {
			if !e.dashed || x/8%2 == 0 {
				c.fill(image.Rect(x, y-thick/2, x+1, y-thick/2+thick), e.style)
			}
		}
	}
	level(from.X, middle+thick/2, from.Y)
	for y := min(from.Y, to.Y) - thick/2; y < max(from.Y, to.Y)+thick-thick/2; y++ {
		if !e.dashed || y/8%2 == 0 {
			c.fill(image.Rect(middle-thick/2, y, middle-thick/2+thick, y+1), e.style)
		}
	}
	level(middle-thick/2, to.X-12, to.Y)
	for i := range 14 {
		half := (14 - i) / 2
		c.fill(image.Rect(to.X-15+i, to.Y-half-1, to.X-14+i, to.Y+half+1), e.style)
	}
}

// box draws the frame of a box, the stripe that says what its threads do, and its lines.
func (c *canvas) box(b placedBox) {
	x0, y0 := c.x(b.column), c.y(b.line)
	x1, y1 := x0+int(b.width*cellWidth), y0+int(b.height*cellHeight)
	c.clear(image.Rect(x0, y0, x1, y1))
	dot := func(x, y, at int) {
		if !b.Dashed || at/8%2 == 0 {
			c.fill(image.Rect(x, y, x+2, y+2), b.Accent)
		}
	}
	for x := x0; x < x1; x++ {
		dot(x, y0, x)
		dot(x, y1-2, x)
	}
	for y := y0; y < y1; y++ {
		dot(x0, y, y)
		dot(x1-2, y, y)
	}
	if !b.Dashed {
		c.fill(image.Rect(x0, y0, x0+7, y1), b.Accent)
	}
	for i, line := range b.Lines {
		for _, p := range pieces(line) {
			p.column += int(b.column) + boxPad
			c.piece(p, y0+int((0.3+float64(i))*cellHeight))
		}
	}
}

// clear gives an area the colour of the background.
func (c *canvas) clear(r image.Rectangle) {
	r = r.Intersect(c.image.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c.image.SetColorIndex(x, y, 0)
		}
	}
}
