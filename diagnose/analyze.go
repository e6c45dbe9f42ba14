package diagnose

import (
	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/parse"
)

// Options are what the user knows better than the tables.
type Options = classify.Options

// Analyze says of each snapshot, independently of the others, what it shows.
func Analyze(snaps []*parse.Snapshot, opt Options) *Report {
	report := &Report{}
	var builder group.Builder
	for _, s := range snaps {
		set := builder.Build(s, opt)
		report.Snapshots = append(report.Snapshots, Diagnose(set))
	}
	return report
}

// Diagnose draws the conclusions over the groups and sites of one snapshot.
func Diagnose(set *group.Set) *Snapshot {
	return DiagnoseWith(set, Facts{})
}

// conclude fills a snapshot with what follows from the evidence.
func conclude(snap *Snapshot, set *group.Set, e *evidence) {
	snap.Findings = findings(e)
	doubt(snap)
	u := e.unknown()
	snap.Unknown, snap.Unread = u.notKnown(snap.Findings), u.text
	snap.SetAside = AsideOf(set.Groups)
	snap.OwnModules = set.Classifier.Context.AssumedOwn()
	snap.HeadlineText = headline(snap)
	snap.Headline = snap.HeadlineText.String()
	snap.Notes = append(notes(snap, e), e.offNotes()...)
}

// count totals the snapshot.
func count(set *group.Set) Counts {
	s := set.Snapshot
	c := Counts{Threads: len(s.Threads), Frames: s.Frames, Stacks: len(s.Stacks), SkippedLines: s.SkippedLines,
		Roles: map[classify.Role]int{}}
	for _, g := range set.Groups {
		n := g.Count()
		c.Roles[g.Class.Role] += n
		if g.Class.State == classify.Blocked {
			c.Blocked += n
		}
		if g.Class.Role != classify.Worker {
			continue
		}
		c.Workers.Total += n
		switch g.Class.State {
		case classify.Idle:
			c.Workers.Idle += n
		case classify.Blocked:
			c.Workers.Blocked += n
		case classify.Running:
			c.Workers.Running += n
		default:
			c.Workers.Unclear += n
		}
	}
	return c
}

// Starved reports that no worker is idle and most busy ones are blocked: at least
// four, and at least half of them.
func (w Workers) Starved() bool {
	busy := w.Total - w.Idle
	return w.Idle == 0 && w.Blocked >= 4 && 2*w.Blocked >= busy
}
