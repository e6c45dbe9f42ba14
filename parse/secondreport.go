package parse

import (
	"slices"

	"stacktriage/frame"
)

// traits are what a distinct stack says about the reports that it stands in. Most
// stacks have none, so that a thread costs one comparison.
type traits uint8

// The first four are threads that a process has only once: one that starts it, and
// three that its runtime starts.
const (
	mainThread traits = 1 << iota
	gateThread
	timerThread
	finalizerThread
	// rootWithin says that a frame which nothing calls is called by others: the lines of
	// several threads are mixed.
	rootWithin
)

const (
	onceThreads = 4
	onlyOnce    = 1<<onceThreads - 1
)

// onceNames are the words for the threads that a process has only once.
var onceNames = [onceThreads]string{"main", "gate", "timer", "finalizer"}

// onceMethods are near the bottom of the stacks of these threads (dotnet/runtime
// PortableThreadPool.GateThread.cs, TimerQueue.Portable.cs, GC.CoreCLR.cs).
var onceMethods = map[string]traits{
	"System.Threading.PortableThreadPool+GateThread.GateThreadStart": gateThread,
	"System.Threading.TimerQueue.TimerThread":                        timerThread,
	"System.GC.RunFinalizers":                                        finalizerThread,
}

// callEntryPoint is below the entry point in .NET 11.
const callEntryPoint = "System.Environment.CallEntryPoint"

// traitsOf looks at the bottom of a stack.
func traitsOf(frames []*frame.Frame) traits {
	var found traits
	for i := len(frames) - 1; i >= 0 && i >= len(frames)-3; i-- {
		found |= onceMethods[frames[i].Full]
	}
	bottom := len(frames) - 1
	if bottom > 0 && frames[bottom].Full == callEntryPoint {
		bottom--
	}
	if bottom >= 0 && frames[bottom].Entry() == frame.EntryByName {
		found |= mainThread
	}
	for _, f := range frames[:max(bottom, 0)] {
		if slices.Contains(rootMethods, f.Full) {
			return found | rootWithin
		}
	}
	return found
}

// seam is a place between two threads of a snapshot where a report may begin.
type seam struct {
	line    int // of what stands there
	threads int // of the snapshot in front of it
	stacks  int
	skipped int
}

// maxSeams bounds the seams remembered of a snapshot.
const maxSeams = 64

// noteSeam notes that a boundary stands in front of the next thread, although it
// parts no reports as far as is known.
func (b *builder) noteSeam() {
	if len(b.seams) < maxSeams && len(b.cur.Threads) > 0 {
		b.seams = append(b.seams, seam{b.pendingAt, len(b.cur.Threads), len(b.cur.Stacks), b.cur.SkippedLines})
	}
}

// meet takes a thread which a process has only once, before it is put into the
// current snapshot. If that has such a thread already, two reports stand in the input
// without a boundary. The main thread is a report's first. Where another thread shows
// it, the second report began earlier: at the first seam behind its like.
// Main threads in a row are no reports: every process has more threads than one.
func (b *builder) meet(found traits) {
	if !b.whole {
		return
	}
	for i := range onceThreads {
		before := b.met[i]
		if found&(1<<i) == 0 || before == 0 {
			continue
		}
		if found&mainThread != 0 && b.mains < len(b.cur.Threads) {
			b.cut()
			return
		}
		if at := slices.IndexFunc(b.seams, func(s seam) bool { return s.threads >= before }); at >= 0 {
			b.splitAt(b.seams[at])
			return
		}
		if b.suspected&(1<<i) == 0 {
			b.suspected |= 1 << i
			b.problem(0, nil, "two "+onceNames[i]+" threads: possibly two reports in one")
		}
	}
}

// noteMet notes which of the threads that occur once the current snapshot has now.
func (b *builder) noteMet(found traits) {
	if found&rootWithin != 0 {
		b.interleaving.roots++
	}
	if found&mainThread != 0 {
		b.mains++
	}
	for i := range onceThreads {
		if found&(1<<i) != 0 && b.met[i] == 0 {
			b.met[i] = len(b.cur.Threads)
		}
	}
}

// splitAt moves the threads behind a seam to a new snapshot.
func (b *builder) splitAt(at seam) {
	old, stacks := b.cur, b.stacks
	b.done = append(b.done, old)
	b.begin()
	b.cur.firstLine = at.line
	for i := at.threads; i < len(old.Threads); i++ {
		t := thread{id: []byte(old.ID(i)), name: []byte(old.names[i]), marker: old.Threads[i].Marker}
		b.put(t, stacks[old.Threads[i].Stack])
	}
	old.shrink(at)
	b.cur.SkippedLines = old.SkippedLines - at.skipped
	old.SkippedLines = at.skipped
	first := slices.IndexFunc(old.Problems, func(p Problem) bool { return p.Line > at.line })
	if first >= 0 {
		b.cur.Problems = slices.Clone(old.Problems[first:])
		old.Problems = old.Problems[:first:first]
	}
}

// shrink drops the threads behind a seam.
func (s *Snapshot) shrink(at seam) {
	for i := at.threads; i < len(s.Threads); i++ {
		s.Frames -= len(s.Stacks[s.Threads[i].Stack].Frames)
		delete(s.names, i)
	}
	if at.threads < len(s.Threads) {
		s.ids = s.ids[:s.Threads[at.threads].idAt]
	}
	s.Threads, s.Stacks = s.Threads[:at.threads], s.Stacks[:at.stacks]
}
