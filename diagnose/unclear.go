package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/wording"
)

// What is said where no other row applies: that nothing is wrong, or that too little
// can be read to say so.

var lostRoots = row{
	id: Unclear, order: 22, severity: always(Note),
	// Whether blocked threads without a root are workers is not known, so that they make
	// no finding of their own kind. A few of them beside something known are no news.
	collect: func(e *evidence) ([]*group.Group, Confidence) {
		found := e.open(func(g *group.Group) bool {
			return g.Class.Role == classify.Unknown && g.Class.State == classify.Blocked &&
				(g.Class.Culprit != nil || neverIdles(g))
		})
		if e.found > 0 && threads(found) < 4 || isThrown(e.set.Snapshot) {
			return nil, ""
		}
		return found, Low
	},
	say: func(e *evidence, f *Finding) wording.Text {
		why := wording.Form(f.Threads, "its stack is cut, so whether it is a pool worker is unknown",
			"their roots are lost, so whether they are pool workers is unknown")
		return wording.Format("%s %s: %s", who(e, f), blockedOn(e, f), why) // a hedge in itself
	},
	when: "Where stacks are cut",
	advice: fixed("The runtime keeps the 100 innermost frames of a stack. Look at the place all the same; " +
		"dotnet-dump (clrstack -all, threadpool) shows the whole stacks and the pool's counts."),
	means: "Threads are there, but their frames have no names or lost their roots.",
	follows: func(a advised) string {
		return "They are blocked, but which kind of thread they are is unknown, and so is whether the pool has others."
	},
	now: func(a advised) []Step { return steps(a.lookAgain()) },
}

// neverIdles reports a wait for a task or a lock that somebody must finish or release: no
// thread spends its life there, whoever called it.
func neverIdles(g *group.Group) bool {
	return hasCategory(g, classify.CategorySyncOverAsync) || hasCategory(g, classify.CategoryLock)
}

// runsOrWaits is for own code as the innermost frame where a wait for a lock has no frame
// of its own.
var runsOrWaits = row{
	id: Unclear, order: 22, severity: always(Note),
	collect: func(e *evidence) ([]*group.Group, Confidence) {
		return e.open(func(g *group.Group) bool {
			return (g.Class.State == classify.Running || g.Class.State == classify.Unclear) && e.mayWaitForLock(g)
		}), Low
	},
	say: func(e *evidence, f *Finding) wording.Text {
		p := placeOf(e.set, f.Groups)
		return wording.Format("%s in %s: %s, or waits for a lock: this report cannot say which", who(e, f),
			p.executing().Then(p.rest()),
			wording.Form(f.Threads, "runs", "each runs"))
	},
	when: "Where a wait for a lock has no frame",
	advice: fixed("Another method each time is work, the same one again is a lock or a loop. " +
		"dotnet-dump (clrstack -all, syncblk) shows waits for locks and their owners."),
	means: "Own code is the innermost frame, on .NET 9 or earlier, " +
		"where neither frames nor marker tell work from a wait for a lock.",
	follows: func(a advised) string { return "Whether these threads work or hang cannot be told from one report." },
	now:     func(a advised) []Step { return steps(a.lookAgain(), a.showOwners()) },
	calm:    true,
}

// mayWaitForLock reports own code as the innermost frame where a wait for a lock has no
// frame of its own: up to .NET 9, whose marker may be stale as well.
func (e *evidence) mayWaitForLock(g *group.Group) bool {
	return !e.computes && g.Motion != group.Runs && e.hidesLock(g)
}

// computesThere reports that the process computes and that only one place can be where:
// of several, in one threads may wait for each other while another computes.
func (e *evidence) computesThere() bool {
	if !e.facts.Computes {
		return false
	}
	places := map[string]bool{}
	for _, g := range e.set.Groups {
		undecided := g.Class.State == classify.Running || g.Class.State == classify.Unclear
		if undecided && g.Motion != group.Runs && e.hidesLock(g) {
			places[g.Class.Culprit.Name] = true
		}
	}
	return len(places) == 1
}

// hidesLock reports a stack on which a wait for a lock would have no frame.
func (e *evidence) hidesLock(g *group.Group) bool {
	ctx := e.set.Classifier.Context
	if ctx.Runtime.AtLeast(10) || ctx.LocksShown || g.Class.Culprit == nil {
		return false
	}
	top := topFrame(g)
	return top != nil && top == g.Stack.Frames[g.Class.CulpritFrame] && (ctx.StaleMarker || g.CPU == 0)
}

const (
	adviceHealthy = "One snapshot shows one instant, and awaits that never complete leave no thread (dotnet-dump: " +
		"dumpasync): repeat it under load."
	adviceUnclear = "Take the report again from a runtime that can name its methods: not NativeAOT, " +
		"with the diagnostic rundown complete (try --duration 00:00:00:01), or use dotnet-dump."
	meansHealthy = "Every thread is known to be well: workers are idle, or pass I/O on; " +
		"the other threads are in waits they may spend " +
		"their lives in. And the whole input was read."
)

// lastResort is what is said when no row applied: nothing is wrong, or too little
// can be read to say so.
func lastResort(e *evidence) Finding {
	f := Finding{ID: Unclear, Severity: Note, Confidence: Low, Threads: e.counts.Threads, Groups: e.set.Groups}
	u, a := e.unknown(), advised{e: e}
	switch {
	case oneStack(e.set.Snapshot):
		f.say(oneStackSentence(e))
		f.Means = "Nothing is known of the other threads of the process."
		f.Now = steps(a.lookAgain())
	case u.none():
		f = Finding{
			ID: Healthy, Severity: OK, Confidence: High,
			Threads: e.counts.Threads, Workers: e.counts.Workers.Total, Advice: adviceHealthy,
		}
		f.say(wording.Plain(healthySentence(e)))
		f.Now = steps(a.underLoad())
	default:
		f = e.unclearFinding(u)
		f.Means = "That nothing is wrong is not proven; what is missing may be what is blocked."
		f.Now = steps(u.again(a))
	}
	return f
}

func healthySentence(e *evidence) string {
	w := e.counts.Workers
	others := waitingWords(e)
	if e.facts.Queue == QueueEmpty {
		others += "; nothing queues for a thread"
	}
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
	return fmt.Sprintf("Nothing of note is blocked: of %s %s; %s", wording.Count(w.Total, "pool worker"),
		strings.Join(parts, ", "), others)
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
		text += fmt.Sprintf(", and %s %s, listed below", wording.Count(others, "other thread"),
			wording.Form(others, "waits", "wait"))
	}
	return text
}

// oneStackSentence is what can be said of stacks without their process where no row
// applies: never that nothing is blocked.
func oneStackSentence(e *evidence) wording.Text {
	sentence := wording.Plain(wording.Count(e.counts.Threads, "stack") + " without the rest of the process")
	state := wording.Form(e.counts.Threads, "whether it runs or waits is not known",
		"whether they run or wait is not known")
	if p := placeOf(e.set, e.set.Groups); p.API != "" || p.Culprit != "" {
		sentence = sentence.Thenf(": %s", p.at())
		if allWait(e.set.Groups) {
			state = wording.Form(e.counts.Threads, "it waits there", "they wait")
		}
	}
	return sentence.Thenf("; %s", state)
}

func allWait(groups []*group.Group) bool {
	return !slices.ContainsFunc(groups, func(g *group.Group) bool {
		return g.Class.State != classify.Blocked && g.Class.State != classify.Waiting
	})
}
