package parse

import (
	"bytes"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// dotnetReader reads dotnet-stack's text line by line, with the damage that people
// and programs do to it.
type dotnetReader struct {
	b      *builder
	cur    thread
	id     []byte // backs cur.id
	name   []byte // backs cur.name
	frames []frameNumber
	over   int     // frames beyond maxFrames
	broken wrapped // a frame of which more lines may come
	gap    bool    // an empty line stands behind what is there of it

	open        bool  // a thread is being read
	naked       bool  // its header has no parentheses: people write such lines above other stacks
	blank       bool  // a blank line stands behind its last line
	junk        int   // lines not understood since its last line
	maybeHeader bool  // one of them could be a damaged header
	closed      bool  // something stands behind its last line
	whole       bool  // its last line is a whole frame
	tail        part  // its last line
	stump       *part // the last line of the input, if it is the beginning of one
}

func (r *dotnetReader) line(l text.Line) bool {
	if len(l.Text) == 0 {
		r.emptyLine(l)
		return true
	}
	read := line.ReadDotnetStack(l.Text)
	l.Text = read.Text
	if r.continues(l, read.Kind) {
		return true
	}
	r.settle()
	switch read.Kind {
	case line.HeaderLine:
		r.header(l)
	case line.PseudoLine:
		r.pseudo(l)
	case line.FrameLine:
		r.frame(l, read.Located)
	case line.ElisionLine:
		r.b.problem(l.No, l.Text, "frames were left out here")
	default:
		return r.begins(l)
	}
	switch {
	case read.More:
		r.b.lost(l.No, l.Text, LostLine, lineBehindFrame)
	case read.Words:
		r.b.problem(l.No, l.Text, "text behind the frame ignored")
	}
	return true
}

// emptyLine ends a thread, but not a broken frame: in double-spaced text, its rest
// follows.
func (r *dotnetReader) emptyLine(l text.Line) {
	if l.Last && l.Width > 0 {
		return // the indentation of a line that was cut
	}
	if !r.broken.empty() {
		r.gap = true
		return
	}
	r.blank, r.closed = true, true
}

// skipped takes a line that nobody understood.
func (r *dotnetReader) skipped(l text.Line) {
	if l.Last && line.IsStump(l.Text, r.blank) {
		p := partOf(l)
		r.stump = &p
		return
	}
	r.junk++
	r.closed = true
	if bytes.Contains(l.Text, []byte("hread (")) || bytes.Contains(l.Text, []byte("(0x")) {
		r.maybeHeader = true
	}
	if !r.blank && r.open {
		return
	}
	switch r.junk {
	case 1:
		r.b.bound(line.HintBoundary, l.No)
	case 2:
		r.b.bound(line.WeakBoundary, l.No)
	}
}

// continues joins a line to the broken frame before it, if there is one and the
// result is a frame or can still become one.
func (r *dotnetReader) continues(l text.Line, kind line.LineKind) bool {
	if r.broken.empty() || kind == line.HeaderLine || kind == line.PseudoLine || kind == line.ElisionLine {
		return false
	}
	inModule := bytes.IndexByte(r.broken.text, '!') < 0
	if kind == line.FrameLine && !inModule && line.LikenessOf(l.Text) != line.OpenFrame {
		return false
	}
	if _, around := line.Around(l.Text); around && kind == line.OtherLine {
		return false
	}
	l.Text = bytes.TrimSuffix(l.Text, []byte(" |"))
	if bytes.HasSuffix(l.Text, []byte(")`")) {
		l.Text = l.Text[:len(l.Text)-1] // the end of code
	}
	switch r.broken.join(l) {
	case line.NotFrame:
		return false
	case line.WholeFrame:
		r.joined()
	}
	r.gap = false
	return true
}

// joined takes the broken frame, which is whole now.
func (r *dotnetReader) joined() {
	first, last := r.broken.parts[0], r.broken.parts[len(r.broken.parts)-1]
	l := text.Line{Text: r.broken.text, No: first.no, Last: last.last}
	r.b.noteWrap(l, first.width)
	r.broken.clear()
	r.put(l)
}

// begins takes a line that may be the first part of a frame broken within its module.
func (r *dotnetReader) begins(l text.Line) bool {
	if !r.open || !line.IsModuleStart(l.Text) && !(r.b.nearWidth(l.Width) && line.IsBrokenModule(l.Text)) {
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
	l := text.Line{Text: first.text, No: first.no, Width: first.width, Last: first.last}
	switch line.LikenessOf(first.text) {
	case line.NotFrame:
		r.b.skip(l, notUnderstood)
		r.skipped(l)
	case line.OpenFrame:
		r.put(l)
		if !first.last {
			r.b.lost(l.No, l.Text, LostLine, frameNotWhole)
		}
	default:
		r.put(l)
	}
	for _, p := range parts[1:] {
		l := text.Line{Text: p.text, No: p.no, Last: p.last}
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

func (r *dotnetReader) header(l text.Line) {
	h, _ := line.ParseHeader(l.Text)
	r.start(l.No, h)
	r.naked = h.Naked
	if h.Damaged {
		r.b.problem(l.No, l.Text, "damaged thread header")
	}
	r.tail = partOf(l)
}

// start ends the thread before and starts the next.
func (r *dotnetReader) start(no int, h line.Header) {
	r.flush(false)
	r.open, r.whole, r.naked = true, false, false
	r.id = append(r.id[:0], h.Id...)
	r.name = append(r.name[:0], h.Name...)
	r.frames, r.over = r.frames[:0], 0
	r.cur = thread{line: no}
	r.seen()
}

// headless starts a thread whose header is not in the input.
func (r *dotnetReader) headless(l text.Line) {
	first := r.b.threads == 0 && !r.open
	r.start(l.No, line.Header{})
	if first {
		r.b.cur.HeadMissing = true
		r.b.problem(l.No, l.Text, "frames without a thread header")
		return
	}
	r.b.lost(l.No, l.Text, LostThread, headerLost)
}

// seen notes that a line of the current thread was read.
func (r *dotnetReader) seen() {
	r.blank, r.closed, r.maybeHeader, r.junk = false, false, false, 0
}

func (r *dotnetReader) pseudo(l text.Line) {
	marker, _ := line.PseudoFrame(l.Text)
	lostHeader := len(r.frames) > 0 && (r.blank || r.junk > 0) && line.IsMarker(l.Text)
	if !r.open || lostHeader {
		r.headless(l)
	}
	if r.cur.marker == MarkerNone && len(r.frames) == 0 {
		r.cur.marker = marker
	} else if line.IsMarker(l.Text) {
		r.b.interleaving.markers++
	}
	r.seen()
	r.whole = false
	r.tail = partOf(l)
}

// frame takes a line that looks like a frame. One that is not closed may go on in the
// next line.
func (r *dotnetReader) frame(l text.Line, located bool) {
	if !r.open || r.blank && (r.maybeHeader || r.standsApart()) {
		r.headless(l)
	}
	if located || line.LikenessOf(l.Text) == line.WholeFrame || bytes.HasSuffix(l.Text, []byte("...")) {
		r.put(l)
		return
	}
	r.seen()
	r.broken.begin(l)
}

// standsApart says that words stand between what was read of the thread and the next
// frame, as people write them above each stack of several: the thread had no header
// either, or it ended in a root.
func (r *dotnetReader) standsApart() bool {
	if r.junk == 0 || len(r.frames) == 0 {
		return false
	}
	return len(r.id) == 0 && len(r.name) == 0 || r.b.isRoot(r.frames[len(r.frames)-1:])
}

// put appends a frame to the current thread.
func (r *dotnetReader) put(l text.Line) {
	n, ok := r.b.frame(l.Text)
	if !ok {
		r.b.skip(l, notUnderstood)
		return
	}
	if bytes.HasSuffix(l.Text, []byte("...")) {
		r.b.shortened.add(r.b.cur, l)
	}
	if bytes.IndexByte(l.Text, '\t') >= 0 {
		r.b.problem(l.No, l.Text, "a tab stands within the frame")
	}
	if r.blank && (len(r.frames) > 0 || r.cur.marker != MarkerNone) {
		r.b.gaps.add(r.b.cur, l)
	}
	if len(r.frames) < maxFrames {
		r.frames = append(r.frames, n)
	} else {
		r.over++
	}
	r.seen()
	r.whole = line.LikenessOf(l.Text) == line.WholeFrame
	r.tail = part{text: append(r.tail.text[:0], l.Text...), no: l.No, last: l.Last}
}

// flush hands the thread over. cut says that the end of the input cut it.
func (r *dotnetReader) flush(cut bool) {
	r.settle()
	if !r.open {
		return
	}
	r.open = false
	if r.idleThread() {
		r.b.setLabel(text.Line{Text: r.id, No: r.cur.line}, label{id: r.id})
		return
	}
	if r.over > 0 {
		r.b.problemf(r.cur.line, r.id, tooManyFrames, r.over)
	}
	r.cur.id, r.cur.name, r.cur.frames, r.cur.incomplete = r.id, r.name, r.frames, cut
	if len(r.frames) == 0 && r.cur.marker == MarkerNone && !cut {
		r.b.lost(r.cur.line, r.id, LostThread, noFrames)
		if !r.closed {
			r.b.interleaving.headers++
		}
	}
	r.b.addThread(r.cur)
}

// idleThread says that nothing is read of the first thread but a header that may be a
// label.
func (r *dotnetReader) idleThread() bool {
	return r.naked && len(r.b.cur.Threads) == 0 && len(r.frames) == 0 && r.cur.marker == MarkerNone && r.broken.empty()
}

func (r *dotnetReader) idle() bool { return r.open && r.idleThread() }

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
	if r.idleThread() {
		r.flush(false)
		return
	}
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
