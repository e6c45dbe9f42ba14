package classify

import (
	"slices"
	"strings"

	"stacktriage/frame"
)

// frameInfo is what the tables say of one distinct frame; it is looked up once,
// however many stacks show the frame.
type frameInfo struct {
	names   []string // Type.Method, without namespace, and as a logical method
	found   *rows    // rows of the tables; nil where there are none
	role    int      // first matching row of roleRules, or -1
	root    bool     // the row names this very method: a thread begins with it
	start   bool     // a thread's start frame
	skip    bool     // never names an API: builders, ExecutionContext, reflection
	plumb   bool     // machinery between a task's or thread's start and the delegate
	resume  bool     // below it stands what completed, not a caller
	handler string   // what a dispatcher calls through a compiled delegate: "MVC action", …
	signs   *signs   // what it says of the runtime; nil where it says nothing
	notes   uint32   // see Result.Notes
	noted   bool

	// What follows depends on whose code the frame is: see judge.
	judged  *judge
	kind    FrameKind
	causes  []int // rows of causeRules
	leaf    int   // row of leafRules, or -1
	compute bool  // spends CPU in native code
	takes   bool  // takes a lock that has no frame of its own up to .NET 9
	waits   bool  // waits where the native marker stands directly on it
	tool    bool  // of a tool's main module, which no company names its own code after
	always  bool  // stands on pool items that wait for life by design
	listed  bool  // of a module that is on the lists, though it is the main module's kin
	assumed bool  // own code because its module is on no list
}

// logical is Type.Method, where the MoveNext of a state machine reads as its method.
func (i *frameInfo) logical() string {
	if len(i.names) > 2 {
		return i.names[len(i.names)-1]
	}
	return i.names[0]
}

// lookup is what is known of a frame of the snapshot.
func (c *Classifier) lookup(f *frame.Frame) *frameInfo {
	info := c.memory.frame(f)
	c.judge.judge(f, info)
	return info
}

// inspect says what is known of a frame, whoever's code it is.
func (m *Memory) inspect(f *frame.Frame) *frameInfo {
	info := &frameInfo{role: -1, names: namesOf(f), signs: signsOf(f)}
	info.start = startFrames[f.Full]
	info.plumb = info.start || isPlumbing(f.Full)
	info.skip = info.plumb || isSkipped(f.Full)
	info.resume = isResume(f.Full)
	info.handler = dispatcherOf(f, info.logical())
	found := rulesMatcher().all(f, info.names)
	if found == nil {
		return info
	}
	info.found = found
	found[causeTable] = m.inForce(found[causeTable], func(row int) RuleID { return causeRules[row].ID })
	found[roleTable] = m.inForce(found[roleTable], func(row int) RuleID { return roleRules[row].ID })
	if rows := found[roleTable]; len(rows) > 0 {
		info.role = slices.Min(rows)
		info.root = slices.ContainsFunc(roleRules[info.role].Match, func(text string) bool {
			p := parsePattern(text)
			return p.text != "" && !p.tail && p.matches(strings.ToLower(ModuleOf(f)), f.Module == "", info.names)
		})
	}
	return info
}

// inForce drops the rows that are switched off.
func (m *Memory) inForce(found []int, id func(row int) RuleID) []int {
	if len(m.off) == 0 {
		return found
	}
	return slices.DeleteFunc(found, func(row int) bool { return m.off[id(row)] })
}

// judge says whose code a frame is, and what follows from that.
func (j *judge) judge(f *frame.Frame, info *frameInfo) {
	if info.judged == j {
		return
	}
	found := info.found
	if found == nil {
		found = &rows{}
	}
	info.judged = j
	said := j.frame(f)
	info.kind, info.assumed = said.kind, said.assumed
	info.always = len(found[alwaysTable]) > 0
	info.causes, info.leaf = nil, -1
	info.takes, info.waits, info.compute, info.tool, info.listed = false, false, false, false, false
	if info.kind == KindUser {
		info.listed, info.tool = said.listed, said.listed && said.tool
		info.always = info.always && info.listed
		return
	}
	info.causes = found[causeTable]
	if rows := found[leafTable]; len(rows) > 0 {
		info.leaf = rows[0]
	}
	info.takes = info.kind == KindLibrary || len(found[takerTable]) > 0
	info.waits = info.kind == KindLibrary || isSystemCall(f, found) || len(found[nativeWaitTable]) > 0
	info.compute = len(found[nativeWorkTable]) > 0
}

// frame says whose code a frame is: by module wherever one is printed, never by
// namespace then.
func (j *judge) frame(f *frame.Frame) moduleVerdict {
	if f.Unresolved() {
		return moduleVerdict{kind: KindTransparent}
	}
	if f.Type == "dynamicClass" {
		return moduleVerdict{kind: dynamicKind(f)}
	}
	if hasAnyPrefix(f.Type, generatedTypes) {
		return moduleVerdict{kind: KindTransparent}
	}
	switch f.Module {
	case "":
		said := moduleVerdict{kind: j.bareKind(f)}
		if said.kind == KindUser {
			said.listed = namespaceKind(f) != KindUser
			said.tool = said.listed && frameworkModules[strings.ToLower(ModuleOf(f))]
		}
		return said
	case "?", "ManagedModule", "UnknownModule":
		said := j.module(f.Module)
		said.kind, said.assumed = j.bareKind(f), false
		return said
	}
	return j.module(f.Module)
}

// generatedTypes are beginnings of types whose code passes calls on.
var generatedTypes = []string{"OrleansCodeGen.", "Internal.Generated.", "ILStubClass"}

// isSystemCall reports a call into the operating system that can wait.
func isSystemCall(f *frame.Frame, found *rows) bool {
	return strings.HasPrefix(f.Full, "Interop+Sys.") && len(found[quickTable]) == 0
}

// bareKind classes a frame without a module by its namespace, with the same lists.
func (j *judge) bareKind(f *frame.Frame) FrameKind {
	for _, p := range j.opt.User {
		if matchesModule(f.Type, p) {
			return KindUser
		}
	}
	for _, p := range j.opt.Framework {
		if matchesModule(f.Type, p) {
			return KindFramework
		}
	}
	return j.spaceKind(f)
}

// dynamicKind sorts methods made at run time: compiled delegates can be handlers,
// compiled expressions of a library belong to it, stubs only pass calls on.
func dynamicKind(f *frame.Frame) FrameKind {
	switch {
	case strings.HasPrefix(f.Method, "lambda_method"):
		return KindDynamic
	case strings.HasPrefix(f.Method, "Regex"):
		return KindFramework
	}
	return KindTransparent
}

// plumbing are the frames between a thread's or task's start and the delegate it
// runs, and those of a delegate's execution context.
var plumbing = []string{
	"System.Threading.ExecutionContext.", "System.Threading.Tasks.Task.ExecuteWithThreadLocal",
	"System.Threading.Tasks.Task.ExecuteEntry", "System.Threading.Tasks.Task.ExecuteFromThreadPool",
	"System.Threading.Tasks.Task.InnerInvoke", "System.Threading.Tasks.Task+<>c.<.cctor>",
	"System.Threading.Tasks.ThreadPoolTaskScheduler", "System.Threading.Tasks.TaskScheduler.TryRunInline",
	"System.Threading.Tasks.TaskScheduler.TryExecuteTask", "System.Threading.ThreadPoolWorkQueue.DispatchWorkItem",
	"System.Threading.QueueUserWorkItemCallback", "System.Threading.Tasks.Task.<>c",
}

func isPlumbing(full string) bool { return hasAnyPrefix(full, plumbing) }

// skipped are frames that never are an API a developer calls: builders of async
// methods, reflection and dynamic binding, and what frameworks call of themselves.
var skipped = []string{
	"System.Runtime.CompilerServices.AsyncMethodBuilderCore.",
	"System.Runtime.CompilerServices.AsyncTaskMethodBuilder",
	"System.Runtime.CompilerServices.AsyncValueTaskMethodBuilder",
	"System.Runtime.CompilerServices.AsyncVoidMethodBuilder",
	"System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder",
	"System.Runtime.CompilerServices.AsyncHelpers", "System.Runtime.CompilerServices.AsyncIteratorMethodBuilder",
	"System.Runtime.CompilerServices.YieldAwaitable", "System.Threading.Tasks.AwaitTaskContinuation",
	"System.Threading.Tasks.Task.RunContinuations", "System.Threading.Tasks.Task.FinishContinuations",
	"System.Threading.Tasks.Task.TrySetResult", "System.Threading.Tasks.Task.InternalRunSynchronously",
	"System.Threading.Tasks.Task.WrappedTryRunInline", "System.Reflection.", "System.RuntimeMethodHandle.",
	"System.Dynamic.", "System.Runtime.CompilerServices.CallSite", "System.Delegate.DynamicInvoke",
	"Microsoft.FSharp.Core.FSharpFunc.", "Microsoft.FSharp.Core.OptimizedClosures", "System.RuntimeType.",
	"System.Activator.", "System.Func.", "System.Action.", "System.Threading.Thread.<PollGC>",
	"System.Runtime.CompilerServices.CastHelpers.", "System.Runtime.CompilerServices.AsyncStateMachineDispatcher",
	"System.Runtime.CompilerServices.AsyncProfiler", "Microsoft.AspNetCore.Http.RequestDelegateFactory",
	"Microsoft.AspNetCore.Internal.ExecuteHandlerHelper.", "System.Threading.Tasks.Parallel.ForWorker",
	"System.Threading.Tasks.Parallel.ForEachWorker", "System.Threading.Tasks.Parallel.PartitionerForEachWorker",
	"System.Threading.Tasks.Parallel+", "System.Threading.Tasks.TaskReplicator",
}

func isSkipped(full string) bool {
	return hasAnyPrefix(full, skipped)
}

// resumes are the frames below which stands what completed a wait: the frames above
// run as its continuation, and are not called by what is below.
var resumes = []string{
	"System.Threading.Tasks.Task.RunContinuations", "System.Threading.Tasks.AwaitTaskContinuation.",
	"System.Threading.Tasks.Task.FinishContinuations", "System.Runtime.CompilerServices.AsyncHelpers+Thunk",
	"System.Runtime.CompilerServices.AsyncHelpers+RuntimeAsyncTask",
	"System.Runtime.CompilerServices.AsyncStateMachineDispatcher.",
	"System.Runtime.CompilerServices.AsyncProfiler+ContinuationWrapper.",
}

func isResume(full string) bool {
	if hasAnyPrefix(full, resumes) {
		return true
	}
	_, method, ok := strings.Cut(full, "AsyncStateMachineBox.")
	return ok && hasAnyPrefix(method, boxResumes)
}

// boxResumes are the methods with which the box of an async method resumes it, by their
// beginnings: MoveNextAsDispatcher is one, from .NET 11.
var boxResumes = []string{"MoveNext", "ExecuteFromThreadPool", "InstrumentedMoveNext"}

// writesResult reports a frame that runs when a minimal API handler has returned: what it
// waits for the handler did not call.
func writesResult(full string) bool {
	rest, ok := strings.CutPrefix(full, "Microsoft.AspNetCore.Http.RequestDelegateFactory")
	return ok && strings.Contains(rest, "Execute") ||
		strings.HasPrefix(full, "Microsoft.AspNetCore.Internal.ExecuteHandlerHelper.")
}

func hasAnyPrefix(s string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// dispatchers are the frames that call a request handler through a delegate compiled
// at run time, with what they call.
var dispatchers = []struct{ prefix, what string }{
	{"Microsoft.AspNetCore.Mvc.Infrastructure.ActionMethodExecutor", "MVC action"},
	{"Microsoft.AspNetCore.Mvc.Infrastructure.ControllerActionInvoker", "MVC action"},
	{"Microsoft.AspNetCore.Mvc.RazorPages.", "page handler"},
	{"Microsoft.AspNetCore.SignalR.", "hub method"},
	{"Microsoft.AspNetCore.Components.", "component handler"},
	{"Grpc.AspNetCore.", "gRPC method"},
	{"Grpc.Shared.Server.", "gRPC method"},
	{"Microsoft.AspNetCore.", "minimal API handler"},
}

// dispatcherOf returns what a frame calls when a compiled delegate stands above it.
func dispatcherOf(f *frame.Frame, logical string) string {
	for _, d := range dispatchers {
		if strings.HasPrefix(logical, d.prefix) {
			return d.what
		}
	}
	return ""
}

// Dispatches is what a frame calls when a compiled delegate stands above it: "MVC
// action", "minimal API handler", …; empty where it is no dispatcher.
func Dispatches(f *frame.Frame) string {
	names := namesOf(f)
	return dispatcherOf(f, (&frameInfo{names: names}).logical())
}
