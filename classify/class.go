// Package classify says of one stack what kind of thread it belongs to, what that
// thread is doing, what it waits for and which frame of the user's own code asked
// for it.
//
// It looks at one stack at a time and at a Context of what the whole snapshot
// knows. It does not compare stacks (package group does) and draws no conclusion
// about the process (package diagnose does).
package classify

// Role is the kind of a thread.
type Role string

// The roles of reports, in the words of the JSON.
const (
	Worker      Role = "worker"
	Gate        Role = "gate"
	WaitThread  Role = "wait-thread"
	Timer       Role = "timer"
	IOPoll      Role = "io-poll"
	Main        Role = "main"
	Finalizer   Role = "finalizer"
	SocketLoop  Role = "socket-loop"
	Signal      Role = "signal"
	FileWatcher Role = "file-watcher"
	Runtime     Role = "runtime"
	Background  Role = "background"
	Dedicated   Role = "dedicated"
	Unknown     Role = "unknown"
)

// Thread is what a thread of this role is called in a sentence.
func (r Role) Thread() string {
	if r == Worker {
		return "pool worker"
	}
	return string(r) + " thread"
}

// State is what a thread is doing.
type State string

// The states. Idle is a parked pool worker, Waiting a background thread in the wait
// it spends its life in, Blocked a wait that user or library code asked for.
const (
	Idle    State = "idle"
	Waiting State = "waiting"
	Blocked State = "blocked"
	Running State = "running"
	Unclear State = "unclear"
)

// FrameKind is whose code a frame is.
type FrameKind uint8

// The kinds of frames. Transparent frames are passed over when a culprit is sought.
const (
	KindUser FrameKind = iota
	KindFramework
	KindLibrary
	KindDynamic
	KindTransparent
)

// String returns the word the JSON uses.
func (k FrameKind) String() string {
	return [...]string{"user", "framework", "library", "dynamic", "transparent"}[k]
}

// Cause is what a thread waits in, or runs.
type Cause struct {
	Rule      string // id of the rule that named it
	API       string // the call as a C# developer would write it
	Category  string // "sync-over-async", "lock", "event", …
	Mechanism string // "Task wait", "lock", "socket", …
	// Advice is what the rule advises where it knows more than the finding; "" for
	// plain waits for tasks and locks.
	Advice string
}

// The kinds of culprits.
const (
	CulpritUser     = "user"
	CulpritDynamic  = "dynamic"  // the handler was inlined into a compiled delegate
	CulpritInferred = "inferred" // own code seen above the same delegate elsewhere
)

// Culprit is the frame of the user's own code that made the call.
type Culprit struct {
	Kind   string
	Name   string // C#-style, with namespace
	Short  string // the same without the namespace
	Module string
	Raw    string // the frame as it stands in the input
	// Note is a remark such as "inferred: seen under lambda_method2 in 12 other stacks".
	Note string
	// Wrapper marks a home-made wrapper: its callers are what will be edited.
	Wrapper bool
}

// Result is the classification of one stack.
type Result struct {
	Role  Role
	State State
	Cause *Cause // nil for idle and most waiting threads
	// IfBlocked is what an unclear thread would wait in, were several at its frame.
	IfBlocked *Cause
	Culprit   *Culprit // nil where no frame of own code, and no handler, is on the stack
	Via       string   // module of the library between API and wait, or ""
	Kinds     []FrameKind
	// Indexes into the frames; -1 where there is none. RunEnd is the first frame
	// below the framework and library frames at the top.
	APIFrame, CulpritFrame, RunEnd, RootFrame int
	// Callers are the own frames below the culprit that called it: of interest where
	// the culprit is a wrapper.
	Caller int
	// AlwaysWaiting marks a pool item that waits all its life by design: a stdin
	// reader, a test adapter.
	AlwaysWaiting bool
}
