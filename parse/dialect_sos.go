package parse

import (
	"bytes"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

const clrstackName = "clrstack"

// clrstack is the output of the SOS commands that print stacks: clrstack of one thread
// or all, with variables (-a) or native frames (-f), under dotnet-dump, WinDbg and
// lldb; and what tools on ClrMD print in the same manner. Blocks of syncblk, threadpool
// and clrthreads in the same paste are read, too. Source: dotnet/diagnostics
// src/SOS/Strike/strike.cpp, ClrStackImpl.
var clrstack = &dialect{
	name:    clrstackName,
	anchors: []string{"os thread id: ", "thread - os "},
	claims:  opensClrstack,
	fits: func(text []byte) bool {
		_, row := sosRow(text)
		return row || opensClrstack(text)
	},
	ownFront: func(l text.Line) bool { return isArrow(l.Marks) },
	open: func(b *builder) dialectReader {
		return &sosReader{threadMaker: threadMaker{b: b}, blocks: sosBlocks{b: b}}
	},
}

// isArrow recognises the marks that SOS and parallelstacks print: "=>" in front of a
// delegate, "==>" in front of a total.
func isArrow(marks []byte) bool {
	switch string(bytes.TrimSpace(marks)) {
	case "=>", "==>":
		return true
	}
	return false
}

// opensClrstack recognises headers, blocks, and rows whose call site is a frame.
func opensClrstack(text []byte) bool {
	if len(text) == 0 {
		return false
	}
	if _, ok := sosHeader(text); ok || isSOSTable(text) || isBlockHeader(text) {
		return true
	}
	site, ok := sosRow(text)
	return ok && (isInternalFrame(site) || looksManaged(debuggerSymbol(site)) || isNativeSite(site)) || opensSession(text)
}

// sosThread is the header of a thread.
type sosThread struct {
	id      []byte
	indexed bool // with the debugger's index: one thread of many was asked for
}

// sosHeader reads "OS Thread Id: 0x1dc1d (20)" and "Thread - OS 00015910 - Managed 1:".
func sosHeader(text []byte) (sosThread, bool) {
	if rest, ok := bytes.CutPrefix(text, []byte("OS Thread Id: ")); ok {
		n := line.HexIDLength(rest)
		if n == 0 {
			return sosThread{}, false
		}
		return sosThread{id: rest[:n], indexed: n < len(rest)}, true
	}
	rest, ok := bytes.CutPrefix(text, []byte("Thread - OS "))
	if !ok {
		return sosThread{}, false
	}
	n := line.Run(rest, line.IsHexDigit)
	if n == 0 || !bytes.HasPrefix(rest[n:], []byte(" - Managed ")) {
		return sosThread{}, false
	}
	number, ok := line.ParseHex(rest[:n])
	return sosThread{id: []byte(line.HexID(number)), indexed: true}, ok
}

// isSOSTable recognises the head of a table of frames.
func isSOSTable(text []byte) bool {
	if !bytes.HasPrefix(text, []byte("Child")) {
		return false
	}
	words := bytes.Fields(text)
	return len(words) >= 4 && string(words[0]) == "Child" && string(words[1]) == "SP" &&
		string(words[len(words)-2]) == "Call" && string(words[len(words)-1]) == "Site"
}

type sosReader struct {
	threadMaker
	blocks sosBlocks
	headed bool // a thread's header was read
	walked bool // the debugger found a managed stack
	failed bool // the current lines say that it found none
	vars   bool // in the parameters and locals of a frame
	site   bool // the call site of the last row is in the next line
	last   []byte
	tail   part
	closed bool

	listing listing
	mixed   bool              // the listing has native frames, too: a thread without managed ones is native
	bare    bool              // the rows have no addresses
	broken  wrapped           // a row that goes on in the next line
	unread  *part             // the first row of the thread that could not be read
	stale   bool              // the innermost managed calls of a stale listing are read
	shown   map[string]string // the command that showed a thread
	command string
}

func (r *sosReader) line(l text.Line) bool {
	if len(l.Text) == 0 {
		return true
	}
	l.Text = bytes.TrimSuffix(l.Text, []byte("$")) // cat -A
	if r.joins(l) {
		return true
	}
	r.giveUp()
	switch {
	case r.site:
		r.site = false
		r.callSite(l, l.Text)
	case r.session(l):
		r.closed = true
		return true
	case r.header(l):
	case isSOSTable(l.Text):
		r.table(l)
	case r.listing == otherListing:
		r.closed = true
		return !line.BeginsThread(l.Text)
	case (r.blocks.block == pastedAsync || isAsyncTable(l.Text)) && r.blocks.line(l):
		r.closed = true
		return true
	case r.row(l):
	case r.variable(l.Text):
	case r.open && isStackWarning(l.Text):
	case r.open && isWalkError(l.Text):
		r.walkError(l)
	case r.blocks.line(l):
		r.closed = true
		return true
	case r.oddRow(l):
	default:
		return false
	}
	r.closed = false
	r.tail = partOf(l)
	return true
}

// header begins a thread.
func (r *sosReader) header(l text.Line) bool {
	h, ok := sosHeader(l.Text)
	if !ok {
		return false
	}
	r.finish()
	r.b.whole = !h.indexed // clrstack -all prints no index, and lists every thread
	if len(r.b.cur.Threads) == 0 {
		r.b.cur.Whole = r.b.whole
	}
	r.begin(l.No, h.id)
	r.headed = true
	r.listing = listingBehind(r.listing)
	return true
}

// label ends the thread where the rows of threads stand below labels, as tools on ClrMD
// print them.
func (r *sosReader) label() bool {
	if r.headed || r.listing != noListing {
		return false
	}
	r.finish()
	return true
}

// begin starts a thread.
func (r *sosReader) begin(no int, id []byte) {
	r.start(no, id, nil)
	r.blocks.block = 0
	r.walked, r.failed, r.mixed, r.bare, r.stale, r.unread = false, false, false, false, false, nil
}

// listingBehind is what follows the header of a thread.
func listingBehind(l listing) listing {
	if l == otherListing {
		return noListing
	}
	return l
}

// table takes the head of the table, which a thread's header precedes unless it was
// cut off.
func (r *sosReader) table(l text.Line) {
	if r.open && (r.walked || r.failed) {
		r.finish()
	}
	r.headless(l)
	r.walked, r.failed, r.vars = true, false, false
}

// headless begins a thread whose header is not in the input, unless one is open. A
// debugger's stack of the current thread has none.
func (r *sosReader) headless(l text.Line) {
	if r.open {
		return
	}
	if r.listing == noListing {
		r.threadMaker.headless(l)
		r.walked, r.failed, r.mixed, r.bare, r.stale, r.unread = false, false, false, false, false, nil
		return
	}
	r.begin(l.No, nil)
}

func (r *sosReader) row(l text.Line) bool {
	site, ok := r.siteOf(l.Text)
	if !ok {
		return false
	}
	r.headless(l)
	r.vars = false
	if isBrokenSite(site) && len(bytes.Trim(l.Text, "0 `\t")) > 0 {
		r.broken.begin(l)
		return true
	}
	if r.listing == staleListing && r.isStale(l, site) {
		return true
	}
	r.walked = r.walked || len(site) > 0
	if bytes.HasPrefix(site, []byte(sosWarning)) {
		r.site = true
		return true
	}
	r.callSite(l, site)
	return true
}

// sosWarning stands in front of the call site of dynamic methods, which is in the next
// line then.
const sosWarning = "SOS Warning:"

// callSite adds the frame of a row.
func (r *sosReader) callSite(l text.Line, site []byte) {
	switch kind, text := readCallSite(site); kind {
	case managedSite:
		r.frame(text)
	case stubSite:
		// A transition prints one method several times.
		r.nativeCall(nil)
		if !bytes.Equal(text, r.last) {
			r.frame(text)
		}
	case nativeSite:
		r.nativeCall(site)
	case unknownSite:
		r.last = r.last[:0]
		r.unresolved(text)
	case oddSite:
		r.unresolved(text)
		r.b.problem(l.No, l.Text, "call site not understood")
	}
}

// frame adds a managed frame, with a module or without.
func (r *sosReader) frame(text []byte) {
	r.last = append(r.last[:0], text...)
	if module, member, ok := line.CutModule(text); ok {
		r.add(r.b.moduleFrame(text, module, member))
		return
	}
	r.add(r.b.bareFrame(text))
}

// variable takes the lines of clrstack -a.
func (r *sosReader) variable(text []byte) bool {
	switch string(text) {
	case "PARAMETERS:", "LOCALS:":
		r.vars = true
		return true
	}
	return r.vars && (bytes.Contains(text, []byte(" = ")) || string(text) == "<no data>")
}

// walkErrors are the beginnings of what SOS prints when it cannot walk a stack.
var walkErrors = [][]byte{
	[]byte("Unable to walk the managed stack"), []byte("managed thread. You can run "), []byte("the process"),
	[]byte("Failed to start stack walk"), []byte("<failed>"), []byte("<interrupted>"), []byte("Stack Walk failed"),
	[]byte("GetFrameContext failed"), []byte("Failed to get "),
}

func isWalkError(text []byte) bool {
	for _, e := range walkErrors {
		if bytes.HasPrefix(text, e) {
			return true
		}
	}
	return false
}

// isStackWarning recognises what WinDbg says of a row below it.
func isStackWarning(text []byte) bool {
	return bytes.HasPrefix(text, []byte("WARNING: Frame IP not in ")) ||
		bytes.HasPrefix(text, []byte("WARNING: Stack unwind information not available"))
}

// walkError notes that the stack is not there or not whole.
func (r *sosReader) walkError(l text.Line) {
	if len(r.frames) > 0 {
		r.cur.incomplete = true
		r.b.problem(l.No, l.Text, "the debugger could not walk this stack to its end")
		return
	}
	r.failed = true
}

// finish hands over the thread that is open. Native threads have no managed stack;
// they are counted.
func (r *sosReader) finish() {
	r.giveUp()
	if !r.open {
		return
	}
	if len(r.frames) == 0 && (r.mixed || !r.walked && r.failed) {
		r.open = false
		if len(r.id) > 0 {
			r.b.paste(pastedNative).native++
		}
		return
	}
	if r.again() {
		r.open = false
		return
	}
	switch {
	case len(r.frames) > 0:
	case r.unread != nil:
		r.b.lost(r.unread.no, r.unread.text, LostThread, "the rows of this thread cannot be read")
		r.unresolved(r.unread.text)
	case !r.walked:
		r.b.lost(r.cur.line, r.id, LostThread, noFrames)
	}
	r.cur.incomplete = r.cur.incomplete || r.stale
	r.flush()
	r.last, r.vars, r.site = r.last[:0], false, false
}

func (r *sosReader) skipped(l text.Line) {
	if r.open && r.walked && !r.closed && r.unread == nil {
		p := partOf(l)
		r.unread = &p
	}
	r.closed, r.vars = true, false
}

func (r *sosReader) end() {
	r.giveUp()
	cut := r.open && !r.failed && r.tail.last && !r.closed && (len(r.frames) == 0 || !r.b.isRoot(r.frames))
	if cut {
		r.threadMaker.end(true, r.tail)
		return
	}
	r.finish()
}
