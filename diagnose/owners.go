package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/parse"
	"stacktriage/wording"
)

// The owners of locks that a debugger's syncblk prints, and what follows from them.

var deadlockByOwners = row{
	id: Deadlock, order: 5, collect: ownedDeadlock, severity: always(Critical), link: linkDeadlock, several: true,
	say:     ownedDeadlockSentence,
	when:    "Where the report shows who owns each lock",
	advice:  fixed("Take the locks in one order everywhere, or use Monitor.TryEnter with a timeout."),
	means:   meansDeadlock,
	follows: func(a advised) string { return a.crossed() },
	now: func(a advised) []Step {
		return steps(a.saveMore(), restart("Restart the process: nothing else frees these threads. "+
			"It happens again until the order of the locks is mended."))
	},
}

var holderByOwners = row{
	id: LockHolderBlocked, order: 4, collect: ownedHolder, severity: lockHolderSeverity, grade: gradeHolder,
	say:     ownedHolderSentence,
	advice:  fixed(adviceHolder),
	means:   meansHolder,
	follows: func(a advised) string { return a.behind(waitsForMonitor) },
	now: func(a advised) []Step {
		return steps(a.saveMore(), a.holderDependency(waitsForMonitor),
			restart("A restart frees the lock; it helps only until the holder waits there again."))
	},
}

// ownerAlone is for pastes that have the stack of a lock's owner and not those of the
// threads that wait for it.
var ownerAlone = row{
	id: LockContention, order: 3, collect: ownersAlone, alone: true, say: ownerAloneSentence,
	severity: func(e *evidence, groups []*group.Group) Severity {
		if waitingFor(e, groups) < fewWaiters {
			return Warning
		}
		return Critical
	},
	grade: "critical if starved, or for the owner of a lock that many wait for; else warning, a note for one thread",
	when:  "Where only the owner's stack is there",
	advice: fixed("Look at what the owner does under the lock: do no I/O, no waiting and no long work there. " +
		"clrstack -all shows the threads that wait."),
	means: "Threads wait for a lock, and the debugger says who holds it; the stack of the owner shows what it does.",
	follows: func(a advised) string {
		return fmt.Sprintf("%s behind the lock until its owner leaves it.",
			wording.Counted(waitingFor(a.e, a.f.Groups), "thread waits", "threads wait"))
	},
	now: func(a advised) []Step {
		return steps(a.saveMore(), restart("A restart frees the lock; it helps only until the owner stays in it again."))
	},
}

// fewWaiters is from how many waiting threads on a lock is an outage.
const fewWaiters = 4

// ownersAlone finds the owners of locks of whose waiters no stack is there.
func ownersAlone(e *evidence) ([]*group.Group, Confidence) {
	if slices.ContainsFunc(e.set.Groups, entersLock) {
		return nil, ""
	}
	var found []*group.Group
	for _, o := range owners(e) {
		if !e.claimed[o.group] {
			found = appendNew(found, o.group)
		}
	}
	return found, High
}

// waitingFor counts the threads that wait for locks of some owners.
func waitingFor(e *evidence, groups []*group.Group) int {
	if e.set == nil {
		return 0
	}
	n := 0
	for _, o := range owners(e) {
		if slices.Contains(groups, o.group) {
			n += o.lock.Waiters
		}
	}
	return n
}

func ownerAloneSentence(e *evidence, f *Finding) wording.Text {
	var parts []wording.Text
	for _, o := range owners(e) {
		if !slices.Contains(f.Groups, o.group) {
			continue
		}
		does := "in"
		if o.group.Class.State == classify.Blocked {
			does = "blocked on"
		}
		at := placeOf(e.set, []*group.Group{o.group}).at()
		parts = append(parts, wording.Format("%s for a lock on %s that thread %s holds, %s %s",
			wording.Counted(o.lock.Waiters, "thread waits", "threads wait"), lockedType(o.lock), o.lock.OwnerID, does, at))
	}
	return wording.Join("; ", parts...).Thenf("; their own stacks are not in this paste")
}

// owner is a thread that holds a contended lock, as syncblk says.
type owner struct {
	lock  parse.Lock
	group *group.Group
}

// owners are the owners of the contended locks whose threads are in the snapshot.
func owners(e *evidence) []owner {
	locks := e.locks()
	if len(locks) == 0 {
		return nil
	}
	byID := groupsByID(e.set)
	var out []owner
	for _, l := range locks {
		if g := byID[l.OwnerID]; g != nil && l.OwnerID != "" && l.Waiters > 0 {
			out = append(out, owner{l, g})
		}
	}
	return out
}

// knowsOwners says that syncblk is in the paste, or that events named owners.
func knowsOwners(e *evidence) bool {
	locks := e.locks()
	return locks != nil && !slices.ContainsFunc(locks, func(l parse.Lock) bool { return l.From != "" })
}

// groupsByID finds the group of each thread with an id.
func groupsByID(set *group.Set) map[string]*group.Group {
	byID := make(map[string]*group.Group, len(set.Snapshot.Threads))
	for _, g := range set.Groups {
		for _, t := range g.Threads {
			byID[set.Snapshot.ID(int(t))] = g
		}
	}
	return byID
}

// waitsForMonitor reports a thread that waits, without a limit in time, for a lock of
// the kind that syncblk lists.
func waitsForMonitor(g *group.Group) bool {
	return lockWaiter(g) && (takesLocks(g) || entersLock(g)) &&
		hasRule(g, classify.RuleMonitorEnter, classify.RuleMonitorEnterProbable, classify.RuleLazyValue)
}

// entersMonitor is the same for threads without own code on them: where owners prove a
// circle, it does not matter whose code it is.
func entersMonitor(g *group.Group) bool {
	return lockWaiter(g) && hasRule(g, classify.RuleMonitorEnter, classify.RuleMonitorEnterProbable,
		classify.RuleLazyValue)
}

// ownedDeadlock proves a deadlock by the owners of locks. Every contended lock has an
// owner, and if each of these owners waits for a lock, then each waits for another
// one of them: somewhere they wait in a circle.
func ownedDeadlock(e *evidence) ([]*group.Group, Confidence) {
	held := owners(e)
	if len(held) < 2 {
		return nil, ""
	}
	var found []*group.Group
	for _, o := range held {
		if !entersMonitor(o.group) {
			return nil, ""
		}
		found = appendNew(found, o.group)
	}
	if len(held) < contended(e) || sameOwner(held) {
		return nil, ""
	}
	// The others that wait for a lock wait for one of theirs.
	found = appendNew(found, e.open(waitsForMonitor)...)
	return found, High
}

// contended counts the locks that somebody waits for.
func contended(e *evidence) int {
	n := 0
	for _, l := range e.locks() {
		if l.Waiters > 0 {
			n++
		}
	}
	return n
}

func sameOwner(held []owner) bool {
	return !slices.ContainsFunc(held, func(o owner) bool { return o.lock.OwnerID != held[0].lock.OwnerID })
}

// ownedHolder finds the owners of contended locks that are blocked in something other
// than a lock; all threads that wait for a lock wait for them in the end.
func ownedHolder(e *evidence) ([]*group.Group, Confidence) {
	var found []*group.Group
	free := false
	for _, o := range owners(e) {
		switch {
		case waitsForMonitor(o.group):
		case o.group.Class.State == classify.Blocked && !e.claimed[o.group]:
			found = appendNew(found, o.group)
		default:
			free = true
		}
	}
	waiters := e.open(waitsForMonitor)
	if len(found) == 0 || len(waiters) == 0 {
		return nil, ""
	}
	if free || len(owners(e)) < contended(e) {
		return append(found, waiters...), Medium
	}
	return append(found, waiters...), High
}

// ownedDeadlockSentence names each owner, what it holds and where it waits.
func ownedDeadlockSentence(e *evidence, f *Finding) wording.Text {
	const most = 3
	held := owners(e)
	var parts []wording.Text
	for _, o := range held[:min(len(held), most)] {
		parts = append(parts, wording.Format("thread %s holds a lock on %s and waits in %s",
			o.lock.OwnerID, lockedType(o.lock), whereabouts(o.group)))
	}
	if n := len(held) - most; n > 0 {
		parts = append(parts, wording.Plain(wording.Counted(n, "more owner waits, too", "more owners wait, too")))
	}
	if n := f.Threads - ownerThreads(held); n > 0 {
		parts = append(parts, wording.Plain(wording.Counted(n, "more thread waits", "more threads wait")+" behind them"))
	}
	return wording.Join("; ", parts...).Thenf(": %s", tail(e, f, "deadlock"))
}

func ownerThreads(held []owner) int {
	ids := map[string]bool{}
	for _, o := range held {
		ids[o.lock.OwnerID] = true
	}
	return len(ids)
}

// lockedType is the type of the locked object, without its namespace.
func lockedType(l parse.Lock) wording.Text {
	name, _, _ := strings.Cut(l.Object, "[")
	name, _, _ = strings.Cut(name, "`")
	if name == "" {
		return wording.Plain("an object")
	}
	return wording.Format("%s", wording.Code(name[strings.LastIndexByte(name, '.')+1:]))
}

// whereabouts is where a thread stands: its culprit, or what it is in.
func whereabouts(g *group.Group) wording.Text {
	switch {
	case g.Class.Culprit != nil:
		return wording.Format("%s", wording.Code(g.Class.Culprit.Short))
	case g.Class.Cause != nil && g.Class.Cause.Category == classify.CategoryLock && lockTaker(g) != "":
		return wording.Format("%s", wording.Code(lockTaker(g)))
	case g.Class.Cause != nil && g.Class.Cause.API != "":
		return wording.Format("%s", wording.Code(g.Class.Cause.API))
	}
	return wording.Plain("code without a name of its own")
}

// lockTaker is the method that takes the lock a thread waits for: the first that is none
// of the lock's own.
func lockTaker(g *group.Group) string {
	for _, f := range g.Stack.Frames {
		if !strings.HasPrefix(f.Type, "System.Threading.Monitor") && !strings.HasPrefix(f.Type, "System.Threading.Lock") {
			return f.ShortName()
		}
	}
	return ""
}

// ownedHolderSentence names the owner and what it is blocked on.
func ownedHolderSentence(e *evidence, f *Finding) wording.Text {
	waiters, holders := split(f.Groups, waitsForMonitor)
	var ids []string
	for _, o := range owners(e) {
		if slices.Contains(holders, o.group) && !slices.Contains(ids, o.lock.OwnerID) {
			ids = append(ids, o.lock.OwnerID)
		}
	}
	return wording.Format("%s %s for %s; thread %s holds it and is blocked on %s: %s",
		e.count(waiters), waits(waiters), placeOf(e.set, waiters).at(),
		strings.Join(ids, ", "), placeOf(e.set, holders).at(), tail(e, f, "lock holder blocked"))
}
