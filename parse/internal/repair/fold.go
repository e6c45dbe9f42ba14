package repair

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"unicode/utf8"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// findFold finds text in which a program broke all lines that were longer than a
// width, whatever stood in them.
func findFold(head []text.Line, _ line.Forms) []repair {
	var repairs []repair
	for _, f := range [...]fold{{width: WrapWidth(Shown(text.Texts(head)))}, {width: WrapWidth(counted(head)),
		hidden: true}} {
		if f.width == 0 || f.hidden && !hidesAny(head) {
			continue
		}
		f.start = startShape(head[0].Text)
		f.indent = f.commonIndent(head)
		repairs = append(repairs, repair{what: fmt.Sprintf("lines wrapped at %d columns joined", f.width), width: f.width,
			sure: true, wrap: f.undo})
	}
	return repairs
}

// hidesAny says whether terminal sequences were removed from any line.
func hidesAny(head []text.Line) bool {
	return slices.ContainsFunc(head, func(l text.Line) bool { return l.Hidden > 0 })
}

// WrapWidth finds the column at which a program broke all longer lines: no line is
// wider, a good part of them is as wide or none of these ends as a frame does, and
// several different ones do not. Lines that were filled up with blanks say nothing.
// It is 0 for other text.
func WrapWidth(head iter.Seq2[int, []byte]) int {
	const narrowest, widest, least = 30, 300, 3
	width, count, whole, all := 0, 0, 0, 0
	var cut [][]byte // different lines of the width
	for n, text := range head {
		if n > widest {
			return 0
		}
		if n > 0 {
			all++
		}
		if n > width {
			width, count, whole, cut = n, 0, 0, cut[:0]
		}
		if n < width || len(text) == 0 || isPadded(text) {
			continue
		}
		count++
		switch {
		case text[len(text)-1] == ')':
			whole++
		case len(cut) < least && !line.HasBytes(cut, text):
			cut = append(cut, text)
		}
	}
	if width < narrowest || len(cut) < least || count*10 < all && whole > 0 {
		return 0
	}
	return width
}

// isPadded says that a line was filled up with blanks: it was not broken.
func isPadded(text []byte) bool { return bytes.HasSuffix(text, []byte("  ")) }

// Shown walks through lines and their widths as they are seen.
func Shown(texts iter.Seq[[]byte]) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		for text := range texts {
			text = bytes.TrimRight(text, "\r\n")
			if !yield(utf8.RuneCount(text), text) {
				return
			}
		}
	}
}

// counted walks through lines and their widths with the terminal sequences that were
// removed.
func counted(head []text.Line) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		for _, l := range head {
			if !yield(utf8.RuneCount(l.Text)+l.Hidden, l.Text) {
				return
			}
		}
	}
}

// commonIndent is the number of blanks in front of most lines that follow one of the
// width.
func (f fold) commonIndent(head []text.Line) int {
	const deepest = 16
	var indents [deepest + 1]int
	all := 0
	for i := 1; i < len(head); i++ {
		if f.measure(head[i-1]) == f.width {
			all++
			indents[min(line.Run(head[i].Text, line.IsBlankByte), deepest)]++
		}
	}
	for indent, n := range indents {
		if n > all*3/5 {
			return indent
		}
	}
	return 0
}

// fold is what was done to the lines.
type fold struct {
	width  int
	hidden bool   // terminal sequences count for the width
	indent int    // blanks in front of what was broken off
	start  string // how lines begin that were not broken off; empty where that says nothing
}

// measure returns the width of a line as the program that broke it saw it.
func (f fold) measure(l text.Line) int {
	n := utf8.RuneCount(l.Text)
	if f.hidden {
		n += l.Hidden
	}
	return n
}

// undo joins each line of the full width with the next one.
func (f fold) undo(src text.Lines) text.Lines {
	u := &unfold{fold: f}
	return &text.Each{Src: src, Split: u.line, Flush: u.end}
}

type unfold struct {
	fold
	text []byte // what is joined so far
	no   int    // of its first line
	open bool   // the next line belongs to it
	rest bool   // a piece of it was given out
}

func (u *unfold) line(l text.Line, emit func(text.Line)) {
	added := l.Text
	full := u.measure(l) == u.width && !isPadded(added) && !l.More && !l.Rest
	if u.open && u.isStart(added) {
		u.give(text.Line{}, emit)
	}
	switch {
	case !u.open:
		u.no = l.No
	default:
		added = added[min(line.Run(added, line.IsBlankByte), u.indent):]
	}
	u.text = append(u.text, added...)
	if full || l.More {
		u.open = true
		if len(u.text) >= text.MaxLine {
			u.give(text.Line{More: true}, emit)
		}
		return
	}
	u.give(text.Line{Last: l.Last}, emit)
}

// isStart says whether a line behind one of the full width begins a line of its own.
func (u *unfold) isStart(text []byte) bool {
	rest := bytes.TrimLeft(text, " \t")
	if len(rest) == 0 || len(text)-len(rest) < u.indent {
		return true
	}
	if u.indent == 0 && len(text)-len(rest) == 2 && (line.IsAlnum(rest[0]) || rest[0] == '[') {
		return true // a frame; there are no two blanks within one
	}
	if u.start != "" && startShape(text) == u.start {
		return true
	}
	frame := bytes.TrimRight(u.text, " |\"'`,;")
	if !endsFrame(frame) {
		return false
	}
	return len(frame) < len(bytes.TrimRight(u.text, " ")) || bytes.IndexByte(behindFrames, rest[0]) < 0
}

// behindFrames are characters with which something goes on behind a whole frame: the
// end of a string, of a cell, of an element.
var behindFrames = []byte("\"'`|<&,;\\^[*")

// endsFrame says whether text ends in a closed parameter list.
func endsFrame(text []byte) bool {
	return bytes.HasSuffix(text, []byte(")")) && bytes.Count(text, []byte("(")) == bytes.Count(text, []byte(")"))
}

func (u *unfold) give(l text.Line, emit func(text.Line)) {
	l.Text, l.No, l.Rest = u.text, u.no, u.rest
	u.text, u.rest = nil, l.More
	u.open = l.More
	emit(l)
}

func (u *unfold) end(emit func(text.Line)) {
	if u.open {
		u.give(text.Line{Last: true}, emit)
	}
}

// startShape is what kinds of characters a line begins with, if that can tell it from
// what is broken off a line: a prefix with digits or marks.
func startShape(text []byte) string {
	const reach = 6
	if len(text) < reach {
		return ""
	}
	shape := make([]byte, reach)
	telling := false
	for i, c := range text[:reach] {
		switch {
		case c >= '0' && c <= '9':
			shape[i], telling = '9', true
		case line.IsAlnum(c):
			shape[i] = 'a'
		default:
			shape[i] = c
			telling = telling || bytes.IndexByte([]byte("[]|:/\"{<>"), c) >= 0
		}
	}
	if !telling {
		return ""
	}
	return string(shape)
}
