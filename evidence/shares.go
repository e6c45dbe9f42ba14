package evidence

import (
	"cmp"
	"slices"
	"time"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/nettrace"
)

// profileShares says what pool workers did over a recording, and which of the blocked
// threads stood at one place all the time.
func profileShares(t *Trace, p *places) (*diagnose.Shares, *diagnose.Standing) {
	if !t.overTime() {
		return nil, nil
	}
	out := &diagnose.Shares{}
	times := map[shareKey]*diagnose.Share{}
	threads := map[uint64]*course{}
	for _, row := range t.profile {
		g := p.group(row.Stack)
		if g == nil {
			continue
		}
		c := threads[row.Thread]
		if c == nil {
			c = &course{place: placeOfGroup(g), blocked: stands(g)}
			threads[row.Thread] = c
		}
		c.add(g, row)
		if g.Class.Role == classify.Worker {
			out.Total += row.Duration
			addShare(times, g, row.Duration)
		}
	}
	for _, s := range times {
		out.Places = append(out.Places, *s)
	}
	slices.SortFunc(out.Places, func(a, b diagnose.Share) int {
		return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.State, b.State),
			cmp.Compare(nameOf(a.Cause, a.Culprit), nameOf(b.Cause, b.Culprit)))
	})
	standing := courses(threads, t.sampled(), t.Info.Rounds)
	for _, c := range threads {
		if c.worker {
			out.Threads++
		}
	}
	if out.Total == 0 {
		return nil, standing
	}
	return out, standing
}

// shareKey is what the time of one share has in common: idle and running workers are
// told by their state, and by own code where there is any.
type shareKey struct {
	state classify.State
	placeKey
}

func addShare(to map[shareKey]*diagnose.Share, g *group.Group, d time.Duration) {
	c := g.Class
	share := diagnose.Share{State: c.State, Cause: c.Cause, Culprit: c.Culprit}
	switch {
	case c.State == classify.Idle || c.State == classify.Waiting:
		share.Cause, share.Culprit = nil, nil
	case c.State != classify.Blocked && c.Culprit != nil:
		share.Cause = nil // what running code stands in changes from sample to sample
	}
	key := shareKey{c.State, keyOf(c.Role, share.Cause, share.Culprit)}
	if to[key] == nil {
		to[key] = &share
	}
	to[key].Time += d
}

// course is how one thread spent a recording.
type course struct {
	place   placeKey // of its first sample
	blocked bool     // blocked at its first place, all the time
	moved   bool
	worker  bool
}

func (c *course) add(g *group.Group, row nettrace.ProfileRow) {
	c.worker = c.worker || g.Class.Role == classify.Worker
	c.moved = c.moved || placeOfGroup(g) != c.place
}

// courses counts the threads that were blocked at the beginning and have not moved.
func courses(threads map[uint64]*course, length time.Duration, rounds int) *diagnose.Standing {
	out := &diagnose.Standing{Samples: rounds, Length: length}
	for _, c := range threads {
		if !c.blocked {
			continue
		}
		out.Of++
		if !c.moved {
			out.Threads++
		}
	}
	if out.Of == 0 {
		return nil
	}
	return out
}
