package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"
)

const (
	defaultWidth = 100
	minWidth     = 60
	proseWidth   = 100 // longer lines of prose are hard to read on any screen
)

// span is a piece of a line in one paint.
type span struct {
	text  string
	paint Paint
}

// plain is a span without paint.
func plain(text string) span { return span{text: text} }

// page writes lines of text: cleaned, measured before they are painted, without blanks
// at their end. The first error sticks until flush.
type page struct {
	out     *bufio.Writer
	pal     Palette
	unicode bool
	width   int
	recall  recall
}

func newPage(w io.Writer, o Options) *page {
	width := o.Width
	switch {
	case width <= 0:
		width = defaultWidth
	case width < minWidth:
		width = minWidth
	}
	return &page{out: bufio.NewWriter(w), pal: o.Palette, unicode: o.Unicode, width: width, recall: recall{height: o.Height}}
}

// sign returns one of the tool's own signs as this reader can see it.
func (p *page) sign(s string) string { return Clean(s, p.unicode) }

// clean is for text that is measured before it is written.
func (p *page) clean(s string) string { return Clean(p.clip(s), p.unicode) }

// line writes the spans as one line.
func (p *page) line(spans ...span) {
	for len(spans) > 0 && strings.Trim(spans[len(spans)-1].text, " ") == "" {
		spans = spans[:len(spans)-1]
	}
	var line strings.Builder
	wide := 0
	for i, s := range spans {
		text := Clean(clipWords(s.text, maxRaw+len("..."), maxRaw), p.unicode)
		if i == len(spans)-1 {
			text = strings.TrimRight(text, " ")
		}
		wide += columns(text)
		paintInto(&line, text, s.paint)
	}
	line.WriteByte('\n')
	p.recall.add(line.String(), max(1, (wide+p.width-1)/p.width))
	p.out.WriteString(line.String())
}

// paintInto writes a text with its blanks at both ends left unpainted.
func paintInto(b *strings.Builder, text string, paint Paint) {
	core := strings.Trim(text, " ")
	if paint == nil || core == "" {
		b.WriteString(text)
		return
	}
	at := strings.Index(text, core)
	b.WriteString(text[:at])
	b.WriteString(paint(core))
	b.WriteString(text[at+len(core):])
}

func (p *page) blank() {
	p.recall.add("", 1)
	p.out.WriteByte('\n')
}

// prose writes sentences wrapped at blanks, each line behind the lead or as many blanks.
func (p *page) prose(lead []span, text string, paint Paint) {
	p.list(lead, cutMiddle(text, maxProse, maxProse/2), paint)
}

// list writes words like prose, however many there are.
func (p *page) list(lead []span, text string, paint Paint) {
	indent := 0
	for _, s := range lead {
		indent += columns(p.clean(s.text))
	}
	for i, part := range wrap(p.clean(text), min(p.width, proseWidth)-indent) {
		if i > 0 {
			lead = []span{plain(strings.Repeat(" ", indent))}
		}
		p.line(append(lead[:len(lead):len(lead)], span{part, paint})...)
	}
}

// Paragraph is text behind a lead, wrapped at blanks, each further line behind as many
// blanks as the lead is wide. It cleans nothing.
func Paragraph(lead, text string, width int) string {
	indent := columns(lead)
	return lead + strings.Join(wrap(text, width-indent), "\n"+strings.Repeat(" ", indent))
}

// columns is the number of terminal columns a text takes.
func columns(s string) int {
	if printableASCII(s) {
		return len(s)
	}
	return lipgloss.Width(s)
}

// pad fills a text up to a width.
func pad(s string, width int) string {
	if n := width - columns(s); n > 0 {
		return s + strings.Repeat(" ", n)
	}
	return s
}

// padLeft fills a text up to a width, from the left.
func padLeft(s string, width int) string {
	if n := width - columns(s); n > 0 {
		return strings.Repeat(" ", n) + s
	}
	return s
}

// wrap breaks text at blanks into lines of at most width columns. A longer word stands
// on a line of its own, whole: names and links are never cut, and a lambda keeps its
// number.
func wrap(text string, width int) []string {
	var lines []string
	line, used := "", 0
	for _, word := range unbreakable(text) {
		n := columns(word)
		switch {
		case line == "":
			line, used = word, n
		case used+1+n <= width:
			line, used = line+" "+word, used+1+n
		default:
			lines = append(lines, line)
			line, used = word, n
		}
	}
	return append(lines, line)
}

// unbreakable splits text at the blanks where a line may end: not in front of a
// lambda's number, and not on either side of an arrow.
func unbreakable(text string) []string {
	words := strings.Fields(text)
	kept := words[:0]
	glue := false
	for _, word := range words {
		arrow := word == "→" || word == "->"
		if len(kept) > 0 && (glue || arrow || strings.HasPrefix(word, "#")) {
			kept[len(kept)-1] += " " + word
		} else {
			kept = append(kept, word)
		}
		glue = arrow
	}
	return kept
}

// Count says how many: "1 thread", "2 threads".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
