package render

import (
	"strings"

	"stacktriage/layout"
	"stacktriage/wording"
)

// overview writes the table: the text of a terminal, of a picture and of a message.
func (p *page) overview(t *overviewTable) {
	p.Prose(nil, t.summary, layout.Count)
	if len(t.lines) > 0 {
		p.Blank()
		c := p.overviewColumns(t)
		p.overviewHead(c)
		for i := range t.lines {
			p.overviewLine(&t.lines[i], c)
		}
	}
	if t.left > 0 {
		p.Line(layout.Blanks(overviewGap), layout.Dim.Of("… "+wording.Count(t.left, "more report")+", none graver"))
	}
	p.overviewUnread(t.unread)
}

func (p *page) overviewUnread(unread []unreadRow) {
	if len(unread) == 0 {
		return
	}
	p.Blank()
	p.Line(layout.Warning.Of("NOT READ"))
	for _, u := range unread {
		p.unread(u)
	}
}

func (p *page) unread(u unreadRow) {
	p.Line(layout.Blanks(2), layout.Plain.Of(u.label))
	p.Prose(layout.Line{layout.Blanks(4)}, u.reason, layout.Dim)
}

// overviewColumns are the widths of a table. The verdict stands behind the numbers where
// there is room for it, else below them.
type overviewColumns struct {
	file   int
	number [len(numberHeads)]int
	below  bool
}

// The least widths of columns whose texts can be longer.
const (
	minFile     = 12
	overviewGap = 2
)

const overviewLead = overviewGap + len("CRITICAL") + overviewGap

func (p *page) overviewColumns(t *overviewTable) overviewColumns {
	c := overviewColumns{file: len("file")}
	for i, head := range numberHeads {
		c.number[i] = len(head)
	}
	verdict := len("verdict")
	for _, line := range t.lines {
		verdict = max(verdict, layout.Columns(p.Clean(line.verdict.String())))
		c.file = max(c.file, layout.Columns(p.Clean(line.name)))
		for i, n := range line.numbers {
			c.number[i] = max(c.number[i], layout.Columns(p.Sign(n)))
		}
	}
	c.below = c.width()+verdict > p.Width()
	if over := c.width() - p.Width(); over > 0 {
		c.file = max(c.file-over, minFile)
	}
	return c
}

// width is that of all columns but the verdict's.
func (c *overviewColumns) width() int {
	used := overviewLead + c.file + overviewGap
	for _, n := range c.number {
		used += n + overviewGap
	}
	return used
}

func (p *page) overviewHead(c overviewColumns) {
	spans := layout.Line{layout.Blanks(overviewLead), layout.Dim.Of(layout.Pad("file", c.file))}
	for i, head := range numberHeads {
		spans = append(spans, layout.Blanks(overviewGap), layout.Dim.Of(layout.PadLeft(head, c.number[i])))
	}
	if !c.below {
		spans = append(spans, layout.Blanks(overviewGap), layout.Dim.Of("verdict"))
	}
	p.Line(spans...)
}

// overviewLine writes a line; a name that is too long for its column stands above the
// numbers.
func (p *page) overviewLine(line *overviewLine, c overviewColumns) {
	lead := layout.Line{layout.Blanks(overviewGap), severityWord(line.severity), layout.Blanks(overviewGap)}
	if line.folded {
		lead = layout.Line{layout.Blanks(overviewLead)}
	}
	name := p.Clean(line.name)
	if layout.Columns(name) > c.file {
		p.Line(append(lead, layout.Plain.Of(name))...)
		lead, name = layout.Line{layout.Blanks(overviewLead)}, ""
	}
	spans := append(lead, layout.Plain.Of(layout.Pad(name, c.file)))
	for i, n := range line.numbers {
		spans = append(spans, layout.Blanks(overviewGap), layout.Plain.Of(layout.PadLeft(p.Sign(n), c.number[i])))
	}
	if c.below {
		p.Line(spans...)
		spans = layout.Line{layout.Plain.Of(strings.Repeat(" ", overviewLead))}
	} else {
		spans = append(spans, layout.Blanks(overviewGap))
	}
	style := layout.Plain
	if c.below || line.folded {
		style = layout.Dim
	}
	p.List(spans, line.verdict.String(), style)
}
