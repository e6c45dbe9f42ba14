package series

import (
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/wording"
)

// deadlock is threads that wait for locks in every report and never move, with nobody
// in the last one who could let go of a lock.
type deadlock struct {
	threads int
	places  []*Place
	finding *diagnose.Finding
}

// deadlock looks for one: all waits for locks stand, in three reports or more, and one
// report already found that no thread could let go.
func (s *Series) deadlock() (deadlock, bool) {
	if len(s.Snapshots) < enoughReports {
		return deadlock{}, false
	}
	var d deadlock
	for _, p := range s.Places {
		if !p.entersLock() {
			continue
		}
		same := len(p.Same.Threads)
		if p.Reading != Standing || p.Same.Span != len(s.Snapshots) || same != p.Same.Of || !p.finding.Stuck {
			return deadlock{}, false
		}
		d.threads += same
		d.places = append(d.places, p)
		d.finding = p.finding
	}
	return d, d.threads >= 2
}

// entersLock reports a place where threads wait to enter a lock.
func (p *Place) entersLock() bool {
	return p.Site.State == classify.Blocked &&
		slices.ContainsFunc(p.Site.Groups, func(g *group.Group) bool { return g.Class.EntersLock })
}

func (d deadlock) sentence(reports int) wording.Text {
	const most = 3
	where := wording.PlaceOf(d.places[0].Site).WithModule()
	for _, p := range d.places[1:min(len(d.places), most)] {
		where = where.Thenf(", %s", wording.PlaceOf(p.Site).Text())
	}
	if more := len(d.places) - most; more > 0 {
		where = where.Thenf(" and %s", wording.Count(more, "other lock"))
	}
	return wording.Format("A deadlock, very probably: %d of %s at %s, none moved in %d reports",
		d.threads, wording.Count(d.threads, "thread"), where, reports)
}

// advice is that for a deadlock, without the further report that has been taken.
func (d deadlock) advice() string {
	advice := []string{
		"Take the locks in one order everywhere, or use Monitor.TryEnter with a timeout.",
		"The process does not recover: restart it, after a dump if the owners are to be known.",
	}
	return strings.Join(advice, " ")
}
