package layout

import (
	"bufio"
	"io"
)

// Writer is a sink that writes lines as painted text. The first error sticks until End.
type Writer struct {
	out     *bufio.Writer
	palette Palette
	width   int // columns of the page

	// The first lines of a page are its verdict, and behind an empty line is what to do.
	// They are kept for a terminal on which they have scrolled away when the page is
	// complete.
	height int // lines of the terminal; 0 keeps nothing
	lines  int // of the page so far, as the terminal breaks them
	first  [2]block
	at     int // which of them is being written; 2 behind both
}

// block is lines without an empty one among them.
type block struct {
	text  string
	lines int
}

// NewWriter begins a page of so many columns. The height is that of the terminal on
// which the page will be read, 0 where it goes elsewhere.
func NewWriter(w io.Writer, palette Palette, width, height int) *Writer {
	return &Writer{out: bufio.NewWriter(w), palette: palette, width: width, height: height}
}

// Line writes a line.
func (w *Writer) Line(line Line) {
	text := w.palette.Painted(line) + "\n"
	w.keep(text, max(1, (line.Columns()+w.width-1)/w.width))
	w.out.WriteString(text)
}

func (w *Writer) keep(text string, lines int) {
	w.lines += lines
	if w.height <= 0 || w.at == len(w.first) {
		return
	}
	b := &w.first[w.at]
	switch {
	case text != "\n":
		b.text += text
		b.lines += lines
	case b.text != "":
		w.at++
	}
}

const recallLead = "Again, from the top:"

// End completes the page. Where the prompt of the shell has pushed the first line off
// the screen, the first lines are repeated, marked as nothing new: the verdict, and what
// to do where both fit.
func (w *Writer) End() error {
	if w.height > 0 && w.lines >= w.height && w.at > 0 {
		verdict, act := w.first[0], w.first[1]
		w.Line(nil)
		w.Line(Line{Dim.Of(recallLead)})
		w.out.WriteString(verdict.text)
		const around = 3 // the lead, the line between both, the prompt
		if w.at == len(w.first) && verdict.lines+act.lines+around <= w.height {
			w.out.WriteString("\n" + act.text)
		}
	}
	return w.out.Flush()
}
