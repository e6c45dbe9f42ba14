package diagnose

import (
	"cmp"
	"slices"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/wording"
)

// row is everything there is to a finding. A kind of finding that is concluded in more
// than one way has a row for each.
type row struct {
	id FindingID
	// order decides between findings of the same severity on as many threads.
	order int
	// collect returns the groups that make the finding, and how sure it is.
	collect func(*evidence) ([]*group.Group, Confidence)
	// severity is that of two or more threads; fewer make a note unless alone is set.
	severity func(*evidence, []*group.Group) Severity
	alone    bool // one thread is enough for the full severity
	shares   bool // claims nothing: its threads may be evidence for another finding
	// why is the conclusion, the second half of a sentence that say does not make.
	why string
	say func(*evidence, *Finding) wording.Text
	// follows is what the finding means for the process, with the numbers of the report.
	follows func(advised) string
	// now is what to do about the process, in order.
	now func(advised) []Step
	// calm says that even a note has steps of its own.
	calm bool
	// advice says what to do about the code, in sentences.
	advice func(advised) []string
	link   string
	// stuck reports that no thread could let go of what the others wait for.
	stuck func(*evidence) bool

	// What explain says without a report: what the finding is a conclusion from; which
	// case the row is, where a kind has several; the severity in words, where it follows
	// from more than the pool; and that it never is about one thread.
	means, when, grade string
	several            bool
}

// rows are asked in this order, narrowest first; each claims the groups it explains.
var rows = []*row{
	// Debuggers print the owners of locks. The twins of these two below read them from
	// the frames, with less confidence.
	&deadlockByOwners, &holderByOwners, &ownerAlone,
	&deadlockByFrames, &deadlockByStanding, &staticInit, &loggingBlocked, &holderByFrames, &timerBlocked,
	&connectionPool, &httpConnectionLimit, &dnsStall,
	&finalizerBlocked, &uiBlocked, &loopBlocked, &shutdownHang, &startupHang,
	&longRunningOnPool, &bodyIO, &gcWait,
	&syncOverAsync, &lockContention, &syncIO, &blockingWait,
	&threadExplosion, &cpu, &runsOrWaits, &continuationBlocked, &mainBlocked, &alwaysWaiting, &lostRoots,
}

// findings asks every row, orders what they found, and never returns nothing.
func findings(e *evidence) []Finding {
	var out []Finding
	for _, r := range rows {
		if e.switchedOff(r) {
			continue
		}
		if f, ok := r.apply(e); ok {
			out = append(out, f)
			e.found++
		}
	}
	if len(out) == 0 {
		out = append(out, lastResort(e))
	}
	e.siteAdvice(out)
	order(out)
	return out
}

func (r *row) apply(e *evidence) (Finding, bool) {
	groups, confidence := r.collect(e)
	if len(groups) == 0 {
		return Finding{}, false
	}
	if !r.shares {
		e.claim(groups)
	}
	f := Finding{
		ID: r.id, Confidence: confidence, Threads: threads(groups), Workers: workers(groups), Link: r.link, Groups: groups,
	}
	f.Severity = r.severity(e, groups)
	f.Starved = e.starved && anyBlockedWorker(groups)
	if f.Threads < 2 && !r.alone && f.Severity != OK && !(f.Starved && e.facts.Queue == QueueStands) {
		f.Severity = Note
	}
	if f.Starved && f.Link == "" {
		f.Link = LinkStarvation
	}
	f.Stuck = r.stuck != nil && r.stuck(e)
	f.say(r.sentence(e, &f))
	f.Means = r.follows(advisedOf(e, &f))
	f.Now = r.onCall(e, &f)
	f.Advice = r.adviceFor(e, &f)
	return f, true
}

// say sets the sentence.
func (f *Finding) say(text wording.Text) { f.Said, f.Sentence = text, text.String() }

func anyBlockedWorker(groups []*group.Group) bool {
	return slices.ContainsFunc(groups, isBlockedWorker)
}

func isBlockedWorker(g *group.Group) bool {
	return g.Class.Role == classify.Worker && g.Class.State == classify.Blocked
}

// order sorts by severity, then threads, then the order of the rows; work that burns
// CPU comes before a main thread that waits, and before fewer waits on dedicated
// threads.
func order(out []Finding) {
	slices.SortStableFunc(out, func(a, b Finding) int {
		return cmp.Or(
			cpuFirst(a, b),
			cmp.Compare(a.Severity.Rank(), b.Severity.Rank()),
			cmp.Compare(b.Threads, a.Threads),
			cmp.Compare(orderOf(a.ID), orderOf(b.ID)))
	})
}

func orderOf(id FindingID) int {
	for _, r := range rows {
		if r.id == id {
			return r.order
		}
	}
	return len(rows) // healthy
}

func cpuFirst(a, b Finding) int {
	if a.ID == CPU && yieldsToCPU(b) {
		return -1
	}
	if b.ID == CPU && yieldsToCPU(a) {
		return 1
	}
	return 0
}

func yieldsToCPU(f Finding) bool {
	return f.ID == MainBlocked || f.ID == SyncOverAsync && f.Workers == 0
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
