package classify

import (
	"slices"
	"strings"

	"stacktriage/frame"
	"stacktriage/parse"
)

// rootLimit is the number of frames the runtime keeps of a stack: a stack this long
// has lost its root (EP_MAX_STACK_DEPTH, dotnet/runtime src/native/eventpipe).
const rootLimit = 100

// CutByRuntime reports a stack of as many frames as the runtime keeps: those below are
// missing from the report.
func CutByRuntime(st *parse.Stack) bool { return len(st.Frames) == rootLimit }

// rootSign is what the bottom of a stack says of its completeness.
type rootSign uint8

const (
	rootShown  rootSign = iota // the frame in which the runtime starts a thread
	rootLikely                 // what a thread can begin with, where no start frames are printed
	rootLost                   // a frame that somebody called: the frames below it are missing
)

// rootOf judges the bottom of a stack. From .NET 10 on Linux every thread but main ends
// in a start frame, so one that does not has lost it; earlier versions print none, and a
// thread begins with the method it was given.
func (c *Classifier) rootOf(frames []*frame.Frame) rootSign {
	if len(frames) == 0 {
		return rootLost
	}
	bottom := frames[len(frames)-1]
	switch {
	case startFrames[bottom.Full]:
		return rootShown
	case bottom.Unresolved():
		return rootLost
	case len(frames) > 1 && startFrames[frames[len(frames)-2].Full]:
		return rootShown // an execution context below the start of its thread
	case c.Context.startShown || strings.HasPrefix(bottom.Full, "System.Threading.ExecutionContext."):
		return rootLost
	case isPlumbing(bottom.Full):
		return rootLikely // a long-running task has a thread of its own
	}
	info := c.lookup(bottom)
	switch {
	case !startsThread(bottom):
		return rootLost
	case info.role < 0 && info.kind == KindFramework && isBaseModule(ModuleOf(bottom)):
		return rootLost // the base library starts no threads but those of the table of roles
	}
	return rootLikely
}

// startsThread reports a frame that a thread can begin with, by its parameters: those of
// ThreadStart, of ParameterizedThreadStart, or of an entry point. The body of an async
// method and a static constructor are called by others.
func startsThread(f *frame.Frame) bool {
	if f.Method == "MoveNext" || f.Method == ".cctor" || f.Method == ".ctor" {
		return false
	}
	return f.NoParams || f.Entry() != frame.NoEntry || slices.Contains(startParams, f.Params)
}

// startParams are the parameters of ThreadStart and ParameterizedThreadStart as the
// dialects print them.
var startParams = []string{"", "class System.Object", "System.Object", "object", "Object"}

// judgeRoots finds out whether the stacks of this capture lost their roots: where one
// provably has, another that only may show its root is not believed.
func (c *Classifier) judgeRoots(s *parse.Snapshot) {
	for i := range s.Stacks {
		frames := s.Stacks[i].Frames
		if n := len(frames); n > 0 && frames[n-1].Full == "System.Threading.Thread.StartCallback" {
			c.Context.startShown = true
		}
	}
	for i := range s.Stacks {
		frames := s.Stacks[i].Frames
		cut := len(frames) == 0 || len(frames) >= rootLimit || s.Stacks[i].Incomplete
		if cut || c.isRootOfItsOwn(frames[len(frames)-1]) {
			continue
		}
		main := i == 0 && c.Context.snapshot.MainIsFirst()
		if !main && c.rootOf(frames) == rootLost {
			c.Context.rootsLost = true
			return
		}
	}
}

// isRootOfItsOwn reports a bottom frame that needs no start frame below it: the entry
// point, and what the runtime calls by itself, as the finalizers and native callbacks.
func (c *Classifier) isRootOfItsOwn(f *frame.Frame) bool {
	if f.Entry() == frame.EntryByName || f.Method == "Finalize" || strings.HasSuffix(f.Method, "Callback") {
		return true
	}
	row := c.lookup(f).role
	return row >= 0 && roleRules[row].Role != Background
}

// lostRoot reports a stack whose root is missing, so that nobody knows whose thread it
// is.
func (c *Classifier) lostRoot(v *view) bool {
	switch c.rootOf(v.frames) {
	case rootShown:
		return false
	case rootLikely:
		return c.Context.rootsLost
	}
	return true
}
