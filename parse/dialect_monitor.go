package parse

import "bytes"

// dotnetMonitor is the text of dotnet-monitor's /stacks and CollectStacks. Source:
// dotnet/dotnet-monitor TextStacksFormatter and NameFormatter.
var dotnetMonitor = &dialect{
	name:    "dotnet-monitor",
	whole:   true, // the profiler lists the threads of the runtime's own list
	anchors: []string{"thread: ("},
	claims: func(text []byte) bool {
		_, _, ok := monitorHeader(text)
		return ok
	},
	fits: func(text []byte) bool {
		_, _, ok := monitorHeader(text)
		return ok || isMonitorFrame(text)
	},
	open: func(b *builder) dialectReader {
		return &monitorReader{threadMaker: threadMaker{b: b}, marks: monitorMarks{b: b, from: len(b.done)}}
	},
}

// monitorHeader reads "Thread: (0x68C0) .NET TP Worker". dotnet-stack's header has
// its colon at the end.
func monitorHeader(text []byte) (id, name []byte, ok bool) {
	rest, ok := bytes.CutPrefix(text, []byte("Thread: ("))
	if !ok {
		return nil, nil, false
	}
	n := hexIDLength(rest)
	if n == 0 || n == len(rest) || rest[n] != ')' {
		return nil, nil, false
	}
	id, name = rest[:n], rest[n+1:]
	if string(name) == ":" {
		return nil, nil, false
	}
	return id, bytes.TrimSpace(name), true
}

// What dotnet-monitor prints for frames that it has no name of.
const (
	monitorNative  = "[NativeFrame]"
	monitorUnknown = "UnknownFunction"
)

func isMonitorFrame(text []byte) bool {
	return string(text) == monitorNative || string(text) == monitorUnknown || frameLikeness(text) != notFrame
}

type monitorReader struct {
	threadMaker
	marks  monitorMarks
	native bool // the current thread is in native code
	closed bool // a blank line stands behind the last line
	tail   part // the last line
}

func (r *monitorReader) line(l line) bool {
	if len(l.text) == 0 {
		r.closed = true
		return true
	}
	if id, name, ok := monitorHeader(l.text); ok {
		r.mark()
		r.start(l.no, id, name)
		r.native = false
		r.seen(l)
		return true
	}
	if !isMonitorFrame(l.text) || dotnetHeader(l.text) {
		return false
	}
	r.headless(l)
	r.seen(l)
	r.frame(l.text)
	return true
}

// dotnetHeader recognises what only dotnet-stack prints.
func dotnetHeader(text []byte) bool {
	return bytes.HasPrefix(text, []byte(threadStart)) || string(text) == "[Native Frames]" || string(text) == "CPU_TIME"
}

func (r *monitorReader) frame(text []byte) {
	switch string(text) {
	case monitorNative:
		r.native = r.native || len(r.frames) == 0
		return
	case monitorUnknown:
		r.unresolved(text)
		return
	}
	if n, ok := r.b.frame(text); ok {
		r.add(n)
	}
}

// seen notes that a line of the current thread was read.
func (r *monitorReader) seen(l line) {
	r.closed = false
	r.tail = partOf(l)
}

// mark sets the marker of the thread that is complete.
func (r *monitorReader) mark() {
	if r.open {
		r.cur.marker = r.marks.of(r.native)
	}
}

func (r *monitorReader) skipped(line) { r.closed = true }

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
