package diagnose

import (
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/wording"
)

// Work that does not belong on the pool, and threads that belong nowhere else.

var longRunningOnPool = row{
	id: LongRunningOnPool, order: 13, severity: starvedOrWarning, link: linkAsync,
	collect: func(e *evidence) ([]*group.Group, Confidence) {
		return atLeastTwo(e.open(func(g *group.Group) bool {
			return blockedWorker(g) && g.Class.Culprit != nil &&
				(hasRule(g, classify.RuleQueueConsume, classify.RuleQueueTake) ||
					hasRule(g, classify.RuleMessagePoll) && isPollLoop(g.Class.Cause.API))
		}), High)
	},
	why:  "endless loops live on pool threads",
	when: "Loops",
	advice: fixed("Give each loop its own thread (new Thread, or LongRunning for a synchronous delegate), " +
		"or use a Channel and await it."),
	means: meansLongRunning,
	grade: gradeLongRunning,
	follows: func(a advised) string {
		return a.who() + " " + wording.Form(a.f.Threads, "is", "are") +
			" never given back, so the pool has as many fewer for requests" + a.pool()
	},
	now: func(a advised) []Step {
		return steps(a.saveMore(), restart("A restart does not help: the loops start again. "+
			"A higher MinThreads makes up for the threads they hold."))
	},
}

var alwaysWaiting = row{
	id: LongRunningOnPool, order: 13, severity: always(Note),
	collect: func(e *evidence) ([]*group.Group, Confidence) {
		return e.open(func(g *group.Group) bool { return g.Class.AlwaysWaiting }), High
	},
	say: func(e *evidence, f *Finding) wording.Text {
		return wording.Format("%s %s in %s: by design, for as long as the process lives", who(e, f), waits(f.Groups),
			placeOf(e.set, f.Groups).at())
	},
	when:   "Items that wait by design",
	advice: fixed("Nothing to mend, unless pool threads are short: each of these holds one."),
	means:  meansLongRunning,
	grade:  gradeLongRunning,
	follows: func(a advised) string {
		return a.who() + " " + wording.Form(a.f.Threads, "is", "are") +
			" held for the life of the process: the pool has as many fewer for other work."
	},
	now: func(a advised) []Step { return steps(a.lookAgain()) },
}

const (
	meansLongRunning = "Pool workers run loops that do not end, or wait by design for as long as the process lives."
	gradeLongRunning = "critical if starved, else warning; a note for those that wait by design"
)

// isPollLoop tells a broker's receive call from its requests.
func isPollLoop(api string) bool {
	for _, end := range []string{"Consume", "Poll", "Dequeue", "ConsumeAsync"} {
		if strings.HasSuffix(api, "."+end) {
			return true
		}
	}
	return false
}

var threadExplosion = row{
	id: ThreadExplosion, order: 12, collect: explosion, severity: explosionSeverity, shares: true, several: true,
	grade: "warning; critical for a thousand threads or more",
	say: func(e *evidence, f *Finding) wording.Text {
		return wording.Format("%s at %s: a thread for each piece of work", who(e, f), placeOf(e.set, f.Groups).at())
	},
	advice: fixed("Use the pool and await, or one consumer thread with a queue; never a thread per request."),
	means:  "Fifty dedicated threads or more stand at one place of own code: a thread for each piece of work.",
	follows: func(a advised) string {
		return wording.Count(a.f.Threads, "thread") +
			" wait at one place, each with a stack of its own; as work goes on, memory or the limit of threads runs out."
	},
	now: func(a advised) []Step {
		return steps(a.saveMore(), restart("A restart frees the threads; they come back with the same load. "+
			"Take load off until then."))
	},
}

// explosionSize is from how many dedicated threads at one culprit it is told; and
// they must outnumber every kind of blocked worker.
const explosionSize = 50

// leakSize is from how many threads on the process is about to fail: each has a stack,
// and the system's limits are of this order.
const leakSize = 1000

func explosionSeverity(_ *evidence, groups []*group.Group) Severity {
	if threads(groups) >= leakSize {
		return Critical
	}
	return Warning
}

func explosion(e *evidence) ([]*group.Group, Confidence) {
	categories := map[classify.Category]int{}
	byCulprit := map[string][]*group.Group{}
	for _, g := range e.set.Groups {
		if isBlockedWorker(g) && g.Class.Cause != nil {
			categories[g.Class.Cause.Category] += g.Count()
		}
		if ownThread(g) {
			byCulprit[g.Class.Culprit.Frame.Raw] = append(byCulprit[g.Class.Culprit.Frame.Raw], g)
		}
	}
	limit := explosionSize - 1
	for _, n := range categories {
		limit = max(limit, n)
	}
	var found []*group.Group
	for _, g := range e.set.Groups {
		if ownThread(g) && threads(byCulprit[g.Class.Culprit.Frame.Raw]) > limit {
			found = append(found, g)
		}
	}
	return found, High
}

// ownThread reports a thread that own code started, by its root. Where the outermost
// frame has no name it may as well be a pool worker.
func ownThread(g *group.Group) bool {
	frames := g.Stack.Frames
	return g.Class.Role == classify.Dedicated && g.Class.Culprit != nil && !frames[len(frames)-1].Unresolved()
}
