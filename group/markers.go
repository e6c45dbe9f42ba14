package group

import (
	"strings"

	"stacktriage/classify"
	"stacktriage/frame"
)

// markerOnly judges the stacks of which only the marker stands above own code. Up to
// .NET 9 a contended lock and the wait for a static constructor have no frame of
// their own, so several threads at one frame are the evidence (json.md 7.17, 7.25).
func markerOnly(set *Set) {
	ctx := set.Classifier.Context
	if !ctx.Runtime.AtMost(9) {
		return
	}
	leaves := map[string]*leafTally{}
	for _, g := range set.Groups {
		if !ownLeaf(g) {
			continue
		}
		key := g.Stack.Frames[g.Class.CulpritFrame].Key()
		if leaves[key] == nil {
			leaves[key] = &leafTally{}
		}
		leaves[key].add(g)
	}
	runners := constructors(set.Groups)
	for key, t := range leaves {
		t.judge(runners.waitsFor(key, t.groups[0]), ctx.StaleMarker)
	}
}

// ownLeaf reports a group whose innermost frame is the culprit itself.
func ownLeaf(g *Group) bool {
	if g.Class.Culprit == nil || g.Class.State != classify.Unclear && g.Class.State != classify.Running {
		return false
	}
	for _, f := range g.Stack.Frames[:g.Class.CulpritFrame] {
		if !f.Unresolved() {
			return false
		}
	}
	return true
}

// leafTally collects the groups whose leaf is one own frame.
type leafTally struct {
	groups      []*Group
	native, cpu int
}

func (t *leafTally) add(g *Group) {
	t.groups = append(t.groups, g)
	t.native += g.Native
	t.cpu += g.CPU
}

func (t *leafTally) judge(staticInit, staleMarker bool) {
	switch {
	case staticInit:
		t.set(classify.Cause{Rule: "static-init", API: "static initialisation", Category: "lock", Mechanism: "class initialisation"})
	case t.native >= 2 && (t.cpu == 0 || staleMarker && t.native > t.cpu):
		t.set(classify.Cause{Rule: "monitor-enter-probable", API: "lock", Category: "lock", Mechanism: "lock"})
	}
}

func (t *leafTally) set(cause classify.Cause) {
	for _, g := range t.groups {
		g.Class.State = classify.Blocked
		g.Class.Cause = &cause
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
func (r staticRuns) waitsFor(key string, g *Group) bool {
	f := g.Stack.Frames[g.Class.CulpritFrame]
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
