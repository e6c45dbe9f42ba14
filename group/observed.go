package group

import (
	"stacktriage/classify"
	"stacktriage/parse"
)

// Motion is what the operating system says a thread does.
type Motion uint8

// The motions. A thread of which nothing is known, or that the readings do not settle,
// has none.
const (
	NotObserved Motion = iota
	Sleeps             // slept at both readings and spent no CPU between them
	Runs               // ran, or spent CPU
	InNative           // slept at both readings, in what no lock waits in
)

// Observed decides about the threads whose frames do not tell whether they run or wait
// for a lock, by what the operating system says of each; index is that of the snapshot's
// threads. A group of which some run and some wait becomes two. It returns how many
// threads were found to wait, and how many to run.
func Observed(set *Set, motion func(g *Group, index int32) Motion) (waiting, running int) {
	if set.Classifier.Context.LocksShown || !set.Classifier.Context.Runtime.AtMost(9) {
		return 0, 0
	}
	var groups []*Group
	for _, g := range set.Groups {
		if unclearLeaf(g) < 0 && !probableLock(g) {
			groups = append(groups, g)
			continue
		}
		parts := set.part(g, motion)
		waits, runs, native := parts[Sleeps], parts[Runs], parts[InNative]
		if native != nil {
			native.Class.State, native.Class.EntersLock = classify.Blocked, false
			native.Class.Cause = &classify.Cause{
				Rule: classify.RuleNativeUnknown, API: "a native call", Category: classify.CategoryNative,
				Mechanism: classify.MechanismNative,
			}
			waiting += native.Count()
		}
		if waits != nil {
			(&leafTally{groups: []*Group{waits}}).set(nil)
			waiting += waits.Count()
		}
		if runs != nil {
			runs.Class.State, runs.Class.EntersLock = classify.Running, false
			runs.Class.Cause = &classify.Cause{
				Rule: classify.RuleRunning, Category: classify.CategoryCPU, Mechanism: classify.MechanismRunning,
			}
			running += runs.Count()
		}
		for _, g := range [...]*Group{waits, runs, native, parts[NotObserved]} {
			if g != nil {
				groups = append(groups, g)
			}
		}
	}
	set.Groups = groups
	set.Sites = sites(set)
	return waiting, running
}

func probableLock(g *Group) bool {
	return g.Class.Cause != nil && g.Class.Cause.Rule == classify.RuleMonitorEnterProbable
}

// part divides a group by what its threads do; nil for a part without a thread.
func (set *Set) part(g *Group, motion func(*Group, int32) Motion) (parts [InNative + 1]*Group) {
	for _, i := range g.Threads {
		m := motion(g, i)
		if parts[m] == nil {
			copied := *g
			copied.Threads, copied.Native, copied.CPU, copied.Motion = nil, 0, 0, m
			parts[m] = &copied
		}
		p := parts[m]
		p.Threads = append(p.Threads, i)
		switch set.Snapshot.Threads[i].Marker {
		case parse.MarkerNative:
			p.Native++
		case parse.MarkerCPU:
			p.CPU++
		}
	}
	return parts
}
