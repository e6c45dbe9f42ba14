package parse

import (
	"bytes"

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
}

func readCopy(text []byte) copied {
	if mark, owner, sure := readStudioMark(text); mark != noMark {
		return copied{kind: copyMark, sure: sure, raw: text, mark: mark, owner: owner}
	}
	if c := studioThreadRow(text); c.kind != otherCopy {
		return c
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
	rider  bool // a thread of Rider, whose frames may have neither namespace nor module
	rooted bool // the last frame is where a thread begins
}

func (r *copyReader) line(l text.Line) bool {
	if len(l.Text) == 0 {
		r.blank = true
		return true
	}
	c := readCopy(l.Text)
	if c.kind == otherCopy && r.rider && r.open {
		c = riderShortFrame(l.Text)
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
	case c.kind == copyRow:
		r.begin(l.No, c.id, c.name)
	case !r.open || r.apart || r.blank && r.rooted && c.mark != markNote:
		r.begin(l.No, nil, nil)
	}
	r.blank = false
	r.take(l, c)
	return true
}

// labelled takes a label above the next stack.
func (r *copyReader) labelled(l text.Line) bool {
	name, ok := threadLabel(l.Text)
	if !ok {
		return false
	}
	r.flush()
	r.b.setLabel(l, name)
	return true
}

// take adds a frame or what a mark says to the thread.
func (r *copyReader) take(l text.Line, c copied) {
	r.rooted = false
	switch c.kind {
	case copyFrame, copyRow:
		if r.async || len(c.member) == 0 {
			return
		}
		f := r.b.moduleFrame(c.raw, c.module, plainWords(c.member))
		r.add(f)
		r.rooted = r.b.isRoot([]frameNumber{f})
	case copyNative:
		if len(r.frames) == 0 && !r.hidden {
			r.cur.marker = MarkerNative
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
	r.start(no, id, name)
	*r = copyReader{threadMaker: r.threadMaker}
}

func (r *copyReader) skipped(text.Line) { r.apart = true }

func (r *copyReader) end() { r.flush() }
