package diagnose

import (
	"fmt"
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
)

// place is where most threads of a finding stand.
type place struct {
	api, culprit, module string
	threads              int
	others               int // other places of the same finding
	host                 string
	logs                 bool // a log call: the framework's own code makes them, too
}

// placeOf finds the commonest site among some groups.
func placeOf(set *group.Set, groups []*group.Group) place {
	in := map[*group.Group]bool{}
	for _, g := range groups {
		in[g] = true
	}
	var best place
	places := 0
	for _, s := range set.Sites {
		n := 0
		for _, g := range s.Groups {
			if in[g] {
				n += g.Count()
			}
		}
		if n == 0 {
			continue
		}
		places++
		if n > best.threads {
			best = place{threads: n, api: apiOf(s)}
			if s.Culprit != nil {
				best.culprit, best.module = s.Culprit.Short, s.Culprit.Module
				if s.Culprit.Kind == classify.CulpritDynamic {
					best.module = ""
				}
			} else {
				best.host, best.logs = hostOf(s.Groups[0]), hasCategory(s.Groups[0], "logging")
			}
		}
	}
	best.others = max(places-1, 0)
	return best
}

func apiOf(s *group.Site) string {
	if s.Cause == nil {
		return ""
	}
	return s.Cause.API
}

// hostOf names the frame that a caller without a frame of its own was inlined into.
func hostOf(g *group.Group) string {
	if i := HostFrame(g); i >= 0 {
		return g.Stack.Frames[i].API()
	}
	return ""
}

// HostFrame is the first library frame below the call that waits: where the caller was
// inlined into (json.md 7.14), or -1.
func HostFrame(g *group.Group) int {
	for i := g.Class.APIFrame + 1; i < g.Class.RunEnd && i < len(g.Stack.Frames); i++ {
		k := g.Class.Kinds[i]
		if k != classify.KindFramework && k != classify.KindLibrary || classify.ModuleOf(g.Stack.Frames[i]) == "System.Private.CoreLib" {
			continue
		}
		return i
	}
	return -1
}

// at is "Task<T>.Result in Program.Main lambda #2 (Bookstore.Api)".
func (p place) at() string {
	var b strings.Builder
	b.WriteString(p.api)
	switch {
	case p.culprit != "" && p.api != "":
		fmt.Fprintf(&b, " in %s", p.culprit)
	case p.culprit != "":
		b.WriteString(p.culprit)
	case p.host != "" && p.logs:
		fmt.Fprintf(&b, " called by %s", p.host)
	case p.host != "":
		fmt.Fprintf(&b, ", the caller was inlined into %s", p.host)
	}
	if p.module != "" {
		fmt.Fprintf(&b, " (%s)", p.module)
	}
	if p.others > 0 {
		fmt.Fprintf(&b, " and %s", plural(p.others, "other place", "other places"))
	}
	return b.String()
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// who is "60 of 60 pool workers", "10 dedicated threads", "the main thread".
func who(e *evidence, f *Finding) string {
	if f.Workers > 0 && f.Workers == f.Threads {
		return fmt.Sprintf("%d of %s", f.Workers, plural(e.counts.Workers.Total, "pool worker", "pool workers"))
	}
	if f.Workers > 0 {
		return fmt.Sprintf("%d of %s and %s", f.Workers, plural(e.counts.Workers.Total, "pool worker", "pool workers"), plural(f.Threads-f.Workers, "other thread", "other threads"))
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
		return plural(f.Threads, "dedicated thread", "dedicated threads")
	}
	return plural(f.Threads, "thread", "threads")
}

// sentence says in one line what a finding means, with its numbers and its place.
func sentence(r *findingRule, e *evidence, f *Finding) string {
	if r.say != nil {
		return r.say(e, f)
	}
	switch r.id {
	case "lock-holder-blocked":
		return holderSentence(e, f)
	case "static-init":
		return staticSentence(e, f)
	case "deadlock":
		return fmt.Sprintf("%s wait crosswise for locks, %s: probably a deadlock", who(e, f), placeOf(e.set, f.Groups).at())
	case "cpu":
		return cpuSentence(e, f)
	case "thread-explosion":
		p := placeOf(e.set, f.Groups)
		return fmt.Sprintf("%s at %s: %s", who(e, f), p.at(), r.why)
	case "startup-hang":
		return fmt.Sprintf("%s blocked on %s while the host starts", who(e, f), placeOf(e.set, f.Groups).at())
	}
	if f.Workers == 1 && f.Threads == 1 && strings.HasPrefix(r.why, "they ") {
		return fmt.Sprintf("%s waits in %s: by design, for as long as the process lives", who(e, f), placeOf(e.set, f.Groups).at())
	}
	verb := "blocked on"
	if f.Workers == 0 && f.Threads == 1 {
		verb = "is blocked on"
	}
	return fmt.Sprintf("%s %s %s: %s", who(e, f), verb, placeOf(e.set, f.Groups).at(), tail(e, f, r.why))
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

func holderSentence(e *evidence, f *Finding) string {
	var holders, waiters []*group.Group
	for _, g := range f.Groups {
		if lockWaiter(g) {
			waiters = append(waiters, g)
		} else {
			holders = append(holders, g)
		}
	}
	if len(holders) == 0 {
		holders, waiters = waiters[:1], waiters[1:]
	}
	n := plural(threads(waiters), "thread waits", "threads wait")
	if workers(waiters) == threads(waiters) {
		n = fmt.Sprintf("%d of %s wait", threads(waiters), plural(e.counts.Workers.Total, "pool worker", "pool workers"))
	}
	return fmt.Sprintf("%s for %s; what seems to hold it is itself blocked on %s: %s", n, placeOf(e.set, waiters).at(), placeOf(e.set, holders).at(), tail(e, f, "lock holder blocked"))
}

func staticSentence(e *evidence, f *Finding) string {
	var runners, waiters []*group.Group
	for _, g := range f.Groups {
		if hasRule(g, "static-init") {
			waiters = append(waiters, g)
		} else {
			runners = append(runners, g)
		}
	}
	text := fmt.Sprintf("%s for %s", plural(threads(waiters), "thread waits", "threads wait"), placeOf(e.set, waiters).at())
	if len(runners) > 0 {
		text += "; the static constructor is blocked on " + placeOf(e.set, runners).at()
	}
	return text + ": " + tail(e, f, "static constructor blocked")
}

func cpuSentence(e *evidence, f *Finding) string {
	p := placeOf(e.set, f.Groups)
	where := p.culprit
	if where == "" {
		where = p.api
	}
	if where == "" {
		where = "code without a name of its own"
	}
	if p.module != "" {
		where += " (" + p.module + ")"
	}
	if p.others > 0 {
		where += " and " + plural(p.others, "other place", "other places")
	}
	verb := "run in"
	if f.Threads == 1 {
		verb = "runs in"
	}
	if f.Confidence == Low {
		doing := "running, or in native code"
		if !e.set.Classifier.Context.Runtime.AtLeast(10) && !e.set.Classifier.Context.LocksShown {
			doing = "running, in native code or waiting for a lock" // which has no frame up to .NET 9
		}
		return fmt.Sprintf("%s in %s: %s; %s", who(e, f), where, doing, unknownMode(f))
	}
	return fmt.Sprintf("%s %s %s, nothing of the own code is blocked", who(e, f), verb, where)
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

// adviceFor fills the API into the advice and adds how to get a missing name.
func adviceFor(r *findingRule, e *evidence, f *Finding) string {
	p := placeOf(e.set, f.Groups)
	advice := strings.Replace(r.advice, "%s", adviceCall(p.api), 1)
	if knowsOwners(e) {
		advice = strings.Replace(advice, ownerUnknown, "", 1)
	}
	if r.id == "connection-pool" && e.starved {
		advice += " With no idle worker, a starved pool that cannot finish its connects looks the same."
	}
	if r.id == "http-connection-limit" && e.starved {
		advice += " With no idle worker this may be starvation instead of the limit: the connects need a pool thread to finish."
	}
	if r.id == "lock-contention" && !knowsOwners(e) && nobodyHolds(e) {
		advice += " No thread of this report could hold the lock and still let go of it: a deadlock looks like this. Take a second report and see whether the same threads stand there."
	}
	if needsName(f) {
		advice += " " + adviceName
	}
	return advice
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
		if g.Class.State != classify.Blocked || g.Class.Role == classify.Background || g.Class.AlwaysWaiting || hasCategory(g, "logging") {
			continue
		}
		if g.Class.Culprit == nil || g.Class.Culprit.Kind == classify.CulpritDynamic {
			missing += g.Count()
		}
	}
	return f.Threads > 0 && 2*missing > f.Threads
}

const adviceHealthy = "One snapshot shows one instant, and awaits that never complete leave no thread (dotnet-dump: dumpasync): repeat it under load."

func healthySentence(e *evidence) string {
	w := e.counts.Workers
	others := waitingWords(e)
	switch {
	case w.Total == 0:
		return "Nothing blocked: no pool worker, " + others
	case w.Idle == w.Total:
		return fmt.Sprintf("Nothing blocked: %d of %s idle, %s", w.Idle, plural(w.Total, "pool worker", "pool workers"), others)
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
	return fmt.Sprintf("Nothing of note is blocked: of %s %s; %s", plural(w.Total, "pool worker", "pool workers"), strings.Join(parts, ", "), others)
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
	text := plural(waiting, "thread in its normal wait", "threads in their normal waits")
	if others > 0 {
		text += fmt.Sprintf(", %s", plural(others, "other thread, listed below", "other threads, listed below"))
	}
	return text
}

func unclearSentence(e *evidence) string {
	unknown := e.counts.Roles[classify.Unknown]
	if unknown == e.counts.Threads {
		return fmt.Sprintf("Unclear: %s, but no frame tells what any of them does", plural(e.counts.Threads, "thread is there", "threads are there"))
	}
	return fmt.Sprintf("Unclear: what %d of %s do cannot be read", unknown, plural(e.counts.Threads, "thread", "threads"))
}

// headline is the first finding's sentence, with lost roots named.
func headline(snap *Snapshot) string {
	text := snap.Findings[0].Sentence
	if n := snap.Counts.Roles[classify.Unknown]; n > 0 && snap.Findings[0].ID != "unclear" {
		text += fmt.Sprintf("; %s", plural(n, "more thread lost its root", "more threads lost their root"))
	}
	return text
}
