package render

import (
	"io"

	"stacktriage/layout"
	"stacktriage/output/chat"
)

// page is a page of lines on which frames and snapshots are named.
type page struct {
	*layout.Page
	drawn bool // into a picture, beside which nobody types flags
}

// flag is a remark on a flag that shows more or other things.
func (p *page) flag(remark string) string {
	if p.drawn {
		return ""
	}
	return remark
}

// unwritten is a page whose lines go nowhere, until it is given a sink: for measuring,
// and for parts that are captured.
func unwritten(o Options) page { return page{Page: layout.NewPage(nil, o.Width, o.Unicode)} }

// terminal is a page for people, and the writer its lines go to.
func terminal(w io.Writer, o Options) (page, *layout.Writer) {
	p := unwritten(o)
	out := layout.NewWriter(w, o.Palette, p.Width(), o.Height)
	return page{Page: p.To(out)}, out
}

// captured is the lines that a part of a text writes.
func (p *page) captured(write func()) *chat.Unit {
	var lines layout.Lines
	before := p.Page
	p.Page = before.To(&lines)
	write()
	p.Page = before
	return &chat.Unit{Lines: lines.Trimmed()}
}

// labelled writes a sentence behind its label.
func (p *page) labelled(label, text string) {
	p.Prose(layout.Line{layout.Label.Of(label), layout.Blanks(2)}, text, layout.Plain)
}
