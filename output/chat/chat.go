// Package chat lays a message out for a chat program: the headline with its mark, then
// one closed block or a list, never longer than the program takes, and safe from what
// names can do where the program reads markup.
//
// A message is made of units that say what they are, and is cut by leaving out whole
// units, the least important first. The package knows what is dear in a message, not
// what is in it: the words come from package render.
package chat

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"stacktriage/diagnose"
	"stacktriage/layout"
	"stacktriage/wording"
)

// Message is a message before it is cut to its length.
type Message struct {
	Headline wording.Text
	Word     string // what the headline begins with; empty is the severity
	Severity diagnose.Severity
	NoMark   bool // no coloured mark in front of the headline
	Body     Body
}

// Body is the rest of a message: a Block or a List.
type Body interface {
	// steps is how many steps there are to make it shorter; behind the last one nothing
	// is left.
	steps() int
	// lines is what is left after n steps.
	lines(n int) []layout.Line
}

// Write writes the message as the program of the preset takes it.
func (m *Message) Write(w io.Writer, p *Preset) error {
	if _, err := io.WriteString(w, m.Fit(p, p.limit)); err != nil {
		return fmt.Errorf("write the message: %w", err)
	}
	return nil
}

// growth is the most that a message can become longer by leaving out a unit: by the
// line that counts what was left out.
const growth = 200

// Fit is the message in at most limit UTF-16 units, with as much of the body left out as
// must be. Headline and fence always stay.
func (m *Message) Fit(p *Preset, limit int) string {
	head := m.head(p)
	after := func(n int) string { return p.assemble(head, m.Body.lines(n)) }
	least, most := 0, m.Body.steps()
	for least < most {
		if n := (least + most) / 2; utf16Len(after(n)) > limit+growth {
			least = n + 1
		} else {
			most = n
		}
	}
	for n := least; ; n++ {
		if text := after(n); utf16Len(text) <= limit || n >= m.Body.steps() {
			return text
		}
	}
}

// head is the first line, with the mark and the word of its severity. A headline of
// endless names is cut: it never takes more than a third of the message.
func (m *Message) head(p *Preset) string {
	text := p.outside(shortened(m.Headline, p.limit/3))
	word := m.Word
	if word == "" {
		word = strings.ToUpper(string(m.Severity))
	}
	text = word + ": " + text
	if p.emoji && !m.NoMark {
		text = mark(m.Severity) + " " + text
	}
	return text
}

// mark is the coloured mark of a severity. The word stands beside it: colour says
// nothing by itself.
func mark(s diagnose.Severity) string {
	switch s {
	case diagnose.Critical:
		return "🟥"
	case diagnose.Warning, diagnose.Note:
		return "🟧"
	}
	return "🟩"
}

func (p *Preset) assemble(head string, lines []layout.Line) string {
	var b strings.Builder
	b.WriteString(head)
	b.WriteByte('\n')
	if len(lines) == 0 {
		return b.String()
	}
	for _, line := range p.before {
		b.WriteString(line + "\n")
	}
	var links []link
	for _, line := range lines {
		found, alone := linkIn(line)
		if found.address != "" && !slices.Contains(links, found) {
			links = append(links, found)
		}
		if !alone || !p.Fenced() {
			b.WriteString(p.inside(p.palette.Painted(line)) + "\n")
		}
	}
	for _, line := range p.after {
		b.WriteString(line + "\n")
	}
	if !p.Fenced() {
		return b.String()
	}
	for _, l := range links {
		b.WriteString(p.link(l) + "\n")
	}
	return b.String()
}

// utf16Len counts as chat programs do: characters beyond the basic plane are two.
func utf16Len(text string) int {
	n := 0
	for _, r := range text {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

// shortened leaves out what a headline can do without until it has at most limit units,
// and cuts the rest where that is not enough.
func shortened(text wording.Text, limit int) wording.Text {
	for utf16Len(text.String()) > limit {
		shorter, ok := text.Shorten()
		if !ok {
			return cutText(text, limit)
		}
		text = shorter
	}
	return text
}

// cutText cuts a text behind at most limit units and marks that it did.
func cutText(text wording.Text, limit int) wording.Text {
	var out wording.Text
	for _, part := range text {
		n := utf16Len(part.Text)
		if n > limit {
			part.Text = cutUTF16(part.Text, limit)
			return append(out, part)
		}
		out, limit = append(out, part), limit-n
	}
	return out
}

// cutUTF16 shortens text to at most limit units and marks that it did.
func cutUTF16(text string, limit int) string {
	if utf16Len(text) <= limit {
		return text
	}
	n := 1 // the mark
	for i, r := range text {
		if n += utf16Len(string(r)); n > limit {
			return strings.TrimRight(text[:i], " ") + "…"
		}
	}
	return text
}
