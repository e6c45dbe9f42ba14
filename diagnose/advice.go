package diagnose

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
)

// advised is what advice is about: a finding of a report, or, where e and f are nil, no
// finding in particular.
type advised struct {
	call  string // the call that waits, as it reads inside a sentence
	calls int    // how many different calls there are
	twin  string // the asynchronous form of the only call, where one is known
	e     *evidence
	f     *Finding
}

// generally is for advice without a report.
var generally = advised{call: "the blocking call", calls: 1}

// await is what to await instead of the call: "UploadAsync", or its counterpart.
func (a advised) await() string {
	switch {
	case a.twin != "":
		return a.twin
	case a.calls > 1:
		return "their asynchronous counterparts"
	}
	return "its asynchronous counterpart"
}

// waitsForTask reports that the calls are waits for a task, which has no counterpart: what
// made the task is to be awaited.
func (a advised) waitsForTask() bool {
	if a.f == nil {
		return true
	}
	return !slices.ContainsFunc(a.f.Groups, func(g *group.Group) bool {
		return g.Class.Cause != nil && !waitAPIs[g.Class.Cause.API]
	})
}

// waitAPIs are the calls that wait for a task that is there already.
var waitAPIs = map[string]bool{
	"Task<T>.Result": true, "Task.Wait": true, "Task wait": true, "GetAwaiter().GetResult()": true,
	"ConfigureAwait().GetAwaiter().GetResult()": true, "ValueTask<T>.Result": true, "ValueTask GetResult()": true,
}

// mostCalls is how many calls are named.
const mostCalls = 3

// fixed is advice that depends on nothing.
func fixed(sentence string) func(advised) []string {
	return func(advised) []string { return []string{sentence} }
}

// byCause is the advice of the cause of most threads, or a sentence where it has none.
func byCause(sentence string) func(advised) []string {
	return func(a advised) []string {
		if own := a.ofCause(); own != nil {
			return own
		}
		return []string{sentence}
	}
}

// repeated reports that other reports of the same process are at hand.
func (a advised) repeated() bool { return a.e != nil && a.e.facts.Repeated }

func (a advised) starved() bool { return a.e != nil && a.e.starved }

func (a advised) ownersKnown() bool { return a.e != nil && knowsOwners(a.e) }

// about reports a thread of the finding that satisfies a condition.
func (a advised) about(is func(*group.Group) bool) bool {
	return a.f != nil && slices.ContainsFunc(a.f.Groups, is)
}

// ofCause is the advice of the cause of most threads, where it knows more than the
// finding: of a database, a library or a log sink.
func (a advised) ofCause() []string {
	if a.f == nil {
		return nil
	}
	c := commonCause(a.f.Groups)
	switch {
	case c == nil:
		return nil
	case c.Rule == classify.RuleDBPoolWait: // somebody is connecting, or it were connection-pool
		return []string{
			"The server answers the connect slowly: check the network, the name resolution and the server.",
			"Use OpenAsync, and mind that some clients open one pooled connection at a time.",
		}
	case c.Advice == "":
		return nil
	}
	return []string{c.Advice}
}

// advisedOf is a finding with what its threads call.
func advisedOf(e *evidence, f *Finding) advised {
	a := advised{e: e, f: f}
	a.call, a.calls = adviceCalls(f.Groups)
	if a.calls == 1 {
		a.twin = twinOf(a.call)
	}
	return a
}

// adviceFor is the advice of a finding, with how to get a missing name.
func (r *row) adviceFor(e *evidence, f *Finding) string {
	a := advisedOf(e, f)
	return strings.Join(append(r.advice(a), nameAdvice(f)...), " ")
}

// severalRules reports waits of different kinds, for which no single advice fits.
func severalRules(groups []*group.Group) bool {
	var first *classify.Cause
	for _, g := range groups {
		c := g.Class.Cause
		if c == nil {
			continue
		}
		if first == nil {
			first = c
		}
		if c.Rule != first.Rule && c.Category != classify.CategoryData {
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

// commonRule is the cause of most threads of some groups; the smaller id of two.
func commonRule(groups []*group.Group) classify.RuleID {
	count := map[classify.RuleID]int{}
	var best classify.RuleID
	for _, g := range groups {
		if c := g.Class.Cause; c != nil {
			count[c.Rule] += g.Count()
			if n := count[c.Rule]; n > count[best] || n == count[best] && c.Rule < best {
				best = c.Rule
			}
		}
	}
	return best
}

// adviceCalls are the calls in which the threads of a finding wait, the commonest
// first, as they read inside a sentence; too many are only called calls.
func adviceCalls(groups []*group.Group) (text string, n int) {
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
		return adviceCall(""), n
	case n == 1:
		return calls[0], n
	case n > mostCalls:
		return "blocking calls", n
	default:
		return strings.Join(calls[:n-1], ", ") + " or " + calls[n-1], n
	}
}

// blockingOnTask is for a wait of which the call was inlined away.
const blockingOnTask = "blocking on a task"

// adviceCall is the call as it reads inside a sentence.
func adviceCall(api string) string {
	switch api {
	case "":
		return "the call"
	case "Task wait":
		return blockingOnTask
	case "Task<T>.Result":
		return ".Result"
	case "Task.Wait":
		return ".Wait()"
	}
	return api
}

const adviceName = "The name of your method was inlined away: stacktriage explain inlined says how to get it."

// nameAdvice says how to get the name of own code where most blocked threads of a
// finding show none.
func nameAdvice(f *Finding) []string {
	missing := 0
	for _, g := range f.Groups {
		if g.Class.State != classify.Blocked || g.Class.Role == classify.Background || g.Class.AlwaysWaiting ||
			hasCategory(g, classify.CategoryLogging) {
			continue
		}
		if g.Class.Culprit == nil || g.Class.Culprit.Kind == classify.CulpritDynamic || uncertainCulprit(g) {
			missing += g.Count()
		}
	}
	if f.Threads == 0 || 2*missing <= f.Threads {
		return nil
	}
	return []string{adviceName}
}

// inParallel reports that most threads block in the body of a parallel loop.
func inParallel(groups []*group.Group) bool {
	n := 0
	for _, g := range groups {
		if g.Class.CulpritFrame >= 0 &&
			anyFrame(g, g.Class.CulpritFrame, runsParallel) {
			n += g.Count()
		}
	}
	return 2*n > threads(groups)
}
