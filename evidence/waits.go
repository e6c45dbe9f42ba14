package evidence

import (
	"cmp"
	"slices"
	"time"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
)

// waitSum adds up the waits of one place.
type waitSum struct {
	role    classify.Role
	cause   *classify.Cause
	culprit *classify.Culprit
	tally   waitTally
	open    []time.Duration
}

// waitPlaces are the waits of pool workers by place, those of other threads, and how many
// waits were the runtime's own.
func waitPlaces(t *Trace, p *places) (workers, others []diagnose.WaitPlace, bookkeeping int) {
	open := openAt(t.waits.open, t.Info.End)
	ofWorkers, ofOthers := map[placeKey]*waitSum{}, map[placeKey]*waitSum{}
	for id, tally := range t.waits.waits {
		g := p.group(id)
		switch {
		case g == nil || isBookkeeping(g) || unnamed(g):
			bookkeeping += tally.begun
		case isWorkersWait(g):
			addWait(ofWorkers, p.siteOf(g), tally, open[id])
		default:
			addWait(ofOthers, &group.Site{Role: g.Class.Role, Cause: g.Class.Cause, Culprit: g.Class.Culprit}, tally, open[id])
		}
	}
	return placesBy(ofWorkers), placesBy(ofOthers), bookkeeping
}

func placesBy(sums map[placeKey]*waitSum) (out []diagnose.WaitPlace) {
	for _, s := range sums {
		out = append(out, s.place())
	}
	slices.SortFunc(out, byOpenWaits)
	return out
}

// isWorkersWait reports a wait that a pool worker was asked for.
func isWorkersWait(g *group.Group) bool {
	c := g.Class
	return c.Role == classify.Worker && c.State == classify.Blocked && !c.AlwaysWaiting && !isBookkeeping(g)
}

func addWait(sums map[placeKey]*waitSum, site *group.Site, tally *waitTally, open []time.Duration) {
	key := keyOf(site.Role, site.Cause, site.Culprit)
	s := sums[key]
	if s == nil {
		s = &waitSum{role: site.Role, cause: site.Cause, culprit: site.Culprit}
		sums[key] = s
	}
	s.add(tally, open)
}

func (s *waitSum) add(tally *waitTally, open []time.Duration) {
	s.tally.begun += tally.begun
	s.tally.ended = append(s.tally.ended, tally.ended...)
	s.tally.more += tally.more
	s.tally.total += tally.total
	s.open = append(s.open, open...)
	for id, n := range tally.owners {
		if s.tally.owners == nil {
			s.tally.owners = map[uint64]int{}
		}
		s.tally.owners[id] += n
	}
}

func (s *waitSum) place() diagnose.WaitPlace {
	w := diagnose.WaitPlace{Role: s.role, Cause: s.cause, Culprit: s.culprit, Begun: s.tally.begun, Open: len(s.open)}
	w.Total = s.tally.total
	w.Ended = len(s.tally.ended) + s.tally.more
	w.Median, w.Max = medianAndMax(s.tally.ended)
	for _, d := range s.open {
		w.Total += d
	}
	if len(s.open) > 0 {
		longest := slices.Max(s.open)
		w.OpenAtLeast = &longest
	}
	return w
}

// medianAndMax are nil without a duration.
func medianAndMax(all []time.Duration) (median, longest *time.Duration) {
	if len(all) == 0 {
		return nil, nil
	}
	sorted := slices.Sorted(slices.Values(all))
	mid, last := sorted[len(sorted)/2], sorted[len(sorted)-1]
	if len(sorted)%2 == 0 {
		mid = (sorted[len(sorted)/2-1] + mid) / 2
	}
	return &mid, &last
}

// byOpenWaits puts the places with open waits first, then those of most time.
func byOpenWaits(a, b diagnose.WaitPlace) int {
	return cmp.Or(cmp.Compare(min(b.Open, 1), min(a.Open, 1)), cmp.Compare(b.Total, a.Total),
		cmp.Compare(b.Begun, a.Begun), cmp.Compare(nameOf(a.Cause, a.Culprit), nameOf(b.Cause, b.Culprit)))
}

// lockCause is the cause of a contended lock of which no frame stands on the stack, as up
// to .NET 9.
var lockCause = classify.Cause{
	Rule: classify.RuleMonitorEnter, API: "lock", Category: classify.CategoryLock, Mechanism: classify.MechanismLock,
}

// lockSums are the contended locks by place.
func lockSums(t *Trace, p *places) (sums []*waitSum, others int) {
	open := openAt(t.waits.openLocks, t.Info.End)
	byKey := map[placeKey]*waitSum{}
	for id, tally := range t.waits.locks {
		g := p.group(id)
		if g == nil || isBookkeeping(g) || unnamed(g) {
			others += tally.begun
			continue
		}
		cause := &lockCause
		if isShownLock(g.Class.Cause) {
			cause = g.Class.Cause
		}
		key := keyOf("", cause, g.Class.Culprit)
		s := byKey[key]
		if s == nil {
			s = &waitSum{role: g.Class.Role, cause: cause, culprit: g.Class.Culprit}
			byKey[key] = s
			sums = append(sums, s)
		}
		s.add(tally, open[id])
	}
	slices.SortFunc(sums, func(a, b *waitSum) int { return byOpenWaits(a.place(), b.place()) })
	return sums, others
}

// isShownLock reports a lock of which a frame is on the stack.
func isShownLock(c *classify.Cause) bool {
	return c != nil && c.Category == classify.CategoryLock && c.Rule != classify.RuleMonitorEnterProbable
}

// lockPlaces says of each lock who held it when others began to wait, and what the owner
// did in the samples of the same process.
func lockPlaces(sums []*waitSum, byThread map[string]*group.Group) []diagnose.LockPlace {
	var out []diagnose.LockPlace
	for _, s := range sums {
		w := s.place()
		l := diagnose.LockPlace{Cause: s.cause, Culprit: s.culprit, Waits: w.Begun, Open: w.Open}
		l.Median, l.Max = w.Median, w.Max
		for id, n := range s.tally.owners {
			l.Owners = append(l.Owners, lockOwner(id, n, byThread))
		}
		slices.SortFunc(l.Owners, func(a, b diagnose.LockOwner) int {
			return cmp.Or(cmp.Compare(b.Waits, a.Waits), cmp.Compare(a.ThreadID, b.ThreadID))
		})
		out = append(out, l)
	}
	return out
}

func lockOwner(id uint64, waits int, byThread map[string]*group.Group) diagnose.LockOwner {
	o := diagnose.LockOwner{ThreadID: threadID(id), Waits: waits}
	if g := byThread[o.ThreadID]; g != nil {
		o.State, o.Cause, o.Culprit = g.Class.State, g.Class.Cause, g.Class.Culprit
	}
	return o
}

// threadsOf finds the group of each thread of a snapshot.
func threadsOf(set *group.Set) map[string]*group.Group {
	byID := map[string]*group.Group{}
	if set == nil {
		return byID
	}
	for _, g := range set.Groups {
		for _, i := range g.Threads {
			byID[normalID(set.Snapshot.ID(int(i)))] = g
		}
	}
	return byID
}
