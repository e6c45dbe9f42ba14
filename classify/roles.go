package classify

import "slices"

// RoleRule is one row of the table of roles: a frame near the root that tells what
// kind of thread it is.
type RoleRule struct {
	ID    RuleID
	Role  Role
	Label string // how the thread is called where it is set aside
	// Match are patterns as in Rule.Match, tested against the frames at the root.
	Match []string
	// Busy are patterns of frames that show such a thread at work instead of waiting for
	// some: what it waits in then is told like any other thread's.
	Busy []string
	// Waits are the mechanisms in which such a thread spends its life, besides the waits
	// for a signal and for time; Leaf are patterns of innermost frames that are that wait
	// themselves, because the native call they make is not shown.
	Waits []Mechanism
	Leaf  []string
	// Why and Source as in Rule.
	Why, Source string
}

// roleRules is the table of roles, first match wins. Paths without a repository are in
// dotnet/runtime.
var roleRules = slices.Concat(runtimeRoles, libraryRoles)

// startFrames are the frames a thread starts in; they say nothing about its kind and
// are printed only by some versions.
var startFrames = map[string]bool{
	"System.Threading.Thread.StartCallback": true, "System.Threading.Thread+StartHelper.Run": true,
	"System.Threading.Thread+StartHelper.RunWorker": true, "System.Threading.Thread+StartHelper.Callback": true,
	"System.Threading.ThreadHelper.ThreadStart": true, "System.Threading.ThreadHelper.ThreadStart_Context": true,
	"System.Environment.CallEntryPoint": true,
}

// alwaysWaiting are pool items that wait for the whole life of a process by design:
// patterns on any frame of the run.
var alwaysWaiting = []string{
	"System.IO.Stream+<>c.<BeginReadInternal>*", "*TcpClientExtensions.MessageLoopAsync",
	"*TcpClientExtensions+<MessageLoopAsync>*", "*VsTestRunner*", "xunit.*!*RunTestsInAssembly*",
	"*EventPipeEventSource.Process", "dotnet-trace!*CollectCommandHandler*", "dotnet-counters!*CounterMonitor*",
	"NUnit3.TestAdapter!*", "MSTestAdapter.*!*", "*StdioServerTransport*",
	"StreamJsonRpc!*HeaderDelimitedMessageHandler*",
}
