package parse

import "bytes"

// dotnetReader reads dotnet-stack's text line by line, with the damage that people
// and programs do to it.
type dotnetReader struct {
	b      *builder
	cur    thread
	id     []byte // backs cur.id
	name   []byte // backs cur.name
	frames []frameNumber
	broken wrapped // a frame of which more lines may come
	gap    bool    // an empty line stands behind what is there of it

	open   bool  // a thread is being read
	blank  bool  // a blank line stands behind its last line
	junk   int   // lines not understood since its last line
	threat bool  // one of them could be a damaged header
	closed bool  // something stands behind its last line
	whole  bool  // its last line is a whole frame
	tail   part  // its last line
	stump  *part // the last line of the input, if it is the beginning of one
}

func (r *dotnetReader) line(l line) bool {
	if len(l.text) == 0 {
		r.emptyLine(l)
		return true
	}
	read := readDotnetLine(l.text)
	l.text = read.text
	if r.continues(l, read.kind) {
		return true
	}
	r.settle()
	switch read.kind {
	case headerLine:
		r.header(l)
	case pseudoLine:
		r.pseudo(l)
	case frameLine:
		r.frame(l)
	case elisionLine:
		r.b.problem(l.no, l.text, "frames were left out here")
	default:
		return r.begins(l)
	}
	switch {
	case read.more:
		r.b.problem(l.no, l.text, lineBehindFrame)
	case read.words:
		r.b.problem(l.no, l.text, "text behind the frame ignored")
	}
	return true
}

// emptyLine ends a thread, but not a broken frame: in double-spaced text, its rest
// follows.
func (r *dotnetReader) emptyLine(l line) {
	if l.last && l.width > 0 {
		return // the indentation of a line that was cut
	}
	if !r.broken.empty() {
		r.gap = true
		return
	}
	r.blank, r.closed = true, true
}

// skipped takes a line that nobody understood.
func (r *dotnetReader) skipped(l line) {
	if l.last && isStump(l.text, r.blank) {
		p := partOf(l)
		r.stump = &p
		return
	}
	r.junk++
	r.closed = true
	if bytes.Contains(l.text, []byte("hread (")) || bytes.Contains(l.text, []byte("(0x")) {
		r.threat = true
	}
	if !r.blank && r.open {
		return
	}
	switch r.junk {
	case 1:
		r.b.bound(hintBoundary, l.no)
	case 2:
		r.b.bound(weakBoundary, l.no)
	}
}

// continues joins a line to the broken frame before it, if there is one and the
// result is a frame or can still become one.
func (r *dotnetReader) continues(l line, kind lineKind) bool {
	if r.broken.empty() || kind == headerLine || kind == pseudoLine || kind == elisionLine {
		return false
	}
	inModule := bytes.IndexByte(r.broken.text, '!') < 0
	if kind == frameLine && !inModule && frameLikeness(l.text) != openFrame {
		return false
	}
	if _, around := surroundings(l.text); around && kind == otherLine {
		return false
	}
	l.text = bytes.TrimSuffix(l.text, []byte(" |"))
	if bytes.HasSuffix(l.text, []byte(")`")) {
		l.text = l.text[:len(l.text)-1] // the end of code
	}
	switch r.broken.join(l) {
	case notFrame:
		return false
	case wholeFrame:
		r.joined()
	}
	r.gap = false
	return true
}

// joined takes the broken frame, which is whole now.
func (r *dotnetReader) joined() {
	first, last := r.broken.parts[0], r.broken.parts[len(r.broken.parts)-1]
	l := line{text: r.broken.text, no: first.no, last: last.last}
	r.b.noteWrap(l, first.width)
	r.broken.clear()
	r.put(l)
}

// begins takes a line that may be the first part of a frame broken within its module.
func (r *dotnetReader) begins(l line) bool {
	if !r.open || !isModuleStart(l.text) && !(r.b.nearWidth(l.width) && isBrokenModule(l.text)) {
		return false
	}
	r.broken.begin(l)
	return true
}

// settle gives up to wait for the rest of a broken frame: what looks like a frame is
// taken as one, all else is not understood.
func (r *dotnetReader) settle() {
	if r.broken.empty() {
		return
	}
	parts := r.broken.parts
	first := parts[0]
	r.broken.clear()
	defer r.closeGap()
	l := line{text: first.text, no: first.no, width: first.width, last: first.last}
	switch frameLikeness(first.text) {
	case notFrame:
		r.b.skip(l, notUnderstood)
		r.skipped(l)
	case openFrame:
		r.put(l)
		if !first.last {
			r.b.problem(l.no, l.text, frameNotWhole)
		}
	default:
		r.put(l)
	}
	for _, p := range parts[1:] {
		l := line{text: p.text, no: p.no, last: p.last}
		r.b.skip(l, notUnderstood)
		r.skipped(l)
	}
}

// closeGap takes an empty line that was held back.
func (r *dotnetReader) closeGap() {
	if r.gap {
		r.gap = false
		r.blank, r.closed = true, true
	}
}

func (r *dotnetReader) header(l line) {
	h, _ := parseHeader(l.text)
	r.start(l.no, h)
	if h.damaged {
		r.b.problem(l.no, l.text, "damaged thread header")
	}
	r.tail = partOf(l)
}

// start ends the thread before and starts the next.
func (r *dotnetReader) start(no int, h header) {
	r.flush(false)
	r.open, r.whole = true, false
	r.id = append(r.id[:0], h.id...)
	r.name = append(r.name[:0], h.name...)
	r.frames = r.frames[:0]
	r.cur = thread{line: no}
	r.seen()
}

// headless starts a thread whose header is not in the input.
func (r *dotnetReader) headless(l line) {
	first := r.b.threads == 0 && !r.open
	r.start(l.no, header{})
	if first {
		r.b.cur.HeadMissing = true
		r.b.problem(l.no, l.text, "frames without a thread header")
		return
	}
	r.b.problem(l.no, l.text, headerLost)
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
	} else if isMarker(l.text) {
		r.b.tangle.markers++
	}
	r.seen()
	r.whole = false
	r.tail = partOf(l)
}

// frame takes a line that looks like a frame. One that is not closed may go on in the
// next line.
func (r *dotnetReader) frame(l line) {
	if !r.open || r.blank && r.threat {
		r.headless(l)
	}
	if frameLikeness(l.text) == wholeFrame || bytes.HasSuffix(l.text, []byte("...")) {
		r.put(l)
		return
	}
	r.seen()
	r.broken.begin(l)
}

// put appends a frame to the current thread.
func (r *dotnetReader) put(l line) {
	n, ok := r.b.frame(l.text)
	if !ok {
		r.b.skip(l, notUnderstood)
		return
	}
	if bytes.HasSuffix(l.text, []byte("...")) {
		r.b.shortened.add(r.b.cur, l)
	}
	if bytes.IndexByte(l.text, '\t') >= 0 {
		r.b.problem(l.no, l.text, "a tab stands within the frame")
	}
	if r.blank && (len(r.frames) > 0 || r.cur.marker != MarkerNone) {
		r.b.gaps.add(r.b.cur, l)
	}
	r.frames = append(r.frames, n)
	r.seen()
	r.whole = frameLikeness(l.text) == wholeFrame
	r.tail = part{text: append(r.tail.text[:0], l.text...), no: l.no, last: l.last}
}

// flush hands the thread over. cut says that the end of the input cut it.
func (r *dotnetReader) flush(cut bool) {
	r.settle()
	if !r.open {
		return
	}
	r.open = false
	r.cur.id, r.cur.name, r.cur.frames, r.cur.incomplete = r.id, r.name, r.frames, cut
	if len(r.frames) == 0 && r.cur.marker == MarkerNone && !cut {
		r.b.problem(r.cur.line, r.id, noFrames)
		if !r.closed {
			r.b.tangle.headers++
		}
	}
	r.b.addThread(r.cur)
}

// take takes a thread that was read in one piece.
func (r *dotnetReader) take(t thread, d *distinct) {
	r.flush(false)
	r.b.threads++
	r.b.place(t, d)
	r.seen()
	r.blank, r.closed = true, true
}

func (r *dotnetReader) end() {
	waiting := !r.broken.empty()
	r.settle()
	cut := r.open && !r.closed && (r.stump != nil && !r.blank || waiting && !r.whole || r.cutShort())
	r.flush(cut)
	switch {
	case r.stump != nil:
		r.b.truncated(*r.stump)
	case cut:
		r.b.truncated(r.tail)
	}
}

// cutShort decides whether the end of the input cut the last thread. A report ends
// in a blank line, but copies of it often do not: a stack whose last frame is whole
// counts as cut only if no other thread ends in such a frame.
func (r *dotnetReader) cutShort() bool {
	if len(r.frames) == 0 || !r.whole {
		return true
	}
	return !r.b.isRoot(r.frames)
}

// isStump says whether the last line of the input, which has no line end, can be the
// beginning of a header, of a marker or of a frame.
func isStump(text []byte, afterBlank bool) bool {
	for _, whole := range [...]string{threadStart, "[Native Frames]", "CPU_TIME", dynamicModule} {
		if bytes.HasPrefix([]byte(whole), text) || bytes.HasPrefix(text, []byte(threadStart)) {
			return true
		}
	}
	text = bytes.TrimPrefix(text, []byte(dynamicModule))
	return !afterBlank && (isBrokenModule(text) && bytes.IndexByte(text, ' ') < 0 || len(text) > 0 && text[0] == '!')
}
