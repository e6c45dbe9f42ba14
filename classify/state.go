package classify

import (
	"slices"
	"strings"

	"stacktriage/frame"
	"stacktriage/parse"
)

// decide fills in state, cause, culprit and via.
func (c *Classifier) decide(v *view, res *Result) {
	if v.role == Worker && v.isIdle() {
		res.State = Idle
		return
	}
	if len(v.frames) == 0 && v.role != Unknown {
		res.State = Waiting
		res.Cause = &Cause{Rule: RuleNativeUnknown, API: v.emptyLabel(), Category: CategoryBackground, Mechanism: MechanismWaiting}
		return
	}
	state, mechanism := c.state(v)
	res.State = state
	if v.culprit >= 0 {
		res.Culprit = c.culprit(v)
		res.Caller = c.caller(v)
	}
	c.name(v, res, mechanism)
	c.adjust(v, res)
	c.knownIdle(v, res)
}

// isIdle reports a parked worker: no work item, whatever machinery stands on it.
func (v *view) isIdle() bool {
	if v.dispatch() >= 0 {
		return false
	}
	if v.hint {
		return v.parked()
	}
	for _, info := range v.infos {
		if info.kind != KindFramework && info.kind != KindTransparent {
			return false
		}
	}
	return true
}

// state reads the innermost frame; the marker is asked only where that frame
// decides nothing.
func (c *Classifier) state(v *view) (State, Mechanism) {
	top := v.top()
	if top < 0 {
		return c.stateOfOwnLeaf(v), MechanismNative
	}
	f, info := v.frames[top], v.infos[top]
	switch {
	case info.start || f.Full == "System.Threading.ThreadPoolWorkQueue.Dispatch":
		return Running, MechanismRunning
	case info.leaf >= 0 && v.nonBlocking(top):
		return Running, MechanismRunning
	case info.leaf >= 0:
		return Blocked, v.mechanism(top)
	case info.compute:
		return Running, MechanismNative
	case v.marker == parse.MarkerCPU:
		return Running, MechanismRunning
	case v.waitBelow(top) >= 0:
		return Blocked, v.mechanism(v.waitBelow(top))
	case v.marker == parse.MarkerNative && info.waits:
		return Blocked, systemWord(f)
	}
	return Unclear, MechanismNative
}

// stateOfOwnLeaf judges a stack whose innermost frame is own code or a handler.
func (c *Classifier) stateOfOwnLeaf(v *view) State {
	if v.culprit >= 0 && v.marker == parse.MarkerCPU {
		return Running
	}
	return Unclear
}

// waitBelow is the index of a known wait below an innermost frame that no table knows:
// what stands on a wait belongs to it, a hook or a helper of the runtime. A task that is
// run inline by its waiter is no such thing, and neither is a Lazy, which runs its
// factory. -1 where there is none.
func (v *view) waitBelow(top int) int {
	if v.infos[top].kind != KindFramework {
		return -1
	}
	for i := top + 1; i < v.end; i++ {
		full := v.frames[i].Full
		switch {
		case strings.Contains(full, "TryRunInline"), strings.HasPrefix(full, "System.Lazy."), v.infos[i].resume:
			return -1
		case v.infos[i].leaf >= 0 && slices.Contains(plainWaits, leafRules[v.infos[i].leaf].mechanism):
			return i
		}
	}
	return -1
}

var plainWaits = []Mechanism{MechanismMonitorWait, MechanismWaitHandle, MechanismLock, MechanismSleep, MechanismJoin}

// systemWord is the mechanism of a native call that waits.
func systemWord(f *frame.Frame) Mechanism {
	if strings.HasPrefix(f.Full, "Interop+Sys.") {
		return MechanismFile
	}
	return MechanismNative
}

// nonBlocking reports an attempt of asynchronous socket I/O, which returns at once.
func (v *view) nonBlocking(top int) bool {
	if leafRules[v.infos[top].leaf].mechanism != MechanismSocket {
		return false
	}
	for i := top; i < v.end; i++ {
		f := v.frames[i]
		if v.infos[i].kind != KindTransparent && !strings.HasPrefix(f.Full, "System.Net.Sockets.") && !strings.HasPrefix(f.Full, "Interop") {
			return false
		}
		if strings.HasPrefix(f.Full, "System.Net.Sockets.") && (strings.Contains(f.Method, "Async") || strings.Contains(f.Type, "SocketAsyncEventArgs")) {
			return true
		}
	}
	return false
}

// mechanism refines the leaf's word by the frames that called it: a wait inside a
// socket operation is a wait for the socket, one inside a task's wait a Task wait.
func (v *view) mechanism(top int) Mechanism {
	m := leafRules[v.infos[top].leaf].mechanism
	for i := top; i < v.end; i++ {
		full := v.frames[i].Full
		switch {
		case v.infos[i].resume:
			return m
		case strings.HasPrefix(full, "System.Net.Sockets."):
			return MechanismSocket
		case strings.HasPrefix(full, "System.Threading.Tasks.Task.InternalWait"):
			m = MechanismTaskWait
		}
	}
	return m
}

// adjust applies what only the role decides.
func (c *Classifier) adjust(v *view, res *Result) {
	switch v.role {
	case Worker:
		res.AlwaysWaiting = res.State == Blocked && v.alwaysWaits()
	case Main:
		if res.State == Blocked && c.mainWaits(v, res) {
			res.State = Waiting
		}
	case Dedicated:
		c.adjustDedicated(v, res)
	case Finalizer, Unknown:
	default:
		c.adjustBackground(v, res)
	}
}

func (v *view) alwaysWaits() bool {
	for _, info := range v.infos[:min(v.end+1, len(v.infos))] {
		if info.always {
			return true
		}
	}
	return false
}

// adjustDedicated tells waits of own code from the life of a library's thread and
// from accept loops.
func (c *Classifier) adjustDedicated(v *view, res *Result) {
	if res.State != Blocked && res.State != Unclear {
		return
	}
	if res.Culprit == nil {
		res.State = Waiting
		return
	}
	if res.Cause != nil && (res.Cause.Rule == RuleSocketAccept || strings.HasSuffix(res.Cause.API, ".WaitForConnection")) {
		res.State = Waiting
	}
}

// adjustBackground keeps a library's own thread out of the findings, unless own code
// stands on it or the console logger is stuck in its write.
func (c *Classifier) adjustBackground(v *view, res *Result) {
	if v.row < 0 {
		res.State = Waiting
		return
	}
	label := roleRules[v.row].Label
	if res.Culprit != nil && !v.infos[v.culprit].tool {
		if v.role == Background {
			res.Role = Dedicated
		}
		return
	}
	if (res.State == Blocked || res.State == Running) && v.busy() {
		res.Culprit = nil
		return
	}
	if v.stuckConsole() {
		res.State = Blocked
		res.Cause = &Cause{Rule: RuleConsoleWrite, API: label, Category: CategoryLogging, Mechanism: MechanismConsole}
		return
	}
	if res.State == Running && v.marker == parse.MarkerCPU && !c.Context.StaleMarker && !c.Context.Runtime.maybeNine() {
		return
	}
	res.State, res.Culprit = Waiting, nil
	res.Cause = &Cause{Rule: roleRules[v.row].ID, API: label, Category: CategoryBackground, Mechanism: MechanismWaiting}
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
		if full == "Interop+Sys.Write" || strings.HasPrefix(full, "System.ConsolePal.") && strings.Contains(full, "Write") || strings.HasPrefix(full, "Interop+Kernel32.Write") {
			return true
		}
	}
	return false
}
