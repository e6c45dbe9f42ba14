package parse

import "bytes"

// dotnetStack is the text of "dotnet-stack report".
var dotnetStack = &dialect{
	name:    "dotnet-stack",
	whole:   true,
	anchors: []string{"Thread (0x"},
	claims: func(text []byte) bool {
		return dotnetLine(text) == headerLine || frameLikeness(text) == wholeFrame || isMarker(text)
	},
	fits: func(text []byte) bool {
		return dotnetLine(text) != otherLine
	},
	open: func(b *builder) dialectReader { return &dotnetReader{b: b} },
}

// lineKind is what a line of dotnet-stack's text is.
type lineKind uint8

const (
	otherLine lineKind = iota
	headerLine
	pseudoLine
	frameLine
	elisionLine
)

// dotnetLine classifies a line by its content; indentation is often lost.
func dotnetLine(text []byte) lineKind {
	if _, ok := pseudoFrame(text); ok {
		return pseudoLine
	}
	if frameLikeness(text) != notFrame {
		return frameLine
	}
	if _, ok := parseHeader(text); ok {
		return headerLine
	}
	if isElision(text) {
		return elisionLine
	}
	return otherLine
}

// isMarker recognises the words that stand only in front of a thread's frames.
func isMarker(text []byte) bool {
	m, ok := pseudoFrame(text)
	return ok && m != MarkerNone && text[len(text)-1] != 'e'
}

// isElision recognises a line that stands for frames that somebody left out.
func isElision(text []byte) bool {
	return bytes.HasPrefix(text, []byte("...")) || bytes.HasPrefix(text, []byte("…")) ||
		bytes.HasPrefix(text, []byte("[...")) || bytes.HasPrefix(text, []byte("(..."))
}

// dotnetReader reads dotnet-stack's text line by line, with the damage that people
// do to it.
type dotnetReader struct {
	b      *builder
	cur    thread
	id     []byte // backs cur.id
	name   []byte // backs cur.name
	frames []frameNumber

	open   bool // a thread is being read
	blank  bool // a blank line stands behind its last frame
	junk   int  // lines not understood since its last line
	threat bool // one of them could be a damaged header
	tail   line // the last frame line
	closed bool // something stands behind the last frame
}

func (r *dotnetReader) line(l line) bool {
	if len(l.text) == 0 {
		r.blank, r.closed = true, true
		return true
	}
	switch dotnetLine(l.text) {
	case headerLine:
		r.header(l)
	case pseudoLine:
		r.pseudo(l)
	case frameLine:
		r.frame(l)
	case elisionLine:
		r.b.problem(l.no, l.text, "frames were left out here")
	default:
		r.other(l)
		return false
	}
	return true
}

// other remembers a line that was not understood.
func (r *dotnetReader) other(l line) {
	r.junk++
	r.closed = true
	if bytes.Contains(l.text, []byte("hread")) || bytes.Contains(l.text, []byte("(0x")) {
		r.threat = true
	}
	if r.junk == 2 && (r.blank || !r.open) {
		r.b.bound(weakBoundary)
	}
}

func (r *dotnetReader) header(l line) {
	h, _ := parseHeader(l.text)
	r.start(l.no, h)
	if h.damaged {
		r.b.problem(l.no, l.text, "damaged thread header")
	}
	r.tail = l
	r.tail.text = nil
}

// start ends the thread before and starts the next.
func (r *dotnetReader) start(no int, h header) {
	r.flush(false)
	r.open = true
	r.id = append(r.id[:0], h.id...)
	r.name = append(r.name[:0], h.name...)
	r.frames = r.frames[:0]
	r.cur = thread{line: no}
	r.seen()
}

// headless starts a thread whose header is not in the input.
func (r *dotnetReader) headless(l line) {
	first := len(r.b.cur.Threads) == 0 && !r.open
	r.start(l.no, header{})
	if first {
		r.b.cur.HeadMissing = true
		r.b.problem(l.no, l.text, "frames without a thread header")
		return
	}
	r.b.problem(l.no, l.text, "the header of this thread cannot be read")
}

// seen notes that a line of the current thread was read.
func (r *dotnetReader) seen() {
	r.blank, r.closed, r.threat, r.junk = false, false, false, 0
}

func (r *dotnetReader) pseudo(l line) {
	marker, _ := pseudoFrame(l.text)
	lostHeader := len(r.frames) > 0 && (r.blank || r.junk > 0) && isMarker(l.text)
	if !r.open || lostHeader {
		r.headless(l)
	}
	if r.cur.marker == MarkerNone && len(r.frames) == 0 {
		r.cur.marker = marker
	}
	r.seen()
	r.tail = l
	r.tail.text = nil
}

func (r *dotnetReader) frame(l line) {
	if !r.open || r.blank && r.threat {
		r.headless(l)
	}
	n, ok := r.b.frame(l.text)
	if !ok {
		r.b.skip(l, "not understood")
		return
	}
	r.frames = append(r.frames, n)
	r.seen()
	r.tail = line{text: append(r.tail.text[:0], l.text...), no: l.no, last: l.last}
}

// flush hands the thread over. cut says that the end of the input cut it.
func (r *dotnetReader) flush(cut bool) {
	if !r.open {
		return
	}
	r.open = false
	r.cur.id, r.cur.name, r.cur.frames, r.cur.incomplete = r.id, r.name, r.frames, cut
	if len(r.frames) == 0 && r.cur.marker == MarkerNone && !cut {
		r.b.problem(r.cur.line, r.id, "thread without frames")
	}
	r.b.addThread(r.cur)
}

func (r *dotnetReader) end() {
	cut := r.open && r.cutShort()
	r.flush(cut)
	if cut {
		r.b.truncated(r.tail)
	}
}

// cutShort decides whether the end of the input cut the last thread. A report ends
// in a blank line, but copies of it often do not: a stack whose last frame is whole
// counts as cut only if no other thread ends in such a frame.
func (r *dotnetReader) cutShort() bool {
	if r.closed {
		return false
	}
	if len(r.frames) == 0 || r.tail.text == nil {
		return true
	}
	if frameLikeness(r.tail.text) != wholeFrame {
		return true
	}
	return !r.b.isRoot(r.frames)
}

// whole takes a thread that was read in one piece.
func (r *dotnetReader) whole(t thread, d *distinct) {
	r.flush(false)
	r.b.threads++
	r.b.place(t, d)
	r.seen()
	r.blank, r.closed = true, true
}
