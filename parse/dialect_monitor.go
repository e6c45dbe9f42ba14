package parse

import (
	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// dotnetMonitor is the text of dotnet-monitor's /stacks and CollectStacks. Source:
// dotnet/dotnet-monitor TextStacksFormatter and NameFormatter.
var dotnetMonitor = &dialect{
	name:    "dotnet-monitor",
	whole:   true, // the profiler lists the threads of the runtime's own list
	anchors: []string{"thread: ("},
	claims: func(text []byte) bool {
		_, _, ok := line.MonitorHeader(text)
		return ok
	},
	fits: func(text []byte) bool {
		_, _, ok := line.MonitorHeader(text)
		return ok || isMonitorFrame(text)
	},
	open: func(b *builder) dialectReader {
		return &monitorReader{threadMaker: threadMaker{b: b}, marks: monitorMarks{b: b, from: len(b.done)}}
	},
}

func isMonitorFrame(text []byte) bool {
	return string(text) == line.MonitorNative || string(text) == line.MonitorUnknown ||
		line.LikenessOf(text) != line.NotFrame
}

type monitorReader struct {
	threadMaker
	marks  monitorMarks
	native bool // the current thread is in native code
	closed bool // a blank line stands behind the last line
	tail   part // the last line
}

func (r *monitorReader) line(l text.Line) bool {
	if len(l.Text) == 0 {
		r.closed = true
		return true
	}
	if id, name, ok := line.MonitorHeader(l.Text); ok {
		r.mark()
		r.start(l.No, id, name)
		r.native = false
		r.seen(l)
		return true
	}
	if !isMonitorFrame(l.Text) || line.DotnetHeader(l.Text) {
		return false
	}
	r.headless(l)
	r.seen(l)
	r.frame(l.Text)
	return true
}

func (r *monitorReader) frame(text []byte) {
	switch string(text) {
	case line.MonitorNative:
		r.native = r.native || len(r.frames) == 0
		return
	case line.MonitorUnknown:
		r.unresolved(text)
		return
	}
	if n, ok := r.b.frame(text); ok {
		r.add(n)
	}
}

// seen notes that a line of the current thread was read.
func (r *monitorReader) seen(l text.Line) {
	r.closed = false
	r.tail = partOf(l)
}

// mark sets the marker of the thread that is complete.
func (r *monitorReader) mark() {
	if r.open {
		r.cur.marker = r.marks.of(r.native)
	}
}

func (r *monitorReader) skipped(text.Line) { r.closed = true }

func (r *monitorReader) end() {
	r.mark()
	cut := r.open && r.tail.last && !r.closed && (len(r.frames) == 0 || !r.b.isRoot(r.frames))
	r.threadMaker.end(cut, r.tail)
	r.marks.settle()
}

// monitorMarks tells native from managed threads: dotnet-monitor prints a native frame
// on top of threads that wait or run in native code. Where no thread has one, somebody
// removed them, and nothing is known.
type monitorMarks struct {
	b      *builder
	from   int // the first snapshot that is concerned
	native bool
}

func (m *monitorMarks) of(native bool) Marker {
	if native {
		m.native = true
		return MarkerNative
	}
	return MarkerCPU
}

// settle takes the markers back if there is no native frame at all.
func (m *monitorMarks) settle() {
	if m.native {
		return
	}
	for _, s := range append(m.b.done[min(m.from, len(m.b.done)):], m.b.cur) {
		for i := range s.Threads {
			s.Threads[i].Marker = MarkerNone
		}
	}
}
