package diagnose

import (
	"cmp"
	"slices"

	"stacktriage/classify"
	"stacktriage/group"
)

// findingRule is one row of the table of findings. The rules are asked in their
// order, narrowest first; each claims the groups it explains.
type findingRule struct {
	id string
	// collect returns the groups that make the finding, and how sure it is.
	collect func(*evidence) (groups []*group.Group, confidence Confidence)
	// severity of two or more threads; fewer make a note unless alone is set.
	severity func(*evidence, []*group.Group) Severity
	alone    bool // one thread is enough for the full severity
	shares   bool // claims nothing: its threads may be evidence for another finding
	advice   string
	link     string
	// why is the second half of the sentence.
	why string
	// say makes the sentence, where it is not that of the id.
	say func(*evidence, *Finding) string
}

// tableOrder is the last resort of ordering findings.
var tableOrder = []string{
	"sync-over-async", "blocking-wait", "lock-contention", "lock-holder-blocked", "deadlock", "static-init", "startup-hang", "logging-blocked",
	"connection-pool", "http-connection-limit", "dns-stall", "thread-explosion", "long-running-on-pool", "cpu", "finalizer-blocked", "ui-blocked",
	"timer-blocked", "continuation-blocked", "sync-io", "gc-wait", "main-blocked", "unclear", "healthy",
}

// findings asks every rule, orders what they found, and never returns nothing.
func findings(e *evidence) []Finding {
	var out []Finding
	for i := range findingRules {
		if e.switchedOff(&findingRules[i]) {
			continue
		}
		if f, ok := apply(&findingRules[i], e); ok {
			out = append(out, f)
		}
	}
	if len(out) == 0 {
		out = append(out, lastResort(e))
	}
	e.siteAdvice(out)
	order(out)
	return out
}

func apply(r *findingRule, e *evidence) (Finding, bool) {
	groups, confidence := r.collect(e)
	if len(groups) == 0 {
		return Finding{}, false
	}
	if !r.shares {
		e.claim(groups)
	}
	f := Finding{ID: r.id, Confidence: confidence, Threads: threads(groups), Workers: workers(groups), Advice: r.advice, Link: r.link, Groups: groups}
	f.Severity = r.severity(e, groups)
	if f.Threads < 2 && !r.alone && f.Severity != OK {
		f.Severity = Note
	}
	f.Starved = e.starved && anyBlockedWorker(groups)
	if f.Starved && f.Link == "" {
		f.Link = linkStarvation
	}
	f.Sentence = sentence(r, e, &f)
	f.Advice = adviceFor(r, e, &f)
	return f, true
}

func anyBlockedWorker(groups []*group.Group) bool {
	return slices.ContainsFunc(groups, isBlockedWorker)
}

func isBlockedWorker(g *group.Group) bool {
	return g.Class.Role == classify.Worker && g.Class.State == classify.Blocked
}

var severityRank = map[Severity]int{Critical: 0, Warning: 1, Note: 2, OK: 3}

// order sorts by severity, then threads, then the table; work that burns CPU comes
// before a main thread that waits, and before fewer waits on dedicated threads.
func order(out []Finding) {
	slices.SortStableFunc(out, func(a, b Finding) int {
		if before := cpuFirst(a, b); before != 0 {
			return before
		}
		return cmp.Or(
			cmp.Compare(severityRank[a.Severity], severityRank[b.Severity]),
			cmp.Compare(b.Threads, a.Threads),
			cmp.Compare(slices.Index(tableOrder, a.ID), slices.Index(tableOrder, b.ID)))
	})
}

func cpuFirst(a, b Finding) int {
	if a.ID == "cpu" && yieldsToCPU(b) {
		return -1
	}
	if b.ID == "cpu" && yieldsToCPU(a) {
		return 1
	}
	return 0
}

func yieldsToCPU(f Finding) bool {
	return f.ID == "main-blocked" || f.ID == "sync-over-async" && f.Workers == 0
}

// starvedOrWarning is critical when the pool is starved and these threads are among
// its blocked workers.
func starvedOrWarning(e *evidence, groups []*group.Group) Severity {
	if e.starved && anyBlockedWorker(groups) {
		return Critical
	}
	return Warning
}

func always(s Severity) func(*evidence, []*group.Group) Severity {
	return func(*evidence, []*group.Group) Severity { return s }
}

// lastResort is what is said when no rule applied: nothing is wrong, or too little
// can be read to say so.
func lastResort(e *evidence) Finding {
	if oneStack(e.set.Snapshot) {
		return oneStackFinding(e)
	}
	if 2*e.counts.Roles[classify.Unknown] < e.counts.Threads {
		return Finding{ID: "healthy", Severity: OK, Confidence: High, Threads: e.counts.Threads, Workers: e.counts.Workers.Total, Sentence: healthySentence(e), Advice: adviceHealthy}
	}
	return Finding{
		ID: "unclear", Severity: Note, Confidence: Low, Threads: e.counts.Threads, Sentence: unclearSentence(e),
		Advice: "Take the report again from a runtime that can name its methods: not NativeAOT, with the diagnostic rundown complete (try --duration 00:00:00:01), or use dotnet-dump.",
		Groups: e.set.Groups,
	}
}
