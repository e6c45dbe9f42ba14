package text

import (
	"bytes"
	"slices"
)

// Ahead is a source whose next lines can be looked at before they are read.
type Ahead struct {
	Src   Lines
	queue []Line
	at    int
}

// Bounds on what repairs are judged by.
const (
	headBytes = 64 << 10
	headLines = 1000
)

// Peek returns the next lines, as many as repairs are judged by; long ones are cut.
func (a *Ahead) Peek() []Line {
	size, n := 0, 0
	for size < headBytes && n < headLines {
		if a.at+n == len(a.queue) {
			l, ok := a.Src.Next()
			if !ok {
				break
			}
			a.Push(l)
		}
		size += len(a.queue[a.at+n].Text)
		n++
	}
	head := slices.Clone(a.queue[a.at : a.at+n])
	for i := range head {
		if len(head[i].Text) > headBytes {
			head[i].Text, head[i].More = head[i].Text[:headBytes], true
		}
	}
	return head
}

// Push puts a line behind those that are waiting.
func (a *Ahead) Push(l Line) {
	l.Text = bytes.Clone(l.Text)
	a.queue = append(a.queue, l)
}

func (a *Ahead) Next() (Line, bool) {
	if a.at == len(a.queue) {
		a.queue, a.at = a.queue[:0], 0
		return a.Src.Next()
	}
	l := a.queue[a.at]
	a.queue[a.at].Text = nil
	a.at++
	return l, true
}
