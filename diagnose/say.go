package diagnose

import (
	"fmt"
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/wording"
)

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

// count is "8 of 12 pool workers" or "8 threads".
func (e *evidence) count(groups []*group.Group) string {
	if n := threads(groups); workers(groups) < n {
		return wording.Count(n, "thread")
	}
	return fmt.Sprintf("%d of %s", threads(groups), wording.Count(e.counts.Workers.Total, "pool worker"))
}

// waits is "wait" with the right ending.
func waits(groups []*group.Group) string {
	if threads(groups) == 1 {
		return "waits"
	}
	return "wait"
}

func deadlockSentence(e *evidence, f *Finding) string {
	return fmt.Sprintf("%s wait crosswise for locks, %s: probably a deadlock", who(e, f), placeOf(e.set, f.Groups).at())
}

func holderSentence(e *evidence, f *Finding) string {
	waiters, holders := split(f.Groups, lockWaiter)
	if len(holders) == 0 {
		holders, waiters = waiters[:1], waiters[1:]
	}
	return fmt.Sprintf("%s %s for %s; what seems to hold it is itself blocked on %s: %s", e.count(waiters), waits(waiters), placeOf(e.set, waiters).at(), placeOf(e.set, holders).at(), tail(e, f, "lock holder blocked"))
}

func staticSentence(e *evidence, f *Finding) string {
	waiters, runners := split(f.Groups, func(g *group.Group) bool { return hasRule(g, classify.RuleStaticInit) })
	text := fmt.Sprintf("%s %s for %s", e.count(waiters), waits(waiters), placeOf(e.set, waiters).at())
	if len(runners) > 0 {
		text += "; the static constructor is blocked on " + placeOf(e.set, runners).at()
	}
	if waitsForItself(waiters, runners) {
		return text + ", whose work waits for that constructor in turn: " + tail(e, f, "a deadlock")
	}
	return text + ": " + tail(e, f, "static constructor blocked")
}

// waitsForItself reports that code of the very type whose constructor runs waits for
// the constructor, while the constructor waits for a task.
func waitsForItself(waiters, runners []*group.Group) bool {
	types := map[string]bool{}
	for _, g := range runners {
		if !hasCategory(g, classify.CategorySyncOverAsync) {
			continue
		}
		for _, f := range g.Stack.Frames {
			if f.Method == ".cctor" {
				types[f.Module+"!"+f.Type] = true
			}
		}
	}
	for _, g := range waiters {
		if g.Class.Culprit == nil || g.Class.CulpritFrame < 0 {
			continue
		}
		f := g.Stack.Frames[g.Class.CulpritFrame]
		outer, _, _ := strings.Cut(f.Type, "+")
		if types[f.Module+"!"+outer] {
			return true
		}
	}
	return false
}

func startupSentence(e *evidence, f *Finding) string {
	return fmt.Sprintf("%s blocked on %s while the host starts", who(e, f), placeOf(e.set, f.Groups).at())
}

func explosionSentence(e *evidence, f *Finding) string {
	return fmt.Sprintf("%s at %s: a thread for each piece of work", who(e, f), placeOf(e.set, f.Groups).at())
}

func alwaysWaitingSentence(e *evidence, f *Finding) string {
	return fmt.Sprintf("%s %s in %s: by design, for as long as the process lives", who(e, f), waits(f.Groups), placeOf(e.set, f.Groups).at())
}

// limitSentence tells those who wait for a connection from those who use one.
func limitSentence(e *evidence, f *Finding) string {
	readers, waiters := split(f.Groups, readsHTTP)
	return fmt.Sprintf("%s %s for a free HTTP connection in %s, %s: %s", e.count(waiters), waits(waiters), placeOf(e.set, waiters).at(), wording.Counted(threads(readers), "uses one", "use one"), tail(e, f, "the connection limit is reached"))
}

// poolSentence names what uses the connections, where that is on the stacks.
func poolSentence(e *evidence, f *Finding) string {
	text := fmt.Sprintf("%s %s for a pooled connection on %s", e.count(f.Groups), waits(f.Groups), placeOf(e.set, f.Groups).at())
	users := e.open(func(g *group.Group) bool {
		return g.Class.State == classify.Blocked && hasRule(g, classify.RuleDBQuery)
	})
	if len(users) > 0 {
		text += fmt.Sprintf("; %s one on %s", wording.Counted(threads(users), "thread uses", "threads use"), placeOf(e.set, users).at())
	}
	return text + ": " + strings.Replace(tail(e, f, "the connection pool is exhausted"), "pool starved", "thread pool starved", 1)
}

// loggingSentence names what the log calls wait for, where that is on the stacks: the
// console logger's write, or a writer of own code.
func loggingSentence(e *evidence, f *Finding) string {
	stuck, others := split(f.Groups, func(g *group.Group) bool { return g.Class.Role == classify.Background })
	calls, writers := split(others, func(g *group.Group) bool {
		return hasCategory(g, classify.CategoryLogging) || hasRule(g, classify.RuleConsoleWrite)
	})
	if len(calls) == 0 {
		return "The console logger is stuck in its write to stdout: log calls will block when its queue is full"
	}
	text := fmt.Sprintf("%s blocked on %s", e.count(calls), placeOf(e.set, calls).at())
	if len(stuck) > 0 {
		text += "; the console logger is itself blocked on writing to stdout"
	}
	if len(writers) > 0 {
		text += "; what drains the log is itself blocked on " + placeOf(e.set, writers).at()
	}
	return text + ": " + tail(e, f, "log calls do not return")
}

// blockingSentence tells those who wait for a connection from the one that makes it.
func blockingSentence(e *evidence, f *Finding) string {
	makers, others := split(f.Groups, func(g *group.Group) bool { return anyFrame(g, 0, connecting...) })
	waiters, _ := split(others, func(g *group.Group) bool { return hasRule(g, classify.RuleDBPoolWait) })
	if len(makers) == 0 || len(waiters) == 0 {
		return plainSentence(e, f, "blocking wait")
	}
	return fmt.Sprintf("%s %s for a connection on %s while %s one: %s", e.count(waiters), waits(waiters), placeOf(e.set, waiters).at(),
		wording.Counted(threads(makers), "thread opens", "threads open"), tail(e, f, "the server is slow to connect"))
}

// contentionSentence says when a deadlock looks the same.
func contentionSentence(e *evidence, f *Finding) string {
	why := "lock contention"
	if !knowsOwners(e) && nobodyHolds(e) {
		why = "lock contention, perhaps a deadlock: no thread of this report could let go of the lock"
	}
	return fmt.Sprintf("%s blocked on %s: %s", who(e, f), placeOf(e.set, f.Groups).at(), tail(e, f, why))
}

func cpuSentence(e *evidence, f *Finding) string {
	p := placeOf(e.set, f.Groups)
	where := p.culprit
	switch {
	case where == "" && p.api == "":
		where = "code without a name of its own"
	case where == "":
		where = p.api
	case p.api != "":
		where = p.api + " called by " + where
	}
	where += p.rest()
	if f.Confidence == Low {
		doing := "running, or in native code"
		if !e.set.Classifier.Context.Runtime.AtLeast(10) && !e.set.Classifier.Context.LocksShown {
			doing = "running, in native code or waiting for a lock" // which has no frame up to .NET 9
		}
		return fmt.Sprintf("%s in %s: %s; %s", who(e, f), where, doing, unknownMode(f))
	}
	verb := "run"
	if f.Threads == 1 {
		verb = "runs"
	}
	return fmt.Sprintf("%s %s in %s, nothing of the own code is blocked", who(e, f), verb, where)
}

// unknownMode says why it is not known whether threads run.
func unknownMode(f *Finding) string {
	for _, g := range f.Groups {
		if g.Native+g.CPU > 0 {
			return "only the marker is known"
		}
	}
	return "this text does not tell running from waiting"
}
