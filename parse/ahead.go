package parse

import (
	"bytes"
	"iter"
	"slices"
)

// ahead is a source whose next lines can be looked at before they are read.
type ahead struct {
	src   lines
	queue []line
	at    int
}

// Bounds on what repairs are judged by.
const (
	headBytes = 64 << 10
	headLines = 1000
)

// peek returns the next lines, as many as repairs are judged by; long ones are cut.
func (a *ahead) peek() []line {
	size, n := 0, 0
	for size < headBytes && n < headLines {
		if a.at+n == len(a.queue) {
			l, ok := a.src.next()
			if !ok {
				break
			}
			a.push(l)
		}
		size += len(a.queue[a.at+n].text)
		n++
	}
	head := slices.Clone(a.queue[a.at : a.at+n])
	for i := range head {
		if len(head[i].text) > headBytes {
			head[i].text, head[i].more = head[i].text[:headBytes], true
		}
	}
	return head
}

// push puts a line behind those that are waiting.
func (a *ahead) push(l line) {
	l.text = bytes.Clone(l.text)
	a.queue = append(a.queue, l)
}

func (a *ahead) next() (line, bool) {
	if a.at == len(a.queue) {
		a.queue, a.at = a.queue[:0], 0
		return a.src.next()
	}
	l := a.queue[a.at]
	a.queue[a.at].text = nil
	a.at++
	return l, true
}

// sliceLines replays lines.
type sliceLines struct {
	head []line
	at   int
}

func (s *sliceLines) next() (line, bool) {
	if s.at == len(s.head) {
		return line{}, false
	}
	s.at++
	return s.head[s.at-1], true
}

// each is a source that turns each line of another into any number of lines.
type each struct {
	src   lines
	split func(l line, emit func(line))
	flush func(emit func(line)) // at the end of src; may be nil
	queue []line
	at    int
}

func (e *each) next() (line, bool) {
	for e.at == len(e.queue) {
		e.queue, e.at = e.queue[:0], 0
		l, ok := e.src.next()
		switch {
		case ok:
			e.split(l, e.emit)
		case e.flush == nil:
			return line{}, false
		default:
			e.flush(e.emit)
			e.flush = nil
		}
	}
	e.at++
	return e.queue[e.at-1], true
}

func (e *each) emit(l line) { e.queue = append(e.queue, l) }

// texts walks through the texts of lines.
func texts(head []line) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, l := range head {
			if !yield(l.text) {
				return
			}
		}
	}
}
