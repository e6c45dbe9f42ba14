package diagnose

import (
	"stacktriage/group"
	"stacktriage/wording"
)

var deadlockByFrames = row{
	id: Deadlock, order: 5, collect: crossedLocks, severity: always(Critical), link: linkDeadlock, several: true,
	say: func(e *evidence, f *Finding) wording.Text {
		at := placeOf(e.set, f.Groups).at()
		return wording.Format("%s wait crosswise for locks, %s: %s", who(e, f), at, f.Confidence.Hedged("a deadlock"))
	},
	stuck:   func(*evidence) bool { return true },
	when:    "Where only the frames speak for it",
	advice:  fixed("Take the locks in one order everywhere, or use Monitor.TryEnter with a timeout."),
	means:   meansDeadlock,
	follows: func(a advised) string { return a.crossed() },
	now: func(a advised) []Step {
		return steps(a.saveMore(), a.showOwners(), restart("If it is a deadlock, only a restart frees these threads. "+
			"It happens again until the order of the locks is mended."))
	},
}

const meansDeadlock = "Threads wait for locks in an order in which each seems to hold what another wants. " +
	"One report cannot prove it."

// crossedLocks finds lock waiters that stand crosswise: each one's lock was called by a
// method that also stands, further down, on the other. One report never proves it.
func crossedLocks(e *evidence) ([]*group.Group, Confidence) {
	waiters := e.open(func(g *group.Group) bool {
		return lockWaiter(g) && takesLocks(g) && g.Class.Culprit != nil && lockCaller(g) >= 0 && !e.moved(g)
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
