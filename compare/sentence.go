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
func sentence(d *Diff, t balance, v *Verdict, reason string) string {
	numbers := numbers(d, t)
	switch v.Kind {
	case NotComparable:
		return incomparable(d, reason, numbers)
	case NotProven:
		if v.Load {
			return fmt.Sprintf("%s; %s.%s %s", gonePlaces(d, t, ""), numbers, remainder(t), unproven(d, v.unseen))
		}
		return fmt.Sprintf("%s; %s. No %s is running in AFTER, no load visible: a fix is not proven. %s", gonePlaces(d, t, ""), numbers, workWord(d), proof(d))
	case Fixed:
		return fmt.Sprintf("%s; %s.%s%s", gonePlaces(d, t, "no longer "), numbers, remainder(t), sameCode(d))
	case Moved:
		return fmt.Sprintf("%s left %s, %s came to %s; %s.%s", people(v.From.Before, t.from.BeforeThreads()-t.from.AfterThreads()), Place(v.From.Before),
			people(v.To.After, t.to.AfterThreads()-t.to.BeforeThreads()), Place(v.To.After), numbers, movedCaveat(v))
	case Improved:
		return fmt.Sprintf("%s; %s.%s", improvement(d, t), numbers, remainder(t))
	case Worse:
		return fmt.Sprintf("%s; %s.%s", worsening(d, t), numbers, starvedNote(d))
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
func unproven(d *Diff, unseen []*Site) string {
	where := codeOf(unseen[0].Before)
	if more := len(unseen) - 1; more > 0 {
		where += fmt.Sprintf(" or at %s that lost blocked threads", wording.Count(more, "other place"))
	}
	text := fmt.Sprintf("No thread of AFTER is in %s: a fix is not proven. Confirm that it is called.", where)
	if d.Process == SameProcess {
		text += " " + proof(d)
	}
	return text
}

// codeOf names the code of a place without what it waited in.
func codeOf(s *group.Site) string {
	if s.Culprit != nil {
		return s.Culprit.Short
	}
	return Place(s)
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
	word := "thread"
	switch s.Role {
	case classify.Worker:
		word = "worker"
	case classify.Main:
		if n == 1 {
			return "the main thread"
		}
	case classify.Dedicated:
		word = "dedicated thread"
	}
	return wording.Count(n, word)
}

// gonePlaces names the place that lost most, and counts the others that lost some.
func gonePlaces(d *Diff, t balance, verb string) string {
	from, others := t.from, -1
	for _, s := range d.Sites {
		if s.Trouble && s.AfterThreads() < s.BeforeThreads() {
			others++
		}
	}
	if from == nil {
		from, others = mostRunning(d.Sites), 0
	}
	if from == nil {
		return "what ran in BEFORE"
	}
	return fmt.Sprintf("%s %s%s%s", people(from.Before, from.BeforeThreads()), verb, onPlace(from.Before), andOthers(others))
}

func andOthers(n int) string {
	if n < 1 {
		return ""
	}
	return " and at " + wording.Count(n, "other place")
}

// onPlace is "on Task<T>.Result in Program.Main lambda #2", "in Program.Main lambda #8".
func onPlace(s *group.Site) string {
	if s.State == classify.Blocked {
		return "on " + Place(s)
	}
	return "in " + Place(s)
}

// mostRunning is the place in BEFORE where most threads ran.
func mostRunning(sites []*Site) *Site {
	var most *Site
	for _, s := range sites {
		if s.Before != nil && s.Before.State == classify.Running && (most == nil || s.BeforeThreads() > most.BeforeThreads()) {
			most = s
		}
	}
	return most
}

// remainder says what is still blocked in AFTER.
func remainder(t balance) string {
	if t.last == nil || t.last == t.from {
		return ""
	}
	text := fmt.Sprintf(" Still blocked: %s %s", people(t.last.After, t.last.AfterThreads()), onPlace(t.last.After))
	if t.oneWorker() {
		text += ", which is normal for a busy server"
	}
	return text + "."
}

func improvement(d *Diff, t balance) string {
	if t.from == nil {
		return gonePlaces(d, t, "no longer ")
	}
	if t.from.Status == Gone {
		return gonePlaces(d, t, "no longer ")
	}
	return change(t.from)
}

func worsening(d *Diff, t balance) string {
	to := t.to
	if to == nil {
		to = t.first
	}
	if to == nil {
		to = mostRunningAfter(d.Sites)
	}
	if to == nil {
		return "more threads run in AFTER"
	}
	if to.Status == New {
		return fmt.Sprintf("%s newly %s", people(to.After, to.AfterThreads()), onPlace(to.After))
	}
	return change(to)
}

func mostRunningAfter(sites []*Site) *Site {
	var most *Site
	for _, s := range sites {
		if s.After != nil && s.After.State == classify.Running && (most == nil || s.AfterThreads() > most.AfterThreads()) {
			most = s
		}
	}
	return most
}

// change is "48 → 68 workers on Task<T>.Result in Program.Main lambda #2".
func change(s *Site) string {
	b, a := s.BeforeThreads(), s.AfterThreads()
	text := fmt.Sprintf("%s %s", people(s.Shown(), a), onPlace(s.Shown()))
	if b != a {
		text = fmt.Sprintf("%d → %s", b, text)
	}
	return text + how(s)
}

// how warns of a match that can be wrong; the place itself says more.
func how(s *Site) string {
	if !s.Match.Probable {
		return ""
	}
	return " (probably the same place)"
}

func starvedNote(d *Diff) string {
	if d.After.Counts.Workers.Starved() && !d.Before.Counts.Workers.Starved() {
		return " The pool is starved now."
	}
	return ""
}

// stayed is the sentence of two snapshots that show the same.
func stayed(d *Diff, t balance, numbers string) string {
	if t.before == 0 && t.after == 0 {
		return calm(d)
	}
	if t.before == 0 {
		return fmt.Sprintf("%s %s in AFTER, which is normal for a busy server; %s.", people(t.first.After, t.after), onPlace(t.first.After), numbers)
	}
	text := change(t.first) + andOthers(t.places-1)
	if t.first.Status == Same {
		text += ", as before"
	}
	switch same := t.first.SameThreads; {
	case same < 0 || t.first.Before == nil || t.first.After == nil:
	case same == 0:
		text += ", all of them other threads"
	case same == t.first.AfterThreads() && same == t.first.BeforeThreads():
		text += ", the same " + theSame(same)
	default:
		text += fmt.Sprintf(", %d of them the same threads", same)
	}
	text += "; " + numbers + "."
	return text + whyFewer(d, t)
}

// whyFewer says why clearly fewer blocked threads are the same all the same.
func whyFewer(d *Diff, t balance) string {
	b, a := d.Before.Counts.Workers, d.After.Counts.Workers
	switch {
	case t.before-t.after <= t.margin():
		return ""
	case a.Starved() && b.Starved():
		return " The pool is as starved as before: it grows as long as it is."
	case sameShare(d):
		return fmt.Sprintf(" The pool is smaller, not better: %d of %s blocked before, %d of %d now.", b.Blocked, wording.Count(busyWorkers(b), "busy worker"), a.Blocked, busyWorkers(a))
	}
	return " The pool is starved all the same."
}

func theSame(threads int) string {
	if threads == 1 {
		return "thread"
	}
	return wording.Count(threads, "thread")
}

// calm is the sentence of two snapshots in which nothing is blocked.
func calm(d *Diff) string {
	b, a := d.Before.Counts.Workers, d.After.Counts.Workers
	text := "nothing is blocked in either"
	if b.Total+a.Total > 0 {
		text += fmt.Sprintf("; workers %d → %d", b.Total, a.Total)
		if a.Total > 0 {
			text += " (" + busyness(a) + ")"
		}
	}
	busy := mostRunningAfter(d.Sites)
	if busy == nil || busy.Routine {
		return text + "."
	}
	verb := "run"
	if busy.AfterThreads() == 1 {
		verb = "runs"
	}
	return fmt.Sprintf("%s. In AFTER %s %s in %s, which is normal for a busy process.", text, people(busy.After, busy.AfterThreads()), verb, Place(busy.After))
}

// movedCaveat warns of a move between two lambdas that can be one with a new number.
func movedCaveat(v *Verdict) string {
	b, a := v.From.Before, v.To.After
	if b.Cause == nil || a.Cause == nil || b.Culprit == nil || a.Culprit == nil || b.Culprit.Frame.Module != a.Culprit.Frame.Module {
		return ""
	}
	name, from, ok := strings.Cut(b.Culprit.Short, " #")
	other, to, also := strings.Cut(a.Culprit.Short, " #")
	if !ok || !also || name != other || from == to || b.Cause.API != a.Cause.API {
		return ""
	}
	return fmt.Sprintf(" If lambdas were added or removed above it in the source, #%s can be #%s with a new number: then nothing changed.", to, from)
}

func incomparable(d *Diff, reason, numbers string) string {
	if strings.HasPrefix(reason, "AFTER") || strings.HasPrefix(reason, "BEFORE") {
		return fmt.Sprintf("%s: what is missing can be blocked as well. Of what is there: %s.", reason, numbers)
	}
	return fmt.Sprintf("%s: two different programs.", reason)
}

// sameCode warns of a fix without a deployment.
func sameCode(d *Diff) string {
	if d.Process != SameProcess {
		return ""
	}
	return " Both reports are of one process, so it runs the same code: the trouble can come back."
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
