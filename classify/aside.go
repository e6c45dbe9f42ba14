package classify

import (
	"slices"
	"strings"

	"stacktriage/frame"
	"stacktriage/parse"
)

// A thread is set aside, as idle or as waiting by design, only where a rule names both
// its root and the wait it stands in. What no rule explains stays blocked, running or
// unclear, whoever's thread it is.

// adjust applies what only the role decides.
func (c *Classifier) adjust(v *view, res *Result) {
	switch v.role {
	case Worker:
		res.AlwaysWaiting = res.State == Blocked && v.alwaysWaits() && !res.EntersLock
	case Main:
		if res.State == Blocked && c.mainWaits(v, res) || res.State == Unclear && v.atMessageLoop() {
			res.State = Waiting
		}
	case Dedicated:
		if res.State == Blocked && isAcceptLoop(res.Cause) && !res.EntersLock {
			res.State = Waiting
		}
	case Finalizer:
		c.adjustFinalizer(v, res)
	case Unknown:
	default:
		c.adjustBackground(v, res)
	}
}

// isAcceptLoop reports the wait for the next connection, in which a thread of its own
// may spend its life.
func isAcceptLoop(c *Cause) bool {
	return c != nil && (c.Rule == RuleSocketAccept || strings.HasSuffix(c.API, ".WaitForConnection"))
}

// adjustFinalizer doubts a finalizer that seems to run own code. Up to .NET 9 a wait for
// a lock has no frame, and the marker may be stale: it says nothing there.
func (c *Classifier) adjustFinalizer(v *view, res *Result) {
	if res.State == Running && v.culprit >= 0 && !c.trustsCPU(v) {
		res.State = Unclear
	}
}

// trustsCPU reports a CPU_TIME marker that can be believed.
func (c *Classifier) trustsCPU(v *view) bool {
	return v.marker == parse.MarkerCPU && !c.Context.StaleMarker && !c.Context.Runtime.maybeNine()
}

// adjustBackground sets the threads of the runtime and of libraries aside that stand in
// the wait they spend their lives in. Where own code stands on such a thread it is told
// like any other.
func (c *Classifier) adjustBackground(v *view, res *Result) {
	if res.Culprit != nil && (v.row < 0 || !v.infos[v.culprit].tool) {
		if v.role == Background {
			res.Role = Dedicated
		}
		return
	}
	res.Culprit = nil
	switch {
	case v.row < 0, (res.State == Blocked || res.State == Running) && v.busy():
	case v.stuckConsole():
		res.State = Blocked
		res.Cause = &Cause{
			Rule: RuleConsoleWrite, API: roleRules[v.row].Label, Category: CategoryLogging, Mechanism: MechanismConsole,
		}
	case res.State == Running && c.trustsCPU(v):
	case v.waitsByDesign(res.State):
		res.State = Waiting
		res.Cause = setAside(roleRules[v.row].ID, roleRules[v.row].Label)
	case res.State == Running:
		res.State = Unclear // by a marker that proves nothing
	}
}

// setAside is the cause of a thread that is in its normal life.
func setAside(rule RuleID, label string) *Cause {
	return &Cause{Rule: rule, API: label, Category: CategoryBackground, Mechanism: MechanismWaiting}
}

// waitsByDesign reports the wait of a background thread that its row of the table of
// roles names, or one of those that any such thread may spend its life in.
func (v *view) waitsByDesign(state State) bool {
	top := v.top()
	if top < 0 || v.entersLock() {
		return false
	}
	rule := &roleRules[v.row]
	for _, text := range rule.Leaf {
		if v.frameMatches(top, parsePattern(text)) {
			return true
		}
	}
	return state == Blocked && (slices.Contains(lifeWaits, v.wait) || slices.Contains(rule.Waits, v.wait))
}

// lifeWaits are the waits in which a background thread may spend its life: for a signal,
// or for time to pass.
var lifeWaits = []Mechanism{MechanismMonitorWait, MechanismWaitHandle, MechanismSleep}

// entersLock reports a thread that waits to enter a lock another one holds. That is never
// an idle thread's wait, nor part of a normal life.
func (v *view) entersLock() bool {
	if v.wait == MechanismLock || v.wait == MechanismClassInitialisation {
		return true
	}
	for i := 0; i < v.end && !v.infos[i].resume; i++ {
		for _, row := range v.infos[i].causes {
			r := &causeRules[row]
			if r.Category == CategoryLock && r.ID != RuleSemaphoreSlim && v.applies(r, v.end-1) {
				return true
			}
		}
	}
	return false
}

// atMessageLoop reports a thread that stands in the message loop of a desktop program
// itself, whose wait for the next message is native.
func (v *view) atMessageLoop() bool {
	top := v.top()
	if top < 0 {
		return false
	}
	row := v.infos[top].role
	return row >= 0 && (roleRules[row].ID == RuleWinForms || roleRules[row].ID == RuleWPF)
}

func (v *view) alwaysWaits() bool {
	for _, info := range v.infos[:min(v.end+1, len(v.infos))] {
		if info.always {
			return true
		}
	}
	return false
}

// isIdle reports a parked worker: in the pool's semaphore, or on its way there, without
// a work item.
func (v *view) isIdle() bool {
	if v.dispatch() >= 0 {
		return false
	}
	if v.hint {
		return v.parked()
	}
	semaphore := false
	for i := 0; i < v.root; i++ {
		f := v.frames[i]
		switch {
		case v.infos[i].kind == KindTransparent, strings.HasPrefix(f.Method, pollGC):
		case !isParking(f):
			return false
		case strings.HasPrefix(f.Full, "System.Threading.LowLevelLifoSemaphore."):
			semaphore = true
		}
	}
	return semaphore || v.marker == parse.MarkerCPU
}

// isParking reports a frame of the pool's own machinery between two work items.
func isParking(f *frame.Frame) bool { return hasAnyPrefix(f.Full, parking) }

// parking are the frames of a worker that has no work item. Source: CoreLib/System/
// Threading/PortableThreadPool.WorkerThread.cs and LowLevelLifoSemaphore.*.cs.
var parking = []string{
	"System.Threading.LowLevelLifoSemaphore.", "System.Threading.LowLevelThreadBlocker.",
	"System.Threading.LowLevelFutex.",
	"System.Threading.LowLevelSpinWaiter.", "System.Threading.LowLevelMonitor.", "System.Threading.LowLevelLock.",
	"System.Threading.WaitSubsystem", "System.Threading.PortableThreadPool+WorkerThread.",
	"System.Threading.Thread.UninterruptibleSleep0", "System.Threading.Thread.SpinWait",
	"System.Threading.Thread.SetThreadPoolWorkerThreadName",
	"Interop+Sys.LowLevelMonitor_", "Interop+Sys.LowLevelFutex_", "Interop+Kernel32.GetQueuedCompletionStatus",
}

// busy reports that a thread of a tool or library is at work rather than waiting for
// some.
func (v *view) busy() bool {
	if len(roleRules[v.row].Busy) == 0 {
		return false
	}
	return v.anyMatches(roleRules[v.row].Busy, min(v.root, len(v.frames)-1))
}

func (v *view) stuckConsole() bool {
	if v.row < 0 || roleRules[v.row].ID != RuleConsoleLogger {
		return false
	}
	for i := 0; i < v.end; i++ {
		full := v.frames[i].Full
		switch {
		case full == "Interop+Sys.Write", strings.HasPrefix(full, "Interop+Kernel32.Write"),
			strings.HasPrefix(full, "System.ConsolePal.") && strings.Contains(full, "Write"):
			return true
		}
	}
	return false
}
