package diagnose

import (
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
)

func staticInit(e *evidence) ([]*group.Group, Confidence) {
	waiters := e.open(func(g *group.Group) bool { return blockedOwn(g) && hasRule(g, classify.RuleStaticInit) })
	if len(waiters) == 0 {
		return nil, ""
	}
	runners := e.open(func(g *group.Group) bool {
		return g.Class.State == classify.Blocked && !hasRule(g, classify.RuleStaticInit) && anyFrame(g, 0, "..cctor")
	})
	if len(runners) == 0 {
		return waiters, Medium
	}
	return append(runners, waiters...), High
}

// logging collects the threads that wait inside log calls or console writes, and the
// writers they wait for. One stuck console logger is enough, one log call is not.
func logging(e *evidence) ([]*group.Group, Confidence) {
	calls := e.open(func(g *group.Group) bool {
		return blockedOwn(g) && (hasCategory(g, classify.CategoryLogging) || hasRule(g, classify.RuleConsoleWrite))
	})
	calls = enoughOrOwn(calls)
	stuck := e.open(func(g *group.Group) bool {
		return g.Class.Role == classify.Background && g.Class.State == classify.Blocked && hasCategory(g, classify.CategoryLogging)
	})
	if threads(calls) < 2 {
		if len(calls) == 0 || len(stuck) == 0 {
			return nil, ""
		}
	}
	writers := e.open(func(g *group.Group) bool {
		return blockedOwn(g) && g.Class.Culprit != nil && !hasCategory(g, classify.CategoryLogging) && anyModule(g.Stack.Frames[g.Class.CulpritFrame:], loggerModules...) && !anyFrame(g, g.Class.CulpritFrame, "Middleware")
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

// timers collects blocked timer callbacks: everything between the culprit and the
// timer is own code or its execution context.
func timers(e *evidence) ([]*group.Group, Confidence) {
	found := e.open(func(g *group.Group) bool { return blockedWorker(g) && isTimerCallback(g) })
	if threads(found) < 2 {
		return nil, ""
	}
	return found, High
}

func isTimerCallback(g *group.Group) bool {
	if g.Class.Culprit == nil {
		return false
	}
	for i := g.Class.CulpritFrame + 1; i < len(g.Stack.Frames); i++ {
		f := g.Stack.Frames[i]
		switch {
		case strings.HasPrefix(f.Full, "System.Threading.TimerQueueTimer."), strings.HasPrefix(f.Full, "System.Threading.TimerQueue."):
			return true
		case strings.HasPrefix(f.Full, "System.Threading.ExecutionContext."), strings.HasPrefix(f.Full, "System.Threading.TimerCallback."), strings.HasPrefix(f.Module, "System.Reactive"), strings.Contains(f.Full, "Timer.Tick"), strings.Contains(f.Full, "System.Timers.Timer."):
		case g.Class.Kinds[i] == classify.KindUser, g.Class.Kinds[i] == classify.KindTransparent:
		default:
			return false
		}
	}
	return false
}

// connectionPool needs two waiters and nobody who is making a connection: a slow
// connect looks the same otherwise.
func connectionPool(e *evidence) ([]*group.Group, Confidence) {
	waiters := e.open(func(g *group.Group) bool { return blockedOwn(g) && hasRule(g, classify.RuleDBPoolWait) })
	if threads(waiters) < 2 {
		return nil, ""
	}
	for _, g := range e.set.Groups {
		if g.Class.State == classify.Blocked && anyFrame(g, 0, connecting...) {
			return nil, ""
		}
	}
	if e.starved {
		return waiters, Medium
	}
	return waiters, High
}

// connecting are frames of a thread that is making a database connection.
var connecting = []string{
	"OpenNewConnector", "NpgsqlConnector.Open", "NpgsqlConnector+<Open", "ConnectionPool.CreateObject", "ConnectionPool.UserCreateRequest", "TdsParser.Connect", "ServerSession.ConnectAsync", "ServerSession+<ConnectAsync",
	"ServerSession+<OpenTcpSocketAsync", "ConnectionPool+<ConnectSessionAsync",
}

// httpLimit needs two waiters for a connection and a thread that uses one.
func httpLimit(e *evidence) ([]*group.Group, Confidence) {
	waiters := e.open(func(g *group.Group) bool { return blockedOwn(g) && hasRule(g, classify.RuleHTTPConnectionWait) })
	readers := e.open(readsHTTP)
	if threads(waiters) < 2 || len(readers) == 0 {
		return nil, ""
	}
	confidence := High
	if e.starved {
		confidence = Low
	}
	return append(waiters, readers...), confidence
}

// readsHTTP reports a thread that uses an HTTP connection: it reads a socket under it.
func readsHTTP(g *group.Group) bool {
	return blockedOwn(g) && hasRule(g, classify.RuleHTTPSend) && hasMechanism(g, classify.MechanismSocket) && anyFrame(g, 0, "System.Net.Http.HttpConnection")
}

func dns(e *evidence) ([]*group.Group, Confidence) {
	found := e.open(func(g *group.Group) bool { return blockedWorker(g) && hasRule(g, classify.RuleDNS) })
	if threads(found) < 2 {
		return nil, ""
	}
	return found, High
}

func finalizer(e *evidence) ([]*group.Group, Confidence) {
	found := e.open(func(g *group.Group) bool {
		return g.Class.Role == classify.Finalizer && g.Class.State == classify.Blocked
	})
	if len(found) == 0 {
		return nil, ""
	}
	waiters := e.open(func(g *group.Group) bool {
		return g.Class.State == classify.Blocked && hasRule(g, classify.RuleGCWait) && anyFrame(g, 0, "WaitForPendingFinalizers")
	})
	return append(found, waiters...), High
}

func userInterface(e *evidence) ([]*group.Group, Confidence) {
	return e.open(func(g *group.Group) bool {
		return g.Class.State == classify.Blocked && g.Class.Culprit != nil && g.Class.Role != classify.Worker &&
			anyFrame(g, g.Class.CulpritFrame, "System.Windows.Forms.Application", "System.Windows.Threading.Dispatcher.PushFrame", "System.Windows.Application.Run")
	}), High
}

// hostStarts are frames that prove that a host is starting.
var hostStarts = []string{
	"Microsoft.Extensions.Hosting.Internal.Host.StartAsync", "Microsoft.Extensions.Hosting.Internal.Host+<StartAsync>", "HostingAbstractionsHostExtensions.Start", "Microsoft.Extensions.Hosting.BackgroundService.StartAsync",
	"Microsoft.Extensions.Hosting.Internal.Host+<>c__DisplayClass", "Microsoft.Extensions.Hosting.Internal.Host+<ForeachService>", "Microsoft.AspNetCore.Hosting.Internal.WebHost+<StartAsync>", "Microsoft.AspNetCore.Hosting.WebHost+<StartAsync>",
}

func startup(e *evidence) ([]*group.Group, Confidence) {
	return e.open(func(g *group.Group) bool {
		if g.Class.Role != classify.Main || g.Class.State != classify.Blocked || g.Class.Culprit == nil {
			return false
		}
		if anyFrame(g, 0, hostStarts...) {
			return true
		}
		for i, f := range g.Stack.Frames {
			if f.Method == ".cctor" && g.Class.Kinds[i] == classify.KindUser && f.Module == e.set.Classifier.Context.MainModule {
				return true
			}
		}
		return false
	}), High
}

// longRunning collects loops that wait for queues or brokers on pool threads.
func longRunning(e *evidence) ([]*group.Group, Confidence) {
	found := e.open(func(g *group.Group) bool {
		return blockedWorker(g) && g.Class.Culprit != nil && (hasRule(g, classify.RuleQueueConsume, classify.RuleQueueTake) || hasRule(g, classify.RuleMessagePoll) && isPollLoop(g.Class.Cause.API))
	})
	if threads(found) < 2 {
		return nil, ""
	}
	return found, High
}

// isPollLoop tells a broker's receive call from its requests.
func isPollLoop(api string) bool {
	for _, end := range []string{"Consume", "Poll", "Dequeue", "ConsumeAsync"} {
		if strings.HasSuffix(api, "."+end) {
			return true
		}
	}
	return false
}

func bodyIO(e *evidence) ([]*group.Group, Confidence) {
	return enoughEvidence(e.open(func(g *group.Group) bool {
		return blockedOwn(g) && hasRule(g, classify.RuleBodyRead, classify.RuleBodyWrite) && g.Class.Role == classify.Worker
	})), High
}

func gcWait(e *evidence) ([]*group.Group, Confidence) {
	return enoughEvidence(e.open(func(g *group.Group) bool { return blockedOwn(g) && hasRule(g, classify.RuleGCWait) })), Medium
}

// syncOverAsync also takes synchronous HTTP calls that wait for a connection which a
// starved pool cannot finish.
func syncOverAsync(e *evidence) ([]*group.Group, Confidence) {
	reads := slices.ContainsFunc(e.set.Groups, readsHTTP)
	found := enoughEvidence(e.open(func(g *group.Group) bool {
		return blockedOwn(g) && (hasCategory(g, classify.CategorySyncOverAsync) || e.starved && !reads && hasRule(g, classify.RuleHTTPConnectionWait))
	}))
	if threads(withCulprit(found)) < threads(found) || slices.ContainsFunc(found, uncertainCulprit) {
		return found, Medium
	}
	return found, High
}

// uncertainCulprit reports own code that may not be what blocks.
func uncertainCulprit(g *group.Group) bool {
	return g.Class.Culprit != nil && g.Class.Culprit.Kind == classify.CulpritUser && g.Class.Culprit.Note != ""
}

func contention(e *evidence) ([]*group.Group, Confidence) {
	found := enoughEvidence(e.open(func(g *group.Group) bool {
		return blockedOwn(g) && hasCategory(g, classify.CategoryLock) && !hasRule(g, classify.RuleSemaphoreSlim)
	}))
	confidence := High
	for _, g := range found {
		if hasRule(g, classify.RuleMonitorEnterProbable) {
			confidence = Medium
		}
	}
	return found, confidence
}

// syncIO is waits whose leaf is I/O of the operating system, on workers.
func syncIO(e *evidence) ([]*group.Group, Confidence) {
	return enoughEvidence(e.blockedSites(true)), High
}

func blockingWait(e *evidence) ([]*group.Group, Confidence) {
	found := enoughEvidence(e.blockedSites(false))
	for _, g := range found {
		if hasCategory(g, classify.CategoryNative) {
			return found, Medium
		}
	}
	return found, High
}

// blockedSites returns the unclaimed groups of blocked workers, site by site: a site
// of which most threads wait for I/O is I/O as a whole, since one call can wait in
// several ways.
func (e *evidence) blockedSites(io bool) []*group.Group {
	var out []*group.Group
	for _, s := range e.set.Sites {
		var open []*group.Group
		inIO := 0
		for _, g := range s.Groups {
			if e.claimed[g] || !blockedWorker(g) {
				continue
			}
			open = append(open, g)
			if isIO(g) {
				inIO += g.Count()
			}
		}
		if len(open) > 0 && (2*inIO > threads(open)) == io {
			out = append(out, open...)
		}
	}
	return out
}

func isIO(g *group.Group) bool {
	return hasCategory(g, classify.CategoryIO) || hasCategory(g, classify.CategoryData, classify.CategoryNative) && hasMechanism(g, classify.MechanismSocket, classify.MechanismFile, classify.MechanismPipe, classify.MechanismConsole)
}

// explosionSize is from how many dedicated threads at one culprit it is told; and
// they must outnumber every kind of blocked worker.
const explosionSize = 50

func explosion(e *evidence) ([]*group.Group, Confidence) {
	categories := map[classify.Category]int{}
	byCulprit := map[string][]*group.Group{}
	for _, g := range e.set.Groups {
		if isBlockedWorker(g) && g.Class.Cause != nil {
			categories[g.Class.Cause.Category] += g.Count()
		}
		if g.Class.Role == classify.Dedicated && g.Class.Culprit != nil {
			byCulprit[g.Class.Culprit.Frame.Raw] = append(byCulprit[g.Class.Culprit.Frame.Raw], g)
		}
	}
	limit := explosionSize - 1
	for _, n := range categories {
		limit = max(limit, n)
	}
	var found []*group.Group
	for _, g := range e.set.Groups {
		if g.Class.Culprit != nil && threads(byCulprit[g.Class.Culprit.Frame.Raw]) > limit && g.Class.Role == classify.Dedicated {
			found = append(found, g)
		}
	}
	return found, High
}

// continuations collects blocked continuations that stand directly on the completion
// of what they awaited. They are evidence for another finding first.
func continuations(e *evidence) ([]*group.Group, Confidence) {
	var found []*group.Group
	for _, g := range e.set.Groups {
		if blockedWorker(g) && g.Class.Culprit != nil && onCompletion(g) {
			found = append(found, g)
		}
	}
	if threads(found) < 2 {
		return nil, ""
	}
	return found, High
}

// onCompletion reports that only the machinery of async methods stands between the
// culprit and Task.RunContinuations.
func onCompletion(g *group.Group) bool {
	for _, f := range g.Stack.Frames[g.Class.CulpritFrame+1:] {
		switch {
		case f.Full == "System.Threading.Tasks.Task.RunContinuations":
			return true
		case strings.Contains(f.Full, "AsyncStateMachineBox."), strings.HasPrefix(f.Full, "System.Threading.ExecutionContext."), strings.HasPrefix(f.Full, "System.Threading.Tasks.AwaitTaskContinuation."):
		default:
			return false
		}
	}
	return false
}

func mainBlocked(e *evidence) ([]*group.Group, Confidence) {
	return e.open(func(g *group.Group) bool { return g.Class.Role == classify.Main && g.Class.State == classify.Blocked }), Low
}

func alwaysWaiting(e *evidence) ([]*group.Group, Confidence) {
	return e.open(func(g *group.Group) bool { return g.Class.AlwaysWaiting }), High
}

// lostRoots are blocked threads whose root is not in the report: whether they are
// workers is not known, so they make no finding of their own kind.
func lostRoots(e *evidence) ([]*group.Group, Confidence) {
	found := e.open(func(g *group.Group) bool {
		return g.Class.Role == classify.Unknown && g.Class.State == classify.Blocked && g.Class.Culprit != nil
	})
	if threads(found) < 4 {
		return nil, ""
	}
	return found, Low
}
