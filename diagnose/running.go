package diagnose

import (
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
)

// cpu collects running threads when no worker with an own frame is blocked. Plain
// I/O dispatch does not count. Code of which only the marker is known
// counts with low confidence when nothing else is wrong.
func cpu(e *evidence) ([]*group.Group, Confidence) {
	for _, g := range e.set.Groups {
		if blockedWorker(g) && g.Class.Culprit != nil {
			return nil, ""
		}
	}
	running := e.open(func(g *group.Group) bool { return g.Class.State == classify.Running && !isDispatch(g) })
	if len(running) > 0 {
		if e.set.Classifier.Context.StaleMarker {
			return running, Medium
		}
		return running, High
	}
	return e.open(func(g *group.Group) bool {
		return g.Class.State == classify.Unclear && g.Class.Role == classify.Worker && g.Class.Culprit != nil
	}), Low
}

// isDispatch reports a thread caught in the plumbing of I/O: a socket operation
// completing, Kestrel, a logger, the pool between two items.
func isDispatch(g *group.Group) bool {
	if g.Class.Culprit != nil && g.Class.CulpritFrame == 0 {
		return false
	}
	if g.Class.Culprit == nil && (g.Class.RunEnd == 0 || hasMechanism(g, classify.MechanismRunning) && g.Class.APIFrame < 0) {
		return true
	}
	for i, f := range g.Stack.Frames[:g.Class.RunEnd] {
		if g.Class.Kinds[i] == classify.KindTransparent {
			continue
		}
		for _, p := range dispatchModules {
			if strings.HasPrefix(classify.ModuleOf(f), p) {
				return true
			}
		}
		if classify.ModuleOf(f) != "System.Private.CoreLib" {
			return false
		}
	}
	return g.Class.Culprit == nil
}

var dispatchModules = []string{"System.Net.Sockets", "System.Net.Security", "Microsoft.AspNetCore.Server", "System.IO.Pipelines", "Microsoft.Extensions.Logging", "System.Net.Quic", "Microsoft.AspNetCore.Connections"}
