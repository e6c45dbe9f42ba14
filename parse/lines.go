package parse

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

// maxLine bounds one line. What is longer is read in pieces; readers of text keep
// the first piece and count the rest.
const maxLine = 1 << 20

// line is one line of the input, without its end.
type line struct {
	text []byte // valid until the next call of next
	no   int    // number of the line in the input, from 1
	more bool   // the line goes on in the next piece
	rest bool   // this piece goes on with a line that began before
	last bool   // the input ends behind this line without a line end

	// What cleaning found, for the readers of dialects.
	marks []byte // quote marks, bullets and the like that stood in front
	width int    // characters of the line with its blanks, marks excluded
	// hidden counts the characters of terminal sequences that were removed: some
	// programs that break lines count them.
	hidden int
}

// lines is a source of lines. Cleaning steps are lines over lines.
type lines interface {
	// next returns the next line; false at the end of the input.
	next() (line, bool)
}

// lineReader splits a stream at LF, CRLF, CR CR LF and at a CR that stands alone.
type lineReader struct {
	in      *window
	no      int
	partial bool // the previous piece ended inside of a line
	// width is the column at which a program that did not know CR broke text whose
	// lines end in CR; 0 for other text. Its LFs end no lines.
	width int
	ends  string // the characters that end lines
}

func newLineReader(in *window) *lineReader {
	r := &lineReader{in: in, ends: "\r\n", width: widthOverCR(in.peek())}
	if r.width > 0 {
		r.ends = "\r"
	}
	return r
}

// widthOverCR recognises text whose lines end in CR and which has an LF at each column
// of a width nevertheless.
func widthOverCR(head []byte) int {
	const narrowest, least = 30, 3
	first := bytes.IndexByte(head, '\n')
	if first < narrowest || bytes.Count(head, []byte("\r")) <= bytes.Count(head, []byte("\r\n"))+least {
		return 0
	}
	width, n := utf8.RuneCount(head[:first]), 0
	for rest := head; ; n++ {
		end := bytes.IndexByte(rest, '\n')
		if end < 0 {
			break
		}
		if utf8.RuneCount(rest[:end]) != width {
			return 0
		}
		rest = rest[end+1:]
	}
	if n < least {
		return 0
	}
	return width
}

func (r *lineReader) next() (line, bool) {
	if r.in.givenUp(r.no) {
		return line{}, false
	}
	at, size := r.end()
	rest := r.in.bytes()
	if at < 0 && len(rest) == 0 {
		return line{}, false
	}
	if !r.partial {
		r.no++
	}
	l := line{no: r.no, rest: r.partial}
	switch {
	case at >= 0:
		l.text, r.partial = rest[:at], false
		r.in.skip(at + size)
	case r.in.atEOF() && len(rest) <= maxLine:
		l.text, l.last, r.partial = bytes.TrimRight(rest, "\r"), true, false
		r.in.skip(len(rest))
	default:
		l.text, l.more, r.partial = rest[:maxLine], true, true
		r.in.skip(maxLine)
	}
	if r.width > 0 {
		l.text = bytes.ReplaceAll(l.text, []byte("\n"), nil)
	}
	return l, true
}

// end finds the end of the line that begins at the window: where its text ends and
// how many bytes the line end takes. It reports -1 where none is within reach.
func (r *lineReader) end() (at, size int) {
	for from := 0; ; {
		buf := r.in.bytes()
		i := bytes.IndexAny(buf[from:], r.ends)
		if i < 0 {
			from = len(buf)
			if len(buf) > maxLine || !r.in.fill() {
				return -1, 0
			}
			continue
		}
		at = from + i
		if at > maxLine {
			return -1, 0
		}
		if buf[at] == '\n' {
			return at, 1
		}
		if n, ok := r.carriageReturns(at); ok {
			return at, n
		}
		from = 0 // the window moved
		if r.in.atEOF() {
			return at, 1
		}
	}
}

// carriageReturns measures the line end that begins with the CR at position at:
// CRs in front of an LF are one line end, any other CR is one of its own. It reports
// false when the input ends before that is known.
func (r *lineReader) carriageReturns(at int) (int, bool) {
	if r.width > 0 {
		return 1, true
	}
	buf := r.in.bytes()
	for i := at; ; i++ {
		for i >= len(buf) {
			if i-at > 16 || !r.in.fill() {
				return 1, r.in.atEOF()
			}
			buf = r.in.bytes()
		}
		switch {
		case buf[i] == '\n':
			return i - at + 1, true
		case buf[i] != '\r' || i-at > 16:
			return 1, true
		}
	}
}

// window is the part of a stream that is in memory.
type window struct {
	r          io.Reader
	buf        []byte
	begin, end int
	offset     int64 // of the first byte not skipped, in the stream
	eof        bool
	err        error // why reading ended, if not at the end
	// fruitful says whether any thread was found so far; nil where that does not matter.
	fruitful func() bool
}

const windowSize = 256 << 10

// maxSearched bounds the text in which a thread is looked for; see givenUp.
const maxSearched = 64 << 20

// errSearched ends the reading of text in which no thread was found for so long.
var errSearched = errors.New("no thread recognised in a long text")

func newWindow(r io.Reader) *window {
	return &window{r: r, buf: make([]byte, windowSize)}
}

// peek returns the beginning of what is in memory, as much as decisions are made by.
func (w *window) peek() []byte {
	const reach = 64 << 10
	for len(w.bytes()) < reach && w.fill() {
		// until enough is in memory
	}
	return w.bytes()[:min(len(w.bytes()), reach)]
}

// bytes returns what is in memory and not skipped.
func (w *window) bytes() []byte { return w.buf[w.begin:w.end] }

func (w *window) skip(n int) {
	w.begin += n
	w.offset += int64(n)
}

// atEOF says that nothing can follow what is in memory.
func (w *window) atEOF() bool { return w.eof }

// givenUp says that so much was read without a thread in it that the rest is not
// read. A line takes as long as some bytes, however short it is.
func (w *window) givenUp(lines int) bool {
	const lineBytes = 32
	if w.fruitful == nil || w.offset+lineBytes*int64(lines) <= maxSearched {
		return false
	}
	if w.fruitful() {
		w.fruitful = nil
		return false
	}
	w.begin, w.end = 0, 0
	w.eof, w.err = true, errSearched
	return true
}

// fill reads more of the stream behind what is in memory, and makes room for it. It
// reports false at the end of the stream.
func (w *window) fill() bool {
	if w.eof {
		return false
	}
	if w.givenUp(0) {
		return false
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
				w.err = err
			}
			return n > 0
		}
		if n > 0 {
			return true
		}
	}
	w.eof, w.err = true, io.ErrNoProgress
	return false
}
