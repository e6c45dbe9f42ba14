package diagnose

import (
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/group"
	"stacktriage/wording"
)

var lockContention = row{
	id: LockContention, order: 3, collect: contention, severity: contentionSeverity,
	say: contentionSentence,
	advice: fixed("Shrink the critical section and do no I/O, no waiting and no await inside it; " +
		"split or replace the lock."),
	stuck:   func(e *evidence) bool { return !knowsOwners(e) && nobodyHolds(e) },
	when:    "Where the stacks show who waits",
	grade:   ownerAlone.grade,
	means:   "Two threads or more wait for locks. Who holds them is not in this format.",
	follows: func(a advised) string { return a.onLocks() },
	now: func(a advised) []Step {
		return steps(a.saveMore(), a.showOwners(), restart("A restart frees the lock; "+
			"it helps only until the same load meets there again."))
	},
}

// contentionSentence says when a deadlock looks the same, and names the one thread that
// may hold the lock.
func contentionSentence(e *evidence, f *Finding) wording.Text {
	why := "lock contention"
	if f.Stuck {
		why = "lock contention, perhaps a deadlock: no thread of this report could let go of the lock"
	}
	text := wording.Format("%s blocked on %s", who(e, f), placeOf(e.set, f.Groups).at())
	if holder := e.neighbour(f.Groups); holder != nil && !f.Stuck {
		text = text.Thenf(", perhaps held by %s, blocked on %s",
			wording.Code(holder.Class.Culprit.Short), wording.Code(holder.Class.Cause.API))
	}
	return text.Thenf(": %s", tail(e, f, why))
}

// neighbour is the one other blocked place in the type that waits for its lock: it may
// hold the lock. Nil where there is none, or more than one.
func (e *evidence) neighbour(waiters []*group.Group) *group.Group {
	types, waits := map[method]bool{}, map[*group.Group]bool{}
	for _, g := range waiters {
		waits[g] = true
		if g.Class.Culprit != nil && g.Class.CulpritFrame >= 0 {
			types[typeOf(g.Stack.Frames[g.Class.CulpritFrame])] = true
		}
	}
	if len(types) != 1 {
		return nil
	}
	var found *group.Group
	for _, g := range e.set.Groups {
		if waits[g] || !mayHold(g) || lockWaiter(g) || g.Class.Culprit == nil || g.Class.Cause == nil ||
			g.Class.Cause.API == "" ||
			!types[typeOf(g.Stack.Frames[g.Class.CulpritFrame])] {
			continue
		}
		if found != nil && found.Class.Culprit.Short != g.Class.Culprit.Short {
			return nil
		}
		found = g
	}
	return found
}

// typeOf is the type a frame's code is written in: closures and state machines are nested
// in it.
func typeOf(f *frame.Frame) method {
	outer, _, _ := strings.Cut(f.Type, "+")
	return method{f.Module, outer}
}

// whoOwns names what shows the owner of the lock between two pieces of a sentence; ""
// where nothing does. syncblk knows the locks of Monitor alone.
func (a advised) whoOwns(before, after string) string {
	if a.f != nil && !a.about(func(g *group.Group) bool {
		return hasRule(g, classify.RuleMonitorEnter, classify.RuleMonitorEnterProbable, classify.RuleMonitorTryEnter) ||
			hasCategory(g, classify.CategoryLogging)
	}) {
		return ""
	}
	return before + "dotnet-dump's syncblk" + after
}

// contention collects waits to enter a lock. They are evidence on any thread, whatever
// else is known of it: two of them make the finding, one does where own code made it.
func contention(e *evidence) ([]*group.Group, Confidence) {
	found := e.open(func(g *group.Group) bool {
		return entersLock(g) || blockedOwn(g) && hasCategory(g, classify.CategoryLock) &&
			!hasRule(g, classify.RuleSemaphoreSlim)
	})
	if threads(found) < 2 {
		found = withCulprit(found)
	}
	switch {
	case doubtfulTops(e, found):
		return found, Low
	case slices.ContainsFunc(found, func(g *group.Group) bool { return hasRule(g, classify.RuleMonitorEnterProbable) }):
		return found, Medium
	}
	return found, High
}

// doubtfulTops reports stacks whose innermost frames may have been lost, so that what
// looks like a lock, because no frame of a wait is there, need not be one: the roots are
// lost, too, or the whole report has no frame of the base library.
func doubtfulTops(e *evidence, found []*group.Group) bool {
	inferred := slices.DeleteFunc(slices.Clone(found), func(g *group.Group) bool {
		top := topFrame(g)
		return top == nil || ofBaseLibrary(top)
	})
	if len(inferred) == 0 {
		return false
	}
	if slices.ContainsFunc(inferred, func(g *group.Group) bool { return g.Class.Role == classify.Unknown }) {
		return true
	}
	return !slices.ContainsFunc(e.set.Groups, func(g *group.Group) bool {
		return slices.ContainsFunc(g.Stack.Frames, ofBaseLibrary)
	})
}

// topFrame is the innermost frame that has a name; nil without one.
func topFrame(g *group.Group) *frame.Frame {
	for _, f := range g.Stack.Frames {
		if !f.Unresolved() {
			return f
		}
	}
	return nil
}

func ofBaseLibrary(f *frame.Frame) bool { return classify.ModuleOf(f) == "System.Private.CoreLib" }

// contentionSeverity only notes two threads that meet in a lock of a framework's own, as
// in any busy process, and what is no more than perhaps a lock.
func contentionSeverity(e *evidence, groups []*group.Group) Severity {
	few := len(withCulprit(groups)) == 0 && threads(groups) < 3
	if !e.starved && (few || e.set != nil && doubtfulTops(e, groups)) {
		return Note
	}
	return starvedOrWarning(e, groups)
}

// entersLock is a thread of any kind that waits to enter a lock.
func entersLock(g *group.Group) bool { return g.Class.State == classify.Blocked && g.Class.EntersLock }

// lockWaiter is a thread that waits for a lock, with the frame that called the lock.
func lockWaiter(g *group.Group) bool {
	return g.Class.State == classify.Blocked && hasCategory(g, classify.CategoryLock) &&
		!hasRule(g, classify.RuleStaticInit)
}

// takesLocks is the threads that lock findings are made of: dedicated threads and
// main count like workers.
func takesLocks(g *group.Group) bool {
	if blockedOwn(g) {
		return true
	}
	if g.Class.State != classify.Blocked {
		return false
	}
	if g.Class.EntersLock && g.Class.Role != classify.Unknown {
		return true // whoever's thread it is, that is no normal life
	}
	return g.Class.Role == classify.Finalizer || g.Class.Role == classify.Main && g.Class.Culprit != nil
}

// lockCaller is the index of the frame that called the lock API: the first one below
// the frames of the lock itself.
func lockCaller(g *group.Group) int {
	for i, f := range g.Stack.Frames {
		if f.Unresolved() || g.Class.Kinds[i] == classify.KindTransparent || isLockFrame(f) {
			continue
		}
		return i
	}
	return -1
}

// calledLock is the method that called the lock a thread waits for.
func calledLock(g *group.Group) method { return methodOf(g.Stack.Frames[lockCaller(g)]) }

// lockTypes are the types whose frames stand between the marker and the caller of a
// lock. Lazy is not among them: its own frames are the caller.
var lockTypes = []string{
	"System.Threading.Monitor.", "System.Threading.Lock.", "System.Threading.ObjectHeader.",
	"System.Threading.ReaderWriterLock", "System.Threading.SemaphoreSlim.", "System.Threading.ManualResetEventSlim.",
	"System.Threading.SpinLock.", "System.Threading.SpinWait.", "System.Threading.Thread.Sleep",
	"System.Threading.Thread.Yield",
	"System.Threading.WaitHandle.", "System.Threading.WaitSubsystem", "System.Threading.SynchronizationContext.",
	"System.Threading.Condition.", "System.Threading.LowLevel",
}

func isLockFrame(f *frame.Frame) bool {
	return slices.ContainsFunc(lockTypes, func(t string) bool { return strings.HasPrefix(f.Full, t) })
}

// method is a method without its parameters and addresses.
type method struct{ module, full string }

func methodOf(f *frame.Frame) method { return method{f.Module, f.Full} }

// nobodyHolds reports that every thread with own code waits for a lock or for another
// thread to end, so none of them can release one.
func nobodyHolds(e *evidence) bool {
	if e.facts.LocksMove {
		return false // somebody did
	}
	if e.counts.Threads == 1 && oneStack(e.set.Snapshot) {
		return false // the others are not in the text
	}
	for _, g := range e.set.Groups {
		switch g.Class.State {
		case classify.Blocked, classify.Running, classify.Unclear:
		default:
			continue
		}
		if hasRule(g, classify.RuleMonitorEnterProbable) && waitsOnTop(g) && !e.stood(g) {
			return false // a lock by the marker alone: any of these may be inside and running
		}
		if g.Class.AlwaysWaiting || lockWaiter(g) || hasRule(g, classify.RuleThreadJoin) {
			continue
		}
		own := g.Class.Culprit != nil && !classify.IsForeign(g.Class.Culprit.Frame.Module)
		if own || g.Class.Role == classify.Unknown {
			return false
		}
	}
	return true
}

// waitsOnTop reports own code as the innermost frame.
func waitsOnTop(g *group.Group) bool {
	return g.Class.Culprit != nil && g.Class.CulpritFrame >= 0 && topFrame(g) == g.Stack.Frames[g.Class.CulpritFrame]
}
