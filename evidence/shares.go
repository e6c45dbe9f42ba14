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
	for _, s := range t.times {
		if g := p.group(s.Stack); g != nil && g.Class.Role == classify.Worker {
			out.Total += s.Duration
			addShare(times, g, s.Duration)
		}
	}
	for _, s := range times {
		out.Places = append(out.Places, *s)
	}
	slices.SortFunc(out.Places, func(a, b diagnose.Share) int {
		return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.State, b.State),
			cmp.Compare(nameOf(a.Cause, a.Culprit), nameOf(b.Cause, b.Culprit)))
	})
	standing := &diagnose.Standing{Samples: t.Info.Rounds, Length: longestOf(t.threads)}
	for _, thread := range t.threads {
		c := courseOf(thread, p)
		if c.worker {
			out.Threads++
		}
		if c.blocked {
			standing.Of++
		}
		if c.blocked && !c.moved {
			standing.Threads++
		}
	}
	if standing.Of == 0 {
		standing = nil
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

// courseOf goes through the stacks of a thread of which something is known.
func courseOf(t nettrace.ThreadProfile, p *places) *course {
	c := &course{moved: t.More}
	begun := false
	for _, id := range t.Stacks {
		g := p.group(id)
		if g == nil {
			continue
		}
		if !begun {
			begun, c.place, c.blocked = true, placeOfGroup(g), stands(g)
		}
		c.worker = c.worker || g.Class.Role == classify.Worker
		c.moved = c.moved || placeOfGroup(g) != c.place
	}
	return c
}
