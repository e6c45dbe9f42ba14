package parse

import (
	"iter"
	"slices"
	"time"

	"stacktriage/frame"
	"stacktriage/parse/internal/line"
)

// Marker is the first line dotnet-stack prints for a thread: a hint about the mode
// the thread was in, never part of its stack's identity. Source: dotnet/diagnostics
// src/Tools/dotnet-stack/ReportCommand.cs.
type Marker = line.Marker

const (
	// MarkerNone is the marker of a thread that has none.
	MarkerNone = line.MarkerNone
	// MarkerNative is "[Native Frames]": preemptive mode, which is waiting or running
	// native code.
	MarkerNative = line.MarkerNative
	// MarkerCPU is "CPU_TIME": cooperative mode.
	MarkerCPU = line.MarkerCPU
)

// Stack is one distinct stack of a snapshot, innermost frame first, without the
// marker.
type Stack struct {
	// ID is the first 12 hex digits of SHA-256 over the normalised frames: the same
	// stack has the same id in every run and on every machine.
	ID string
	// Frames are shared between stacks: equal frame lines are one Frame.
	Frames []*frame.Frame
	// Incomplete says that the end of the input cut the last frame.
	Incomplete bool

	variants [][]*frame.Frame // stacks of the same id at other source lines
}

// maxVariants bounds the stacks that are remembered for their source lines alone.
const maxVariants = 64

func (s *Stack) addVariant(other Stack) {
	if len(s.variants) < maxVariants {
		s.variants = append(s.variants, other.Frames)
	}
}

// Locations are the source lines at which the threads of the stack stand in frame i, each
// once, in the order of the input. Only some dialects print any.
func (s *Stack) Locations(i int) []Location {
	var all []Location
	for _, frames := range append([][]*frame.Frame{s.Frames}, s.variants...) {
		if at, ok := frames[i].Location(); ok && !slices.Contains(all, at) {
			all = append(all, at)
		}
	}
	return all
}

// Lines is what was found out about the source lines of frames from symbol files; nil in
// a snapshot whose input had none to find.
type Lines struct {
	URLs    map[string]string // where a file can be read, by its path, if that is known
	Missing []string          // why modules have no lines, one sentence each
}

// Location is where a frame stands in the source.
type Location = frame.Location

// Thread is one thread of the input.
type Thread struct {
	// Stack is an index into Snapshot.Stacks.
	Stack  int32
	Marker Marker
	idLen  uint8
	idAt   uint32
}

// Problem is a line that could not be read, or a fact about the whole input (Line 0).
type Problem struct {
	Line   int
	Text   string // cleaned and shortened
	Reason string
	Lost   Loss
}

// Loss says what of the stacks a problem costs.
type Loss uint8

const (
	// LostNothing is the loss of text that is no part of a stack, or of none at all.
	LostNothing Loss = iota
	// LostLine is the loss of a line of a stack, or of a part of one.
	LostLine
	// LostThread says that a thread is missing, or that frames are in the wrong one.
	LostThread
	// LostReport says that a part of the input was not read at all.
	LostReport
)

// Source says where a snapshot came from and in what form it was.
type Source struct {
	Label    string // the input as typed
	Dialect  string // "dotnet-stack", "dotnet-monitor", "clrstack", "parallelstacks", …
	Encoding string // "utf-8", "utf-8-bom", "utf-16le", …
	Index    int    // 1-based number of the snapshot in its input
	Of       int    // snapshots in the input
}

// Snapshot is one report.
type Snapshot struct {
	Source  Source
	Stacks  []Stack
	Threads []Thread
	// Frames counts the frame lines of all threads, markers excluded.
	Frames int
	// SkippedLines counts the lines that were not understood.
	SkippedLines int
	// Problems names what was lost or altered, line by line: the first of them;
	// MoreProblems counts the rest.
	Problems     []Problem
	MoreProblems int
	// Repairs says what was undone to the whole input before it could be read
	// ("UTF-16LE decoded"). Nothing is lost by a repair.
	Repairs []string
	// Stream is the name in front of each line, where the input holds the lines of several
	// sources: "[pod/api-7f/app]". Empty elsewhere.
	Stream string
	// Exception is the type and message of the exception whose stack trace the input is,
	// from the outermost to the innermost, cleaned and shortened; of several traces below
	// labels that of the first. It is empty for all else.
	Exception string
	// Taken is when the report was taken, as a line in front of it says, or behind it if
	// the script printed the time there; zero if none does. A time without a zone is
	// taken for UTC.
	Taken time.Time
	// HeadMissing says that the report's beginning is not in the input, so the first
	// thread need not be the main thread.
	HeadMissing bool
	// Truncated says that the input ends in the middle of a thread.
	Truncated bool
	// Interleaved says that the lines of two outputs are mixed: frames stand in stacks
	// that they are not part of.
	Interleaved bool
	// Damaged says that so many lines of stacks could not be read, or only in part, that
	// counts of threads and what they wait for may be wrong; see noteDamage.
	Damaged bool
	// Whole says that the dialect lists every managed thread in creation order, as
	// dotnet-stack does, so that the first one is the main thread.
	Whole bool
	// File is the path that the input was read from, for commands that read it again; ""
	// where it has none or must not be named.
	File string
	// PID is the process's id where the input has it, 0 elsewhere. In a recording it is that
	// of the process's own namespace.
	PID int
	// Lines is what symbol files told of source lines; nil where none were asked.
	Lines *Lines
	// Debugger holds what debugger blocks of the same paste add; nil without them.
	Debugger *Debugger

	ids    []byte
	names  map[int]string
	losses losses
	// firstLine is where the first thread stands in its text.
	firstLine int
}

// Debugger is what SOS commands (syncblk, threadpool, clrthreads) say beside the
// stacks.
type Debugger struct {
	Locks   []Lock
	Workers *PoolCounts
	// Roles maps a thread id in the form of the stacks to what clrthreads says of it:
	// "Threadpool Worker", "Finalizer", "Threadpool Completion Port".
	Roles map[string]string
	// NativeThreads counts the threads that the debugger lists and that run no
	// managed code; they are not among the snapshot's threads.
	NativeThreads int
	// Async are the async methods that wait, of dumpasync: own code first, then the most
	// frequent; nil without that command.
	Async []AsyncStack
	// CPU maps a thread id in the form of the stacks to the time that the thread has used
	// the processor for in user and kernel mode since it was created (runaway).
	CPU map[string]time.Duration
}

// Lock is a lock that is held: a row of syncblk, or what another tool says of a thread
// that waits for one.
type Lock struct {
	OwnerID string // thread id in the form of the stacks; empty where nobody or nobody known holds it
	Waiters int
	Object  string // type of the locked object; empty where it is not said
	Address string
	// Waiting are the threads that wait for it, by their index in Snapshot.Threads; nil
	// where only their number is known.
	Waiting []int
	// From is the tool that says so where it is not syncblk: "Visual Studio".
	From string
}

// PoolCounts is the threadpool block of SOS. Queue is -1 where it is not printed.
type PoolCounts struct {
	Total, Running, Idle, Queue int
}

// PartlyRead reports whether a part of the input is not in the snapshot.
func (s *Snapshot) PartlyRead() bool {
	return s.SkippedLines > 0 || s.Truncated || s.HeadMissing || slices.ContainsFunc(s.Problems, func(p Problem) bool {
		return p.Line > 0 || p.Lost != LostNothing
	})
}

// MainIsFirst says that the first thread is the one that the program was started in:
// the dialect lists threads in the order of their creation, and the report's beginning
// is there.
func (s *Snapshot) MainIsFirst() bool { return s.Whole && !s.HeadMissing && len(s.Threads) > 0 }

// ThreadInfo is a thread with all that is known of it.
type ThreadInfo struct {
	Index  int    // in Snapshot.Threads
	ID     string // as printed; empty where the dialect has none
	Name   string // empty where the dialect prints none
	Marker Marker
	Stack  *Stack
}

// All walks through the threads in the order of the input.
func (s *Snapshot) All() iter.Seq[ThreadInfo] {
	return func(yield func(ThreadInfo) bool) {
		for i, t := range s.Threads {
			if !yield(ThreadInfo{Index: i, ID: s.ID(i), Name: s.Name(i), Marker: t.Marker, Stack: &s.Stacks[t.Stack]}) {
				return
			}
		}
	}
}

// ID returns the id of thread i as it is printed in the input; empty where the
// dialect has none.
func (s *Snapshot) ID(i int) string {
	t := s.Threads[i]
	return string(s.ids[t.idAt : t.idAt+uint32(t.idLen)])
}

// Name returns the name of thread i where the dialect prints one.
func (s *Snapshot) Name(i int) string { return s.names[i] }

func (s *Snapshot) setName(i int, name string) {
	if s.names == nil {
		s.names = make(map[int]string)
	}
	s.names[i] = name
}

// takeProblems moves the problems of a snapshot without threads to its neighbour.
func (s *Snapshot) takeProblems(from *Snapshot) {
	s.SkippedLines += from.SkippedLines
	s.losses.merge(from.losses)
	s.MoreProblems += from.MoreProblems
	for _, p := range from.Problems {
		if len(s.Problems) >= maxProblems {
			s.MoreProblems++
			continue
		}
		s.Problems = append(s.Problems, p)
	}
}

// addThread appends a thread. Ids longer than 255 bytes are cut.
func (s *Snapshot) addThread(id []byte, stack int, marker Marker) {
	if len(id) > 255 {
		id = id[:255]
	}
	s.Threads = append(s.Threads, Thread{Stack: int32(stack), Marker: marker, idAt: uint32(len(s.ids)),
		idLen: uint8(len(id))})
	s.ids = append(s.ids, id...)
	s.Frames += len(s.Stacks[stack].Frames)
}
