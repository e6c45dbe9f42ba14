package diagnose

import (
	"slices"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/wording"
)

// The common waits of pool workers: for tasks, for I/O, for anything else.

var syncOverAsync = row{
	id: SyncOverAsync, order: 1, severity: starvedOrWarning, link: linkAsync,
	collect: func(e *evidence) ([]*group.Group, Confidence) {
		reads := slices.ContainsFunc(e.set.Groups, readsHTTP)
		found := enoughEvidence(e.open(func(g *group.Group) bool {
			// A synchronous HTTP call that waits for a connection which a starved pool cannot
			// finish is of the same kind.
			return blockedOwn(g) && (hasCategory(g, classify.CategorySyncOverAsync) ||
				e.starved && !reads && hasRule(g, classify.RuleHTTPConnectionWait))
		}))
		if threads(withCulprit(found)) < threads(found) || slices.ContainsFunc(found, uncertainCulprit) {
			return found, Medium
		}
		return found, High
	},
	why:    "sync-over-async",
	advice: adviceAwait,
	means: "Threads wait for tasks (.Result, Wait, GetResult) instead of awaiting them. " +
		"Each holds a pool thread that the task itself may need to finish.",
	follows: func(a advised) string { return a.holdsPool() },
	now:     func(a advised) []Step { return steps(a.saveMore(), a.dependency(), a.helpsForNow()) },
}

func adviceAwait(a advised) []string {
	advice := a.ofCause()
	if advice == nil {
		await := "Await the call instead of " + a.call + ", all the way up."
		switch {
		case a.calls > mostCalls:
			await = "Await these calls instead of blocking on them, all the way up."
		case a.call == blockingOnTask:
			await = "Await the task instead of blocking on it, all the way up."
		case !a.waitsForTask():
			await = "Await " + a.await() + " instead of " + a.call + ", all the way up."
		}
		advice = []string{
			await, "Where the signature must stay synchronous, use a synchronous API end to end.",
		}
	}
	if a.f != nil && inParallel(a.f.Groups) {
		advice = append(advice, "In the body of Parallel.For or ForEach an async lambda is not awaited: "+
			"use Parallel.ForEachAsync or Task.WhenAll.")
	}
	return advice
}

// uncertainCulprit reports own code that may not be what blocks.
func uncertainCulprit(g *group.Group) bool {
	return g.Class.Culprit != nil && g.Class.Culprit.Kind == classify.CulpritUser && g.Class.Culprit.Note != ""
}

var syncIO = row{
	id: SyncIO, order: 19, severity: starvedOrWarning,
	collect: func(e *evidence) ([]*group.Group, Confidence) { return enoughEvidence(e.blockedSites(true)), High },
	why:     "synchronous I/O",
	when:    "Other reads and writes",
	advice: func(a advised) []string {
		if own := a.ofCause(); own != nil {
			return own
		}
		return []string{
			"Await " + a.await() + " instead of " + a.call + ".",
			"Set a timeout, and look at why the other side answers slowly.",
		}
	},
	means:   meansSyncIO,
	follows: func(a advised) string { return a.holdsPool() },
	now:     func(a advised) []Step { return steps(a.saveMore(), a.dependency(), a.helpsForNow()) },
}

const meansSyncIO = "Pool workers read or write sockets, files or HTTP bodies and wait for the other side."

var bodyIO = row{
	id: SyncIO, order: 19, severity: starvedOrWarning, link: linkBody,
	collect: func(e *evidence) ([]*group.Group, Confidence) {
		return enoughEvidence(e.open(func(g *group.Group) bool {
			return blockedOwn(g) && hasRule(g, classify.RuleBodyRead, classify.RuleBodyWrite) && g.Class.Role == classify.Worker
		})), High
	},
	why:  "they read or write HTTP bodies synchronously",
	when: "HTTP bodies",
	advice: byCause("Read the body asynchronously (ReadFromJsonAsync, ReadToEndAsync) and leave AllowSynchronousIO off: " +
		"a slow client otherwise holds a pool thread."),
	means:   meansSyncIO,
	follows: func(a advised) string { return a.holdsPool() },
	now: func(a advised) []Step {
		return steps(a.saveMore(), Step{Do: "Look at the clients: a slow or stalled one holds a thread while it sends " +
			"or reads a body."}, a.helpsForNow())
	},
}

var gcWait = row{
	id: GCWait, order: 20, severity: always(Warning),
	collect: func(e *evidence) ([]*group.Group, Confidence) {
		return enoughEvidence(e.open(func(g *group.Group) bool {
			return blockedOwn(g) &&
				hasRule(g, classify.RuleGCWait)
		})), Medium
	},
	why:     "waiting for the garbage collector",
	advice:  fixed("Remove GC.Collect and GC.WaitForPendingFinalizers from the request path."),
	means:   "Threads wait for a garbage collection or for finalizers, which code asked for.",
	follows: func(a advised) string { return a.holdsPool() },
	now: func(a advised) []Step {
		return steps(a.saveMore(), restart("A restart helps only until the code asks for a collection again."))
	},
}

var blockingWait = row{
	id: BlockingWait, order: 2, severity: starvedOrWarning, say: blockingSentence,
	collect: func(e *evidence) ([]*group.Group, Confidence) {
		found := enoughEvidence(e.blockedSites(false))
		if slices.ContainsFunc(found, func(g *group.Group) bool { return hasCategory(g, classify.CategoryNative) }) {
			return found, Medium
		}
		return found, High
	},
	advice: func(a advised) []string {
		if a.f != nil && !severalRules(a.f.Groups) {
			if own := a.ofCause(); own != nil {
				return own
			}
		}
		if a.twin != "" {
			return []string{"Await " + a.twin + " instead of " + a.call + ", or move a loop that must block to its own thread."}
		}
		return []string{"Wait asynchronously instead of in " + a.call +
			" (Task.Delay, SemaphoreSlim.WaitAsync, a Channel), " +
			"or move a loop that must block to its own thread."}
	},
	means: "Pool workers wait in events, semaphores, joins, sleeps, queues or for processes. " +
		"Each of them is one worker fewer.",
	follows: func(a advised) string { return a.holdsPool() },
	now:     func(a advised) []Step { return steps(a.saveMore(), a.dependency(), a.helpsForNow()) },
}

// blockingSentence tells those who wait for a connection from the one that makes it.
func blockingSentence(e *evidence, f *Finding) wording.Text {
	makers, others := split(f.Groups, func(g *group.Group) bool { return anyFrame(g, 0, opensConnection) })
	waiters, _ := split(others, func(g *group.Group) bool { return hasRule(g, classify.RuleDBPoolWait) })
	if len(makers) == 0 || len(waiters) == 0 {
		return plainSentence(e, f, "blocking wait")
	}
	return wording.Format("%s %s for a connection on %s while %s one: %s", e.count(waiters), waits(waiters),
		placeOf(e.set, waiters).at(),
		wording.Counted(threads(makers), "thread opens", "threads open"), tail(e, f, "the server is slow to connect"))
}

// blockedSites returns the unclaimed groups of blocked workers, site by site: a site
// of which most threads wait for I/O is I/O as a whole, since one call can wait in
// several ways.
func (e *evidence) blockedSites(io bool) []*group.Group {
	var out []*group.Group
	for _, s := range e.set.Sites {
		var open []*group.Group
		inIO := 0
		for _, g := range s.Groups {
			if e.claimed[g] || !blockedWorker(g) {
				continue
			}
			open = append(open, g)
			if isIO(g) {
				inIO += g.Count()
			}
		}
		if len(open) > 0 && (2*inIO > threads(open)) == io {
			out = append(out, open...)
		}
	}
	return out
}

func isIO(g *group.Group) bool {
	return hasCategory(g, classify.CategoryIO) || hasCategory(g, classify.CategoryData, classify.CategoryNative) &&
		hasMechanism(g, classify.MechanismSocket, classify.MechanismFile, classify.MechanismPipe, classify.MechanismConsole)
}
