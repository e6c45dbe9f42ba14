package parse

import (
	"bytes"
	"slices"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// callStackCopy is what the call stack windows of Visual Studio and Rider put on the
// clipboard: a thread's frames in the words of C#, or several threads' below labels.
//
//	>	App.dll!App.Program.Load(int id) Line 139	C#
//	 	[Managed to Native Transition]
//	 	System.Private.CoreLib.dll!System.Threading.Monitor.Wait(object obj, int millisecondsTimeout)	Unknown
//
//	.NET TP Worker @3993196
//	  Monitor.Wait() in System.Threading, System.Private.CoreLib.dll
var callStackCopy = &dialect{
	name:     "callstack-copy",
	weak:     true,
	labels:   true,
	claims:   opensCopy,
	fits:     opensCopy,
	ownFront: func(l text.Line) bool { return len(l.Marks) == 0 || string(bytes.TrimSpace(l.Marks)) == ">" },
	open:     func(b *builder) dialectReader { return &copyReader{threadMaker: threadMaker{b: b}} },
}

func opensCopy(text []byte) bool {
	c := readCopy(text)
	return c.kind != otherCopy && (c.sure || c.kind == copyHeader)
}

// copyKind is what a line of a copied call stack is.
type copyKind uint8

const (
	otherCopy copyKind = iota
	copyFrame
	copyNative  // a native frame
	copyMark    // a line in brackets
	copyHeader  // Rider's line in front of a thread
	copyRow     // a row of the Threads window
	copyHeading // the heading of that window's rows
	copyGroup   // how many threads a stack of the Parallel Stacks window has
)

// copied is a line of a copied call stack.
type copied struct {
	kind           copyKind
	sure           bool // no other dialect prints it
	raw            []byte
	module, member []byte
	id, name       []byte // of a header or row
	mark           studioMark
	owner          []byte // of the lock that a mark names
	source         bool   // the frame has a source line
	threads        int    // of a group
}

func readCopy(text []byte) copied {
	if mark, owner, sure := readStudioMark(text); mark != noMark {
		return copied{kind: copyMark, sure: sure, raw: text, mark: mark, owner: owner}
	}
	if c := studioThreadRow(text); c.kind != otherCopy {
		return c
	}
	if n, ok := studioGroup(text); ok {
		return copied{kind: copyGroup, sure: true, threads: n}
	}
	if c := studioFrame(withoutInlineMark(text)); c.kind != otherCopy {
		return c
	}
	return riderLine(text)
}

type copyReader struct {
	threadMaker
	async  bool // the rest awaits
	hidden bool // frames were hidden, and that was said
	apart  bool // text of somebody else stands behind the last frame
	blank  bool // an empty line does
	broken unfinished
	row    bool // it began with a row of the Threads window
	rider  bool // a thread of Rider, whose frames may have neither namespace nor module
	group  int  // how many threads have the stack; 0 where it is one's
	rooted bool // the last frame is where a thread begins
}

func (r *copyReader) line(l text.Line) bool {
	if len(l.Text) == 0 {
		r.blank = true
		return true
	}
	c := readCopy(l.Text)
	if l, c = r.joined(l, c); c.kind == otherCopy && !r.broken.empty() {
		return true
	}
	switch {
	case c.kind != otherCopy || !r.open:
	case r.rider:
		c = riderShortFrame(l.Text)
	case r.group > 0:
		c = studioGroupFrame(l.Text)
	}
	if c.kind == otherCopy || c.kind == copyMark && !c.sure && (!r.open || r.apart) {
		return r.labelled(l)
	}
	switch {
	case c.kind == copyHeader:
		r.begin(l.No, c.id, c.name)
		r.rider = true
		return true
	case c.kind == copyHeading:
		return true
	case c.kind == copyGroup:
		r.begin(l.No, nil, nil)
		r.group = c.threads
		return true
	case c.kind == copyRow:
		r.begin(l.No, c.id, c.name)
		r.row = true
	case !r.open || r.apart || r.blank && r.rooted && c.mark != markNote:
		r.begin(l.No, nil, nil)
	}
	r.blank = false
	r.take(l, c)
	return true
}

// joined puts a frame together that was broken over several lines. It returns the line
// to be read; the frame may go on in the next one.
func (r *copyReader) joined(l text.Line, c copied) (text.Line, copied) {
	if !r.broken.empty() {
		if _, isLabel := threadLabel(l.Text); isLabel || c.kind != otherCopy || r.broken.parts == mostParts {
			r.broken.giveUp(r.b)
			return l, c
		}
		l = r.broken.join(l)
		if c = readCopy(l.Text); c.kind != otherCopy {
			r.broken.clear()
		}
		return l, c
	}
	if c.kind != otherCopy || !isOpenCall(l.Text) {
		return l, c
	}
	if module, _, ok := line.CutModule(l.Text); ok && isModuleFile(module) {
		r.broken.begin(l)
	}
	return l, c
}

// isRest recognises the columns of a frame that was broken behind its parameters.
func (r *copyReader) isRest(text []byte) bool {
	if !r.open || r.apart {
		return false
	}
	digits := line.Run(text, func(c byte) bool { return c >= '0' && c <= '9' })
	if rest := string(bytes.TrimSpace(text[digits:])); len(text) < 80 && slices.Contains(studioLanguages, rest) {
		return true
	}
	columns, ok := readStudioColumns(append([]byte(" "), text...))
	return ok && columns.source
}

// labelled takes a label above the next stack.
func (r *copyReader) labelled(l text.Line) bool {
	name, ok := threadLabel(l.Text)
	if !ok {
		return r.isRest(l.Text)
	}
	r.finish()
	r.b.setLabel(l, name)
	return true
}

// take adds a frame or what a mark says to the thread.
func (r *copyReader) take(l text.Line, c copied) {
	r.rooted = false
	switch c.kind {
	case copyFrame, copyRow:
		if c.mark != noMark {
			r.mark(l, c)
		}
		if r.async || len(c.member) == 0 {
			return
		}
		f := r.b.moduleFrame(c.raw, c.module, plainWords(c.member))
		r.add(f)
		r.rooted = r.b.isRoot([]frameNumber{f})
	case copyNative:
		if !r.hidden {
			r.nativeCall(c.member)
		}
		r.rooted = bytes.Contains(c.member, []byte("ThreadStart")) || bytes.Contains(c.member, []byte("BaseThreadInitThunk"))
	case copyMark:
		r.mark(l, c)
	}
}

// mark takes a line in brackets.
func (r *copyReader) mark(l text.Line, c copied) {
	switch c.mark {
	case markToNative:
		if len(r.frames) == 0 && !r.hidden {
			r.cur.marker = MarkerNative
		}
	case markExternal:
		if !r.hidden {
			r.b.problem(l.No, l.Text, "frames were left out here")
		}
		r.hidden = true
		r.rooted = len(r.frames) > 0
	case markDeadlock:
		if r.cur.ownerFrom == "" {
			r.cur.waitsFor(nil, "Visual Studio")
		}
	case markLock:
		r.cur.waitsFor(c.owner, "Visual Studio")
	case markAsync:
		if !r.async {
			r.b.problem(l.No, l.Text, "what follows awaits and is on no thread")
		}
		r.async = true
	}
}

func (r *copyReader) begin(no int, id, name []byte) {
	r.finish()
	r.start(no, id, name)
	*r = copyReader{threadMaker: r.threadMaker}
}

func (r *copyReader) skipped(text.Line) { r.apart = true }

// finish hands over the thread that is open, or all that have its stack. A row of the
// Threads window may say nothing of where its thread is.
func (r *copyReader) finish() {
	r.broken.giveUp(r.b)
	if r.open && r.row && len(r.frames) == 0 && r.cur.ownerFrom == "" {
		r.open = false
		r.b.paste(pastedNative).native++
		return
	}
	for range min(r.group, maxTreeThreads) - 1 {
		if r.open && len(r.frames) > 0 {
			r.flush()
			r.open = true
		}
	}
	r.flush()
}

func (r *copyReader) end() { r.finish() }
