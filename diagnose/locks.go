package diagnose

import (
	"strings"

	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/group"
)

// lockWaiter is a thread that waits for a lock, with the frame that called the lock.
func lockWaiter(g *group.Group) bool {
	return g.Class.State == classify.Blocked && hasCategory(g, "lock") && !hasRule(g, "static-init")
}

// takesLocks is the threads that lock findings are made of: dedicated threads and
// main count like workers (json.md 7.15).
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
// another thread below a different blocking leaf (json.md 7.16).
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
	for _, callers := range byCaller(waiters) {
		holders := holdersOf(e, callers)
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
	index := map[string]int{}
	var out [][]*group.Group
	for _, g := range waiters {
		i := lockCaller(g)
		if i < 0 {
			continue
		}
		key := methodKey(g.Stack.Frames[i])
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

// methodKey is a method without its parameters and addresses.
func methodKey(f *frame.Frame) string { return f.Module + "!" + f.Full }

// holdersOf finds the threads that may hold the lock: blocked in something else with
// the calling frame further down; for Lazy those that run its factory.
func holdersOf(e *evidence, waiters []*group.Group) []*group.Group {
	at := lockCaller(waiters[0])
	caller := waiters[0].Stack.Frames[at]
	lazy := strings.HasPrefix(caller.Full, "System.Lazy.")
	key := methodKey(caller)
	return e.open(func(g *group.Group) bool {
		if g.Class.State != classify.Blocked || g.Class.Role == classify.Worker && g.Class.AlwaysWaiting {
			return false
		}
		own := -1
		if lockWaiter(g) {
			own = lockCaller(g)
			if own >= 0 && methodKey(g.Stack.Frames[own]) == key {
				return false
			}
		}
		for i := own + 1; i < len(g.Stack.Frames); i++ {
			f := g.Stack.Frames[i]
			switch {
			case lazy && (f.Full == "System.Lazy.ViaFactory" || f.Full == "System.Lazy.CreateValue") && i > g.Class.RunEnd:
				return true
			case !lazy && methodKey(f) == key && callsOut(g, i):
				return true
			}
		}
		return false
	})
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
	waiters := e.open(func(g *group.Group) bool { return lockWaiter(g) && takesLocks(g) && g.Class.Culprit != nil })
	var found []*group.Group
	taken := map[*group.Group]bool{}
	for i, a := range waiters {
		for _, b := range waiters[i+1:] {
			if crossed(a, b) {
				for _, g := range []*group.Group{a, b} {
					if !taken[g] {
						taken[g] = true
						found = append(found, g)
					}
				}
			}
		}
	}
	if len(found) == 0 {
		return nil, ""
	}
	for _, g := range waiters {
		if !taken[g] && pilesUp(g, found) {
			taken[g] = true
			found = append(found, g)
		}
	}
	return found, Medium
}

// crossed reports that a waits in a method that b has entered, and b in one that a
// has entered.
func crossed(a, b *group.Group) bool {
	ca, cb := lockCaller(a), lockCaller(b)
	if ca < 0 || cb < 0 {
		return false
	}
	ka, kb := methodKey(a.Stack.Frames[ca]), methodKey(b.Stack.Frames[cb])
	return ka != kb && standsBelow(b, cb, ka) && standsBelow(a, ca, kb)
}

func standsBelow(g *group.Group, at int, key string) bool {
	for _, f := range g.Stack.Frames[at+1:] {
		if methodKey(f) == key {
			return true
		}
	}
	return false
}

// pilesUp reports a waiter at the lock call of one of the deadlocked threads.
func pilesUp(g *group.Group, found []*group.Group) bool {
	at := lockCaller(g)
	if at < 0 {
		return false
	}
	key := methodKey(g.Stack.Frames[at])
	for _, d := range found {
		if i := lockCaller(d); i >= 0 && methodKey(d.Stack.Frames[i]) == key {
			return true
		}
	}
	return false
}
