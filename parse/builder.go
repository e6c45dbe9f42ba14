package parse

import (
	"bytes"
	"fmt"
	"slices"

	"stacktriage/frame"
	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// thread is a thread as a dialect reader hands it over.
type thread struct {
	id         []byte // as printed; empty where the dialect or the input has none
	name       []byte
	marker     Marker
	frames     []frameNumber // innermost first
	incomplete bool          // the end of the input cut the last frame
	owner      []byte        // of the lock that it waits for, where a tool says so
	ownerFrom  string        // which tool
	line       int           // of the header, or of the first frame
}

// builder collects the snapshots of one text. Dialect readers add to it.
type builder struct {
	*interner
	source Source // of the next snapshot
	whole  bool
	done   []*Snapshot
	cur    *Snapshot
	number int                 // of cur, among all of the interner
	ids    map[uint64]struct{} // of cur
	stacks []*distinct         // of cur

	located   map[string]int32 // index of each stack of snapshot locatedIn with source lines, by id
	locatedIn int
	met       [onceThreads]int // threads of cur up to the first of this kind; 0 without
	mains     int              // main threads in cur
	seams     []seam           // of cur
	// suspected are the threads of cur that stand in it twice, as was said.
	suspected traits
	pending   line.Boundary
	// pendingAt is the line of the pending boundary. A thread that began before it may
	// be handed over behind it.
	pendingAt    int
	held         *heldThread // a thread whose id was seen before
	lone         *loneThread // the snapshot before, if it ended because of its only thread's id
	sameID       []byte      // the id that all threads of cur have; nil if they differ
	threads      int         // of the whole text
	repairs      []string    // what was undone in the whole text
	stream       string      // as the snapshots' Stream
	width        int         // at which all longer lines were broken; 0 if they were not
	joined       occurrences // frames that were put together from broken lines
	uneven       bool        // some of them were not broken at width
	gaps         occurrences // empty lines within threads
	shortened    occurrences // frames that end in an ellipsis
	pasted       []*pasted   // what a debugger's blocks say beside the stacks
	waits        []wait      // what a tool says of single threads
	label        *pendingLabel
	times        []timedLine  // when something was, as lines between threads say
	interleaving interleaving // signs of two outputs written at once
}

// heldThread waits for its successor, which decides whether a new report began or
// the id is damaged.
type heldThread struct {
	thread thread
	stack  *distinct
}

func newBuilder(in *interner, source Source) *builder {
	b := &builder{interner: in, source: source}
	b.begin()
	return b
}

// begin starts an empty snapshot.
func (b *builder) begin() {
	b.cur = &Snapshot{Source: b.source, Whole: b.whole}
	b.ids = make(map[uint64]struct{})
	b.stacks, b.seams, b.met, b.mains = nil, nil, [onceThreads]int{}, 0
	b.suspected, b.lone, b.sameID = 0, nil, nil
	b.pending = line.NoBoundary
	b.snapshots++
	b.number = b.snapshots
}

// cut ends the snapshot, if it has threads, and starts the next.
func (b *builder) cut() {
	if len(b.cur.Threads) == 0 {
		b.pending = line.NoBoundary
		return
	}
	b.done = append(b.done, b.cur)
	b.begin()
}

// setDialect names the dialect of what follows. A change of dialect starts a new
// snapshot. whole says that the dialect lists every managed thread in the order of
// creation.
func (b *builder) setDialect(name string, whole bool) {
	b.release(nil)
	b.source.Dialect, b.whole = name, whole
	b.cut()
	b.cur.Source.Dialect, b.cur.Whole = name, whole
}

// frame returns the number of a frame line with a module; false if it is none.
func (b *builder) frame(text []byte) (frameNumber, bool) {
	if n, ok := b.known(text); ok {
		return n, true
	}
	f, ok := frame.Decode(string(text))
	if !ok {
		return 0, false
	}
	return b.add(f), true
}

// bareFrame returns the number of a frame that is printed without a module.
func (b *builder) bareFrame(text []byte) frameNumber {
	if n, ok := b.known(text); ok {
		return n
	}
	return b.add(frame.DecodeBare(string(text)))
}

// bound notes that a new report may begin behind a line.
func (b *builder) bound(kind line.Boundary, no int) {
	if kind >= b.pending && kind != line.NoBoundary {
		b.pending, b.pendingAt = kind, no
	}
}

// repair notes what was undone in the whole text.
func (b *builder) repair(what string) {
	const most = 20
	if len(b.repairs) < most && !slices.Contains(b.repairs, what) {
		b.repairs = append(b.repairs, what)
	}
}

// noteWrap notes that a frame was broken behind a line of this width.
func (b *builder) noteWrap(l text.Line, width int) {
	b.joined.add(b.cur, l)
	b.uneven = b.uneven || width != b.width
}

// nearWidth says whether a line is as wide as those that were broken, or somewhat
// less because its indentation was lost.
func (b *builder) nearWidth(width int) bool {
	const lost = 4
	return b.width > 0 && width <= b.width && width >= b.width-lost
}

// notUnderstood is the reason for skipping a line that no dialect knows.
const notUnderstood = "not understood"

// skip counts a line that was not understood.
func (b *builder) skip(l text.Line, reason string) {
	b.cur.SkippedLines++
	lost := b.cur.losses.skipped(l.Text)
	b.cur.addProblem(Problem{Line: l.No, Text: text.Excerpt(l.Text), Reason: reason, Lost: lost})
	if at, _, ok := line.TimeOf(l.Text); ok {
		b.noteTime(l.No, at)
	}
}

// problem notes what was lost or altered in a line that was understood.
func (b *builder) problem(no int, raw []byte, reason string) {
	b.lost(no, raw, LostNothing, reason)
}

// lost notes what was lost of a stack in a line that was understood.
func (b *builder) lost(no int, raw []byte, lost Loss, reason string) {
	b.cur.losses.add(lost, 1)
	b.cur.addProblem(Problem{Line: no, Text: text.Excerpt(raw), Reason: reason, Lost: lost})
}

func (b *builder) problemf(no int, text []byte, format string, args ...any) {
	b.problem(no, text, fmt.Sprintf(format, args...))
}

// addThread appends a thread to the snapshot it belongs to.
func (b *builder) addThread(t thread) {
	b.threads++
	frames := t.frames
	if b.full() {
		frames = nil
		b.problem(t.line, t.id, "stack not kept: too many distinct stacks")
	}
	d := b.stack(frames, t.incomplete)
	b.place(t, d)
}

// place decides which snapshot a thread belongs to.
func (b *builder) place(t thread, d *distinct) {
	number, numbered := line.ThreadNumber(t.id)
	if b.held != nil {
		_, repeated := b.ids[number]
		repeated = repeated && numbered
		b.release(&repeated)
	}
	if t.line == 0 || t.line > b.pendingAt {
		switch {
		case b.begins(d):
			b.cut()
		case b.pending != line.NoBoundary:
			b.noteSeam()
		}
		b.pending = line.NoBoundary
	}
	if b.repeats(t) {
		if first, _ := line.ThreadNumber([]byte(b.cur.ID(0))); first == number {
			b.beginAgain(t, d)
			return
		}
	}
	if d.traits&onlyOnce != 0 {
		b.meet(d.traits)
	}
	if b.repeats(t) {
		b.hold(t, d)
		return
	}
	b.put(t, d)
}

// repeats says that the current snapshot has a thread of the same id, where ids tell
// threads apart.
func (b *builder) repeats(t thread) bool {
	number, numbered := line.ThreadNumber(t.id)
	_, repeated := b.ids[number]
	return repeated && numbered && !(b.sameID != nil && bytes.Equal(b.sameID, t.id))
}

// begins decides whether a boundary in front of the thread is one between reports.
// Text of somebody else may stand inside of one report, too; there, the thread
// behind it does not look like the first of a report, which is the main thread.
func (b *builder) begins(d *distinct) bool {
	if len(b.cur.Threads) == 0 || b.pending == line.NoBoundary {
		return false
	}
	switch b.pending {
	case line.HardBoundary:
		return true
	case line.HintBoundary:
		return b.whole && d.traits&mainThread != 0
	}
	return isMainStack(d.stack) || !isMainStack(b.cur.Stacks[b.cur.Threads[0].Stack])
}

// isMainStack says whether the entry point is at the bottom of a stack.
func isMainStack(s Stack) bool {
	for i := len(s.Frames) - 1; i >= 0 && i >= len(s.Frames)-3; i-- {
		if s.Frames[i].Entry() != frame.NoEntry {
			return true
		}
	}
	return false
}

// hold keeps back a thread whose id repeats: one report never repeats an id, but one
// wrong digit can make an id look repeated.
func (b *builder) hold(t thread, d *distinct) {
	h := &heldThread{thread: t, stack: d}
	h.thread.id = append([]byte(nil), t.id...)
	h.thread.name = append([]byte(nil), t.name...)
	b.held = h
}

// release places the thread that was held back. repeated says whether its successor
// repeats an id as well; nil if there is no successor: one thread is no report.
func (b *builder) release(repeated *bool) {
	h := b.held
	if h == nil {
		return
	}
	b.held = nil
	if repeated != nil && *repeated {
		b.cut()
	} else {
		b.problem(h.thread.line, h.thread.id, "thread id occurs twice in one report")
	}
	b.put(h.thread, h.stack)
}

// put appends a thread to the current snapshot.
func (b *builder) put(t thread, d *distinct) {
	s := b.cur
	if d.snapshot != b.number {
		d.snapshot, d.index = b.number, b.indexOf(d)
	}
	if n, ok := line.ThreadNumber(t.id); ok {
		b.ids[n] = struct{}{}
	}
	if len(t.name) > 0 {
		s.setName(len(s.Threads), text.Excerpt(t.name))
	}
	if len(s.Threads) == 0 && t.line > 0 {
		s.firstLine = t.line
	}
	s.addThread(t.id, int(d.index), t.marker)
	if t.ownerFrom != "" {
		b.noteWait(t)
	}
	if d.traits != 0 {
		b.noteMet(d.traits)
	}
}

// indexOf gives a distinct stack its place in the current snapshot: that of the one from
// which it differs in source lines alone, else a new one.
func (b *builder) indexOf(d *distinct) int32 {
	s := b.cur
	index := int32(len(s.Stacks))
	if d.located {
		if b.locatedIn != b.number {
			b.located, b.locatedIn = map[string]int32{}, b.number
		}
		// The stacks behind a seam may have been taken back since.
		if i, ok := b.located[d.stack.ID]; ok && i < index && s.Stacks[i].ID == d.stack.ID {
			s.Stacks[i].addVariant(d.stack)
			return i
		}
		b.located[d.stack.ID] = index
	}
	s.Stacks = append(s.Stacks, d.stack)
	b.stacks = append(b.stacks, d)
	return index
}

// finish returns the snapshots that have threads, and says in each what was undone.
func (b *builder) finish() []*Snapshot {
	b.release(nil)
	b.dropLabel()
	snaps := b.collect()
	b.attachPasted(snaps)
	b.attachWaits()
	b.noteRegular()
	b.interleaving.note(snaps)
	b.setTaken(snaps)
	for _, s := range snaps {
		if readsRootFirst(s) {
			turnRound(s)
			b.repair("stacks listed from root to leaf turned round")
		}
		if s.Source.Dialect == clrstack.name && len(s.Threads) == 1 {
			// clrstack -all lists the finalizer's thread, too: a single one was asked for.
			s.Whole = s.Whole && isMainStack(s.Stacks[0])
		}
		noteDamage(s)
		s.Repairs, s.Stream = b.repairs, b.stream
	}
	return snaps
}

// noteRegular says what was undone so often that it is a matter of the whole text.
func (b *builder) noteRegular() {
	if b.joined.count > 0 && b.width > 0 && !b.uneven {
		b.repair(fmt.Sprintf("lines wrapped at %d columns joined", b.width))
	} else {
		b.joined.note(b, "the frame is broken over several lines", "%d broken frames joined")
	}
	b.shortened.note(b, "the frame was shortened", "%d frames were shortened before")
	b.gaps.note(b, "an empty line stands within the thread", "%d empty lines within threads ignored")
}

func (b *builder) collect() []*Snapshot {
	if len(b.cur.Threads) > 0 {
		b.done = append(b.done, b.cur)
		return b.done
	}
	if len(b.done) > 0 {
		b.done[len(b.done)-1].takeProblems(b.cur)
	}
	return b.done
}

// rootMethods are at the bottom of the stacks of threads that the runtime started.
var rootMethods = []string{
	"System.Threading.Thread.StartCallback",
	"System.Threading.ThreadHelper.ThreadStart",
	callEntryPoint,
}

// isRoot says whether the last of these frames can be the bottom of a whole stack: it
// is the bottom of another thread's stack, or one that is known.
func (b *builder) isRoot(frames []frameNumber) bool {
	root := b.frames[frames[len(frames)-1]]
	if isMainStack(Stack{Frames: []*frame.Frame{root}}) || slices.Contains(rootMethods, root.Full) {
		return true
	}
	for _, s := range b.cur.Stacks {
		if n := len(s.Frames); n > 0 && s.Frames[n-1] == root {
			return true
		}
	}
	return false
}

// truncated notes that the input ends in the middle of a thread. It is called when
// that thread was added.
func (b *builder) truncated(at part) {
	b.release(nil)
	b.cur.Truncated = true
	b.problem(at.no, at.text, "input ends in the middle of a thread")
}

// unreadable notes that the input could not be read to its end. last is the snapshot
// in which it broke off.
func unreadable(last *Snapshot, err error) {
	last.Truncated = true
	last.addProblem(Problem{Reason: "the input could not be read to its end: " + err.Error(), Lost: LostReport})
}
