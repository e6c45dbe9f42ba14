package chat

import (
	"stacktriage/layout"
	"stacktriage/wording"
)

// List is a message of units below each other, for programs that have neither a fixed
// pitch nor markup, or a table that is to be shortened row by row.
type List struct {
	More        Hidden // places that never were in the message
	MoreReports int    // reports that never were

	units   []*Unit
	threads map[*Unit]int // of the places
	places  []*Unit
	rest    []*Unit
	reports []*Unit       // beside the one that the places are of
	of      map[*Unit]int // how many reports a unit stands for, where not for one
}

// AddReport adds another report, which goes before anything of the first one.
func (l *List) AddReport(u *Unit) { l.AddReports(u, 1) }

// AddReports adds a unit that stands for so many reports.
func (l *List) AddReports(u *Unit, n int) {
	l.units, l.reports = append(l.units, u), append(l.reports, u)
	if n != 1 {
		if l.of == nil {
			l.of = map[*Unit]int{}
		}
		l.of[u] = n
	}
}

// Add adds a unit that goes when no place is left.
func (l *List) Add(u *Unit) {
	l.units, l.rest = append(l.units, u), append(l.rest, u)
}

// AddPlace adds a place with so many threads.
func (l *List) AddPlace(u *Unit, threads int) {
	if l.threads == nil {
		l.threads = map[*Unit]int{}
	}
	l.units, l.places = append(l.units, u), append(l.places, u)
	l.threads[u] = threads
}

// steps leave out other reports, then the last place first.
func (l *List) steps() int { return plan(l.reports, l.places, l.rest) }

func (l *List) lines(n int) []layout.Line {
	l.steps()
	var out []layout.Line
	hidden, at := l.More, 0
	for _, u := range l.units {
		threads, isPlace := l.threads[u]
		switch {
		case !u.shown(n) && isPlace:
			hidden.Add(threads)
			continue
		case !u.shown(n):
			continue
		}
		out = append(out, u.Lines...)
		if isPlace {
			at = len(out)
		}
	}
	if hidden.Places > 0 {
		more := layout.Line{layout.Plain.Of(hidden.text())}
		out = append(out[:at:at], append([]layout.Line{more}, out[at:]...)...)
	}
	reports := l.MoreReports
	for _, u := range l.reports {
		if !u.shown(n) {
			reports += max(l.of[u], 1)
		}
	}
	if reports > 0 && len(out) > 0 {
		out = append(out, layout.Line{layout.Plain.Of("… " + wording.Count(reports, "more report"))})
	}
	return out
}
