package parse

import (
	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// dialect is one form of stack text. Adding one is adding a row to dialects and a
// reader.
type dialect struct {
	name string // as Source.Dialect says it
	// whole says that the dialect lists every managed thread in the order of creation.
	whole bool
	// anchors are texts that begin a thread in this dialect, in any case; a digit of
	// its id follows. A prefix in front of all lines is found by them.
	anchors []string
	// claims says that a line opens this dialect's text: a line that no other dialect
	// prints. It is asked for lines that the current reader does not understand.
	claims func(text []byte) bool
	// fits says that a line, taken alone, belongs to the dialect. Repairs are weighed
	// by the number of lines that fit after them.
	fits func(text []byte) bool
	// weak says that damaged lines of other dialects can look like this one's: it
	// claims no line while another dialect is being read.
	weak bool
	// labels says that people tell its threads apart by lines of their own above them,
	// which its reader takes; see threadLabel.
	labels bool
	// ownFront says that the marks or blanks in front of a line are the dialect's own and
	// no damage; nil if they never are.
	ownFront func(l text.Line) bool
	// suits says of a last resort that it fits the text as a whole; nil if claims does.
	suits func(head []byte) bool
	// lastResort dialects are asked only when no other one found a thread: a single
	// stack without a header, such as an exception's.
	lastResort bool
	// open returns a reader that adds what it reads to the builder.
	open func(*builder) dialectReader
}

// dialectReader consumes the lines of one dialect, cleaned: without the damage that
// has nothing to do with the dialect, and without blanks at both ends. Blank lines
// are passed on, too.
type dialectReader interface {
	// line takes the next line. It reports false for a line that it does not
	// understand, and must not have changed for it: the line is offered to other
	// dialects.
	line(l text.Line) bool
	// skipped tells of a line that no dialect understood.
	skipped(l text.Line)
	// end takes the end of the input, or of the dialect's part of it.
	end()
}

// labelReader is a reader of a dialect with headers of its own, of which some tools print
// only the rows, below labels. label ends the thread; it reports false where the text has
// headers.
type labelReader interface {
	label() bool
}

// idleReader is a reader that can say that it read nothing yet but what may be a label
// above another dialect's stack.
type idleReader interface {
	idle() bool
}

// pieceReader is a reader of lines of any length, such as a document in one line.
// What a line has beyond its first maxLine bytes comes in pieces.
type pieceReader interface {
	rest(l text.Line)
}

// dialects are asked in this order.
var dialects = []*dialect{dotnetMonitor, dotnetMonitorJSON, clrstack, parallelStacks, monoDump, callStackCopy,
	dotnetStack, frameList, exceptionText}

// dialectForms are the forms of all dialects, in their order.
func dialectForms() line.Forms {
	forms := make(line.Forms, len(dialects))
	for i, d := range dialects {
		forms[i] = line.Form{Anchors: d.anchors}
		if !d.lastResort || d == frameList {
			forms[i].Fits = d.fits
		}
	}
	return forms
}
