// Package layout is the form of text that people read: lines of styled spans, how wide
// they are, where they may be broken, what is left of text of unknown origin, and the
// colours of a terminal.
//
// A line says what its parts are (a count, a call, a culprit), not what they look like:
// that is decided by whoever shows it, a Writer with its Palette, a picture with its
// theme. The package knows no reports and chooses no words. It is the only one that
// knows lipgloss.
package layout

// Style says what a piece of text is. The zero value needs no emphasis.
type Style uint8

// The styles of a report. Colour underlines what the words say; it never says anything
// by itself.
const (
	Plain    Style = iota
	Critical       // the word of a severity
	Warning
	Note
	OK
	Verdict // the sentence on top
	Count   // how many threads
	API     // the call that blocks
	Culprit // the own frame that made it
	Wait    // blocked threads and the frames that do the waiting
	Running // threads that run
	Calm    // threads that are well
	Bar     // lines drawn along frames that wait
	Label   // leaf, root, Fix
	Dim     // what may be skipped: ids, modules, folded runs
	Styles  // how many there are
)

// Bold reports the styles that stand out by weight, too.
func (s Style) Bold() bool {
	switch s {
	case Critical, Warning, Note, OK, Verdict, Count, API, Culprit:
		return true
	}
	return false
}

// Of is a piece of text in the style.
func (s Style) Of(text string) Span { return Span{Text: text, Style: s} }

// Span is a piece of a line in one style.
type Span struct {
	Text  string
	Style Style
	// Series is set where the text spells a chart, for those who can draw it.
	Series Series
	// Plot is set where the text stands for a row, one of so many, of what is to be drawn.
	Plot    *Plot
	Row, Of int
	// Link is an address that the text leads to, for those who can follow it; empty for none.
	// It is http or https and escaped.
	Link string
}

// Line is one line, from left to right.
type Line []Span

// Columns is the width of the line on a terminal.
func (l Line) Columns() int {
	n := 0
	for _, s := range l {
		n += Columns(s.Text)
	}
	return n
}

// Text is the line without its styles.
func (l Line) Text() string {
	text := ""
	for _, s := range l {
		text += s.Text
	}
	return text
}

// Sink takes finished lines, top to bottom. A line without spans is an empty one.
type Sink interface{ Line(Line) }

// Lines is a sink that keeps what it takes.
type Lines []Line

// Line adds a line.
func (l *Lines) Line(line Line) { *l = append(*l, line) }

// Trimmed is the lines without the empty ones at both ends.
func (l Lines) Trimmed() Lines {
	for len(l) > 0 && len(l[0]) == 0 {
		l = l[1:]
	}
	for len(l) > 0 && len(l[len(l)-1]) == 0 {
		l = l[:len(l)-1]
	}
	return l
}
