package diagnose

import (
	"slices"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/wording"
)

var cpu = row{
	id: CPU, order: 14, collect: running, severity: cpuSeverity, say: cpuSentence,
	grade: "note; warning for two or more running threads",
	advice: func(a advised) []string {
		if own := a.ofCause(); own != nil {
			return own
		}
		return []string{"The same method in each report is what burns the CPU; another one each time is a busy process."}
	},
	means:   "Threads run, and none of your code is blocked.",
	follows: func(a advised) string { return a.computes() },
	now:     func(a advised) []Step { return steps(a.lookAgain(), a.thread()) },
	calm:    true,
}

// running collects running threads when no worker with an own frame is blocked. Plain
// I/O dispatch does not count. Code of which only the marker is known counts with low
// confidence when nothing else is wrong.
func running(e *evidence) ([]*group.Group, Confidence) {
	if slices.ContainsFunc(e.set.Groups, func(g *group.Group) bool { return blockedWorker(g) && g.Class.Culprit != nil }) {
		return nil, ""
	}
	found := e.open(func(g *group.Group) bool {
		return g.Class.State == classify.Running && !isDispatch(g) && !e.mayWaitForLock(g)
	})
	switch {
	case len(found) == 0:
		return e.open(func(g *group.Group) bool {
			return g.Class.State == classify.Unclear && g.Class.Role == classify.Worker && g.Class.Culprit != nil &&
				!e.mayWaitForLock(g)
		}), Low
	case e.set.Classifier.Context.StaleMarker:
		return found, Medium
	}
	return found, High
}

// cpuSeverity is a warning for two or more running threads; of code that may just as
// well be in native code it is only noted.
func cpuSeverity(_ *evidence, groups []*group.Group) Severity {
	running := 0
	for _, g := range groups {
		if g.Class.State == classify.Running {
			running += g.Count()
		}
	}
	if running < 2 {
		return Note
	}
	return Warning
}

// isDispatch reports a thread caught in the plumbing of I/O: a socket operation
// completing, Kestrel, a logger, the pool between two items.
func isDispatch(g *group.Group) bool {
	if g.Class.Culprit != nil && g.Class.CulpritFrame == 0 {
		return false
	}
	if g.Class.Culprit == nil &&
		(g.Class.RunEnd == 0 || hasMechanism(g, classify.MechanismRunning) && g.Class.APIFrame < 0) {
		return true
	}
	for i, f := range g.Stack.Frames[:g.Class.RunEnd] {
		if g.Class.Kinds[i] == classify.KindTransparent {
			continue
		}
		if hasPrefix(classify.ModuleOf(f), dispatchModules...) {
			return true
		}
		if classify.ModuleOf(f) != "System.Private.CoreLib" {
			return false
		}
	}
	return g.Class.Culprit == nil
}

var dispatchModules = []string{
	"System.Net.Sockets", "System.Net.Security", "System.Net.Quic", "System.IO.Pipelines",
	"Microsoft.AspNetCore.Server", "Microsoft.AspNetCore.Connections", "Microsoft.Extensions.Logging",
}

func cpuSentence(e *evidence, f *Finding) wording.Text {
	p := placeOf(e.set, f.Groups)
	where := p.executing().Then(p.rest())
	if f.Confidence == Low {
		return wording.Format("%s in %s: running, or in native code; %s", who(e, f), where, unknownMode(f))
	}
	verb := f.Confidence.Hedged(wording.Form(f.Threads, "runs", "run"))
	return wording.Format("%s %s in %s; none of your code is blocked", who(e, f), verb, where)
}

// unknownMode says why it is not known whether threads run.
func unknownMode(f *Finding) string {
	if slices.ContainsFunc(f.Groups, func(g *group.Group) bool { return g.Native+g.CPU > 0 }) {
		return "only the marker is known"
	}
	return "this text does not tell running from waiting"
}
