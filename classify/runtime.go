package classify

import (
	"strings"

	"stacktriage/frame"
	"stacktriage/parse"
)

// RuntimeVersion is what the frames reveal of the major version of .NET: a closed range.
// The zero value knows nothing.
type RuntimeVersion struct {
	Min, Max int // 0 = open
}

// AtLeast reports that the version is provably n or later.
func (r RuntimeVersion) AtLeast(n int) bool { return r.Min >= n }

// AtMost reports that the version is provably n or earlier.
func (r RuntimeVersion) AtMost(n int) bool { return r.Max > 0 && r.Max <= n }

// maybeNine reports a version whose CPU_TIME marker proves nothing: .NET 9 prints it
// stale.
func (r RuntimeVersion) maybeNine() bool { return r.AtMost(9) && !r.AtMost(8) }

// fingerprint is a frame that only some versions print.
type fingerprint struct {
	full     string // Type.Method
	params   string // a part of the parameter list; "" = any
	min, max int
	// alone says that the name is enough where no parameters are printed.
	alone bool
}

// fingerprints are the frames that tell versions apart, each captured on the
// versions it names. Sources: dotnet/runtime Thread.CoreCLR.cs, WaitHandle.cs,
// Monitor.CoreCLR.cs, Task.cs of the release branches.
var fingerprints = []fingerprint{
	{"System.Threading.ThreadHelper.ThreadStart", "", 0, 5, false},
	{"System.Threading.ThreadHelper.ThreadStart_Context", "", 0, 5, false},
	{"System.Threading._ThreadPoolWaitCallback.PerformWaitCallback", "", 0, 6, false},
	{"System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart", "", 6, 0, false},
	{"System.Threading.PortableThreadPool+GateThread.GateThreadStart", "", 6, 0, false},
	{"System.Threading.WaitHandle.WaitOneNoCheck", "WaitHandleWaitSourceMap", 9, 0, false},
	{"System.GC.RunFinalizers", "", 9, 0, false},
	{"System.Threading.Monitor.Enter_Slowpath", "", 10, 10, false},
	{"System.Threading.Monitor.TryEnter_Slowpath", "", 10, 10, false},
	{"System.Threading.Monitor.Exit_Slowpath", "", 10, 10, false},
	{"System.Runtime.CompilerServices.InitHelpers.InitClassSlow", "", 10, 0, false},
	{"System.Threading.Tasks.Task.InternalWait", "CancellationToken", 10, 0, true},
	{"System.Threading.SemaphoreSlim.WaitCore", "int64", 10, 0, false},
	{"System.Threading.SemaphoreSlim.WaitUntilCountOrTimeout", "int64", 10, 0, false},
	{"System.Threading.SemaphoreSlim.WaitUntilCountOrTimeout", "unsigned int32", 0, 9, false},
	{"System.Threading.Condition.Wait", "", 11, 0, false},
	{"System.Threading.LowLevelThreadBlocker.TimedWait", "", 11, 0, false},
	{"System.Environment.CallEntryPoint", "", 11, 0, false},
	{"System.Threading.Thread.StartCallback", "Thread*", 11, 0, false},
	{"System.Threading.Lock.TryEnterSlow", "int32,int32", 11, 0, false},
	{"System.Threading.Lock.TryEnterSlow", "ThreadId", 9, 10, false},
}

// signs are what frames say of the runtime.
type signs struct {
	version RuntimeVersion
	shape   startShape
}

// signsOf is what one frame says; nil where that is nothing.
func signsOf(f *frame.Frame) *signs {
	var s signs
	s.version.narrow(f)
	s.shape.see(f)
	if s == (signs{}) {
		return nil
	}
	return &s
}

func (s *signs) add(more *signs) {
	s.version.Min = max(s.version.Min, more.version.Min)
	if more.version.Max > 0 {
		s.version.atMost(more.version.Max)
	}
	s.shape.add(more.shape)
}

// runtime narrows the version by every fingerprint in the snapshot.
func (m *Memory) runtime(s *parse.Snapshot) RuntimeVersion {
	var all signs
	for i := range s.Stacks {
		all.add(&m.stack(&s.Stacks[i], unqualified(s)).signs)
		if s.Stacks[i].Incomplete {
			continue
		}
		all.shape.root(s.Stacks[i].Frames, len(s.Threads) > 0 && int32(i) == s.Threads[0].Stack)
	}
	r, shape := all.version, all.shape
	allShown := s.Whole || s.Source.Dialect == "parallelstacks"
	if r.Min < 10 && (shape.waitCore && !shape.internalWait || allShown && shape.old()) {
		r.atMost(9)
	}
	return r
}

// startShape is how waits and threads begin in a snapshot: the shapes of .NET 9 and
// earlier lack frames that 10 always prints.
type startShape struct {
	internalWait, waitCore bool
	startCallback, windows bool
	bareRoot               bool // a thread other than the first ends in its own root
}

func (s *startShape) add(more startShape) {
	s.internalWait = s.internalWait || more.internalWait
	s.waitCore = s.waitCore || more.waitCore
	s.startCallback = s.startCallback || more.startCallback
	s.windows = s.windows || more.windows
}

func (s *startShape) see(f *frame.Frame) {
	switch f.Full {
	case "System.Threading.Tasks.Task.InternalWait":
		s.internalWait = true
	case "System.Threading.Tasks.Task.InternalWaitCore":
		s.waitCore = true
	case "System.Threading.Thread.StartCallback":
		s.startCallback = true
	}
	if strings.HasPrefix(f.Full, "Interop+Kernel32.") || strings.Contains(f.Raw, ".il!") {
		s.windows = true
	}
}

func (s *startShape) root(frames []*frame.Frame, first bool) {
	if first || len(frames) == 0 || len(frames) >= rootLimit {
		return
	}
	f := frames[len(frames)-1]
	bare := !f.Unresolved() && !startFrames[f.Full] && !strings.HasPrefix(f.Full, "System.Threading.ExecutionContext.")
	s.bareRoot = s.bareRoot || bare
}

// old reports that threads end in their own roots, without the frame that .NET 10
// prints below every thread but main. Windows shows that shape in every version.
func (s *startShape) old() bool { return s.bareRoot && !s.startCallback && !s.windows }

func (r *RuntimeVersion) narrow(f *frame.Frame) {
	for i := range fingerprints {
		p := &fingerprints[i]
		if p.full != f.Full || p.params != "" && !strings.Contains(f.Params, p.params) && !(f.NoParams && p.alone) {
			continue
		}
		r.Min = max(r.Min, p.min)
		if p.max > 0 {
			r.atMost(p.max)
		}
	}
	if f.Full == "System.Threading.WaitHandle.WaitOneNoCheck" && f.Params == "int32" {
		r.atMost(8)
	}
	if f.Full == handleNonSuccess && !f.NoParams {
		if strings.Contains(f.Params, "ConfigureAwaitOptions") {
			r.Min = max(r.Min, 8)
		} else {
			r.atMost(7)
		}
	}
}

const handleNonSuccess = "System.Runtime.CompilerServices.TaskAwaiter.HandleNonSuccessAndDebuggerNotification"

func (r *RuntimeVersion) atMost(n int) {
	if r.Max == 0 || n < r.Max {
		r.Max = n
	}
}
