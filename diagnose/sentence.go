package diagnose

import (
	"fmt"
	"slices"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/wording"
)

// sentence says in one line what a finding means, with its numbers and its place.
func (r *row) sentence(e *evidence, f *Finding) wording.Text {
	if r.say != nil {
		return r.say(e, f)
	}
	return plainSentence(e, f, r.why)
}

// plainSentence is who, where and why.
func plainSentence(e *evidence, f *Finding, why string) wording.Text {
	return wording.Format("%s %s on %s: %s", who(e, f), blocked(f), placeOf(e.set, f.Groups).at(), tail(e, f, why))
}

// blocked is the verb of a finding's threads.
func blocked(f *Finding) string {
	if f.Workers == 0 && f.Threads == 1 {
		return "is blocked"
	}
	return "blocked"
}

// who is "60 of 60 pool workers", "10 dedicated threads", "the main thread".
func who(e *evidence, f *Finding) string {
	workers := fmt.Sprintf("%d of %s", f.Workers, wording.Count(e.counts.Workers.Total, "pool worker"))
	switch {
	case f.Workers > 0 && f.Workers == f.Threads:
		return workers
	case f.Workers > 0:
		return fmt.Sprintf("%s and %s", workers, wording.Count(f.Threads-f.Workers, "other thread"))
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

// count is "8 of 12 pool workers" or "8 threads", for a part of a finding.
func (e *evidence) count(groups []*group.Group) string {
	if n := threads(groups); workers(groups) < n {
		return wording.Count(n, "thread")
	}
	return fmt.Sprintf("%d of %s", threads(groups), wording.Count(e.counts.Workers.Total, "pool worker"))
}

// waits is "wait" with the right ending.
func waits(groups []*group.Group) string { return wording.Form(threads(groups), "waits", "wait") }

// split parts the groups of a finding by a condition.
func split(groups []*group.Group, is func(*group.Group) bool) (yes, no []*group.Group) {
	for _, g := range groups {
		if is(g) {
			yes = append(yes, g)
		} else {
			no = append(no, g)
		}
	}
	return yes, no
}

// tail is the conclusion of a sentence, and whether the pool is starved.
func tail(e *evidence, f *Finding, why string) string { return tailOf(e, f, "pool", why) }

// tailOf is tail with the word for the pool, where another kind of pool is concluded.
// What was counted is sure and comes first; the conclusion is as sure as the finding.
func tailOf(e *evidence, f *Finding, pool, why string) string {
	why = f.Confidence.Hedged(why)
	w := e.counts.Workers
	queue := e.queue()
	switch {
	case f.Starved && queue > 0:
		return fmt.Sprintf("%s starved with %d queued, %s", pool, queue, why)
	case f.Starved:
		return pool + " starved, " + why
	case f.Workers > 0 && e.facts.Queue == QueueEmpty:
		return why + "; nothing queues for a thread"
	case f.Workers == 0 || w.Idle == 0:
		return why
	case queue > 0:
		return fmt.Sprintf("%s; %d idle, but %d queued: work is waiting", why, w.Idle, queue)
	case queue == 0:
		return fmt.Sprintf("%s; %d idle and nothing queued: not starved", why, w.Idle)
	}
	return fmt.Sprintf("%s; %d idle: not starved at this moment", why, w.Idle)
}

// The ranks of what a headline can do without: what goes beyond the first finding goes
// before what limits it.
const (
	rankDoubt = iota + 1
	rankTotal
)

// headline is the first finding's sentence. Where it speaks of a part of the blocked
// workers only it adds the total, and it names lost roots.
func headline(snap *Snapshot) wording.Text {
	first := snap.Findings[0]
	text := wording.Plain(unreliable(snap.Input)).Then(first.Said)
	add := func(rank int, format string, args ...any) {
		text = text.Then(wording.Format(format, args...).Optional(rank))
	}
	if w := snap.Counts.Workers; first.Workers > 0 && w.Blocked > first.Workers && first.ID != Healthy {
		add(rankTotal, "; in all %d of %s blocked", w.Blocked, wording.Count(w.Total, "pool worker"))
	}
	if snap.Input.Truncated {
		add(rankDoubt, "; the input is cut, so there may be more")
	}
	if n := lostBeside(snap, first); n > 0 && first.ID != Unclear {
		add(rankDoubt, "; %s", wording.Counted(n, "more thread lost its root", "more threads lost their root"))
	}
	return text
}

// lostBeside counts the threads whose root the runtime lost, besides those of the finding.
func lostBeside(snap *Snapshot, f Finding) int {
	n := 0
	for _, g := range snap.Groups {
		if g.Class.Role == classify.Unknown && !g.Class.Pasted && !slices.Contains(f.Groups, g) {
			n += g.Count()
		}
	}
	return n
}
