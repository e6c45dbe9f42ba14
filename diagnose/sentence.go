package diagnose

import (
	"fmt"
	"strings"

	"stacktriage/classify"
	"stacktriage/wording"
)

// who is "60 of 60 pool workers", "10 dedicated threads", "the main thread".
func who(e *evidence, f *Finding) string {
	if f.Workers > 0 && f.Workers == f.Threads {
		return fmt.Sprintf("%d of %s", f.Workers, wording.Count(e.counts.Workers.Total, "pool worker"))
	}
	if f.Workers > 0 {
		return fmt.Sprintf("%d of %s and %s", f.Workers, wording.Count(e.counts.Workers.Total, "pool worker"), wording.Count(f.Threads-f.Workers, "other thread"))
	}
	roles := map[classify.Role]bool{}
	for _, g := range f.Groups {
		roles[g.Class.Role] = true
	}
	switch {
	case len(roles) == 1 && roles[classify.Main]:
		return "The main thread"
	case len(roles) == 1 && roles[classify.Finalizer]:
		return "The finalizer thread"
	case len(roles) == 1 && roles[classify.Dedicated]:
		return wording.Count(f.Threads, "dedicated thread")
	}
	return wording.Count(f.Threads, "thread")
}

// sentence says in one line what a finding means, with its numbers and its place.
func sentence(r *findingRule, e *evidence, f *Finding) string {
	if r.say != nil {
		return r.say(e, f)
	}
	return plainSentence(e, f, r.why)
}

// plainSentence is who, where and why.
func plainSentence(e *evidence, f *Finding, why string) string {
	verb := "blocked on"
	if f.Workers == 0 && f.Threads == 1 {
		verb = "is blocked on"
	}
	return fmt.Sprintf("%s %s %s: %s", who(e, f), verb, placeOf(e.set, f.Groups).at(), tail(e, f, why))
}

// tail says whether the pool is starved.
func tail(e *evidence, f *Finding, why string) string {
	w := e.counts.Workers
	queue := queued(e.set.Snapshot)
	switch {
	case f.Starved && queue > 0:
		return fmt.Sprintf("pool starved with %d queued, %s", queue, why)
	case f.Starved:
		return "pool starved, " + why
	case f.Workers > 0 && w.Idle > 0 && queue > 0:
		return fmt.Sprintf("%s; %d idle, but %d queued: work is waiting", why, w.Idle, queue)
	case f.Workers > 0 && w.Idle > 0 && queue == 0:
		return fmt.Sprintf("%s; %d idle and nothing queued: not starved", why, w.Idle)
	case f.Workers > 0 && w.Idle > 0:
		return fmt.Sprintf("%s; %d idle: not starved at this moment", why, w.Idle)
	}
	return why
}

const adviceHealthy = "One snapshot shows one instant, and awaits that never complete leave no thread (dotnet-dump: dumpasync): repeat it under load."

func healthySentence(e *evidence) string {
	w := e.counts.Workers
	others := waitingWords(e)
	switch {
	case w.Total == 0:
		return "Nothing blocked: no pool worker, " + others
	case w.Idle == w.Total:
		return fmt.Sprintf("Nothing blocked: %d of %s idle, %s", w.Idle, wording.Count(w.Total, "pool worker"), others)
	}
	waits := "in waits of the framework's own"
	if len(e.off) > 0 {
		waits = "blocked in what no rule in force reports"
	}
	var parts []string
	for _, p := range []struct {
		n    int
		word string
	}{{w.Idle, "idle"}, {w.Running, "running"}, {w.Blocked, waits}, {w.Unclear, "unclear"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.word))
		}
	}
	return fmt.Sprintf("Nothing of note is blocked: of %s %s; %s", wording.Count(w.Total, "pool worker"), strings.Join(parts, ", "), others)
}

// waitingWords says what the threads do that are no workers: those in the wait they
// spend their lives in, and those whose own code waits on a thread of its own.
func waitingWords(e *evidence) string {
	waiting, others := 0, 0
	for _, g := range e.set.Groups {
		switch {
		case g.Class.Role == classify.Worker:
		case g.Class.State == classify.Waiting:
			waiting += g.Count()
		default:
			others += g.Count()
		}
	}
	text := wording.Counted(waiting, "thread in its normal wait", "threads in their normal waits")
	if others > 0 {
		text += fmt.Sprintf(", %s", wording.Counted(others, "other thread, listed below", "other threads, listed below"))
	}
	return text
}

func unclearSentence(e *evidence) string {
	unknown := e.counts.Roles[classify.Unknown]
	if unknown == e.counts.Threads {
		return fmt.Sprintf("Unclear: %s, but no frame tells what any of them does", wording.Counted(e.counts.Threads, "thread is there", "threads are there"))
	}
	return fmt.Sprintf("Unclear: what %d of %s do cannot be read", unknown, wording.Count(e.counts.Threads, "thread"))
}

// headline is the first finding's sentence. Where it speaks of a part of the blocked
// workers only it adds the total, and it names lost roots.
func headline(snap *Snapshot) string {
	first := snap.Findings[0]
	text := unreliable(snap.Input) + first.Sentence
	if w := snap.Counts.Workers; first.Workers > 0 && w.Blocked > first.Workers && first.ID != "healthy" {
		text += fmt.Sprintf("; in all %d of %s blocked", w.Blocked, wording.Count(w.Total, "pool worker"))
	}
	if snap.Input.Truncated {
		text += "; the input is cut, so there may be more"
	}
	if n := snap.Counts.Roles[classify.Unknown]; n > 0 && first.ID != "unclear" {
		text += fmt.Sprintf("; %s", wording.Counted(n, "more thread lost its root", "more threads lost their root"))
	}
	return text
}
