package group

import (
	"strings"

	"stacktriage/classify"
	"stacktriage/frame"
)

// markerOnly judges the stacks of which only the marker stands above the innermost
// frame. Up to .NET 9 a contended lock and the wait for a static constructor have no
// frame of their own, so several threads at one frame are the evidence.
func markerOnly(set *Set) {
	ctx := set.Classifier.Context
	if !ctx.Runtime.AtMost(9) {
		return
	}
	leaves := map[string]*leafTally{}
	for _, g := range set.Groups {
		leaf := unclearLeaf(g)
		if leaf < 0 {
			continue
		}
		key := g.Stack.Frames[leaf].Key()
		if leaves[key] == nil {
			leaves[key] = &leafTally{leaf: g.Stack.Frames[leaf], own: leaf == g.Class.CulpritFrame}
		}
		leaves[key].add(g)
	}
	runners := constructors(set.Groups)
	for key, t := range leaves {
		t.staticInit = t.own && runners.waitsFor(key, t.leaf)
	}
	markCrossed(leaves)
	markHeld(leaves, set.Groups)
	for _, t := range leaves {
		t.judge(ctx)
	}
}

// markCrossed marks leaves of own code that stand crosswise: each one's method also
// stands, further down, on the stack of the other. So do two threads that each hold
// the lock the other wants, and one thread at each is evidence enough.
func markCrossed(leaves map[string]*leafTally) {
	below := map[string]map[string]bool{}
	for key, t := range leaves {
		if !t.own || t.native == 0 {
			continue
		}
		below[key] = map[string]bool{}
		for _, g := range t.groups {
			for _, f := range g.Stack.Frames[g.Class.CulpritFrame+1:] {
				if other := f.Key(); leaves[other] != nil && other != key {
					below[key][other] = true
				}
			}
		}
	}
	for key, others := range below {
		for other := range others {
			if below[other][key] {
				leaves[key].crossed = true
			}
		}
	}
}

// markHeld marks leaves whose method also stands below the wait of a blocked thread,
// which may hold the lock.
func markHeld(leaves map[string]*leafTally, groups []*Group) {
	for _, g := range groups {
		if g.Class.State != classify.Blocked || g.Class.AlwaysWaiting {
			continue
		}
		for _, f := range g.Stack.Frames[min(1, len(g.Stack.Frames)):] {
			if t := leaves[f.Key()]; t != nil {
				t.held = true
			}
		}
	}
}

// unclearLeaf is the index of the innermost frame of a group whose state the frames
// do not tell, or that runs own code by its marker alone; -1 for all others.
func unclearLeaf(g *Group) int {
	for i, f := range g.Stack.Frames {
		if f.Unresolved() {
			continue
		}
		own := g.Class.Culprit != nil && i == g.Class.CulpritFrame
		switch {
		case g.Class.State == classify.Unclear && (own || g.Class.IfBlocked != nil && g.Class.Role != classify.Unknown):
			return i
		case g.Class.State == classify.Running && own:
			return i
		}
		return -1
	}
	return -1
}

// leafTally collects the groups whose innermost frame is the same.
type leafTally struct {
	leaf        *frame.Frame
	own         bool // it is the culprit, or a handler
	groups      []*Group
	native, cpu int

	staticInit, crossed, held bool
}

func (t *leafTally) add(g *Group) {
	t.groups = append(t.groups, g)
	t.native += g.Native
	t.cpu += g.CPU
}

func (t *leafTally) judge(ctx *classify.Context) {
	switch {
	case t.staticInit:
		t.set(&classify.Cause{
			Rule: classify.RuleStaticInit, API: "static initialisation",
			Category: classify.CategoryLock, Mechanism: classify.MechanismClassInitialisation,
		})
	case ctx.LocksShown:
	case t.crossed, t.native >= 2 && (t.cpu == 0 || (ctx.StaleMarker || t.held) && t.native > t.cpu):
		t.set(nil)
	}
}

// set makes the groups blocked: on the cause, or each on the lock that its own run
// suggests.
func (t *leafTally) set(cause *classify.Cause) {
	for _, g := range t.groups {
		g.Class.State, g.Class.EntersLock = classify.Blocked, true
		switch {
		case cause != nil:
			g.Class.Cause = cause
		case g.Class.IfBlocked != nil:
			g.Class.Cause = g.Class.IfBlocked
		default:
			g.Class.Cause = &classify.Cause{
				Rule: classify.RuleMonitorEnterProbable, API: "lock",
				Category: classify.CategoryLock, Mechanism: classify.MechanismLock,
			}
		}
	}
}

// staticRuns are the static constructors that stand on some stack: the frames
// directly below them, and the types they initialise.
type staticRuns struct {
	callers map[string]bool
	types   map[string]bool
}

func constructors(groups []*Group) staticRuns {
	runs := staticRuns{callers: map[string]bool{}, types: map[string]bool{}}
	for _, g := range groups {
		frames := g.Stack.Frames
		for i, f := range frames {
			if f.Method != ".cctor" {
				continue
			}
			runs.types[f.Module+"!"+f.Type] = true
			if i+1 < len(frames) {
				runs.callers[frames[i+1].Key()] = true
			}
		}
	}
	return runs
}

// waitsFor reports that the frame with this key called a static constructor on
// another stack, or belongs to the type that is being initialised.
func (r staticRuns) waitsFor(key string, f *frame.Frame) bool {
	if f.Method == ".cctor" {
		return false
	}
	return r.callers[key] || r.types[f.Module+"!"+outerType(f)]
}

// outerType is the type a closure or state machine is nested in.
func outerType(f *frame.Frame) string {
	outer, _, _ := strings.Cut(f.Type, "+")
	return outer
}
