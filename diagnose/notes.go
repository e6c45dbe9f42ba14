package diagnose

import (
	"fmt"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/wording"
)

// rootNotes say of how many threads the kind is not known, and who cut their roots off:
// the runtime those of a stack of 100 frames, whoever passed the report on those of others.
func rootNotes(set *group.Set) []string {
	byRuntime, byOthers := 0, 0
	for _, g := range set.Groups {
		switch {
		case g.Class.Role != classify.Unknown:
		case classify.CutByRuntime(g.Stack):
			byRuntime += g.Count()
		default:
			byOthers += g.Count()
		}
	}
	const unknown = "their kind is unknown and they are in no worker count."
	var out []string
	if byRuntime > 0 {
		out = append(out, fmt.Sprintf("%s exactly 100 frames: the runtime keeps no more and cut their roots; %s",
			wording.Counted(byRuntime, "thread has", "threads have"), unknown))
	}
	if byOthers > 0 {
		out = append(out, fmt.Sprintf("%s no root in this report: %s",
			wording.Counted(byOthers, "thread has", "threads have"), unknown))
	}
	return out
}

// notes are what the reader must know about this capture before trusting it.
func notes(snap *Snapshot, e *evidence) []string {
	set := e.set
	var out []string
	ctx := set.Classifier.Context
	switch {
	case ctx.StaleMarker && snap.Input.Source.Dialect == "dotnet-stack":
		out = append(out, "The CPU_TIME marker is not usable in this capture: "+
			"it stands on threads that are asleep or parked (.NET 9 and early 10 print it stale).")
	case ctx.OneMarker && len(snap.Input.Threads) > 1 && snap.Input.Source.Dialect == "dotnet-stack" &&
		snap.Counts.Workers.Running == 0 && snap.Counts.Workers.Unclear > 0:
		out = append(out, "Every thread carries the same marker, so it does not tell running from waiting.")
	}
	if !oneStack(snap.Input) {
		out = append(out, rootNotes(set)...)
	}
	if snap.Input.Truncated {
		out = append(out, "The input ends in the middle of a thread; what follows it is missing from every count.")
	}
	grave := snap.Findings[0].Severity == Critical || snap.Findings[0].Severity == Warning
	if !grave && snap.Findings[0].ID != "healthy" && len(snap.Input.Threads) > 1 {
		out = append(out, adviceHealthy)
	}
	if w := snap.Counts.Workers; grave && w.Blocked > 0 && w.Idle > 0 && e.queue() < 0 && e.facts.Queue == QueueUnknown {
		out = append(out, "Idle workers beside blocked ones do not prove health: "+
			"the queue length in dotnet-counters (ThreadPool Queue Length) above 0 for several seconds would prove starvation.")
	}
	out = append(out, dialectNotes(snap, set)...)
	return append(out, debuggerNotes(snap, set)...)
}
