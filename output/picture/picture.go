// Package picture draws lines of styled text as PNG or SVG, for places that take a
// picture but no coloured text, such as most chat programs.
//
// It draws what it is given: it knows no reports, lays out no columns and chooses no
// words. It runs no other program and reads no font but the one it carries.
package picture

import (
	"fmt"
	"strings"
	"unicode"

	"stacktriage/layout"
)

// Page is what is drawn.
type Page struct {
	Title  string       // for those who cannot see the picture
	Accent layout.Style // of the band along the top
	Lines  []layout.Line
	Width  int // columns of the longest line; 0 is MaxColumns
}

// most is how many columns the page has at most.
func (p *Page) most() int {
	if p.Width > 0 {
		return p.Width
	}
	return MaxColumns
}

// Bounds of a picture: what is still readable on a phone, and what a chat program and
// a reader have patience for.
const (
	MaxColumns = 66
	MaxLines   = 90
	MaxBytes   = 300 << 10
)

// Bar is drawn as a line that runs through; as a letter it would have gaps.
const bar = '┃'

// fitted is the page with lines that fit the grid: too long ones are wrapped, and what
// is too much is counted.
func (p Page) fitted(columns, lines int) Page {
	var all []layout.Line
	for _, line := range p.Lines {
		all = append(all, wrap(line, columns)...)
	}
	if more := len(all) - lines + 1; len(all) > lines {
		text := fmt.Sprintf("… %d more lines", more)
		all = append(all[:lines-1:lines-1], layout.Line{layout.Dim.Of(text)})
	}
	p.Lines = all
	return p
}

func (p Page) columns() int {
	widest := 0
	for _, l := range p.Lines {
		widest = max(widest, l.Columns())
	}
	return widest
}

// wrap breaks a line that is too long for the grid, and goes on below its text.
func wrap(line layout.Line, columns int) []layout.Line {
	indent := min(indentOf(line), columns/2)
	var out []layout.Line
	for line.Columns() > columns {
		first, rest := cut(line, columns)
		out = append(out, first)
		line = append(layout.Line{layout.Blanks(indent)}, rest...)
	}
	return append(out, line)
}

func indentOf(line layout.Line) int {
	n := 0
	for _, s := range line {
		trimmed := strings.TrimLeft(s.Text, " ")
		n += len(s.Text) - len(trimmed)
		if trimmed != "" {
			break
		}
	}
	return n
}

// cut splits a line at a column, behind the last sign at which names and links can be
// broken if there is one in its second half.
func cut(line layout.Line, at int) (first, rest layout.Line) {
	for i, s := range line {
		if layout.Columns(s.Text) <= at {
			at -= layout.Columns(s.Text)
			continue
		}
		runes := []rune(s.Text)
		n := breakBefore(runes, fitting(runes, at))
		first = append(line[:i:i], s.Style.Of(string(runes[:n])))
		rest = append(layout.Line{s.Style.Of(string(runes[n:]))}, line[i+1:]...)
		return first, rest
	}
	return line, nil
}

// fitting is how many of the runes fit into so many columns.
func fitting(runes []rune, columns int) int {
	for i, r := range runes {
		if columns -= layout.Columns(string(r)); columns < 0 {
			return i
		}
	}
	return len(runes)
}

func breakBefore(runes []rune, n int) int {
	for i := n; i > n/2; i-- {
		if strings.ContainsRune("/.,+ (<[", runes[i-1]) {
			return i
		}
	}
	return max(n, 1)
}

// piece is text at a column, without blanks at its ends.
type piece struct {
	text   string
	column int
	width  int // columns
	style  layout.Style
	series layout.Series // set where the text spells a chart
	plot   *layout.Plot  // set where the text is a row of what is to be drawn
	row    int
	of     int // rows
}

// area is how strong the colour of a bar is; 0 for text.
func (p piece) area() float64 {
	for _, row := range [...]struct {
		sign  string
		alpha float64
	}{{layout.BarBoth, 0.7}, {layout.BarGone, 0.28}, {layout.BarNew, 1}} {
		if p.text != "" && strings.Trim(p.text, row.sign) == "" {
			return row.alpha
		}
	}
	return 0
}

// pieces takes a line apart at its gaps, so that each part can be put where it belongs
// whatever font it is drawn in.
func pieces(l layout.Line) []piece {
	var out []piece
	column := 0
	for _, s := range l {
		whole := piece{text: s.Text, column: column, width: layout.Columns(s.Text), style: s.Style}
		switch {
		case s.Plot != nil:
			whole.plot, whole.row, whole.of = s.Plot, s.Row, s.Of
			out = append(out, whole)
		case s.Series != nil:
			whole.series = s.Series
			out = append(out, whole)
		default:
			out = appendPieces(out, s, column)
		}
		column += layout.Columns(s.Text)
	}
	return out
}

func appendPieces(out []piece, s layout.Span, column int) []piece {
	columns := layout.Columns(s.Text)
	wide := columns != len([]rune(s.Text)) // then columns within the span are not known
	text := s.Text
	for text != "" {
		trimmed := strings.TrimLeft(text, " ")
		column += len(text) - len(trimmed)
		text = trimmed
		if text == "" {
			break
		}
		end := len(text)
		if gap := strings.Index(text, "  "); gap >= 0 && !wide {
			end = gap
		}
		part := strings.TrimRight(text[:end], " ")
		width := len([]rune(part))
		if wide {
			width = columns
		}
		out = append(out, piece{text: part, column: column, width: width, style: s.Style})
		column += len([]rune(text[:end]))
		text = text[end:]
	}
	return out
}

// printable replaces what no picture format can hold.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == unicode.ReplacementChar, unicode.IsPrint(r):
			return r
		case unicode.IsSpace(r):
			return ' '
		}
		return unicode.ReplacementChar
	}, text)
}
