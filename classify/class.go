// Package classify says of one stack what kind of thread it belongs to, what that
// thread is doing, what it waits for and which frame of the user's own code asked
// for it.
//
// It looks at one stack at a time and at a Context of what the whole snapshot
// knows. It does not compare stacks (package group does) and draws no conclusion
// about the process (package diagnose does).
package classify

import "stacktriage/frame"

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
	Rule      RuleID // the rule that named it
	API       string // the call as a C# developer would write it
	Category  Category
	Mechanism Mechanism
	// Advice is what the rule advises where it knows more than the finding; "" for
	// plain waits for tasks and locks.
	Advice string
}

// Culprit is the frame of the user's own code that made the call. It says where on a
// stack that frame stands only together with Result.CulpritFrame, because the stacks of
// one site share their culprit.
type Culprit struct {
	Kind CulpritKind
	// Frame is the frame itself: of an inlined handler the compiled delegate, of an
	// inferred one the own frame that other stacks show.
	Frame *frame.Frame
	Name  string // C#-style, with namespace
	Short string // the same without the namespace
	// Note is a remark such as "inferred: seen under lambda_method2 in 12 other stacks".
	Note string
	// Wrapper marks a home-made wrapper: its callers are what will be edited.
	Wrapper bool
}

// Result is the classification of one stack.
type Result struct {
	Role Role
	// Pasted says that the root is unknown because people copied a part of the stack, not
	// because the runtime lost it.
	Pasted bool
	State  State
	Cause  *Cause // nil for idle and most waiting threads
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
	// EntersLock says that the thread waits to enter a lock, whatever its role and its
	// cause: no normal life of any thread.
	EntersLock bool
	// AlwaysWaiting marks a pool item that waits all its life by design: a stdin
	// reader, a test adapter.
	AlwaysWaiting bool

	known *stackInfo
}
