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
		res.Cause = setAside(RuleNativeUnknown, v.emptyLabel())
		return
	}
	state, mechanism := c.state(v)
	res.State, v.wait = state, mechanism
	if v.culprit >= 0 {
		res.Culprit = c.culprit(v)
		res.Caller = c.caller(v)
	}
	c.name(v, res, mechanism)
	res.EntersLock = (res.State == Blocked || res.State == Unclear) && v.entersLock()
	c.adjust(v, res)
	c.knownIdle(v, res)
}

// state reads the innermost frame; the marker is asked only where that frame
// decides nothing.
func (c *Classifier) state(v *view) (State, Mechanism) {
	if v.locks {
		return Blocked, MechanismLock
	}
	top := v.top()
	if top < 0 {
		return c.stateOfOwnLeaf(v), MechanismNative
	}
	if c.awaitThrew(v) {
		return Unclear, MechanismNative
	}
	f, info := v.frames[top], v.infos[top]
	switch {
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

// awaitThrew reports an await in the stack trace of an exception: the awaited call is
// over, and what takes its result throws. Nothing blocks there.
func (c *Classifier) awaitThrew(v *view) bool {
	if v.culprit < 0 || v.frames[v.culprit].Method != "MoveNext" {
		return false
	}
	awaiter := false
	for i := 0; i < v.end; i++ {
		switch f := v.frames[i]; {
		case f.Method == "ThrowForNonSuccess":
			return true
		case f.Method == "GetResult" && strings.Contains(f.Type, "Await"),
			f.Method == "HandleNonSuccessAndDebuggerNotification":
			awaiter = true
		}
	}
	return awaiter && c.Context.rootless
}

// stateOfOwnLeaf judges a stack whose innermost frame is own code or a handler, or that
// of a worker between two items.
func (c *Classifier) stateOfOwnLeaf(v *view) State {
	if (v.culprit >= 0 || v.role == Worker) && v.marker == parse.MarkerCPU {
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
		sockets := strings.HasPrefix(f.Full, "System.Net.Sockets.")
		if v.infos[i].kind != KindTransparent && !sockets && !strings.HasPrefix(f.Full, "Interop") {
			return false
		}
		if sockets && (strings.Contains(f.Method, "Async") || strings.Contains(f.Type, "SocketAsyncEventArgs")) {
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
