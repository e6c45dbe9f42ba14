// Package compare says what changed between two snapshots: which places of blocking
// are new, gone, grew or shrank, and whether that is a fix.
//
// It matches sites and groups across processes, restarts and builds, and says how a
// match was made where it was not exact. It looks at no more than two snapshots, and
// at the text of none: what stands on a stack was decided by the packages it builds
// on. How a difference is written is the business of package render.
package compare

import (
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/wording"
)

// Diff is everything the tool says about two snapshots. JSON and every renderer are
// written from it, so that they cannot differ.
type Diff struct {
	Before, After *diagnose.Snapshot
	// Process says whether both are of one process: then thread ids and the
	// compiler's numbers mean the same in both.
	Process Process
	// Strangers says that the two are of different programs, which have no place in
	// common.
	Strangers bool
	Verdict   Verdict
	// Sites are every blocked, running or unclear place of either snapshot: trouble
	// first, then by the larger change, the larger count, the name. The Before sides
	// together are Before.Sites, each once, and the After sides After.Sites.
	Sites []*Site
	// Groups are all threads of both snapshots: the Before sides add up to
	// Before.Counts.Threads, the After sides to After.Counts.Threads.
	Groups []*Group
	// Aside are the threads that wait by design or are idle, by what they do.
	Aside []Aside
	// Notes are what the reader must know about this comparison, one sentence each.
	Notes []string
}

// Process is whether two snapshots are of one process.
type Process string

// The relations of two snapshots. Unknown processes are treated as different ones.
const (
	SameProcess    Process = "same"
	OtherProcess   Process = "other"
	UnknownProcess Process = "unknown"
)

// Kind is the verdict in one word, as JSON writes it.
type Kind string

// The verdicts. NotProven is "gone, but AFTER shows no load", or none at the places that
// were blocked: neither a clean snapshot of an idle process nor one that is busy with
// something else is proof of a fix.
const (
	Fixed         Kind = "fixed"
	Improved      Kind = "improved"
	Unchanged     Kind = "unchanged"
	Worse         Kind = "worse"
	Moved         Kind = "moved"
	NotProven     Kind = "not-proven"
	NotComparable Kind = "not-comparable"
)

// Verdict is the answer to "did it work?".
type Verdict struct {
	Kind Kind
	// Word is what the first line begins with: "FIXED", "GONE", "WORSE", …
	Word string
	// Sentence is the rest of the first line, with the numbers, and Said the same in
	// parts. It is true without anything below it.
	Sentence string
	Said     wording.Text
	// Severity is that of the state AFTER is in: OK for a fix, Note where nothing is
	// proven, else the gravest finding's.
	Severity diagnose.Severity
	// From and To are the places the blocking left and went to; nil unless Moved.
	From, To *Site
	// Load says that AFTER shows a worker that is not idle.
	Load bool

	unseen []*Site // gone from places that no thread of AFTER passes
}

// Status is what became of a site or group.
type Status string

// The five statuses.
const (
	New    Status = "new"
	Gone   Status = "gone"
	Grew   Status = "grew"
	Shrank Status = "shrank"
	Same   Status = "same"
)

// How says by what two sites or groups were taken for the same.
type How string

// The ways of matching, surest first. All but Exact are told to the reader.
const (
	Exact    How = "exact"    // the same frames
	Build    How = "build"    // the same names; what a build or an edit changes differs
	Renumber How = "renumber" // the same, but for the number of a lambda or delegate
	Call     How = "call"     // the same culprit in another form of the same call
	Inlined  How = "inlined"  // the culprit was inlined into its delegate on one side
	Inlining How = "inlining" // groups: the same site through frames inlined differently
	Role     How = "role"     // groups: the same kind of always-waiting thread
	None     How = ""         // new or gone: no match
)

// Match is how the two sides of a site or group were brought together.
type Match struct {
	How How
	// Note says it in words where How is not Exact: "lambda #2 in BEFORE, #3 in AFTER".
	Note string
	// Probable marks a match that can be wrong.
	Probable bool
}

// Site is one place in both snapshots.
type Site struct {
	Before, After *group.Site // nil where the place is in the other snapshot only
	Status        Status
	Match         Match
	// Trouble says that the place is blocked and counts: pool workers, or threads that
	// a finding of either snapshot is about. The verdict is drawn from these.
	Trouble bool
	// Routine marks threads that come and go in any process and mean nothing here.
	Routine bool
	// CommonStacks counts the stacks that are the same on both sides.
	CommonStacks int
	// SameThreads counts the thread ids that stand here in both snapshots; -1 unless both
	// are of one process.
	SameThreads int
	// Frames is how the commonest stacks of both sides differ; nil where the sides
	// have a stack in common, or one side is missing.
	Frames []Frame
}

// Group is one group of either snapshot, or the groups of both that belong together.
type Group struct {
	Before, After []*group.Group
	Status        Status
	Match         Match
}

// Aside is threads that were set aside in either snapshot under one label.
type Aside struct {
	Label         string
	Idle          bool
	Before, After int
}

// Op is what became of a frame.
type Op byte

// The operations, as they stand in column 1 of a difference.
const (
	Keep   Op = ' '
	Delete Op = '-'
	Insert Op = '+'
)

// Frame is one line of the difference of two stacks, innermost first. Index is that
// of the frame in the commonest stack of the side it is from: After for Insert, else
// Before.
type Frame struct {
	Op    Op
	Index int
}

// BeforeThreads is the number of threads of the site in BEFORE.
func (s *Site) BeforeThreads() int { return threadsOf(s.Before) }

// AfterThreads is the number of threads of the site in AFTER.
func (s *Site) AfterThreads() int { return threadsOf(s.After) }

// Shown is the side that describes the site: AFTER, unless it is gone.
func (s *Site) Shown() *group.Site {
	if s.After != nil {
		return s.After
	}
	return s.Before
}

// BeforeThreads is the number of threads of the group in BEFORE.
func (g *Group) BeforeThreads() int { return countOf(g.Before) }

// AfterThreads is the number of threads of the group in AFTER.
func (g *Group) AfterThreads() int { return countOf(g.After) }

func threadsOf(s *group.Site) int {
	if s == nil {
		return 0
	}
	return s.Threads
}

func countOf(groups []*group.Group) int {
	n := 0
	for _, g := range groups {
		n += g.Count()
	}
	return n
}

// statusOf names the change from before to after threads.
func statusOf(before, after int) Status {
	switch {
	case before == 0:
		return New
	case after == 0:
		return Gone
	case after > before:
		return Grew
	case after < before:
		return Shrank
	}
	return Same
}

// Shown is the commonest group that describes the pair: of AFTER, unless it is gone.
func (g *Group) Shown() *group.Group {
	if len(g.After) > 0 {
		return g.After[0]
	}
	return g.Before[0]
}
