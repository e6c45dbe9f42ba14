package diagnose

import (
	"time"

	"stacktriage/group"
	"stacktriage/parse"
)

// QueueFact is what was measured of the pool's queue.
type QueueFact uint8

// The facts about a queue. QueueUnknown is for none, or for values that prove nothing.
const (
	QueueUnknown QueueFact = iota
	QueueStands            // work waited for a thread all the time
	QueueEmpty             // nothing waited at any time
)

// Facts are what was measured beside the stacks of a snapshot and changes what follows
// from them. The zero value knows nothing.
type Facts struct {
	Queue QueueFact
	// QueueLength is the last length that was measured; -1 where the length is not known.
	QueueLength int
	// Locks are contended locks whose owners events named: the owner's id in the form of
	// the stacks, and the number of threads that waited for it.
	Locks []parse.Lock
	// Computes says that the process used clearly more CPU than an idle one, while neither
	// a wait nor a contended lock was seen: some of the threads whose frames do not tell
	// whether they run or wait for a lock run.
	Computes bool
	// Stood are the threads that waited at one place all the time they were watched, a
	// second or more, without spending CPU; Moved are those that did not. Of any other
	// nothing is known. The ids are those of the snapshot.
	Stood, Moved map[string]bool
	// Watched is the time for which the threads of Stood were.
	Watched time.Duration
	// LocksMove says that waits for the contended locks ended while events were recorded:
	// the locks change hands, so that nothing is deadlocked.
	LocksMove bool
	// Repeated says that the report is one of several, so that advice to take others has
	// been followed.
	Repeated bool
}

// DiagnoseWith draws the conclusions over the groups and sites of one snapshot and over
// what was measured beside them.
func DiagnoseWith(set *group.Set, facts Facts) *Snapshot {
	snap := &Snapshot{Input: set.Snapshot, Groups: set.Groups, Sites: set.Sites, Counts: count(set)}
	e := newEvidence(set, snap.Counts)
	e.measured(facts)
	conclude(snap, set, e)
	return snap
}

// measured takes in what decides about starvation. A queue that stands while most busy
// workers are blocked is starvation, however few they are, and beside parked workers,
// too; where nothing queues, blocked workers keep nobody waiting.
func (e *evidence) measured(facts Facts) {
	e.facts = facts
	e.computes = e.computesThere()
	w := e.counts.Workers
	switch facts.Queue {
	case QueueStands:
		e.starved = w.Blocked > 0 && 2*w.Blocked >= w.Total-w.Idle
	case QueueEmpty:
		e.starved = false
	}
}

// queue is the number of work items that wait for a worker; -1 if it is not known.
func (e *evidence) queue() int {
	if e.facts.Queue != QueueUnknown {
		return e.facts.QueueLength
	}
	return queued(e.set.Snapshot)
}

// locks are the contended locks whose owners are known: from a debugger, else from
// events; nil where none of them was asked.
func (e *evidence) locks() []parse.Lock {
	if d := e.set.Snapshot.Debugger; d != nil && d.Locks != nil {
		return d.Locks
	}
	return e.facts.Locks
}

// What is said of a pool that starves by its counters or events alone.
const (
	meansPoolStarvation = "Counters or events, without stacks: work queues for a thread for seconds, " +
		"threads are added and little completes."
	// AdvicePoolStarvation says what counters cannot: where to mend.
	AdvicePoolStarvation = "Counters show that threads block, not where: the stacks of a report name the code to mend."
)
