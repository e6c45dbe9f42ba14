package parse

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"unicode/utf8"
)

// findFold finds text in which a program broke all lines that were longer than a
// width, whatever stood in them.
func findFold(head []line) []repair {
	f := fold{width: wrapWidth(texts(head))}
	if f.width == 0 {
		return nil
	}
	f.start = startShape(head[0].text)
	f.indent = commonIndent(head, f.width)
	return []repair{{what: fmt.Sprintf("lines wrapped at %d columns joined", f.width), width: f.width, sure: true, wrap: f.undo}}
}

// wrapWidth finds the column at which a program broke all longer lines: no line is
// wider, a good part of them is as wide, and several different ones of these do not
// end as a frame does. It is 0 for other text.
func wrapWidth(head iter.Seq[[]byte]) int {
	const narrowest, widest, least = 30, 300, 3
	width, count, all := 0, 0, 0
	var cut [][]byte // different lines of the width
	for text := range head {
		text = bytes.TrimRight(text, "\r\n")
		n := utf8.RuneCount(text)
		if n > widest {
			return 0
		}
		if n > 0 {
			all++
		}
		if n > width {
			width, count, cut = n, 0, cut[:0]
		}
		if n == width {
			count++
		}
		if n == width && n > 0 && len(cut) < least && text[len(text)-1] != ')' && !hasBytes(cut, text) {
			cut = append(cut, text)
		}
	}
	if width < narrowest || len(cut) < least || count*10 < all {
		return 0
	}
	return width
}

func hasBytes(texts [][]byte, text []byte) bool {
	return slices.ContainsFunc(texts, func(t []byte) bool { return bytes.Equal(t, text) })
}

// commonIndent is the number of blanks in front of most lines that follow one of the
// width.
func commonIndent(head []line, width int) int {
	const deepest = 16
	var indents [deepest + 1]int
	all := 0
	for i := 1; i < len(head); i++ {
		if utf8.RuneCount(head[i-1].text) == width {
			all++
			indents[min(run(head[i].text, isBlankByte), deepest)]++
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
	indent int    // blanks in front of what was broken off
	start  string // how lines begin that were not broken off; empty where that says nothing
}

// undo joins each line of the full width with the next one.
func (f fold) undo(src lines) lines {
	u := &unfold{fold: f}
	return &each{src: src, split: u.line, flush: u.end}
}

type unfold struct {
	fold
	text []byte // what is joined so far
	no   int    // of its first line
	open bool   // the next line belongs to it
	rest bool   // a piece of it was given out
}

func (u *unfold) line(l line, emit func(line)) {
	text := l.text
	full := utf8.RuneCount(text) == u.width && !l.more && !l.rest
	if u.open && u.isStart(text) {
		u.give(line{}, emit)
	}
	switch {
	case !u.open:
		u.no = l.no
	default:
		text = text[min(run(text, isBlankByte), u.indent):]
	}
	u.text = append(u.text, text...)
	if full || l.more {
		u.open = true
		if len(u.text) >= maxLine {
			u.give(line{more: true}, emit)
		}
		return
	}
	u.give(line{last: l.last}, emit)
}

// isStart says whether a line behind one of the full width begins a line of its own.
func (u *unfold) isStart(text []byte) bool {
	rest := bytes.TrimLeft(text, " \t")
	if len(rest) == 0 || len(text)-len(rest) < u.indent {
		return true
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

func (u *unfold) give(l line, emit func(line)) {
	l.text, l.no, l.rest = u.text, u.no, u.rest
	u.text, u.rest = nil, l.more
	u.open = l.more
	emit(l)
}

func (u *unfold) end(emit func(line)) {
	if u.open {
		u.give(line{last: true}, emit)
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
		case isAlnum(c):
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
