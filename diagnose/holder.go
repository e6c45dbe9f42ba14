package diagnose

import (
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/wording"
)

var holderByFrames = row{
	id: LockHolderBlocked, order: 4, collect: lockHolder, severity: lockHolderSeverity, grade: gradeHolder,
	say: func(e *evidence, f *Finding) wording.Text {
		waiters, holders := split(f.Groups, lockWaiter)
		if len(holders) == 0 {
			holders, waiters = waiters[:1], waiters[1:]
		}
		return wording.Format("%s %s for %s; what seems to hold it is itself blocked on %s: %s",
			e.count(waiters), waits(waiters), placeOf(e.set, waiters).at(), placeOf(e.set, holders).at(),
			tail(e, f, "lock holder blocked"))
	},
	advice: func(a advised) []string {
		advice := []string{adviceHolder}
		if a.about(isTimerCallback) {
			advice = append(advice, "These are timer callbacks that overlap: start the next run only when the last has ended.")
		}
		return advice
	},
	means:   meansHolder,
	follows: func(a advised) string { return a.behind(lockWaiter) },
	now: func(a advised) []Step {
		return steps(a.saveMore(), a.holderDependency(lockWaiter),
			restart("A restart frees the lock; it helps only until the holder waits there again."))
	},
}

const (
	gradeHolder  = "critical; warning where the holder and one waiter are all there is"
	adviceHolder = "Mend the holder: do no I/O and no waiting while a lock is held. Its waiters are victims."
	meansHolder  = "Threads wait for a lock, and a thread below the same call is itself blocked in something else: " +
		"it seems to hold the lock while it waits."
)

// lockHolderSeverity is critical, unless fewer than two threads wait or they are a small
// part of what is blocked.
func lockHolderSeverity(e *evidence, groups []*group.Group) Severity {
	if n := threads(groups); n < 3 || 4*n < e.counts.Workers.Blocked {
		return Warning
	}
	return Critical
}

// lockHolder finds waiters whose lock call was made by a frame that also stands on
// another thread below a different blocking leaf.
func lockHolder(e *evidence) ([]*group.Group, Confidence) {
	var found []*group.Group
	taken := map[*group.Group]bool{}
	add := func(groups []*group.Group) {
		for _, g := range groups {
			if !taken[g] {
				taken[g] = true
				found = append(found, g)
			}
		}
	}
	waiters := e.open(func(g *group.Group) bool { return lockWaiter(g) && takesLocks(g) })
	confidence := High
	sameCaller := byCaller(waiters)
	entered := enteredBy(e, sameCaller)
	for _, callers := range sameCaller {
		holders := holdersOf(e, callers, entered)
		if len(holders) == 0 {
			continue
		}
		add(holders)
		add(callers)
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
		entered[calledLock(waiters[0])] = nil
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
	for j := range i {
		if !g.Stack.Frames[j].Unresolved() {
			return true
		}
	}
	return false
}
