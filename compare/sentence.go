package compare

import (
	"fmt"
	"strings"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/wording"
)

// sentence is the verdict with its numbers and places.
func sentence(d *Diff, t balance, v *Verdict, why objection) wording.Text {
	numbers := numbers(d, t)
	switch v.Kind {
	case NotComparable:
		return why.sentence(numbers)
	case NotProven:
		text := wording.Format("%s; %s.", gonePlaces(d, t, ""), numbers)
		if v.Load {
			return text.Then(remainder(t)).Thenf(" %s", unproven(d, v.unseen))
		}
		return text.Thenf(" No %s is running in AFTER, no load visible: a fix is not proven. %s", workWord(d), proof(d))
	case Fixed:
		return wording.Format("%s; %s.", gonePlaces(d, t, "no longer "), numbers).Then(remainder(t), sameCode(d))
	case Moved:
		return moved(t, v).Thenf("; %s.%s", numbers, movedCaveat(v))
	case Improved:
		return wording.Format("%s; %s.", improvement(d, t), numbers).Then(remainder(t))
	case Worse:
		return wording.Format("%s; %s.%s", worsening(d, t), numbers, starvedNote(d))
	}
	return stayed(d, t, numbers)
}

// proof is what would make a fix of blocking that is gone.
func proof(d *Diff) string {
	if d.Process == SameProcess {
		return "Both reports are of one process, so it still runs the same code."
	}
	return "Confirm that the load was on."
}

// unproven says that the work of AFTER is not the work that was blocked.
func unproven(d *Diff, unseen []*Site) wording.Text {
	where := codeOf(unseen[0].Before)
	if more := len(unseen) - 1; more > 0 {
		where = where.Thenf(" or at %s that lost blocked threads", wording.Count(more, "other place"))
	}
	text := wording.Format("No thread of AFTER is in %s: a fix is not proven. Confirm that it is called.", where)
	if d.Process == SameProcess {
		text = text.Thenf(" %s", proof(d))
	}
	return text
}

// codeOf names the code of a place without what it waited in.
func codeOf(s *group.Site) wording.Text {
	p := wording.PlaceOf(s)
	if p.Culprit != "" {
		p.API = ""
	}
	return p.Text()
}

// numbers are the counts that changed: "blocked 60 → 0, workers 60 → 9 (9 idle)".
func numbers(d *Diff, t balance) string {
	b, a := d.Before.Counts.Workers, d.After.Counts.Workers
	if b.Total == 0 && a.Total == 0 {
		return fmt.Sprintf("blocked threads %d → %d", t.before, t.after)
	}
	text := fmt.Sprintf("blocked %d → %d", b.Blocked, a.Blocked)
	if b.Blocked+a.Blocked == 0 && t.before+t.after > 0 {
		text = fmt.Sprintf("blocked threads %d → %d", t.before, t.after)
	}
	text += fmt.Sprintf(", workers %d → %d", b.Total, a.Total)
	if states := busyness(a); states != "" {
		text += " (" + states + ")"
	}
	return text
}

// busyness says what the workers of AFTER do that are not blocked.
func busyness(w diagnose.Workers) string {
	var parts []string
	for _, p := range []struct {
		n    int
		word string
	}{{w.Running, "running"}, {w.Idle, "idle"}, {w.Unclear, "unclear"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.word))
		}
	}
	if len(parts) == 0 && w.Total > 0 {
		return "none idle"
	}
	return strings.Join(parts, ", ")
}

// people is "60 workers", "the main thread", "3 dedicated threads".
func people(s *group.Site, n int) string {
	switch s.Role {
	case classify.Worker:
		return wording.Count(n, "worker")
	case classify.Main:
		if n == 1 {
			return "the main thread"
		}
	case classify.Dedicated:
		return wording.Count(n, "dedicated thread")
	}
	return wording.Count(n, "thread")
}

// onPlace is "on Task<T>.Result in Program.Main lambda #2", "in Program.Main lambda #8".
func onPlace(s *group.Site) wording.Text {
	if s.State == classify.Blocked {
		return wording.Format("on %s", wording.PlaceOf(s).Text())
	}
	return wording.Format("in %s", wording.PlaceOf(s).Text())
}

// gonePlaces names the place that lost most, and counts the others that lost some.
func gonePlaces(d *Diff, t balance, verb string) wording.Text {
	from, others := t.from, -1
	for _, s := range d.Sites {
		if s.Trouble && s.AfterThreads() < s.BeforeThreads() {
			others++
		}
	}
	if from == nil {
		from, others = mostRunning(d.Sites, beforeOf), 0
	}
	if from == nil {
		return wording.Plain("what ran in BEFORE")
	}
	text := wording.Format("%s %s%s", people(from.Before, from.BeforeThreads()), verb, onPlace(from.Before))
	return text.Then(andOthers(others))
}

func andOthers(n int) wording.Text {
	if n < 1 {
		return nil
	}
	return wording.Format(" and at %s", wording.Count(n, "other place"))
}

func beforeOf(s *Site) *group.Site { return s.Before }

func afterOf(s *Site) *group.Site { return s.After }

// mostRunning is the place where most threads ran on one side; nil where none did.
func mostRunning(sites []*Site, side func(*Site) *group.Site) *Site {
	var most *Site
	for _, s := range sites {
		at := side(s)
		if at != nil && at.State == classify.Running && (most == nil || at.Threads > side(most).Threads) {
			most = s
		}
	}
	return most
}

// remainder says what is still blocked in AFTER.
func remainder(t balance) wording.Text {
	if t.last == nil || t.last == t.from {
		return nil
	}
	text := wording.Format(" Still blocked: %s %s", people(t.last.After, t.last.AfterThreads()), onPlace(t.last.After))
	if t.oneWorker() {
		text = text.Thenf(", which is normal for a busy server")
	}
	return text.Thenf(".")
}

func improvement(d *Diff, t balance) wording.Text {
	if t.from == nil || t.from.Status == Gone {
		return gonePlaces(d, t, "no longer ")
	}
	return change(t.from)
}

func worsening(d *Diff, t balance) wording.Text {
	to := t.to
	if to == nil {
		to = t.first
	}
	if to == nil {
		to = mostRunning(d.Sites, afterOf)
	}
	switch {
	case to == nil:
		return wording.Plain("more threads run in AFTER")
	case to.Status == New:
		return wording.Format("%s newly %s", people(to.After, to.AfterThreads()), onPlace(to.After))
	}
	return change(to)
}

// change is "48 → 68 workers on Task<T>.Result in Program.Main lambda #2".
func change(s *Site) wording.Text {
	b, a := s.BeforeThreads(), s.AfterThreads()
	var text wording.Text
	if b != a {
		text = wording.Format("%d → ", b)
	}
	text = text.Thenf("%s %s", people(s.Shown(), a), onPlace(s.Shown()))
	if s.Match.Probable { // the place itself says more
		text = text.Thenf(" (probably the same place)")
	}
	return text
}

func starvedNote(d *Diff) string {
	if d.After.Counts.Workers.Starved() && !d.Before.Counts.Workers.Starved() {
		return " The pool is starved now."
	}
	return ""
}

// moved says which place lost threads and which gained some.
func moved(t balance, v *Verdict) wording.Text {
	left := people(v.From.Before, t.from.BeforeThreads()-t.from.AfterThreads())
	came := people(v.To.After, t.to.AfterThreads()-t.to.BeforeThreads())
	return wording.Format("%s left %s, %s came to %s",
		left, wording.PlaceOf(v.From.Before).Text(), came, wording.PlaceOf(v.To.After).Text())
}

// movedCaveat warns of a move between two lambdas that can be one with a new number.
func movedCaveat(v *Verdict) string {
	from, to := lambdaAt(v.From.Before), lambdaAt(v.To.After)
	if !from.numbered() || !to.numbered() || from.family != to.family || from.number == to.number {
		return ""
	}
	b, a := v.From.Before, v.To.After
	if b.Cause == nil || a.Cause == nil || b.Cause.API != a.Cause.API || b.Culprit.Frame.Module != a.Culprit.Frame.Module {
		return ""
	}
	return fmt.Sprintf(" If lambdas were added or removed above it in the source, #%d can be #%d with a new number: "+
		"then nothing changed.",
		to.number, from.number)
}

// sameCode warns of a fix without a deployment.
func sameCode(d *Diff) wording.Text {
	if d.Process != SameProcess {
		return nil
	}
	return wording.Plain(" Both reports are of one process, so it runs the same code: the trouble can come back.")
}

// workWord is what the process works on.
func workWord(d *Diff) string {
	for _, s := range []*diagnose.Snapshot{d.Before, d.After} {
		for _, g := range s.Groups {
			for _, f := range g.Stack.Frames {
				if strings.HasPrefix(f.Module, "Microsoft.AspNetCore") {
					return "request"
				}
			}
		}
	}
	return "work item"
}
