package diagnose

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"stacktriage/group"
	"stacktriage/parse"
	"stacktriage/wording"
)

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
	if len(d.Async) > 0 {
		facts := parse.AsyncFacts(d.Async)
		out = append(out, strings.ToUpper(facts[:1])+facts[1:]+"; no thread's stack shows them.")
	}
	out = append(out, processorNotes(d)...)
	if d.NativeThreads > 0 {
		out = append(out, wording.Counted(d.NativeThreads, "more thread of the debugger's list runs no managed code.",
			"more threads of the debugger's list run no managed code."))
	}
	return out
}

// processorNotes name the threads that used most of the processor time, where one of them
// used more than half of it.
func processorNotes(d *parse.Debugger) []string {
	var total, most time.Duration
	var id string
	for _, thread := range slices.Sorted(maps.Keys(d.CPU)) {
		used := d.CPU[thread]
		total += used
		if used > most {
			most, id = used, thread
		}
	}
	if most < time.Second || 2*most < total {
		return nil
	}
	return []string{fmt.Sprintf("Thread %s used %s of the %s of processor time since the process began.",
		id, most.Round(time.Second), total.Round(time.Second))}
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
		case l.OwnerID == "" && l.From != "":
			text += ", and it is not said who holds it"
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
