package diagnose

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/parse"
	"stacktriage/wording"
)

// owner is a thread that holds a contended lock, as syncblk says.
type owner struct {
	lock  parse.Lock
	group *group.Group
}

// owners are the owners of the contended locks whose threads are in the snapshot.
func owners(e *evidence) []owner {
	d := e.set.Snapshot.Debugger
	if d == nil || len(d.Locks) == 0 {
		return nil
	}
	byID := groupsByID(e.set)
	var out []owner
	for _, l := range d.Locks {
		if g := byID[l.OwnerID]; g != nil && l.OwnerID != "" && l.Waiters > 0 {
			out = append(out, owner{l, g})
		}
	}
	return out
}

// knowsOwners says that syncblk is in the paste.
func knowsOwners(e *evidence) bool {
	d := e.set.Snapshot.Debugger
	return d != nil && d.Locks != nil
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
	return lockWaiter(g) && takesLocks(g) && hasRule(g, classify.RuleMonitorEnter, classify.RuleMonitorEnterProbable, classify.RuleLazyValue)
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
		if !waitsForMonitor(o.group) {
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
	for _, l := range e.set.Snapshot.Debugger.Locks {
		if l.Waiters > 0 {
			n++
		}
	}
	return n
}

func sameOwner(held []owner) bool {
	for _, o := range held {
		if o.lock.OwnerID != held[0].lock.OwnerID {
			return false
		}
	}
	return true
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

func appendNew(groups []*group.Group, more ...*group.Group) []*group.Group {
	for _, g := range more {
		if !slices.Contains(groups, g) {
			groups = append(groups, g)
		}
	}
	return groups
}

// ownedDeadlockSentence names each owner, what it holds and where it waits.
func ownedDeadlockSentence(e *evidence, f *Finding) string {
	const most = 3
	held := owners(e)
	var parts []string
	for _, o := range held[:min(len(held), most)] {
		parts = append(parts, fmt.Sprintf("thread %s holds a lock on %s and waits in %s", o.lock.OwnerID, lockedType(o.lock), whereabouts(o.group)))
	}
	if n := len(held) - most; n > 0 {
		parts = append(parts, wording.Counted(n, "more owner waits, too", "more owners wait, too"))
	}
	text := strings.Join(parts, "; ")
	if n := f.Threads - ownerThreads(held); n > 0 {
		text += fmt.Sprintf("; %s behind them", wording.Counted(n, "more thread waits", "more threads wait"))
	}
	return text + ": " + tail(e, f, "deadlock")
}

func ownerThreads(held []owner) int {
	ids := map[string]bool{}
	for _, o := range held {
		ids[o.lock.OwnerID] = true
	}
	return len(ids)
}

// lockedType is the type of the locked object, without its namespace.
func lockedType(l parse.Lock) string {
	name, _, _ := strings.Cut(l.Object, "[")
	name, _, _ = strings.Cut(name, "`")
	if name == "" {
		return "an object"
	}
	return name[strings.LastIndexByte(name, '.')+1:]
}

// whereabouts is where a thread stands: its culprit, or what it is in.
func whereabouts(g *group.Group) string {
	switch {
	case g.Class.Culprit != nil:
		return g.Class.Culprit.Short
	case g.Class.Cause != nil && g.Class.Cause.API != "":
		return g.Class.Cause.API
	}
	return "code without a name of its own"
}

// ownedHolderSentence names the owner and what it is blocked on.
func ownedHolderSentence(e *evidence, f *Finding) string {
	var waiters, holders []*group.Group
	for _, g := range f.Groups {
		if waitsForMonitor(g) {
			waiters = append(waiters, g)
		} else {
			holders = append(holders, g)
		}
	}
	n := wording.Counted(threads(waiters), "thread waits", "threads wait")
	if workers(waiters) == threads(waiters) {
		n = fmt.Sprintf("%d of %s wait", threads(waiters), wording.Count(e.counts.Workers.Total, "pool worker"))
	}
	var ids []string
	for _, o := range owners(e) {
		if slices.Contains(holders, o.group) && !slices.Contains(ids, o.lock.OwnerID) {
			ids = append(ids, o.lock.OwnerID)
		}
	}
	return fmt.Sprintf("%s for %s; thread %s holds it and is blocked on %s: %s",
		n, placeOf(e.set, waiters).at(), strings.Join(ids, ", "), placeOf(e.set, holders).at(), tail(e, f, "lock holder blocked"))
}

// queued is the number of work items that wait for a worker; -1 if it is not known.
func queued(s *parse.Snapshot) int {
	if s.Debugger == nil || s.Debugger.Workers == nil {
		return -1
	}
	return s.Debugger.Workers.Queue
}

// debuggerNotes are the facts that only a debugger's blocks have.
func debuggerNotes(snap *Snapshot, set *group.Set) []string {
	d := snap.Input.Debugger
	if d == nil {
		return nil
	}
	var out []string
	if p := d.Workers; p != nil {
		out = append(out, poolNote(p, snap.Counts.Workers))
	}
	out = append(out, lockNotes(d, set)...)
	if d.NativeThreads > 0 {
		out = append(out, wording.Counted(d.NativeThreads, "more thread of the debugger's list runs no managed code.", "more threads of the debugger's list run no managed code."))
	}
	return out
}

func poolNote(p *parse.PoolCounts, seen Workers) string {
	text := fmt.Sprintf("The pool counts %s: %d running, %d idle", wording.Count(p.Total, "worker"), p.Running, p.Idle)
	if p.Total != seen.Total {
		text += fmt.Sprintf("; the stacks show %d", seen.Total)
	}
	switch {
	case p.Queue > 0:
		text += fmt.Sprintf("; queue length %d: work is waiting", p.Queue)
	case p.Queue == 0:
		text += "; queue length 0: no work is waiting"
	}
	return text + "."
}

// lockNotes name the owners of the most contended locks, and locks without one.
func lockNotes(d *parse.Debugger, set *group.Set) []string {
	const most = 3
	locks := slices.DeleteFunc(slices.Clone(d.Locks), func(l parse.Lock) bool { return l.Waiters == 0 })
	slices.SortStableFunc(locks, func(a, b parse.Lock) int { return b.Waiters - a.Waiters })
	byID := groupsByID(set)
	var out []string
	for _, l := range locks[:min(len(locks), most)] {
		text := fmt.Sprintf("A lock on %s has %s", lockedType(l), wording.Count(l.Waiters, "waiter"))
		switch g := byID[l.OwnerID]; {
		case l.OwnerID == "":
			text += " and no owner: its owner has ended, or the lock is changing hands"
		case g == nil:
			text += fmt.Sprintf("; thread %s holds it, whose stack is not here", l.OwnerID)
		default:
			text += fmt.Sprintf("; thread %s holds it, in %s", l.OwnerID, whereabouts(g))
		}
		out = append(out, fmt.Sprintf("%s (%s).", text, cmp.Or(l.From, "syncblk")))
	}
	if n := len(locks) - most; n > 0 {
		out = append(out, wording.Counted(n, "more lock has waiters.", "more locks have waiters."))
	}
	return out
}
