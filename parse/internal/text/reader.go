package text

import (
	"bytes"
	"unicode/utf8"
)

// Reader splits a stream at LF, CRLF, CR CR LF and at a CR that stands alone.
type Reader struct {
	in      *Window
	No      int
	filled  int  // lines that are not empty
	blank   int  // empty lines since the last of those
	partial bool // the previous piece ended inside of a line
	// width is the column at which a program that did not know CR broke text whose
	// lines end in CR; 0 for other text. Its LFs end no lines.
	Width int
	ends  string // the characters that end lines
}

func NewReader(in *Window) *Reader {
	r := &Reader{in: in, ends: "\r\n", Width: widthOverCR(in.Peek())}
	if r.Width > 0 {
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

func (r *Reader) Next() (Line, bool) {
	if r.in.givenUp(r.filled) {
		return Line{}, false
	}
	at, size := r.end()
	rest := r.in.Bytes()
	if at < 0 && len(rest) == 0 {
		return Line{}, false
	}
	if !r.partial {
		r.No++
	}
	if at != 0 {
		r.filled++
		r.blank = 0
	} else if r.blank++; r.blank > mostBlank {
		r.skipBlank()
	}
	l := Line{No: r.No, Rest: r.partial}
	switch {
	case at >= 0:
		l.Text, r.partial = rest[:at], false
		r.in.Skip(at + size)
	case r.in.atEOF() && len(rest) <= MaxLine:
		l.Text, l.Last, r.partial = bytes.TrimRight(rest, "\r"), true, false
		r.in.Skip(len(rest))
	default:
		l.Text, l.More, r.partial = rest[:MaxLine], true, true
		r.in.Skip(MaxLine)
	}
	if r.Width > 0 {
		l.Text = bytes.ReplaceAll(l.Text, []byte("\n"), nil)
	}
	return l, true
}

// mostBlank is how many empty lines behind each other are handed out: millions would say
// no more.
const mostBlank = 1000

// skipBlank counts the empty lines in front of the one that was found last.
func (r *Reader) skipBlank() {
	buf := r.in.Bytes()
	n := len(buf) - len(bytes.TrimLeft(buf, "\n"))
	if n > 1 {
		r.No += n - 1
		r.in.Skip(n - 1)
	}
}

// end finds the end of the line that begins at the window: where its text ends and
// how many bytes the line end takes. It reports -1 where none is within reach.
func (r *Reader) end() (at, size int) {
	for from := 0; ; {
		buf := r.in.Bytes()
		i := bytes.IndexAny(buf[from:], r.ends)
		if i < 0 {
			from = len(buf)
			if len(buf) > MaxLine || !r.in.Fill() {
				return -1, 0
			}
			continue
		}
		at = from + i
		if at > MaxLine {
			return -1, 0
		}
		if buf[at] == '\n' {
			return at, 1
		}
		return at, r.carriageReturns(at)
	}
}

// carriageReturns measures the line end that begins with the CR at position at: CRs in
// front of an LF are one line end, any other CR is one of its own.
func (r *Reader) carriageReturns(at int) int {
	const most = 16
	if r.Width > 0 {
		return 1
	}
	for i := at; i-at <= most; i++ {
		for i >= len(r.in.Bytes()) {
			if !r.in.Fill() {
				return 1
			}
		}
		switch r.in.Bytes()[i] {
		case '\n':
			return i - at + 1
		case '\r':
		default:
			return 1
		}
	}
	return 1
}
