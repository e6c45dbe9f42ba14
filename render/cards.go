package render

import (
	"io"

	"stacktriage/layout"
)

// Card is a thing with a name and what is to be known about it, label by label.
type Card struct {
	Kind  string // what sort of thing it is, in a word for programs
	Title string
	About string // the same in words for people
	Facts []Fact
}

// Fact is a label and its text, or lines that are not to be wrapped into one another.
type Fact struct {
	Label string
	Lines []string
}

// Cards writes cards below each other.
func Cards(w io.Writer, cards []Card, o Options) error {
	p, out := terminal(w, o)
	label := 0
	for _, c := range cards {
		for _, f := range c.Facts {
			label = max(label, len(f.Label))
		}
	}
	for i, c := range cards {
		if i > 0 {
			p.Blank()
		}
		p.Line(layout.Count.Of(c.Title))
		if c.About != "" {
			p.Prose(layout.Line{layout.Blanks(2)}, c.About, layout.Dim)
		}
		for _, f := range c.Facts {
			lead := layout.Line{layout.Blanks(2), layout.Label.Of(layout.Pad(f.Label, label)), layout.Blanks(2)}
			for _, line := range f.Lines {
				p.Prose(lead, line, layout.Plain)
				lead = layout.Line{layout.Blanks(label + 4)}
			}
		}
	}
	return out.End()
}

// Section is the rows of a table under a title.
type Section struct {
	Title string
	Rows  [][]string
}

// Sections writes tables whose columns share their widths. The last column is wrapped.
func Sections(w io.Writer, sections []Section, o Options) error {
	p, out := terminal(w, o)
	var widths []int
	for _, s := range sections {
		for _, row := range s.Rows {
			for i, cell := range row[:len(row)-1] {
				if i == len(widths) {
					widths = append(widths, 0)
				}
				widths[i] = max(widths[i], layout.Columns(p.Clean(cell)))
			}
		}
	}
	for i, s := range sections {
		if i > 0 {
			p.Blank()
		}
		p.Line(layout.Label.Of(s.Title))
		for _, row := range s.Rows {
			lead := layout.Line{layout.Blanks(2)}
			for i, cell := range row[:len(row)-1] {
				style := layout.Plain
				if i == 0 {
					style = layout.Count
				}
				lead = append(lead, style.Of(layout.Pad(p.Clean(cell), widths[i])), layout.Blanks(2))
			}
			p.Prose(lead, row[len(row)-1], layout.Plain)
		}
	}
	return out.End()
}
