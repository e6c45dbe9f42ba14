package diagnose

import (
	"strings"

	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/group"
	"stacktriage/wording"
)

// What blocks inside a callback: of a timer, of the operation that an await waited for.

var timerBlocked = row{
	id: TimerBlocked, order: 17, severity: starvedOrWarning, several: true,
	collect: func(e *evidence) ([]*group.Group, Confidence) {
		return atLeastTwo(e.open(func(g *group.Group) bool { return blockedWorker(g) && isTimerCallback(g) }), High)
	},
	why: "timer callbacks block",
	advice: func(a advised) []string {
		what := "block on " + a.call
		if a.call == blockingOnTask {
			what = "block on a task"
		}
		return []string{"Do not " + what + " in a timer callback: await it in a PeriodicTimer loop, " +
			"and guard the callback against running twice at once."}
	},
	means: "Callbacks of timers are blocked. Timers fire again all the same, so the callbacks pile up.",
	follows: func(a advised) string {
		return a.who() + " " + a.doing() + " in a timer's callback. The timer fires again all the same, so more will join" +
			a.pool()
	},
	now: func(a advised) []Step { return steps(a.saveMore(), a.dependency(), a.helpsForNow()) },
}

// isTimerCallback reports that everything between the culprit and the timer is own code
// or the timer's execution context.
func isTimerCallback(g *group.Group) bool {
	if g.Class.Culprit == nil {
		return false
	}
	for i := g.Class.CulpritFrame + 1; i < len(g.Stack.Frames); i++ {
		f := g.Stack.Frames[i]
		switch {
		case hasPrefix(f.Full, "System.Threading.TimerQueueTimer.", "System.Threading.TimerQueue."):
			return true
		case passesTimer(f), g.Class.Kinds[i] == classify.KindUser, g.Class.Kinds[i] == classify.KindTransparent:
		default:
			return false
		}
	}
	return false
}

// passesTimer reports a frame between a timer and its callback.
func passesTimer(f *frame.Frame) bool {
	return hasPrefix(f.Full, "System.Threading.ExecutionContext.", "System.Threading.TimerCallback.") ||
		strings.HasPrefix(f.Module, "System.Reactive") ||
		strings.Contains(f.Full, "Timer.Tick") || strings.Contains(f.Full, "System.Timers.Timer.")
}

func hasPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

var continuationBlocked = row{
	id: ContinuationBlocked, order: 18, severity: always(Note), shares: true, link: linkAsync,
	collect: func(e *evidence) ([]*group.Group, Confidence) {
		var found []*group.Group
		for _, g := range e.set.Groups { // claimed ones, too
			if blockedWorker(g) && g.Class.Culprit != nil && onCompletion(g) {
				found = append(found, g)
			}
		}
		return atLeastTwo(found, High)
	},
	why:    "they run inline where an operation completed, so whatever else waits for that completion is held up, too",
	advice: fixed("Do not block after an await; create a TaskCompletionSource with RunContinuationsAsynchronously."),
	means: "Threads block inside what an operation continued with when it completed; " +
		"whatever else waits for that completion is held up, too.",
	follows: func(a advised) string {
		return a.who() + " " + wording.Form(a.f.Threads, "blocks", "block") +
			" where an operation completed: what else waits for it is held up, too."
	},
	now: func(a advised) []Step { return steps(a.lookAgain()) },
}

// onCompletion reports that only the machinery of async methods stands between the
// culprit and Task.RunContinuations.
func onCompletion(g *group.Group) bool {
	for _, f := range g.Stack.Frames[g.Class.CulpritFrame+1:] {
		switch {
		case f.Full == "System.Threading.Tasks.Task.RunContinuations":
			return true
		case strings.Contains(f.Full, "AsyncStateMachineBox."),
			hasPrefix(f.Full, "System.Threading.ExecutionContext.", "System.Threading.Tasks.AwaitTaskContinuation."):
		default:
			return false
		}
	}
	return false
}
