package render

import (
	"io"
	"strings"
)

// Card is a thing with a name and what is to be known about it, label by label.
type Card struct {
	Title string
	About string // what kind of thing it is
	Facts []Fact
}

// Fact is a label and its text, or lines that are not to be wrapped into one another.
type Fact struct {
	Label string
	Lines []string
}

// Cards writes cards below each other.
func Cards(w io.Writer, cards []Card, o Options) error {
	p := newPage(w, o)
	label := 0
	for _, c := range cards {
		for _, f := range c.Facts {
			label = max(label, len(f.Label))
		}
	}
	for i, c := range cards {
		if i > 0 {
			p.blank()
		}
		p.line(span{c.Title, p.pal.Culprit})
		if c.About != "" {
			p.prose([]span{plain("  ")}, c.About, p.pal.Dim)
		}
		for _, f := range c.Facts {
			lead := []span{plain("  "), {pad(f.Label, label), p.pal.Label}, plain("  ")}
			for _, line := range f.Lines {
				p.prose(lead, line, nil)
				lead = []span{plain(strings.Repeat(" ", label+4))}
			}
		}
	}
	return p.out.Flush()
}

// Section is the rows of a table under a title.
type Section struct {
	Title string
	Rows  [][]string
}

// Sections writes tables whose columns share their widths. The last column is wrapped.
func Sections(w io.Writer, sections []Section, o Options) error {
	p := newPage(w, o)
	var widths []int
	for _, s := range sections {
		for _, row := range s.Rows {
			for i, cell := range row[:len(row)-1] {
				if i == len(widths) {
					widths = append(widths, 0)
				}
				widths[i] = max(widths[i], columns(p.clean(cell)))
			}
		}
	}
	for i, s := range sections {
		if i > 0 {
			p.blank()
		}
		p.line(span{s.Title, p.pal.Label})
		for _, row := range s.Rows {
			lead := []span{plain("  ")}
			for i, cell := range row[:len(row)-1] {
				paint := Paint(nil)
				if i == 0 {
					paint = p.pal.Culprit
				}
				lead = append(lead, span{pad(p.clean(cell), widths[i]), paint}, plain("  "))
			}
			p.prose(lead, row[len(row)-1], nil)
		}
	}
	return p.out.Flush()
}
