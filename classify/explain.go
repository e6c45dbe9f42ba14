package classify

import (
	"slices"

	"stacktriage/frame"
	"stacktriage/parse"
)

// concludedRules are the causes that no frame names: they follow from where the thread
// stands, and from the marker.
var concludedRules = []Rule{
	{
		ID: RuleMonitorEnterProbable, API: "lock", Category: CategoryLock, Mechanism: MechanismLock,
		Why: "Several threads stand directly on one method of own code, not running: before .NET 10 a " +
			"contended lock has no frame of its own.",
		Advice: adviceLock,
		Source: "src/coreclr/System.Private.CoreLib/src/System/Threading/Monitor.CoreCLR.cs, release/9.0: " +
			"Enter is native",
	},
	{
		ID: RuleRunning, Category: CategoryCPU, Mechanism: MechanismRunning,
		Why: "The innermost frame is no wait that any rule knows, and the marker does not speak against it: " +
			"the thread runs, or did when it was sampled.",
		Advice: "Normal for a busy process, unless the next reports show the same method.",
		Source: "dotnet/diagnostics src/Tools/dotnet-stack/ReportCommand.cs",
	},
	{
		ID: RuleNativeLibrary, Category: CategoryNative,
		Why:    "The thread is in native code that a library called; the report does not show native frames.",
		Advice: "Look at the library's own documentation for what this call waits for.",
		Source: "dotnet/diagnostics src/Tools/dotnet-stack/ReportCommand.cs",
	},
	{
		ID: RuleNativeUnknown, Category: CategoryNative,
		Why:    "The thread is in native code that no rule explains; the report does not show native frames.",
		Advice: "Take the report again: a thread that stands here each time waits, one that moves on works.",
		Source: "dotnet/diagnostics src/Tools/dotnet-stack/ReportCommand.cs",
	},
}

// CauseRules returns the table of causes, with those that no frame names at its end. An
// id can have several rows.
func CauseRules() []Rule { return slices.Concat(causeRules, concludedRules) }

// RoleRules returns the table of roles; the first that matches a frame at the root wins.
func RoleRules() []RoleRule { return slices.Clone(roleRules) }

// FrameFacts are what the tables say of one frame alone.
type FrameFacts struct {
	Kind FrameKind
	// Listed says that the kind follows from a list or an option, and not from the
	// module being on none.
	Listed bool
	Causes []Rule
	Role   *RoleRule // nil where no rule names a role
	// Wait is what a thread does that has this frame as its innermost one; empty where
	// that does not tell.
	Wait Mechanism
	// Handler is what the frame calls through a compiled delegate: "MVC action".
	Handler string
}

// Explain looks a frame up in the tables.
func Explain(f *frame.Frame, opt Options) FrameFacts {
	c := New(&parse.Snapshot{}, opt)
	info := c.lookup(f)
	facts := FrameFacts{Kind: info.kind, Handler: info.handler, Listed: !info.assumed}
	for _, row := range info.causes {
		facts.Causes = append(facts.Causes, causeRules[row])
	}
	if info.role >= 0 {
		facts.Role = &roleRules[info.role]
	}
	if info.leaf >= 0 {
		facts.Wait = leafRules[info.leaf].mechanism
	}
	return facts
}
