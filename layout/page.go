package layout

import "strings"

// The widths of pages in columns.
const (
	DefaultWidth = 100
	MinWidth     = 60
	ProseWidth   = 100     // longer lines of prose are hard to read on any screen
	Endless      = 1 << 20 // of a page whose lines are broken elsewhere
)

// Page composes lines for a width: cleaned, measured before anyone paints them, without
// blanks at their end.
type Page struct {
	sink    Sink
	unicode bool
	width   int
}

// NewPage is a page whose lines go to the sink. The width is in columns, 0 the default;
// unicode says that the reader can show more than ASCII.
func NewPage(sink Sink, width int, unicode bool) *Page {
	switch {
	case width <= 0:
		width = DefaultWidth
	case width < MinWidth:
		width = MinWidth
	}
	return &Page{sink: sink, unicode: unicode, width: width}
}

// Width is how many columns a line has.
func (p *Page) Width() int { return p.width }

// Sign returns one of the tool's own signs as this reader can see it.
func (p *Page) Sign(s string) string { return Clean(s, p.unicode) }

// Clean is for text that is measured before it is written.
func (p *Page) Clean(s string) string { return Clean(p.clip(s), p.unicode) }

// Line writes the spans as one line.
func (p *Page) Line(spans ...Span) {
	for len(spans) > 0 && strings.Trim(spans[len(spans)-1].Text, " ") == "" {
		spans = spans[:len(spans)-1]
	}
	line := make(Line, len(spans))
	for i, s := range spans {
		text := Clean(clipWords(s.Text, MaxRaw+len("..."), MaxRaw), p.unicode)
		if i == len(spans)-1 {
			text = strings.TrimRight(text, " ")
		}
		s.Text = text
		line[i] = s
	}
	p.sink.Line(line)
}

// Blank writes an empty line.
func (p *Page) Blank() { p.sink.Line(nil) }

// Prose writes sentences wrapped at blanks, each line behind the lead or as many blanks.
func (p *Page) Prose(lead Line, text string, style Style) {
	p.List(lead, CutMiddle(text, maxProse, maxProse/2), style)
}

// List writes words like prose, however many there are.
func (p *Page) List(lead Line, text string, style Style) {
	indent := p.Indent(lead)
	for i, part := range Wrap(p.Clean(text), min(p.width, ProseWidth)-indent) {
		if i > 0 {
			lead = Line{Blanks(indent)}
		}
		p.Line(append(lead[:len(lead):len(lead)], style.Of(part))...)
	}
}

// Indent is the width of a lead on this page.
func (p *Page) Indent(lead Line) int {
	n := 0
	for _, s := range lead {
		n += Columns(p.Clean(s.Text))
	}
	return n
}

// Link writes a link whole behind its indent, wider than the page where it must be: a
// terminal takes a link to click only with its scheme and without a break.
func (p *Page) Link(indent int, link string) {
	p.Line(Blanks(indent), Span{Text: link, Style: Dim, Link: link})
}

// Blanks is so many blanks.
func Blanks(n int) Span { return Plain.Of(strings.Repeat(" ", n)) }

// To is the same page with another sink.
func (p *Page) To(sink Sink) *Page {
	other := *p
	other.sink = sink
	return &other
}
