package parse

import (
	"bytes"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// unfinished is a frame whose parameters go on in the next lines: a program or a person
// broke the line there.
type unfinished struct {
	text  []byte
	first text.Line
	parts int
}

// mostParts bounds how many lines a frame is put together from.
const mostParts = 8

// begin keeps a line that ends within the parameters of a frame.
func (u *unfinished) begin(l text.Line) {
	u.text = append(u.text[:0], l.Text...)
	u.first = text.Line{No: l.No, Text: u.text, Last: l.Last}
	u.parts = 1
}

func (u *unfinished) empty() bool { return u.parts == 0 }

// join adds the next line. Lines are broken at blanks, which are lost, or anywhere.
func (u *unfinished) join(l text.Line) text.Line {
	if n := len(u.text); u.text[n-1] == ',' || string(u.text) == "at" || l.Text[0] == '(' || l.Text[0] == '[' ||
		bytes.HasPrefix(l.Text, []byte("Line ")) {
		u.text = append(u.text, ' ')
	}
	u.text = append(u.text, l.Text...)
	u.parts++
	return text.Line{No: u.first.No, Text: u.text, Last: l.Last, Width: l.Width}
}

func (u *unfinished) clear() { u.parts = 0 }

// giveUp notes that the rest of the frame did not come.
func (u *unfinished) giveUp(b *builder) {
	if u.empty() {
		return
	}
	b.problem(u.first.No, u.text, frameNotWhole)
	u.clear()
}

// isOpenCall says that a line begins a call and ends within its parameters.
func isOpenCall(text []byte) bool {
	open := bytes.IndexByte(text, '(')
	return open > 0 && line.ParamsEnd(text[open:]) < 0 && bytes.IndexByte(text[:open], '.') > 0
}
