package diagnose

import (
	"fmt"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/wording"
)

// What follows from a finding, with the numbers of the report: who is held, and what that
// does to the pool. What no stack shows is said to be unknown.

// does is what the threads of a category do, for one thread and for more.
var does = map[classify.Category][2]string{
	classify.CategorySyncOverAsync: {"waits for a task", "wait for tasks"},
	classify.CategoryLock:          {"waits for a lock", "wait for a lock"},
	classify.CategoryEvent:         {"waits for a signal", "wait for a signal"},
	classify.CategorySleep:         {"sleeps", "sleep"},
	classify.CategorySpin:          {"spins", "spin"},
	classify.CategoryQueue:         {"waits for a queue", "wait for a queue"},
	classify.CategoryIO:            {"waits for input or output", "wait for input or output"},
	classify.CategoryData:          {"waits for a database or cache", "wait for a database or cache"},
	classify.CategoryLogging:       {"waits in a log call", "wait in log calls"},
}

// doing is what most threads of a finding do.
func (a advised) doing() string {
	if c := commonCause(a.f.Groups); c != nil && oneCategory(a.f.Groups) {
		if words, ok := does[c.Category]; ok {
			return wording.Form(a.f.Threads, words[0], words[1])
		}
	}
	return wording.Form(a.f.Threads, "is blocked", "are blocked")
}

// oneCategory reports waits of one kind.
func oneCategory(groups []*group.Group) bool {
	for _, g := range groups {
		if g.Class.Cause == nil || !hasCategory(groups[0], g.Class.Cause.Category) {
			return false
		}
	}
	return len(groups) > 0
}

// who is "All 60 pool workers", "8 of 12 pool workers and 2 other threads", "3 threads".
func (a advised) who() string { return a.whoOf(a.f.Groups) }

func (a advised) whoOf(groups []*group.Group) string {
	all, pool, total := threads(groups), workers(groups), a.e.counts.Workers.Total
	others := ""
	if n := all - pool; n > 0 {
		others = " and " + wording.Count(n, "other thread")
	}
	switch {
	case pool == 0 && all == 1:
		return "One thread"
	case pool == 0:
		return wording.Count(all, "thread")
	case pool == total && total > 1:
		return fmt.Sprintf("All %d pool workers%s", pool, others)
	case total == 1:
		return "The only pool worker" + others
	}
	return fmt.Sprintf("%d of %s%s", pool, wording.Count(total, "pool worker"), others)
}

// holdsPool says who is held, and what it does to the pool.
func (a advised) holdsPool() string { return a.who() + " " + a.doing() + a.pool() }

// pool ends a sentence about threads that are held.
func (a advised) pool() string {
	if a.f.Workers == 0 {
		return ". The workers of the pool are not among them."
	}
	w, queue := a.e.counts.Workers, a.e.queue()
	switch {
	case a.f.Starved:
		return a.starves(queue)
	case a.e.facts.Queue == QueueEmpty || queue == 0:
		return ", but no work waits for a thread: only what comes here is slow."
	case queue > 0:
		return fmt.Sprintf(", and %s for a thread.", wording.Counted(queue, "work item waits", "work items wait"))
	case w.Idle > 0:
		return fmt.Sprintf(". %s new work; what comes here waits.",
			wording.Counted(w.Idle, "more is idle and takes", "more are idle and take"))
	}
	return ". None is idle at this instant; the pool adds one or two a second while work waits."
}

// starves says what a starved pool means, and whether the queue is known to stand.
func (a advised) starves(queue int) string {
	w := a.e.counts.Workers
	none := ""
	if a.f.Workers < w.Total && w.Idle == 0 {
		none = fmt.Sprintf(", in all %d are blocked and none is idle", w.Blocked)
	}
	switch {
	case queue > 0:
		return none + fmt.Sprintf(", so new work queues: %s for a thread.",
			wording.Counted(queue, "item waits", "items wait"))
	case a.e.facts.Queue == QueueStands:
		return none + ", so new work queues, as was measured."
	}
	return none + ", so new work can only queue. How much does is not in this report."
}

// onLocks says that one of the threads goes on at a time.
func (a advised) onLocks() string {
	if a.f.Stuck {
		return fmt.Sprintf("%s for locks that no thread of this report could release: if so, %s for ever, "+
			"and so does what needs the locks.",
			a.whoWaits(a.f.Groups), wording.Form(a.f.Threads, "it waits", "they wait"))
	}
	return a.who() + " " + a.doing() + ", and one at a time goes on" + a.pool()
}

// whoWaits is "3 threads wait".
func (a advised) whoWaits(groups []*group.Group) string { return a.whoOf(groups) + " " + waits(groups) }

// behind says that some threads wait for one that is held itself.
func (a advised) behind(isWaiter func(*group.Group) bool) string {
	waiters, _ := split(a.f.Groups, isWaiter)
	if len(waiters) == 0 {
		return a.holdsPool()
	}
	return a.whoWaits(waiters) + " behind one lock: they go on no faster than what its holder waits for" + a.pool()
}

// crossed says that threads of a deadlock never go on.
func (a advised) crossed() string {
	them := wording.Form(a.f.Threads, "it", "them")
	if a.f.Confidence == High {
		return fmt.Sprintf("%s for each other and will never go on. What needs the same locks will join %s.",
			a.whoWaits(a.f.Groups), them)
	}
	return fmt.Sprintf("If they hold what they seem to hold, %s will never go on, "+
		"and what needs the same locks will join %s.",
		wording.Counted(a.f.Threads, "thread", "threads"), them)
}

// inConstructor is about threads that need a type that is not initialised yet.
func (a advised) inConstructor() string {
	waiters, runners := split(a.f.Groups, func(g *group.Group) bool { return hasRule(g, classify.RuleStaticInit) })
	text := a.whoWaits(waiters) + " for a type that is not initialised: what uses it next waits, too"
	if waitsForItself(waiters, runners) {
		text += ", and if its constructor waits for them, for ever"
	}
	return text + a.pool()
}

// inLog is about threads that log, and the one that writes what they log.
func (a advised) inLog() string {
	_, others := split(a.f.Groups, func(g *group.Group) bool { return g.Class.Role == classify.Background })
	if len(others) == 0 {
		return "Log calls still return. When the logger's queue is full, every thread that logs will wait here."
	}
	return a.whoWaits(others) + " until the log has taken their lines: whatever logs stops here" + a.pool()
}

// holdsHTTP is about requests that wait for a connection, and those that use one.
func (a advised) holdsHTTP() string {
	readers, waiters := split(a.f.Groups, readsHTTP)
	if len(waiters) == 0 || a.f.Confidence == Low {
		return a.holdsPool()
	}
	return fmt.Sprintf("%s until one of the %s in progress ends%s", a.whoWaits(waiters),
		wording.Counted(threads(readers), "request", "requests"), a.pool())
}

// computes is about threads that run.
func (a advised) computes() string {
	if a.f.Confidence == Low {
		return "If they run, they use the processor; one report does not tell."
	}
	n := a.f.Threads
	return fmt.Sprintf("%s: up to %s used. One report does not tell work from a loop that never ends.",
		wording.Counted(n, "thread runs", "threads run"), wording.Counted(n, "processor core is", "processor cores are"))
}
