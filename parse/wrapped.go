package parse

import (
	"bytes"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// wrapped collects the lines of a frame that was broken over several lines, by a mail
// program, a terminal or fold(1).
type wrapped struct {
	text  []byte // joined so far
	parts []part // the lines it consists of; none if no frame is being collected
}

// part is one line of a broken frame.
type part struct {
	text  []byte
	no    int
	width int
	last  bool
}

// maxParts bounds the lines of one frame.
const maxParts = 64

func (w *wrapped) empty() bool { return len(w.parts) == 0 }

func (w *wrapped) begin(l text.Line) {
	w.text = append(w.text[:0], l.Text...)
	w.parts = append(w.parts[:0], partOf(l))
}

func partOf(l text.Line) part {
	return part{text: bytes.Clone(l.Text), no: l.No, width: l.Width, last: l.Last}
}

// join adds the next line. It returns how much the whole looks like a frame; if it
// does not, nothing is added.
func (w *wrapped) join(l text.Line) line.Likeness {
	if len(w.parts) == maxParts || len(w.text)+len(l.Text) > text.MaxLine {
		return line.NotFrame
	}
	before := len(w.text)
	if line.NeedsBlank(w.text, l.Text) {
		w.text = append(w.text, ' ')
	}
	w.text = append(w.text, l.Text...)
	k := line.LikenessOf(w.text)
	if k == line.NotFrame && !line.IsModuleStart(w.text) || line.HasBlankHead(w.text) || line.HasStrayMark(w.text) {
		w.text = w.text[:before]
		return line.NotFrame
	}
	w.parts = append(w.parts, partOf(l))
	if k == line.NotFrame {
		return line.OpenFrame
	}
	return k
}

func (w *wrapped) clear() { w.parts = w.parts[:0] }
