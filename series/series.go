// Package series relates several snapshots of one process, in the order in which they
// were taken: which places fill up and how fast, which threads stand still, and which
// are new or gone.
//
// It tells threads apart by their ids, because a count alone does not: twelve threads
// at one line in each report may be twelve threads that are stuck, or a hundred that
// passed there. It judges no single snapshot (package diagnose does) and compares no
// two processes or builds (package compare does).
package series

import (
	"cmp"
	"slices"
	"time"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/wording"
)

// Series is what several snapshots of one process tell together, in the order in which
// they were taken.
type Series struct {
	Snapshots []*diagnose.Snapshot
	// Elapsed is the time from the first snapshot to each; nil where it is not known.
	Elapsed []time.Duration
	// NoIDs says that the threads have no ids, so that only counts are compared.
	NoIDs bool
	// Places are the sites of all snapshots, the gravest first.
	Places []*Place
	// Idle and Waiting count, for each snapshot, the threads that are in no place:
	// parked workers, and threads in the wait they spend their lives in.
	Idle, Waiting []int
	// Steps are what changed on the way to each snapshot; the first is empty.
	Steps []Step
	// Starved counts the snapshots with a starved pool.
	Starved int
	// Headline is the first line and HeadlineText the same in parts, Severity how grave
	// it is.
	Headline     string
	HeadlineText wording.Text
	Severity     diagnose.Severity
	// Advice is what to do about the first place; empty where there is nothing to do.
	Advice, Link string
	// Proof and Against are what was measured for and against what is said of the first
	// place; empty for reports beside which nothing was.
	Proof, Against []diagnose.Proof

	watch *watch
}

// Step is the thread ids that are new in a snapshot, and those that were in the one
// before it only.
type Step struct {
	New, Vanished []string
}

// Place is one site over the series.
type Place struct {
	// Site has the groups of all snapshots; its Threads are their sum.
	Site *group.Site
	// Counts are the threads of each snapshot.
	Counts []int
	Trend  Trend
	// PerReport is the growth from one snapshot to the next, on average.
	PerReport float64
	Same      Same
	Reading   Reading
	// Quiet says that it is nobody's alarm: a dedicated thread in its own wait, a pool
	// item that waits by design, of which no finding says otherwise.
	Quiet bool
	// Sentence says what the counts and the thread ids mean together.
	Sentence string

	finding  *diagnose.Finding // of the last snapshot that has one about this place; never nil
	everyone bool              // no pool worker was anywhere else
}

// Reading is what a place shows once threads are told apart by their ids.
type Reading string

// The readings. Counts alone never make Standing.
const (
	Growing  Reading = "growing"      // more blocked threads each time
	Appeared Reading = "appeared"     // not there at first, and in every report since
	Standing Reading = "standing"     // the same threads each time: stuck or slow
	Mixed    Reading = "mixed"        // some stay, the others are replaced
	Turning  Reading = "turning-over" // the count stays, the threads do not
	Passing  Reading = "passing"      // comes and goes, or was seen once
	Busy     Reading = "running"      // runs, or nobody can tell
	Counted  Reading = "counted"      // no thread ids: nothing can be said but counts
)

var readingOrder = []Reading{Growing, Appeared, Standing, Mixed, Counted, Turning, Passing, Busy}

// Relate compares the snapshots of one process: what one shows of an inlined handler
// names it in the others, too. It fails where the snapshots cannot be of one process.
func Relate(sets []*group.Set, elapsed []time.Duration) (*Series, error) {
	judge := make([]Judging, len(sets))
	for i := range judge {
		judge[i] = byStacks(Repeated(len(sets)))
	}
	return RelateWith(sets, judge, elapsed)
}

// Repeated says whether so many reports are what advice to take others asks for.
func Repeated(reports int) bool { return reports >= enoughReports }

// RelateWith is Relate for reports beside which something was measured: the judging of
// each takes that into account.
func RelateWith(sets []*group.Set, judge []Judging, elapsed []time.Duration) (*Series, error) {
	if err := oneProcess(sets); err != nil {
		return nil, err
	}
	sets = group.Together(sets)
	s := &Series{Elapsed: elapsed}
	for i := range sets {
		var snap *diagnose.Snapshot
		snap, sets[i] = judge[i](sets[i])
		s.Snapshots = append(s.Snapshots, snap)
		s.Idle = append(s.Idle, inState(snap, classify.Idle))
		s.Waiting = append(s.Waiting, inState(snap, classify.Waiting))
		if s.starvedIn(i) {
			s.Starved++
		}
	}
	watch := newWatch(sets)
	s.watch, s.NoIDs = watch, watch.noIDs
	s.Steps = watch.steps()
	for _, site := range group.Across(sets) {
		s.Places = append(s.Places, s.place(site, watch))
	}
	slices.SortStableFunc(s.Places, func(a, b *Place) int {
		return cmp.Or(rank(a)-rank(b), slices.Index(readingOrder, a.Reading)-slices.Index(readingOrder, b.Reading),
			slices.Max(b.Counts)-slices.Max(a.Counts))
	})
	s.conclude()
	return s, nil
}

// rank puts what can be an alarm first.
func rank(p *Place) int {
	switch {
	case p.Site.State != classify.Blocked:
		return 2
	case p.Quiet:
		return 1
	}
	return 0
}

func inState(snap *diagnose.Snapshot, state classify.State) int {
	n := 0
	for _, g := range snap.Groups {
		if g.Class.State == state {
			n += g.Count()
		}
	}
	return n
}

func (s *Series) place(site *group.Site, w *watch) *Place {
	p := &Place{Site: site, Counts: make([]int, len(s.Snapshots))}
	for _, g := range site.Groups {
		p.Counts[w.snapshotOf[g]] += g.Count()
	}
	p.Trend = trendOf(p.Counts)
	p.PerReport = float64(p.Counts[len(p.Counts)-1]-p.Counts[0]) / float64(len(p.Counts)-1)
	p.Same = w.same(p)
	p.finding = s.findingAbout(site)
	p.Quiet = quiet(p)
	p.everyone = s.everyWorker(p)
	p.Reading = s.read(p)
	p.Sentence = s.sentence(p)
	return p
}

// read combines trend and thread ids.
func (s *Series) read(p *Place) Reading {
	switch {
	case p.Site.State != classify.Blocked:
		return Busy
	case p.Trend == TrendGrowing && !p.Quiet:
		return Growing
	case p.Trend == TrendAppeared && !p.Quiet:
		return Appeared
	case p.Trend == TrendPassing, p.Trend == TrendAppeared:
		return Passing
	case s.NoIDs:
		return Counted
	case p.Same.Of == 0:
		return Passing
	case 10*len(p.Same.Threads) >= 9*p.Same.Of:
		return Standing
	case 2*len(p.Same.Threads) > p.Same.Of:
		return Mixed
	}
	return Turning
}

// findingAbout is the finding of the last snapshot that has one about a place; an empty
// one, by which all is well, where none has.
func (s *Series) findingAbout(site *group.Site) *diagnose.Finding {
	in := map[*group.Group]bool{}
	for _, g := range site.Groups {
		in[g] = true
	}
	for i := len(s.Snapshots) - 1; i >= 0; i-- {
		findings := s.Snapshots[i].Findings
		for j := range findings {
			if slices.ContainsFunc(findings[j].Groups, func(g *group.Group) bool { return in[g] }) {
				return &findings[j]
			}
		}
	}
	return &diagnose.Finding{Severity: diagnose.OK}
}

// quiet tells waits that are a thread's normal life from those that hold work up.
func quiet(p *Place) bool {
	for _, g := range p.Site.Groups {
		if g.Class.Role == classify.Worker && !g.Class.AlwaysWaiting {
			return false
		}
	}
	return p.finding.Severity == diagnose.Note || p.finding.Severity == diagnose.OK
}

// everyWorker reports that the place holds every pool worker of every snapshot that
// has it: then the same thread may as well have come back.
func (s *Series) everyWorker(p *Place) bool {
	if p.Site.Role != classify.Worker {
		return false
	}
	for i, n := range p.Counts {
		if n > 0 && n < s.Snapshots[i].Counts.Workers.Total {
			return false
		}
	}
	return true
}
