package diagnose

import (
	"stacktriage/classify"
	"stacktriage/group"
)

const (
	linkStarvation = "https://learn.microsoft.com/dotnet/core/diagnostics/debug-threadpool-starvation"
	linkAsync      = "https://github.com/davidfowl/AspNetCoreDiagnosticScenarios/blob/master/AsyncGuidance.md"
	linkBody       = "https://github.com/davidfowl/AspNetCoreDiagnosticScenarios/blob/master/AspNetCoreGuidance.md"
	linkHTTP       = "https://github.com/davidfowl/AspNetCoreDiagnosticScenarios/blob/master/HttpClientGuidance.md"
	linkDeadlock   = "https://learn.microsoft.com/dotnet/core/diagnostics/debug-deadlock"
)

// findingRules is the table of findings, narrowest first.
var findingRules = []findingRule{
	// The next two know the owners of locks from a debugger's syncblk; their twins below
	// read them from the frames, with less confidence.
	{
		id: "deadlock", collect: ownedDeadlock, severity: always(Critical), link: linkDeadlock, say: ownedDeadlockSentence,
		why:    "each owner of a lock waits for another one's",
		advice: "Take the locks in one order everywhere, or use Monitor.TryEnter with a timeout. The process does not recover: restart it.",
	},
	{
		id: "lock-holder-blocked", collect: ownedHolder, severity: lockHolderSeverity, say: ownedHolderSentence,
		why:    "the thread that holds the lock is blocked itself",
		advice: "Mend the holder: do no I/O and no waiting while a lock is held. Its waiters are victims.",
	},
	{
		id: "deadlock", collect: deadlock, severity: always(Critical), link: linkDeadlock, say: deadlockSentence,
		why:    "each holds what the other wants",
		advice: "Take the locks in one order everywhere, or use Monitor.TryEnter with a timeout. Confirm the owners with dotnet-dump: syncblk. This text does not show them.",
	},
	{
		id: "static-init", collect: staticInit, severity: always(Critical), say: staticSentence,
		why:    "a static constructor blocks",
		advice: "Do no waiting and no asynchronous work in static constructors or static field initialisers: use Lazy<T> or an explicit asynchronous initialisation.",
	},
	{
		id: "logging-blocked", collect: logging, severity: always(Critical), alone: true, say: loggingSentence,
		why:    "log calls do not return",
		advice: "Find out who reads stdout or what slows the sink. Use an asynchronous sink that drops when full (ConsoleLoggerOptions.QueueFullMode = DropWrite), and log less on the request path.",
	},
	{
		id: "lock-holder-blocked", collect: lockHolder, severity: lockHolderSeverity, say: holderSentence,
		why:    "a thread that may hold the lock is blocked itself",
		advice: "Mend the holder: do no I/O and no waiting while a lock is held. Its waiters are victims.",
	},
	{
		id: "timer-blocked", collect: timers, severity: starvedOrWarning,
		why:    "timer callbacks block",
		advice: "Do not block on %s in a timer callback: await it in a PeriodicTimer loop, and guard the callback against running twice at once.",
	},
	{
		id: "connection-pool", collect: connectionPool, severity: always(Critical), say: poolSentence,
		why:    "the connection pool is exhausted",
		advice: "Dispose connections early, use asynchronous queries, and find what holds them (slow queries, a missing using); raise the pool size only after that.",
	},
	{
		id: "http-connection-limit", collect: httpLimit, severity: always(Critical), link: linkHTTP, say: limitSentence,
		why:    "they wait for a free HTTP connection",
		advice: "Reuse one HttpClient and await its asynchronous calls; raise MaxConnectionsPerServer if the server can take it.",
	},
	{
		id: "dns-stall", collect: dns, severity: always(Warning),
		why:    "name resolution is slow",
		advice: "Check the resolver's latency and the search list; resolve once and keep the answer. On Unix the asynchronous Dns calls hold pool threads, too.",
	},
	{
		id: "finalizer-blocked", collect: finalizer, severity: always(Critical), alone: true,
		why:    "while it stands there no finalizer runs and memory grows",
		advice: "Never wait in a finalizer: no lock, no I/O, no task. Release native handles with SafeHandle.",
	},
	{
		id: "ui-blocked", collect: userInterface, severity: always(Critical), alone: true, link: linkAsync,
		why:    "the window does not react",
		advice: "Await in event handlers; .Result or .Wait() on the UI thread also deadlocks when the awaited code wants that thread.",
	},
	{
		id: "startup-hang", collect: startup, severity: always(Critical), alone: true, say: startupSentence,
		why:    "the host has not started",
		advice: "Do not block in IHostedService.StartAsync, in the constructors it needs, or before the first await of a BackgroundService; await it, or start the work after the host.",
	},
	{
		id: "long-running-on-pool", collect: longRunning, severity: starvedOrWarning, link: linkAsync,
		why:    "endless loops live on pool threads",
		advice: "Give each loop its own thread (new Thread, or LongRunning for a synchronous delegate), or use a Channel and await it.",
	},
	{
		id: "sync-io", collect: bodyIO, severity: starvedOrWarning, link: linkBody,
		why:    "they read or write HTTP bodies synchronously",
		advice: "Read the body asynchronously (ReadFromJsonAsync, ReadToEndAsync) and leave AllowSynchronousIO off: a slow client otherwise holds a pool thread.",
	},
	{
		id: "gc-wait", collect: gcWait, severity: always(Warning),
		why:    "they wait for the garbage collector",
		advice: "Remove GC.Collect and GC.WaitForPendingFinalizers from the request path.",
	},
	{
		id: "sync-over-async", collect: syncOverAsync, severity: starvedOrWarning, link: linkAsync,
		why:    "sync-over-async",
		advice: "Await the call instead of %s, all the way up. Where the signature must stay synchronous, use a synchronous API end to end. Raising MinThreads only delays the same picture.",
	},
	{
		id: "lock-contention", collect: contention, severity: starvedOrWarning, say: contentionSentence,
		why:    "lock contention",
		advice: "Shrink the critical section and do no I/O, no waiting and no await inside it; split or replace the lock." + ownerUnknown,
	},
	{
		id: "sync-io", collect: syncIO, severity: starvedOrWarning,
		why:    "synchronous I/O",
		advice: "Use the asynchronous form of %s and await it, set a timeout, and look at why the other side answers slowly.",
	},
	{
		id: "blocking-wait", collect: blockingWait, severity: starvedOrWarning, say: blockingSentence,
		why:    "blocking wait",
		advice: "Wait asynchronously instead of in %s (Task.Delay, SemaphoreSlim.WaitAsync, a Channel), or move a loop that must block to its own thread.",
	},
	{
		id: "thread-explosion", collect: explosion, severity: always(Warning), shares: true, say: explosionSentence,
		why:    "a thread for each piece of work",
		advice: "Use the pool and await, or one consumer thread with a queue; never a thread per request.",
	},
	{
		id: "cpu", collect: cpu, severity: cpuSeverity, say: cpuSentence,
		why:    "they run",
		advice: "Take two more reports a few seconds apart: the same line again is what burns the CPU, another line each time is a busy process.",
	},
	{
		id: "continuation-blocked", collect: continuations, severity: always(Note), shares: true, link: linkAsync,
		why:    "they run inline where an operation completed, so whatever else waits for that completion is held up, too",
		advice: "Do not block after an await; create a TaskCompletionSource with RunContinuationsAsynchronously.",
	},
	{
		id: "main-blocked", collect: mainBlocked, severity: always(Note),
		why:    "a console program's normal life as often as a hang",
		advice: "A hang only if the program should have moved on: take another report a few seconds later and see whether the main thread stands at the same line.",
	},
	{
		id: "long-running-on-pool", collect: alwaysWaiting, severity: always(Note), say: alwaysWaitingSentence,
		why:    "they wait by design for as long as the process lives",
		advice: "Nothing to mend, unless pool threads are short: each of these holds one.",
	},
	{
		id: "unclear", collect: lostRoots, severity: always(Note),
		why:    "their roots are lost, so whether they are pool workers is unknown",
		advice: "The runtime keeps the 100 innermost frames of a stack. Look at the place all the same; dotnet-dump (clrstack -all, threadpool) shows the whole stacks and the pool's counts.",
	},
}

// lockHolderSeverity is critical, unless fewer than two threads wait or they are a small
// part of what is blocked.
func lockHolderSeverity(e *evidence, groups []*group.Group) Severity {
	if n := threads(groups); n < 3 || 4*n < e.counts.Workers.Blocked {
		return Warning
	}
	return Critical
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
