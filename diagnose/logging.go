package diagnose

import (
	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/wording"
)

var loggingBlocked = row{
	id: LoggingBlocked, order: 8, collect: logging, severity: always(Critical), alone: true, say: loggingSentence,
	advice: byCause("Find out who reads stdout or what slows the sink. Use an asynchronous sink that drops when full " +
		"(ConsoleLoggerOptions.QueueFullMode = DropWrite), and log less on the request path."),
	means:   "Threads wait inside log calls: the sink behind them is slow, full or stuck.",
	follows: func(a advised) string { return a.inLog() },
	now: func(a advised) []Step {
		return steps(a.saveMore(), Step{Do: "Look at what takes the log: who reads stdout (the terminal, docker, kubelet), " +
			"is the disk full, does the log server answer?"},
			restart("A restart helps only until the sink is full again; a lower log level takes the load off it."))
	},
}

// logging collects the threads that wait inside log calls or console writes, and the
// writers they wait for. One stuck console logger is enough, one log call is not.
func logging(e *evidence) ([]*group.Group, Confidence) {
	calls := e.open(func(g *group.Group) bool {
		return blockedOwn(g) && (hasCategory(g, classify.CategoryLogging) || hasRule(g, classify.RuleConsoleWrite))
	})
	calls = enoughOrOwn(calls)
	stuck := e.open(func(g *group.Group) bool {
		return g.Class.Role == classify.Background && g.Class.State == classify.Blocked &&
			hasCategory(g, classify.CategoryLogging)
	})
	if threads(calls) < 2 && (len(calls) == 0 || len(stuck) == 0) {
		return nil, ""
	}
	writers := e.open(func(g *group.Group) bool {
		if !blockedOwn(g) || g.Class.Culprit == nil || hasCategory(g, classify.CategoryLogging) {
			return false
		}
		at := g.Class.CulpritFrame
		return anyModule(g.Stack.Frames[at:], loggerModules...) && !anyFrame(g, at, isMiddleware)
	})
	confidence := Medium
	if len(stuck) > 0 || threads(calls) >= 4 {
		confidence = High
	}
	return append(append(stuck, calls...), writers...), confidence
}

var loggerModules = []string{"Serilog.Sinks", "NLog", "log4net", "Microsoft.Extensions.Logging.Console"}

// enoughOrOwn keeps log calls of the framework only where there are two or more:
// log calls are told by their own frames, so two are evidence.
func enoughOrOwn(groups []*group.Group) []*group.Group {
	if threads(groups) >= 2 {
		return groups
	}
	return withCulprit(groups)
}

// loggingSentence names what the log calls wait for, where that is on the stacks: the
// console logger's write, or a writer of own code.
func loggingSentence(e *evidence, f *Finding) wording.Text {
	stuck, others := split(f.Groups, func(g *group.Group) bool { return g.Class.Role == classify.Background })
	calls, writers := split(others, func(g *group.Group) bool {
		return hasCategory(g, classify.CategoryLogging) || hasRule(g, classify.RuleConsoleWrite)
	})
	if len(calls) == 0 {
		return wording.Plain("The console logger is stuck in its write to stdout: " +
			"log calls will block when its queue is full")
	}
	text := wording.Format("%s blocked on %s", e.count(calls), placeOf(e.set, calls).at())
	if len(stuck) > 0 {
		text = text.Thenf("; the console logger is itself blocked on writing to stdout")
	}
	if len(writers) > 0 {
		text = text.Thenf("; what drains the log is itself blocked on %s", placeOf(e.set, writers).at())
	}
	return text.Thenf(": %s", tail(e, f, "log calls do not return"))
}
