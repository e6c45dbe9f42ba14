package classify

import (
	"slices"
	"strings"
)

// findRun finds the run of framework and library frames at the top, and the culprit
// below it.
func (c *Classifier) findRun(v *view) {
	bottom, written := v.workEnd(), false
	for i := 0; i < bottom; i++ {
		if v.infos[i].resume {
			bottom = i // what completed the wait did not call what runs as its continuation
			break
		}
		written = written || writesResult(v.frames[i].Full)
		switch v.infos[i].kind {
		case KindUser:
			if v.isWaitHook(i) {
				continue
			}
			v.end, v.culprit = i, i
			return
		case KindDynamic:
			if written {
				v.end = i
				return // the handler has returned, and its result is being written
			}
			if what := v.handlerAt(i); what != "" {
				v.end, v.culprit, v.handler = i, i, what
				return
			}
		}
	}
	v.end = bottom
}

// libraryCaller is the index of a library's frame that called a plain Task wait, where
// own code further down only started the library's asynchronous work: what blocks may
// be the library, or own code that was inlined into that frame. -1 without one.
func (v *view) libraryCaller(own int) int {
	host := -1
	for i := 0; i < own && host < 0; i++ {
		info := v.infos[i]
		switch {
		case info.kind == KindTransparent || info.skip:
		case info.kind == KindLibrary && len(info.causes) == 0:
			host = i
		case !v.plainTaskWait(i):
			return -1
		}
	}
	if host < 1 {
		return -1
	}
	for i := host + 1; i < own; i++ {
		f := v.frames[i]
		starts := strings.HasPrefix(f.Full, "System.Runtime.CompilerServices.Async") && f.Method == "Start"
		if starts || v.infos[i].kind == KindLibrary && f.Method == "MoveNext" {
			return host
		}
	}
	return -1
}

// plainTaskWait reports a frame of a wait for a task, and nothing more telling.
func (v *view) plainTaskWait(i int) bool {
	full := v.frames[i].Full
	for _, row := range v.infos[i].causes {
		r := &causeRules[row]
		plain := r.Category == CategorySyncOverAsync || r.ID == RuleMonitorWait || r.ID == RuleEventSlim
		if r.Rank > primitive || !plain {
			return false
		}
	}
	return v.infos[i].leaf >= 0 ||
		hasAnyPrefix(full, []string{"System.Threading.Tasks.", "System.Runtime.CompilerServices."})
}

// isWaitHook reports the Wait method of a SynchronizationContext of own code, which the
// runtime calls from inside a wait.
func (v *view) isWaitHook(i int) bool {
	f := v.frames[i]
	if f.Method != "Wait" || f.Params != "int[],bool,int32" || i+1 >= len(v.frames) {
		return false
	}
	return v.infos[i+1].leaf >= 0
}

// workEnd is where the work of the thread ends and its role's own frames begin.
func (v *view) workEnd() int {
	switch v.role {
	case Main, Dedicated, Unknown:
		return len(v.frames)
	case Worker:
		if i := v.dispatch(); i >= 0 {
			return i
		}
	}
	return min(v.root+1, len(v.frames))
}

// dispatch is the index of the frame in which a worker takes work items, or -1.
func (v *view) dispatch() int {
	for i := len(v.frames) - 1; i >= 0; i-- {
		if slices.Contains(takesItems, v.frames[i].Full) {
			return v.upperDispatch(i)
		}
	}
	return -1
}

// takesItems are the frames in which the pools of all versions take work items.
var takesItems = []string{
	"System.Threading.ThreadPoolWorkQueue.Dispatch", "System.Threading.WindowsThreadPool.DispatchCallback",
	"System.Threading.PortableThreadPool+WorkerThread.WorkerDoWork",
	"System.Threading._IOCompletionCallback.PerformIOCompletionCallback",
	"System.Threading._ThreadPoolWaitCallback.PerformWaitCallback",
	"System.Threading.TimerQueue.AppDomainTimerCallback",
	"System.Threading.TimerQueue.TimerCallbackWindowsThreadPool",
}

// upperDispatch follows the frames of the work loop upwards: WorkerDoWork stands
// below Dispatch.
func (v *view) upperDispatch(i int) int {
	for i > 0 && slices.Contains(dispatchFrames, v.frames[i-1].Full) {
		i--
	}
	return i
}

var dispatchFrames = []string{
	"System.Threading.ThreadPoolWorkQueue.Dispatch", "System.Threading.ThreadPoolWorkQueue.DispatchWorkItem",
}

// handlerAt returns what a compiled delegate at i is a handler of, by the frame that
// calls it; "" where it is none.
func (v *view) handlerAt(i int) string {
	for j := i + 1; j < len(v.frames); j++ {
		if v.frames[j].Unresolved() {
			continue
		}
		return v.infos[j].handler
	}
	return ""
}
