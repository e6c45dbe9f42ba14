package parse

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// frameList is frames below each other, as debuggers of many names print them and people
// copy them: DebugDiag, mdbg, Managed Stack Explorer, what a program on ClrMD writes, SOS
// without its address columns, tables, and several stack traces below the names of
// threads. It is asked when no other dialect found a thread.
var frameList = &dialect{
	name:       "frame-list",
	labels:     true,
	claims:     func(text []byte) bool { _, ok := readListed(text); return ok },
	fits:       fitsList,
	suits:      isFrameList,
	lastResort: true,
	open:       func(b *builder) dialectReader { return &listReader{threadMaker: threadMaker{b: b}} },
}

// isFrameList says that a text is a list of frames of .NET: some of them stand below
// each other or below a label, and one of them is the platform's. One stack trace without
// a thread's label, or below what was thrown, is an exception's, see exceptionText; several that begin in
// waits, of nothing thrown, are threads'.
func isFrameList(head []byte) bool {
	if find(foreignTexts, head) != nil {
		return false
	}
	const fewestBare = 4
	var before, labelled, platform, rows, waits bool
	labels, bare, several, waiting := 0, 0, 1, 0
	for text := range bytes.Lines(head) {
		text, _ := line.TrimMarks(text)
		if len(text) == 0 {
			continue
		}
		l, ok := readListed(text)
		switch {
		case !ok:
			platform = platform || isOpenCall(text) && bytes.HasPrefix(memberOf(text), []byte("System."))
			_, isLabel := threadLabel(text)
			if _, thrown := line.ExceptionIn(text); thrown {
				several = 2
			}
			labelled = isLabel || labelled && !before
			before, bare = false, 0
			continue
		case l.bare:
			// Names below each other can be a list of anything: what is asked for is below.
			waits, before = waits || isWaitCall(l.member), true
			if bare++; waits && bare >= fewestBare {
				return true
			}
			continue
		case labelled && !before && l.trace:
			labels++
		case !before && l.trace && isWaitCall(l.member):
			waiting++
		}
		platform = platform || isPlatformFrame(l)
		rows = rows || before && !l.trace || l.internal
		before = true
	}
	return platform && (rows || labels >= several || waiting > 1 && several == 1)
}

// fitsList says that a line alone is one of a list of frames: stricter than the reader,
// because nothing around the line is known.
func fitsList(text []byte) bool {
	l, ok := readListed(text)
	return ok && !l.native && isPlatformFrame(l) && bytes.IndexByte(text, '(') > 0
}

// isPlatformFrame recognises a frame of the base library, or the runtime's own mark.
func isPlatformFrame(l listed) bool {
	for _, p := range [...]string{"System.", "Microsoft.", "Windows."} {
		if bytes.HasPrefix(l.member, []byte(p)) {
			return true
		}
	}
	return l.internal
}

// listReader reads a list of frames. A line of somebody else ends a thread.
type listReader struct {
	threadMaker
	broken  unfinished
	thrown  []byte // the first exception whose trace is read
	apart   bool   // text of somebody else stands behind the last frame
	blank   bool   // an empty line does
	section listSection
	column  int    // of the table that names the thread, from 1; 0 without one
	locked  bool   // it was said that the thread waits for a lock
	worker  bool   // it is one of the pool's
	owner   []byte // who holds that lock
}

// listSection is which of a thread's stacks is read: DebugDiag prints the managed
// frames, then the same thread's native ones with the managed among them.
type listSection uint8

const (
	anyStack listSection = iota
	managedStack
	repeatedStack
)

func (r *listReader) line(l text.Line) bool {
	if len(l.Text) == 0 {
		r.blank = true
		return true
	}
	l.Text = bytes.TrimSuffix(bytes.TrimSuffix(l.Text, []byte("$")), []byte("^M")) // cat -A
	if len(l.Text) == 0 {
		r.blank = true
		return true
	}
	if name, ok := threadLabel(l.Text); ok {
		r.finish()
		r.b.setLabel(l, name)
		r.section, r.locked, r.worker, r.owner = anyStack, false, false, nil
		if _, behind, ok := bytes.Cut(l.Text, []byte(": ")); ok {
			r.exception(behind)
		}
		return true
	}
	f, ok := readListed(l.Text)
	if !r.broken.empty() {
		if ok || r.broken.parts == mostParts {
			r.broken.giveUp(r.b)
		} else {
			l = r.broken.join(l)
			if f, ok = readListed(l.Text); !ok {
				return true
			}
			r.broken.clear()
		}
	}
	if ok {
		r.threadOfRow(l)
		r.frame(l, f)
		return true
	}
	if r.heading(l.Text) {
		return true
	}
	if isOpenCall(l.Text) && isCallHead(memberOf(l.Text)) {
		r.broken.begin(l)
		return true
	}
	if r.exception(l.Text) || isTraceRule(l.Text) {
		return true
	}
	return r.remark(l.Text)
}

// exception notes what was thrown: its traces say where threads were, not that they wait.
func (r *listReader) exception(text []byte) bool {
	exception, ok := line.ExceptionIn(text)
	if ok && len(r.thrown) == 0 {
		r.thrown = bytes.Clone(exception)
	}
	return ok
}

// frame adds a frame to the thread, or begins one.
func (r *listReader) frame(l text.Line, f listed) {
	if r.section == repeatedStack {
		return
	}
	if !r.open || r.apart || r.blank && len(r.frames) > 0 && (f.internal || r.b.isRoot(r.frames[len(r.frames)-1:])) {
		r.finish()
		r.start(l.No, nil, nil)
	}
	r.apart, r.blank = false, false
	if (f.internal || f.native) && !isGCMark(l.Text) {
		r.nativeCall(f.raw)
	}
	if f.unnamed {
		if n, ok := r.b.frame([]byte("?!?")); ok {
			r.add(n)
		}
		return
	}
	if len(f.member) == 0 || f.native {
		return
	}
	r.add(r.b.moduleFrame(f.raw, f.module, f.member))
}

// memberOf is the type and method of a line that begins with a frame.
func memberOf(text []byte) []byte {
	text = bytes.TrimPrefix(text[len(listFront().Find(text)):], []byte("at "))
	_, member := splitModule(text)
	return member
}

// heading takes the first row of a table, which may name a column for the thread.
func (r *listReader) heading(text []byte) bool {
	cells := cellsOf(withoutTags(text))
	if len(cells) < 2 || bytes.ContainsAny(text, "()") {
		return false
	}
	frame, column := false, 0
	for i, c := range cells {
		switch low := string(bytes.ToLower(c)); {
		case strings.Contains(low, "thread") || low == "tid" || low == "os id":
			column = i + 1
		case strings.Contains(low, "frame"), strings.Contains(low, "method"), strings.Contains(low, "function"),
			strings.Contains(low, "call"):
			frame = true
		}
	}
	if frame {
		r.column = column
	}
	return frame
}

// threadOfRow begins a thread where a row of a table names another one than the row
// before.
func (r *listReader) threadOfRow(l text.Line) {
	if r.column == 0 {
		return
	}
	cells := cellsOf(withoutTags(l.Text))
	if len(cells) < r.column {
		return
	}
	id := cells[r.column-1]
	if len(id) == 0 || r.open && bytes.Equal(id, r.id) {
		return
	}
	r.finish()
	r.start(l.No, id, nil)
	r.apart, r.blank = false, false
}

// isGCMark recognises marks that say nothing of where a thread is.
func isGCMark(text []byte) bool { return bytes.Contains(text, []byte("GCFrame")) }

// listRemarks are lines of DebugDiag and other debuggers between a thread's label and
// its frames, by their beginnings in lower case.
var listRemarks = []string{
	"entry point", "create time", "time spent in", "this thread is", "function", "source", "arg", "m-->u", "u-->m",
	"[internal frame", "native call stack", "back to top",
	"child sp", "call site", "thread state", "gc mode", "managed id", "stack trace", "stacktrace", "[frame:",
	"cpu time", "priority", "frame", "#", "call ", "callvirt ",
}

var ownedBy = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:owned|held) by thread\s+#?(0x[0-9a-f]+|\d+)`)
})

// remark takes a line between label and frames that is no frame.
func (r *listReader) remark(text []byte) bool {
	low := bytes.ToLower(text)
	switch {
	case bytes.HasPrefix(low, []byte(".net call stack")):
		r.section = managedStack
		return true
	case bytes.HasPrefix(low, []byte("full call stack")), bytes.HasPrefix(low, []byte("native call stack")),
		bytes.HasPrefix(low, []byte("call stack")):
		if r.section == managedStack && r.open && len(r.frames) > 0 {
			r.section = repeatedStack
		}
		return true
	}
	if bytes.Contains(low, []byte("waiting to enter a .net lock")) && !bytes.Contains(low, []byte("threads")) {
		r.locked = true
		if m := ownedBy().FindSubmatch(text); m != nil {
			r.owner = bytes.Clone(m[1])
		}
		return true
	}
	if isTableRule(text) {
		return true
	}
	if bytes.HasPrefix(low, []byte("entry point")) && bytes.Contains(low, []byte("threadpoolmgr::")) {
		r.worker = true
	}
	for _, p := range listRemarks {
		if bytes.HasPrefix(low, []byte(p)) {
			return true
		}
	}
	return false
}

// isTableRule recognises lines of a table that hold no cell.
func isTableRule(text []byte) bool {
	return len(bytes.Trim(text, "|-:+= ")) == 0 || text[0] == '<' && text[len(text)-1] == '>' &&
		bytes.IndexByte(text, '(') < 0
}

// finish hands over the thread that is open, with what was said of it.
func (r *listReader) finish() {
	r.broken.giveUp(r.b)
	if r.open && r.locked {
		r.cur.waitsFor(r.owner, "DebugDiag")
	}
	if number, ok := line.ThreadNumber(r.id); ok && r.open && r.worker {
		r.b.noteRole(number, "Threadpool Worker")
	}
	if r.open && len(r.frames) == 0 {
		r.open = false
		r.b.paste(pastedNative).native++
	}
	r.flush()
}

func (r *listReader) skipped(text.Line) { r.apart = true }

func (r *listReader) end() {
	r.finish()
	r.b.cur.Exception = text.ExcerptOf(r.thrown, maxException)
}
