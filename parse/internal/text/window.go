package text

import (
	"errors"
	"io"
)

// Window is the part of a stream that is in memory.
type Window struct {
	r          io.Reader
	buf        []byte
	begin, end int
	Offset     int64 // of the first byte not skipped, in the stream
	eof        bool
	Err        error // why reading ended, if not at the end
	// fruitful says whether any thread was found so far; nil where that does not matter.
	Fruitful func() bool
	// Full says, as an error, that no more is to be read; nil where there is no bound.
	Full func() error
}

const windowSize = 256 << 10

// maxSearched bounds the text in which a thread is looked for; see givenUp.
const maxSearched = 64 << 20

// ErrSearched ends the reading of text in which no thread was found for so long.
var ErrSearched = errors.New("no thread recognised in a long text")

func NewWindow(r io.Reader) *Window { return NewWindowIn(r, nil) }

// NewWindowIn is NewWindow with the memory of a window that nobody uses any more.
func NewWindowIn(r io.Reader, memory []byte) *Window {
	if len(memory) != windowSize {
		memory = make([]byte, windowSize)
	}
	return &Window{r: r, buf: memory}
}

// Memory is what another window can use when this one is done with.
func (w *Window) Memory() []byte { return w.buf }

// Peek returns the beginning of what is in memory, as much as decisions are made by.
func (w *Window) Peek() []byte {
	const reach = 64 << 10
	for len(w.Bytes()) < reach && w.Fill() {
		// until enough is in memory
	}
	return w.Bytes()[:min(len(w.Bytes()), reach)]
}

// Bytes returns what is in memory and not skipped.
func (w *Window) Bytes() []byte { return w.buf[w.begin:w.end] }

func (w *Window) Skip(n int) {
	w.begin += n
	w.Offset += int64(n)
}

// atEOF says that nothing can follow what is in memory.
func (w *Window) atEOF() bool { return w.eof }

// givenUp says that so much was read without a thread in it that the rest is not
// read. A line takes as long as some bytes, however short it is, but an empty one.
func (w *Window) givenUp(lines int) bool {
	const lineBytes = 32
	if w.Fruitful == nil || w.Offset+lineBytes*int64(lines) <= maxSearched {
		return false
	}
	if w.Fruitful() {
		w.Fruitful = nil
		return false
	}
	w.begin, w.end = 0, 0
	w.eof, w.Err = true, ErrSearched
	return true
}

// Fill reads more of the stream behind what is in memory, and makes room for it. It
// reports false at the end of the stream.
func (w *Window) Fill() bool {
	if w.eof {
		return false
	}
	if w.givenUp(0) {
		return false
	}
	if w.Full != nil {
		if err := w.Full(); err != nil {
			w.eof, w.Err = true, err
			return false
		}
	}
	if w.begin > 0 {
		w.end = copy(w.buf, w.buf[w.begin:w.end])
		w.begin = 0
	}
	if w.end == len(w.buf) {
		w.buf = append(w.buf, make([]byte, len(w.buf))...)
	}
	for tries := 0; tries < 100; tries++ {
		n, err := w.r.Read(w.buf[w.end:])
		w.end += n
		if err != nil {
			w.eof = true
			if err != io.EOF {
				w.Err = err
			}
			return n > 0
		}
		if n > 0 {
			return true
		}
	}
	w.eof, w.Err = true, io.ErrNoProgress
	return false
}
