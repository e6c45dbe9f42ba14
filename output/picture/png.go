package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"stacktriage/layout"
)

// The grid in pixels. Go Mono is 0.6 em wide, so that 25 gives whole pixels; a phone
// held upright shows a picture of 64 columns pixel by pixel.
const (
	fontSize   = 25
	cellWidth  = 15
	cellHeight = 34
	baseline   = 25
	margin     = 30
	band       = 8 // along the top, in the colour of the severity
)

// PNG draws the page in Go Mono. A page too large for MaxBytes loses its last lines.
func PNG(w io.Writer, p Page, theme Theme) error {
	fonts, err := newFonts()
	if err != nil {
		return err
	}
	for lines := MaxLines; ; lines = lines * 3 / 4 {
		data, err := encodePNG(p.fitted(p.most(), lines), theme, fonts)
		if err != nil {
			return err
		}
		if len(data) <= MaxBytes || lines < 10 {
			_, err = w.Write(data)
			return err
		}
	}
}

func encodePNG(p Page, theme Theme, fonts *fonts) ([]byte, error) {
	width := p.columns()*cellWidth + 2*margin
	height := len(p.Lines)*cellHeight + 2*margin + band
	c := &canvas{image: image.NewPaletted(image.Rect(0, 0, width, height), theme.palette()), fonts: fonts}
	c.fill(image.Rect(0, 0, width, band), p.Accent)
	for i, line := range p.Lines {
		top := band + margin + i*cellHeight
		for _, piece := range pieces(line) {
			switch {
			case piece.plot != nil && piece.row == 0:
				c.plot(piece, top)
			case piece.plot != nil: // drawn with its first row
			case piece.series != nil:
				c.chart(piece, top)
			default:
				c.piece(piece, top)
			}
		}
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.DefaultCompression}
	if err := encoder.Encode(&b, c.image); err != nil {
		return nil, fmt.Errorf("encoding the picture: %w", err)
	}
	return b.Bytes(), nil
}

// shades is how many steps lie between background and text at the edges of letters.
const shades = 16

// palette has the background, then the shades of each style.
func (t *Theme) palette() color.Palette {
	palette := color.Palette{t.background}
	for _, c := range t.colors {
		for i := 1; i < shades; i++ {
			palette = append(palette, mix(t.background, c, i))
		}
	}
	return palette
}

func mix(from, to color.RGBA, i int) color.RGBA {
	part := func(a, b uint8) uint8 { return uint8((int(a)*(shades-1-i) + int(b)*i) / (shades - 1)) }
	return color.RGBA{R: part(from.R, to.R), G: part(from.G, to.G), B: part(from.B, to.B), A: 0xff}
}

// index is the place of a style's shade in the palette; 0 is the background.
func index(s layout.Style, alpha uint32) uint8 {
	shade := (alpha*(shades-1) + 0x7fff) / 0xffff
	if shade == 0 {
		return 0
	}
	return uint8(1 + uint32(s)*(shades-1) + shade - 1)
}

type fonts struct{ regular, bold font.Face }

func newFonts() (*fonts, error) {
	regular, err := newFace(gomono.TTF)
	if err != nil {
		return nil, err
	}
	bold, err := newFace(gomonobold.TTF)
	if err != nil {
		return nil, err
	}
	return &fonts{regular, bold}, nil
}

func newFace(ttf []byte) (font.Face, error) {
	parsed, err := opentype.Parse(ttf)
	if err != nil {
		return nil, fmt.Errorf("reading the font: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: fontSize, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("reading the font: %w", err)
	}
	return face, nil
}

type canvas struct {
	image *image.Paletted
	fonts *fonts
}

func (c *canvas) fill(r image.Rectangle, s layout.Style) { c.shade(r, s, 0xffff) }

// shade fills with a paler colour of a style.
func (c *canvas) shade(r image.Rectangle, s layout.Style, alpha uint32) {
	at := index(s, alpha)
	r = r.Intersect(c.image.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c.image.SetColorIndex(x, y, at)
		}
	}
}

func (c *canvas) piece(p piece, top int) {
	if alpha := p.area(); alpha > 0 {
		x := margin + p.column*cellWidth
		c.shade(image.Rect(x, top+7, x+p.width*cellWidth, top+cellHeight-7), p.style, uint32(alpha*0xffff))
		return
	}
	face := c.fonts.regular
	if p.style.Bold() {
		face = c.fonts.bold
	}
	x := margin + p.column*cellWidth
	for _, r := range printable(p.text) {
		if unicode.Is(unicode.Mn, r) {
			continue
		}
		c.rune(face, r, p.style, x, top)
		x += cellWidth
	}
}

// rune draws a letter in its cell. Three signs of the report are not in the font.
func (c *canvas) rune(face font.Face, r rune, s layout.Style, x, top int) {
	switch r {
	case ' ':
		return
	case bar:
		c.fill(image.Rect(x+cellWidth/2-1, top, x+cellWidth/2+2, top+cellHeight), s)
		return
	case '⋮':
		for _, y := range []int{8, 15, 22} {
			c.fill(image.Rect(x+cellWidth/2-1, top+y, x+cellWidth/2+2, top+y+3), s)
		}
		return
	case '▸':
		r = '►'
	}
	dot := fixed.P(x, top+baseline)
	dr, mask, at, _, ok := face.Glyph(dot, r)
	if !ok {
		if dr, mask, at, _, ok = face.Glyph(dot, unicode.ReplacementChar); !ok {
			return
		}
	}
	for y := dr.Min.Y; y < dr.Max.Y; y++ {
		for x := dr.Min.X; x < dr.Max.X; x++ {
			_, _, _, alpha := mask.At(at.X+x-dr.Min.X, at.Y+y-dr.Min.Y).RGBA()
			if i := index(s, alpha); i != 0 && image.Pt(x, y).In(c.image.Rect) {
				c.image.SetColorIndex(x, y, i)
			}
		}
	}
}
