package wording

import (
	"fmt"
	"strings"
)

// Text is a sentence, or a piece of one, in parts.
type Text []Part

// Part is a stretch of a sentence.
type Part struct {
	Text string
	// Code marks names of code: a format may set them off, and must not read markup in
	// them.
	Code bool
	// Rank is 0 for what must stay. Of the other parts those of the highest rank are left
	// out first where there is no room; the sentence stays true without them.
	Rank int
}

// Code is a name of code as an argument of Format.
type Code string

// Plain is a text of one part.
func Plain(s string) Text { return Text{{Text: s}} }

// Format is fmt.Sprintf for texts: each verb of the format takes one argument, of which
// a Text keeps its parts and a Code is marked.
func Format(format string, args ...any) Text {
	var out Text
	for len(args) > 0 {
		at := verb(format)
		if at < 0 {
			break
		}
		out = out.plain(format[:at])
		switch arg := args[0].(type) {
		case Text:
			for _, p := range arg {
				out = out.add(p)
			}
		case Code:
			out = out.add(Part{Text: string(arg), Code: true})
		default:
			out = out.plain(fmt.Sprintf(format[at:at+2], arg))
		}
		format, args = format[at+2:], args[1:]
	}
	return out.plain(format)
}

// verb is the index of the first "%" of a format, -1 without one. Formats of sentences
// have verbs of one letter and no "%%".
func verb(format string) int {
	at := strings.IndexByte(format, '%')
	if at+1 >= len(format) {
		return -1
	}
	return at
}

func (t Text) plain(s string) Text { return t.add(Part{Text: s}) }

// add appends a part, and joins it to the last one where the two differ in nothing.
func (t Text) add(p Part) Text {
	if p.Text == "" {
		return t
	}
	if n := len(t); n > 0 && t[n-1].Code == p.Code && t[n-1].Rank == p.Rank && !p.Code {
		t = append(t[:n-1:n-1], t[n-1])
		t[n-1].Text += p.Text
		return t
	}
	return append(t[:len(t):len(t)], p)
}

// Then is the text with another one behind it.
func (t Text) Then(more ...Text) Text {
	for _, other := range more {
		for _, p := range other {
			t = t.add(p)
		}
	}
	return t
}

// Thenf is Then with a format.
func (t Text) Thenf(format string, args ...any) Text { return t.Then(Format(format, args...)) }

// Optional is the text with every part of it set to a rank.
func (t Text) Optional(rank int) Text {
	out := make(Text, len(t))
	for i, p := range t {
		p.Rank = rank
		out[i] = p
	}
	return out
}

// Shorten leaves out the parts of the highest rank; false where all that is left must
// stay.
func (t Text) Shorten() (Text, bool) {
	highest := 0
	for _, p := range t {
		highest = max(highest, p.Rank)
	}
	if highest == 0 {
		return t, false
	}
	var out Text
	for _, p := range t {
		if p.Rank < highest {
			out = out.add(p)
		}
	}
	return out, true
}

// Join puts a separator between texts that are not empty.
func Join(sep string, texts ...Text) Text {
	var out Text
	for _, t := range texts {
		if len(t) == 0 {
			continue
		}
		if len(out) > 0 {
			out = out.plain(sep)
		}
		out = out.Then(t)
	}
	return out
}

// String is the text as one line, without marks.
func (t Text) String() string {
	var b strings.Builder
	for _, p := range t {
		b.WriteString(p.Text)
	}
	return b.String()
}
