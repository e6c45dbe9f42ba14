package compare

import (
	"fmt"

	"stacktriage/wording"
)

// stayed is the sentence of two snapshots that show the same.
func stayed(d *Diff, t balance, numbers string) wording.Text {
	if t.before == 0 && t.after == 0 {
		return nothingBlocked(d)
	}
	if t.before == 0 {
		return wording.Format("%s %s in AFTER, which is normal for a busy server; %s.",
			people(t.first.After, t.after), onPlace(t.first.After), numbers)
	}
	text := change(t.first).Then(andOthers(t.places - 1))
	if t.first.Status == Same {
		text = text.Thenf(", as before")
	}
	return text.Thenf("%s; %s.%s", sameThreads(t.first), numbers, whyFewer(d, t))
}

// sameThreads says whether the threads at a place are those of BEFORE.
func sameThreads(s *Site) string {
	switch same := s.SameThreads; {
	case same < 0 || s.Before == nil || s.After == nil:
		return ""
	case same == 0:
		return ", all of them other threads"
	case same == s.AfterThreads() && same == s.BeforeThreads():
		return ", the same " + wording.Form(same, "thread", wording.Count(same, "thread"))
	default:
		return fmt.Sprintf(", %d of them the same threads", same)
	}
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
		return fmt.Sprintf(" The pool is smaller, not better: %d of %s blocked before, %d of %d now.",
			b.Blocked, wording.Count(busyWorkers(b), "busy worker"), a.Blocked, busyWorkers(a))
	}
	return " The pool is starved all the same."
}

// nothingBlocked is the sentence of two snapshots in which nothing is blocked.
func nothingBlocked(d *Diff) wording.Text {
	b, a := d.Before.Counts.Workers, d.After.Counts.Workers
	text := wording.Plain("nothing is blocked in either")
	if b.Total+a.Total > 0 {
		text = text.Thenf("; workers %d → %d", b.Total, a.Total)
		if a.Total > 0 {
			text = text.Thenf(" (%s)", busyness(a))
		}
	}
	busy := mostRunning(d.Sites, afterOf)
	if busy == nil || busy.Routine {
		return text.Thenf(".")
	}
	verb := wording.Form(busy.AfterThreads(), "runs", "run")
	return text.Thenf(". In AFTER %s %s in %s, which is normal for a busy process.",
		people(busy.After, busy.AfterThreads()), verb, wording.PlaceOf(busy.After).Text())
}
