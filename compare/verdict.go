package compare

import (
	"stacktriage/classify"
	"stacktriage/diagnose"
)

// words begin the first line of each verdict.
var words = map[Kind]string{
	Fixed: "FIXED", Improved: "IMPROVED", Unchanged: "UNCHANGED", Worse: "WORSE",
	Moved: "MOVED", NotProven: "GONE", NotComparable: "NOT COMPARABLE",
}

// judge draws the verdict.
func judge(d *Diff, m *matcher) Verdict {
	t := balanceOf(d.Sites)
	v := Verdict{Load: loaded(d.After, t)}
	v.Kind = changeOf(d, t, v.Load)
	if v.Kind == Fixed {
		v.unseen = m.unseen(d.Sites)
		if lostAt(v.unseen) > t.margin() || len(v.unseen) > 0 && v.unseen[0] == t.from {
			v.Kind = NotProven
		}
	}
	why := strangers(m.before, m.after)
	d.Strangers = why.strangers()
	if !d.Strangers {
		why = tooLittle(d, t, v.Kind)
	}
	if !why.none() {
		v.Kind = NotComparable
	}
	if v.Kind == Moved {
		v.From, v.To = t.from, t.to
	}
	v.Word = words[v.Kind]
	v.Severity = severityOf(d, v.Kind)
	v.Said = sentence(d, t, &v, why)
	v.Sentence = v.Said.String()
	return v
}

// loaded reports a worker that is not parked. Without one, nothing shows that the
// process had anything to do.
func loaded(s *diagnose.Snapshot, t balance) bool {
	w := s.Counts.Workers
	return t.after > 0 || w.Running > 0 || w.Unclear > 0
}

// lostAt counts the threads that places lost.
func lostAt(sites []*Site) int {
	n := 0
	for _, s := range sites {
		n += s.BeforeThreads() - s.AfterThreads()
	}
	return n
}

// fewest is the number of blocked threads from which one that is left is no part of
// the same trouble.
const fewest = 4

// changeOf judges two snapshots of one program that hold all there was.
func changeOf(d *Diff, t balance, load bool) Kind {
	switch {
	case t.before == 0 && t.after == 0:
		return runningChange(d, load)
	case t.after == 0 && !load && !onlyMain(d.Sites):
		return NotProven
	case t.after == 0:
		return Fixed
	case t.before == 0 && t.oneWorker():
		return Unchanged
	case t.before == 0:
		return Worse
	case t.oneWorker() && t.before >= fewest && t.from.Status == Gone:
		return Fixed
	case t.moved():
		return Moved
	case t.after-t.before > t.margin():
		return Worse
	case t.before-t.after > t.margin() && sameShare(d):
		return Unchanged
	case t.before-t.after > t.margin() && !d.After.Counts.Workers.Starved():
		return Improved
	}
	return starvationChange(d, t)
}

// onlyMain reports trouble of the main thread alone, which needs no load to show.
func onlyMain(sites []*Site) bool {
	for _, s := range sites {
		if s.Trouble && s.Shown().Role != classify.Main {
			return false
		}
	}
	return true
}

// starvationChange judges blocking that did not grow: whether workers are left for
// other work decides. A starved pool with fewer workers is as starved, only younger:
// it grows as long as it is.
func starvationChange(d *Diff, t balance) Kind {
	b, a := d.Before.Counts.Workers, d.After.Counts.Workers
	switch {
	case b.Starved() && a.Idle > t.margin():
		return Improved
	case a.Starved() && b.Idle > t.margin():
		return Worse
	}
	return Unchanged
}

// runningChange judges snapshots without blocking. Running threads are a sample, so
// that only large changes count, and only where one side was an alarm.
func runningChange(d *Diff, load bool) Kind {
	b, a := alarmed(d.Before), alarmed(d.After)
	switch {
	case b >= fewest && !load:
		return NotProven
	case b >= fewest && 2*a <= b:
		return Improved
	case a >= fewest && 2*b <= a:
		return Worse
	}
	return Unchanged
}

// alarmed counts the threads that burn CPU in the program's own code.
func alarmed(s *diagnose.Snapshot) int {
	for i := range s.Findings {
		if f := &s.Findings[i]; f.ID == diagnose.CPU && f.Severity != diagnose.Note {
			return f.Threads
		}
	}
	return 0
}

// tooLittle objects to a verdict that cannot be drawn from a snapshot that lacks something:
// what it lacks can only be more threads, so that some verdicts hold all the same.
func tooLittle(d *Diff, t balance, k Kind) objection {
	stands := k == Worse || k == Unchanged && t.after > 0 && t.before-t.after <= t.margin()
	if lack := lacks(d.After); len(lack) > 0 && !stands {
		return objection{side: "AFTER", lack: lack}
	}
	if lack := hides(d, t); len(lack) > 0 && !stands {
		return objection{side: "AFTER", lack: lack}
	}
	if lack := lacks(d.Before); len(lack) > 0 && (k == Worse || k == Moved || k == Unchanged && t.before == 0) {
		return objection{side: "BEFORE", lack: lack}
	}
	return objection{}
}

// saysOneProcess reports that the sentence itself says that both are of one process.
func (v *Verdict) saysOneProcess() bool { return v.Kind == Fixed || v.Kind == NotProven }

func severityOf(d *Diff, k Kind) diagnose.Severity {
	switch k {
	case Fixed:
		return diagnose.OK
	case NotProven, NotComparable:
		return diagnose.Note
	}
	severity := diagnose.OK
	if len(d.After.Findings) > 0 {
		severity = d.After.Findings[0].Severity
	}
	if k == Worse && (severity == diagnose.OK || severity == diagnose.Note) {
		return diagnose.Warning
	}
	return severity
}
