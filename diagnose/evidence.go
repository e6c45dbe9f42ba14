package diagnose

import (
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/group"
)

// evidence is what the rules of findings read: the groups, what is not claimed yet,
// and a few facts that several rules ask for.
type evidence struct {
	set     *group.Set
	counts  Counts
	facts   Facts
	starved bool
	// computes says that threads whose frames do not tell whether they run do.
	computes bool
	claimed  map[*group.Group]bool
	left     []*group.Group // the others, in the order of groups
	off      []offFinding   // what was found but is switched off
	found    int            // rows that made a finding so far
}

func newEvidence(set *group.Set, counts Counts) *evidence {
	return &evidence{
		set: set, counts: counts, starved: counts.Workers.Starved(), claimed: map[*group.Group]bool{}, left: set.Groups,
	}
}

// open returns the unclaimed groups that satisfy a condition, in the order of groups.
func (e *evidence) open(is func(*group.Group) bool) []*group.Group {
	var out []*group.Group
	for _, g := range e.left {
		if is(g) {
			out = append(out, g)
		}
	}
	return out
}

func (e *evidence) claim(groups []*group.Group) {
	for _, g := range groups {
		e.claimed[g] = true
	}
	left := make([]*group.Group, 0, len(e.left))
	for _, g := range e.left {
		if !e.claimed[g] {
			left = append(left, g)
		}
	}
	e.left = left
}

func threads(groups []*group.Group) int {
	n := 0
	for _, g := range groups {
		n += g.Count()
	}
	return n
}

func workers(groups []*group.Group) int {
	n := 0
	for _, g := range groups {
		if g.Class.Role == classify.Worker {
			n += g.Count()
		}
	}
	return n
}

// blockedWorker is a worker that blocks in something a finding may be made of.
func blockedWorker(g *group.Group) bool {
	return g.Class.Role == classify.Worker && g.Class.State == classify.Blocked && !g.Class.AlwaysWaiting
}

// blockedOwn is a blocked thread of any role on which a culprit stands, or a blocked
// worker.
func blockedOwn(g *group.Group) bool {
	if blockedWorker(g) {
		return true
	}
	switch g.Class.Role {
	case classify.Worker, classify.Main, classify.Finalizer:
		return false
	case classify.Unknown:
		if !g.Class.Pasted {
			return false
		}
	}
	return g.Class.State == classify.Blocked && g.Class.Culprit != nil
}

func hasRule(g *group.Group, ids ...classify.RuleID) bool {
	if g.Class.Cause == nil {
		return false
	}
	for _, id := range ids {
		if g.Class.Cause.Rule == id {
			return true
		}
	}
	return false
}

func hasCategory(g *group.Group, categories ...classify.Category) bool {
	if g.Class.Cause == nil {
		return false
	}
	for _, c := range categories {
		if g.Class.Cause.Category == c {
			return true
		}
	}
	return false
}

func hasMechanism(g *group.Group, mechanisms ...classify.Mechanism) bool {
	if g.Class.Cause == nil {
		return false
	}
	for _, m := range mechanisms {
		if g.Class.Cause.Mechanism == m {
			return true
		}
	}
	return false
}

// anyModule reports a frame of frames[from:] whose module begins with one of the
// prefixes.
func anyModule(frames []*frame.Frame, prefixes ...string) bool {
	for _, f := range frames {
		for _, p := range prefixes {
			if strings.HasPrefix(classify.ModuleOf(f), p) {
				return true
			}
		}
	}
	return false
}

// withCulprit drops the groups without own or handler code.
func withCulprit(groups []*group.Group) []*group.Group {
	var out []*group.Group
	for _, g := range groups {
		if g.Class.Culprit != nil {
			out = append(out, g)
		}
	}
	return out
}

// enoughEvidence applies the limit for blocked workers on which no own frame is
// visible: fewer than three prove nothing.
func enoughEvidence(groups []*group.Group) []*group.Group {
	own := withCulprit(groups)
	if threads(groups)-threads(own) >= 3 {
		return groups
	}
	return own
}

// atLeastTwo keeps evidence of two threads or more.
func atLeastTwo(groups []*group.Group, confidence Confidence) ([]*group.Group, Confidence) {
	if threads(groups) < 2 {
		return nil, ""
	}
	return groups, confidence
}

func appendNew(groups []*group.Group, more ...*group.Group) []*group.Group {
	for _, g := range more {
		if !slices.Contains(groups, g) {
			groups = append(groups, g)
		}
	}
	return groups
}
