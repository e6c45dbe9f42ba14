package diagnose

import (
	"fmt"
	"slices"
	"time"

	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/group"
	"stacktriage/wording"
)

// deadlockByStanding concludes from time what frames do not show: who waits for a lock,
// does not move and uses no CPU is waiting for somebody, and nobody is there who could
// hold the lock but those who wait themselves.
var deadlockByStanding = row{
	id: Deadlock, order: 5, collect: stuckLocks, severity: always(Critical), link: linkDeadlock, several: true,
	say: func(e *evidence, f *Finding) wording.Text {
		watched := fmt.Sprintf("%.1f s", e.facts.Watched.Seconds())
		return wording.Format("%s %s for locks in %s; none has moved in %s, and no other thread seems to hold one: %s",
			who(e, f), waits(f.Groups), e.lockPlaces(f.Groups), watched, tail(e, f, "a deadlock"))
	},
	stuck:   func(*evidence) bool { return true },
	when:    "Where the threads stand still over two samples",
	advice:  fixed("Take the locks in one order everywhere, or use Monitor.TryEnter with a timeout."),
	means:   meansDeadlock,
	follows: func(a advised) string { return a.crossed() },
	now: func(a advised) []Step {
		return steps(a.saveMore(), a.showOwners(),
			restart("If it is a deadlock, only a restart frees these threads. "+
				"It happens again until the order of the locks is mended."))
	},
}

// leastStanding is for how long threads must have stood.
const leastStanding = time.Second

// stuckLocks finds threads that stood at locks, with nobody beside them who seems to hold
// one. A lock statement is left before its method is: who holds a lock has a method on
// its stack that takes it, most often one of the type whose other methods wait for it;
// and who holds one for as long as they stood most often stood somewhere, too.
func stuckLocks(e *evidence) ([]*group.Group, Confidence) {
	if e.facts.Watched < leastStanding {
		return nil, ""
	}
	waiters := e.open(func(g *group.Group) bool { return waitsForOwner(g) && e.stood(g) })
	var found []*group.Group
	for _, together := range byLockType(waiters) {
		if threads(together) >= 2 && !e.heldOutside(together) && (severalLocks(together) || e.onlyLocks(together, waiters)) {
			found = append(found, together...)
		}
	}
	return found, Medium
}

// waitsForOwner reports a wait without a limit for a lock that one thread holds, or
// several, each within a method.
func waitsForOwner(g *group.Group) bool {
	return lockWaiter(g) && takesLocks(g) && g.Class.Culprit != nil && lockCaller(g) >= 0 &&
		!hasRule(g, classify.RuleSemaphoreSlim, classify.RuleMonitorTryEnter, classify.RuleSpinLock)
}

// stood reports that each thread of a group stood.
func (e *evidence) stood(g *group.Group) bool {
	return !slices.ContainsFunc(g.Threads, func(t int32) bool { return !e.facts.Stood[e.set.Snapshot.ID(int(t))] })
}

// moved reports that a thread of a group did not stand.
func (e *evidence) moved(g *group.Group) bool {
	return slices.ContainsFunc(g.Threads, func(t int32) bool { return e.facts.Moved[e.set.Snapshot.ID(int(t))] })
}

// lockTypeOf is the type whose code takes the lock that a thread waits for: that
// of the method which called it.
func lockTypeOf(g *group.Group) method { return typeOf(g.Stack.Frames[lockCaller(g)]) }

// byLockType puts waiters together whose locks are taken by the same type, or that are
// within code of one another's, in the order of groups.
func byLockType(waiters []*group.Group) [][]*group.Group {
	types := map[method]bool{}
	for _, g := range waiters {
		types[lockTypeOf(g)] = true
	}
	var out [][]*group.Group
	var within []map[method]bool
	for _, g := range waiters {
		mine := map[method]bool{}
		for _, f := range g.Stack.Frames[lockCaller(g):] {
			if t := typeOf(f); types[t] {
				mine[t] = true
			}
		}
		together := []*group.Group{g}
		for i := len(out) - 1; i >= 0; i-- {
			if meet(within[i], mine) {
				together = append(slices.Clone(out[i]), together...)
				for t := range within[i] {
					mine[t] = true
				}
				out, within = slices.Delete(out, i, i+1), slices.Delete(within, i, i+1)
			}
		}
		out, within = append(out, together), append(within, mine)
	}
	return out
}

func meet(a, b map[method]bool) bool {
	for t := range a {
		if b[t] {
			return true
		}
	}
	return false
}

// severalLocks reports waiters in more than one method, as the two sides of a circle are.
func severalLocks(waiters []*group.Group) bool {
	return slices.ContainsFunc(waiters, func(g *group.Group) bool { return calledLock(g) != calledLock(waiters[0]) })
}

// heldOutside reports a thread that may hold the lock of one of the waiters and does not
// wait with them: events named it, it is in code of the types that take these locks, or
// it is blocked in own code and has not moved either.
func (e *evidence) heldOutside(waiters []*group.Group) bool {
	inside := map[*group.Group]bool{}
	types := map[method]bool{}
	for _, g := range waiters {
		inside[g] = true
		types[lockTypeOf(g)] = true
	}
	for _, o := range owners(e) {
		if !inside[o.group] {
			return true
		}
	}
	return slices.ContainsFunc(e.set.Groups, func(g *group.Group) bool {
		if inside[g] {
			return false
		}
		return e.standsElsewhere(g) || slices.ContainsFunc(g.Stack.Frames,
			func(f *frame.Frame) bool { return types[typeOf(f)] })
	})
}

// standsElsewhere reports a thread that is blocked in own code, in something else than a
// lock or another thread's end, and that is not known to have moved.
func (e *evidence) standsElsewhere(g *group.Group) bool {
	if g.Class.State != classify.Blocked || g.Class.AlwaysWaiting || g.Class.Culprit == nil || e.moved(g) {
		return false
	}
	return !waitsForOwner(g) && !hasRule(g, classify.RuleThreadJoin)
}

// onlyLocks reports waiters of one method that frames show at their locks, while every
// other thread with own code waits for a lock, for another thread to end or for its whole
// life. Without a frame of a lock, threads in one method may wait in a native call.
func (e *evidence) onlyLocks(together, waiters []*group.Group) bool {
	return e.nobodyElse(waiters) && !slices.ContainsFunc(together, func(g *group.Group) bool {
		return hasRule(g, classify.RuleMonitorEnterProbable)
	})
}

func (e *evidence) nobodyElse(waiters []*group.Group) bool {
	for _, g := range e.set.Groups {
		switch g.Class.State {
		case classify.Blocked, classify.Running, classify.Unclear:
		default:
			continue
		}
		if slices.Contains(waiters, g) || g.Class.AlwaysWaiting || hasRule(g, classify.RuleThreadJoin) {
			continue
		}
		if g.Class.Culprit != nil || g.Class.Role == classify.Unknown {
			return false
		}
	}
	return true
}

// lockPlaces names the code that waits for locks: "Ledger.Transfer and Ledger.Refund
// (Acme)"; of many the first three.
func (e *evidence) lockPlaces(groups []*group.Group) wording.Text {
	const most = 3
	var names []wording.Text
	modules := map[string]bool{}
	seen := map[string]bool{}
	for _, g := range groups {
		if c := g.Class.Culprit; !seen[c.Short] {
			seen[c.Short] = true
			modules[c.Frame.Module] = true
			names = append(names, wording.Format("%s", wording.Code(c.Short)))
		}
	}
	module := groups[0].Class.Culprit.Frame.Module
	if n := len(names) - most; n > 0 {
		names = append(names[:most], wording.Plain(wording.Count(n, "other place")))
	}
	last := len(names) - 1
	text := names[last]
	if last > 0 {
		text = wording.Format("%s and %s", wording.Join(", ", names[:last]...), text)
	}
	if len(modules) == 1 && module != "" {
		text = text.Thenf(" (%s)", wording.Code(module))
	}
	return text
}
