package compare

import (
	"cmp"
	"slices"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/parse"
	"stacktriage/wording"
)

// Snapshots compares two reports.
func Snapshots(before, after *parse.Snapshot, opt diagnose.Options) *Diff {
	var builder group.Builder
	return Sets(builder.Build(before, opt), builder.Build(after, opt))
}

// Sets compares two snapshots that were grouped. Where both are of one process, what
// one shows of an inlined handler names it in the other, too.
func Sets(before, after *group.Set) *Diff {
	stacksAlone := func(set *group.Set) (*diagnose.Snapshot, *group.Set) { return diagnose.Diagnose(set), set }
	return SetsWith(before, after, stacksAlone, stacksAlone)
}

// Judging draws the conclusions over a set. It also returns the set they are about, which
// can have more names than the one it was given.
type Judging func(*group.Set) (*diagnose.Snapshot, *group.Set)

// SetsWith is Sets for reports beside which something was measured: the judging of each
// side takes that into account.
func SetsWith(before, after *group.Set, ofBefore, ofAfter Judging) *Diff {
	d := &Diff{Process: relation(before, after)}
	if d.Process == SameProcess {
		joint := group.Together([]*group.Set{before, after})
		before, after = joint[0], joint[1]
	}
	d.Before, before = ofBefore(before)
	d.After, after = ofAfter(after)
	m := newMatcher(before, after, d.Process)
	d.Sites = m.sites()
	m.describe(d)
	d.Groups = m.groups(d.Sites)
	m.countCommon(d)
	d.Aside = asides(d.Before.SetAside, d.After.SetAside)
	d.Verdict = judge(d, m)
	d.Notes = notes(d)
	return d
}

// describe fills in what a pair of sites alone does not tell, and orders the sites.
func (m *matcher) describe(d *Diff) {
	before, after := claims(d.Before), claims(d.After)
	for _, s := range d.Sites {
		s.Status = statusOf(s.BeforeThreads(), s.AfterThreads())
		s.Trouble = troubled(s.Before, before) || troubled(s.After, after)
		s.Routine = !s.Trouble && routine(s.Shown())
		s.SameThreads = m.sameThreads(s)
	}
	slices.SortStableFunc(d.Sites, byWeight)
}

// claims are the groups that findings are about, those excepted that say nothing is
// wrong or nothing can be said, or are about threads that run.
func claims(s *diagnose.Snapshot) map[*group.Group]bool {
	claimed := map[*group.Group]bool{}
	for i := range s.Findings {
		f := &s.Findings[i]
		if f.Severity == diagnose.OK || f.ID == diagnose.Unclear || f.ID == diagnose.CPU {
			continue
		}
		for _, g := range f.Groups {
			claimed[g] = true
		}
	}
	return claimed
}

// troubled reports a blocked site that a finding is about and that does not wait by
// design.
func troubled(s *group.Site, claimed map[*group.Group]bool) bool {
	if s == nil || s.State != classify.Blocked {
		return false
	}
	return slices.ContainsFunc(s.Groups, func(g *group.Group) bool { return claimed[g] && !g.Class.AlwaysWaiting })
}

// routine reports threads of the runtime and of frameworks, and workers that are busy
// with nothing of the program's own: they differ from one instant to the next. So does
// a stack that the end of the input cut.
func routine(s *group.Site) bool {
	switch s.Role {
	case classify.Worker, classify.Unknown:
		return s.Culprit == nil && (s.State != classify.Blocked || s.Groups[0].Stack.Incomplete)
	case classify.Main, classify.Dedicated:
		return false
	}
	return true
}

// byWeight orders sites for the reader: trouble first, then what is routine last, the
// larger change, the larger count, the name.
func byWeight(a, b *Site) int {
	return cmp.Or(
		-compareBool(a.Trouble, b.Trouble), compareBool(a.Routine, b.Routine),
		cmp.Compare(b.change(), a.change()),
		cmp.Compare(b.BeforeThreads()+b.AfterThreads(), a.BeforeThreads()+a.AfterThreads()),
		cmp.Compare(wording.PlaceOf(a.Shown()).String(), wording.PlaceOf(b.Shown()).String()),
		cmp.Compare(a.Shown().Role, b.Shown().Role), cmp.Compare(a.Shown().State, b.Shown().State),
		cmp.Compare(a.Shown().Groups[0].Stack.ID, b.Shown().Groups[0].Stack.ID))
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// change is the number of threads by which the site differs.
func (s *Site) change() int {
	n := s.AfterThreads() - s.BeforeThreads()
	return max(n, -n)
}

// asides joins what was set aside by label: parked workers first.
func asides(before, after []diagnose.Aside) []Aside {
	at := map[string]int{}
	var all []Aside
	add := func(a diagnose.Aside) *Aside {
		i, ok := at[a.Label]
		if !ok {
			i = len(all)
			at[a.Label] = i
			all = append(all, Aside{Label: a.Label, Idle: a.Idle})
		}
		return &all[i]
	}
	for _, a := range before {
		add(a).Before += a.Threads
	}
	for _, a := range after {
		add(a).After += a.Threads
	}
	slices.SortFunc(all, func(a, b Aside) int {
		return cmp.Or(-compareBool(a.Idle, b.Idle), cmp.Compare(b.Before+b.After, a.Before+a.After),
			cmp.Compare(a.Label, b.Label))
	})
	return all
}
