package diagnose

import (
	"strings"

	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/group"
)

// lockWaiter is a thread that waits for a lock, with the frame that called the lock.
func lockWaiter(g *group.Group) bool {
	return g.Class.State == classify.Blocked && hasCategory(g, classify.CategoryLock) && !hasRule(g, classify.RuleStaticInit)
}

// takesLocks is the threads that lock findings are made of: dedicated threads and
// main count like workers.
func takesLocks(g *group.Group) bool {
	if blockedOwn(g) {
		return true
	}
	return g.Class.State == classify.Blocked && (g.Class.Role == classify.Finalizer || g.Class.Role == classify.Main && g.Class.Culprit != nil)
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

// lockTypes are the types whose frames stand between the marker and the caller of a
// lock. Lazy is not among them: its own frames are the caller.
var lockTypes = []string{
	"System.Threading.Monitor.", "System.Threading.Lock.", "System.Threading.WaitHandle.", "System.Threading.WaitSubsystem", "System.Threading.SemaphoreSlim.", "System.Threading.ReaderWriterLock",
	"System.Threading.SpinLock.", "System.Threading.SpinWait.", "System.Threading.Thread.Sleep", "System.Threading.ManualResetEventSlim.", "System.Threading.Condition.", "System.Threading.LowLevel", "System.Threading.ObjectHeader.",
	"System.Threading.SynchronizationContext.", "System.Threading.Thread.Yield",
}

func isLockFrame(f *frame.Frame) bool {
	for _, t := range lockTypes {
		if strings.HasPrefix(f.Full, t) {
			return true
		}
	}
	return false
}

// lockHolder finds waiters whose lock call was made by a frame that also stands on
// another thread below a different blocking leaf.
func lockHolder(e *evidence) ([]*group.Group, Confidence) {
	var found []*group.Group
	taken := map[*group.Group]bool{}
	add := func(groups ...*group.Group) {
		for _, g := range groups {
			if !taken[g] {
				taken[g] = true
				found = append(found, g)
			}
		}
	}
	waiters := e.open(func(g *group.Group) bool {
		return lockWaiter(g) && takesLocks(g)
	})
	confidence := High
	sameCaller := byCaller(waiters)
	entered := enteredBy(e, sameCaller)
	for _, callers := range sameCaller {
		holders := holdersOf(e, callers, entered)
		if len(holders) == 0 {
			continue
		}
		add(holders...)
		add(callers...)
		if len(holders) > 1 {
			confidence = Medium
		}
	}
	return found, confidence
}

// byCaller puts waiters together whose locks were called by the same frame, in the
// order of groups.
func byCaller(waiters []*group.Group) [][]*group.Group {
	index := map[method]int{}
	var out [][]*group.Group
	for _, g := range waiters {
		i := lockCaller(g)
		if i < 0 {
			continue
		}
		key := methodOf(g.Stack.Frames[i])
		n, ok := index[key]
		if !ok {
			n = len(out)
			index[key] = n
			out = append(out, nil)
		}
		out[n] = append(out[n], g)
	}
	return out
}

// method is a method without its parameters and addresses.
type method struct{ module, full string }

func methodOf(f *frame.Frame) method { return method{f.Module, f.Full} }

// mayHold is what a lock's holder can be: blocked, and not for ever by design.
func mayHold(g *group.Group) bool {
	return g.Class.State == classify.Blocked && !(g.Class.Role == classify.Worker && g.Class.AlwaysWaiting)
}

// enteredBy lists for each method that called a lock the unclaimed groups that may
// hold it: those with the method on their stack. One pass over all stacks serves all
// locks.
func enteredBy(e *evidence, sameCaller [][]*group.Group) map[method][]*group.Group {
	entered := make(map[method][]*group.Group, len(sameCaller))
	for _, waiters := range sameCaller {
		entered[methodOf(waiters[0].Stack.Frames[lockCaller(waiters[0])])] = nil
	}
	for _, g := range e.open(mayHold) {
		for _, f := range g.Stack.Frames {
			key := methodOf(f)
			groups, asked := entered[key]
			if asked && (len(groups) == 0 || groups[len(groups)-1] != g) {
				entered[key] = append(groups, g)
			}
		}
	}
	return entered
}

// holdersOf finds the threads that may hold the lock: blocked in something else with
// the calling frame further down; for Lazy those that run its factory.
func holdersOf(e *evidence, waiters []*group.Group, entered map[method][]*group.Group) []*group.Group {
	caller := waiters[0].Stack.Frames[lockCaller(waiters[0])]
	key := methodOf(caller)
	if strings.HasPrefix(caller.Full, "System.Lazy.") {
		return e.open(func(g *group.Group) bool { return mayHold(g) && runsFactory(g, key) })
	}
	var holders []*group.Group
	for _, g := range entered[key] {
		if holdsLock(g, key) {
			holders = append(holders, g)
		}
	}
	return holders
}

// belowOwnLock is the index below the frame that called the lock the thread itself
// waits for; false where that is the lock of key.
func belowOwnLock(g *group.Group, key method) (int, bool) {
	if !lockWaiter(g) {
		return 0, true
	}
	at := lockCaller(g)
	if at >= 0 && methodOf(g.Stack.Frames[at]) == key {
		return 0, false
	}
	return at + 1, true
}

// holdsLock reports that the method stands below another wait.
func holdsLock(g *group.Group, key method) bool {
	from, other := belowOwnLock(g, key)
	if !other {
		return false
	}
	for i := from; i < len(g.Stack.Frames); i++ {
		if methodOf(g.Stack.Frames[i]) == key && callsOut(g, i) {
			return true
		}
	}
	return false
}

// runsFactory reports that the thread computes the value of a Lazy.
func runsFactory(g *group.Group, key method) bool {
	from, other := belowOwnLock(g, key)
	if !other {
		return false
	}
	for i := max(from, g.Class.RunEnd+1); i < len(g.Stack.Frames); i++ {
		if full := g.Stack.Frames[i].Full; full == "System.Lazy.ViaFactory" || full == "System.Lazy.CreateValue" {
			return true
		}
	}
	return false
}

// callsOut reports that frame i stands below the leaf that blocks its thread: at
// least one frame of a call is above it.
func callsOut(g *group.Group, i int) bool {
	for j := 0; j < i; j++ {
		if !g.Stack.Frames[j].Unresolved() {
			return true
		}
	}
	return false
}

// deadlock finds lock waiters that stand crosswise: each one's lock was called by a
// method that also stands, further down, on the other. One report never proves it.
func deadlock(e *evidence) ([]*group.Group, Confidence) {
	waiters := e.open(func(g *group.Group) bool {
		return lockWaiter(g) && takesLocks(g) && g.Class.Culprit != nil && lockCaller(g) >= 0
	})
	waits := newLockWaits(waiters)
	crossed := map[method]bool{}
	var found, others []*group.Group
	for _, g := range waiters {
		if waits.crossed(g) {
			found = append(found, g)
			crossed[calledLock(g)] = true
		} else {
			others = append(others, g)
		}
	}
	if len(found) == 0 {
		return nil, ""
	}
	for _, g := range others { // pile up at the lock call of a deadlocked thread
		if crossed[calledLock(g)] {
			found = append(found, g)
		}
	}
	return found, Medium
}

// calledLock is the method that called the lock a thread waits for.
func calledLock(g *group.Group) method { return methodOf(g.Stack.Frames[lockCaller(g)]) }

// lockWaits knows of each method whose lock call waits which other such methods its
// threads have entered.
type lockWaits map[method]map[method]bool

func newLockWaits(waiters []*group.Group) lockWaits {
	waits := lockWaits{}
	for _, g := range waiters {
		waits[calledLock(g)] = map[method]bool{}
	}
	for _, g := range waiters {
		entered := waits[calledLock(g)]
		for _, f := range g.Stack.Frames[lockCaller(g)+1:] {
			if _, waiting := waits[methodOf(f)]; waiting {
				entered[methodOf(f)] = true
			}
		}
	}
	return waits
}

// crossed reports that g waits in a method that a thread has entered which waits in
// one that g has entered.
func (w lockWaits) crossed(g *group.Group) bool {
	called := calledLock(g)
	for _, f := range g.Stack.Frames[lockCaller(g)+1:] {
		if other := methodOf(f); other != called && w[other][called] {
			return true
		}
	}
	return false
}

// nobodyHolds reports that every thread with own code waits for a lock or for another
// thread to end, so none of them can release one.
func nobodyHolds(e *evidence) bool {
	for _, g := range e.set.Groups {
		switch g.Class.State {
		case classify.Blocked, classify.Running, classify.Unclear:
		default:
			continue
		}
		if g.Class.AlwaysWaiting || lockWaiter(g) || hasRule(g, classify.RuleThreadJoin) {
			continue
		}
		if g.Class.Culprit != nil && !classify.IsForeign(g.Class.Culprit.Frame.Module) || g.Class.Role == classify.Unknown {
			return false
		}
	}
	return true
}
