package diagnose

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
)

// adviceFor is the advice of the finding, or of the cause of most of its threads where
// that says more, with the API filled in and with how to get a missing name.
func adviceFor(r *findingRule, e *evidence, f *Finding) string {
	p := placeOf(e.set, f.Groups)
	call := adviceCalls(f.Groups)
	advice := strings.Replace(r.advice, "%s", call, 1)
	if own := causeAdvice(r, f); own != "" {
		advice = own
	}
	if r.id == "sync-over-async" && inParallel(f.Groups) {
		advice += " In the body of Parallel.For or ForEach an async lambda is not awaited: use Parallel.ForEachAsync or Task.WhenAll."
	}
	if r.id == "sync-over-async" {
		advice = strings.Replace(advice, "Await the call instead of blocking calls", "Await these calls instead of blocking on them", 1)
	}
	if r.id == "lock-holder-blocked" && slices.ContainsFunc(f.Groups, isTimerCallback) {
		advice += " These are timer callbacks that overlap: start the next run only when the last has ended."
	}
	if knowsOwners(e) {
		advice = strings.Replace(advice, ownerUnknown, "", 1)
	}
	switch {
	case r.id == "connection-pool" && e.starved:
		advice += " With no idle worker, a starved pool that cannot finish its connects looks the same."
	case r.id == "http-connection-limit" && e.starved:
		advice += " With no idle worker this may be starvation instead of the limit: the connects need a pool thread to finish."
	case r.id == "lock-contention" && !knowsOwners(e) && nobodyHolds(e):
		advice = "Take a second report: if the same threads stand there, it is a deadlock (dotnet-dump's syncblk shows the owners; only a restart frees them). " + advice
	case r.id == "main-blocked" && f.Threads == 1 && p.module == "dotnet":
		advice = "This is the dotnet command itself: take the report of the process it started (dotnet-stack ps lists them)."
	}
	if needsName(f) {
		advice += " " + adviceName
	}
	return advice
}

// causeAdvice is the advice of a cause that knows more than the finding: of a database,
// a library or a log sink.
func causeAdvice(r *findingRule, f *Finding) string {
	switch r.id {
	case "sync-io", "blocking-wait", "logging-blocked", "sync-over-async", "cpu":
	default:
		return ""
	}
	c := commonCause(f.Groups)
	switch {
	case c == nil, r.id == "blocking-wait" && severalRules(f.Groups):
		return ""
	case c.Rule == classify.RuleDBPoolWait: // somebody is connecting, or it were connection-pool
		return "The server answers the connect slowly: check the network, the name resolution and the server. Use OpenAsync, and mind that some clients open one pooled connection at a time."
	}
	return c.Advice
}

// severalRules reports waits of different kinds, for which no single advice fits.
func severalRules(groups []*group.Group) bool {
	var first classify.RuleID
	for _, g := range groups {
		c := g.Class.Cause
		if c == nil {
			continue
		}
		if first == "" {
			first = c.Rule
		}
		if c.Rule != first && c.Category != classify.CategoryData {
			return true
		}
	}
	return false
}

// commonCause is a stack of the cause of most threads of some groups.
func commonCause(groups []*group.Group) *classify.Cause {
	rule := commonRule(groups)
	for _, g := range groups {
		if c := g.Class.Cause; c != nil && c.Rule == rule {
			return c
		}
	}
	return nil
}

// adviceCalls are the calls in which the threads of a finding wait, the commonest
// first, as they read inside a sentence; too many are only called calls.
func adviceCalls(groups []*group.Group) string {
	count := map[string]int{}
	for _, g := range groups {
		if c := g.Class.Cause; c != nil && c.API != "" {
			count[adviceCall(c.API)] += g.Count()
		}
	}
	if len(count) > 1 {
		delete(count, adviceCall("Task wait")) // which of the named calls it is was inlined away
	}
	calls := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	switch n := len(calls); {
	case n == 0:
		return adviceCall("")
	case n == 1:
		return calls[0]
	case n > 3:
		return "blocking calls"
	default:
		return strings.Join(calls[:n-1], ", ") + " or " + calls[n-1]
	}
}

// ownerUnknown is what the advice on locks says of their owners where no debugger names
// them.
const ownerUnknown = " The owner is not in this format: dotnet-dump's syncblk shows it."

// adviceCall is the call as it reads inside a sentence.
func adviceCall(api string) string {
	switch api {
	case "":
		return "the call"
	case "Task wait":
		return "blocking on its task"
	case "Task<T>.Result":
		return ".Result"
	case "Task.Wait":
		return ".Wait()"
	}
	return api
}

const adviceName = "The caller's own frame was inlined away. To get its name take another report soon after a restart, while code is still unoptimised, or with DOTNET_TieredPGO=0 or DOTNET_TieredCompilation=0 in a test, or mark the suspected method NoInlining."

// needsName reports that most blocked threads of a finding show no own frame.
func needsName(f *Finding) bool {
	missing := 0
	for _, g := range f.Groups {
		if g.Class.State != classify.Blocked || g.Class.Role == classify.Background || g.Class.AlwaysWaiting || hasCategory(g, classify.CategoryLogging) {
			continue
		}
		if g.Class.Culprit == nil || g.Class.Culprit.Kind == classify.CulpritDynamic || uncertainCulprit(g) {
			missing += g.Count()
		}
	}
	return f.Threads > 0 && 2*missing > f.Threads
}

// inParallel reports that most threads block in the body of a parallel loop.
func inParallel(groups []*group.Group) bool {
	n := 0
	for _, g := range groups {
		if g.Class.CulpritFrame >= 0 && anyFrame(g, g.Class.CulpritFrame, "System.Threading.Tasks.Parallel", "System.Threading.Tasks.TaskReplicator") {
			n += g.Count()
		}
	}
	return 2*n > threads(groups)
}
