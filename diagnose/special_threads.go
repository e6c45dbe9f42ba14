package diagnose

import (
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/group"
	"stacktriage/wording"
)

// Threads of which a process has one, or that must never wait: the finalizer, the
// thread of a window, main.

var finalizerBlocked = row{
	id: FinalizerBlocked, order: 15, severity: always(Critical), alone: true,
	collect: func(e *evidence) ([]*group.Group, Confidence) {
		found := e.open(func(g *group.Group) bool {
			return g.Class.Role == classify.Finalizer && g.Class.State == classify.Blocked
		})
		if len(found) == 0 {
			return nil, ""
		}
		waiters := e.open(func(g *group.Group) bool {
			return g.Class.State == classify.Blocked && hasRule(g, classify.RuleGCWait) && anyFrame(g, 0, waitsForFinalizers)
		})
		return append(found, waiters...), High
	},
	why:    "while it stands there no finalizer runs and memory grows",
	advice: fixed("Never wait in a finalizer: no lock, no I/O, no task. Release native handles with SafeHandle."),
	means:  "A finalizer waits. No other finalizer runs until it returns, and what they would free stays.",
	follows: func(a advised) string {
		return "No finalizer runs while this one waits: " +
			"memory and handles that finalizers should free pile up until the process fails."
	},
	now: func(a advised) []Step {
		return steps(a.saveMore(), restart("A restart frees the memory; it fills again as soon as a finalizer waits there."))
	},
}

var uiBlocked = row{
	id: UIBlocked, order: 16, severity: always(Critical), alone: true, link: linkAsync,
	collect: func(e *evidence) ([]*group.Group, Confidence) { return e.open(ownsWindow), High },
	why:     "the window does not react",
	when:    "Windows",
	advice: fixed("Await in event handlers; .Result or .Wait() " +
		"on the UI thread also deadlocks when the awaited code wants that thread."),
	means:   "The thread of a window waits, so it does not react.",
	follows: func(a advised) string { return "The window takes no input and is not drawn until the wait ends." },
	now: func(a advised) []Step {
		return steps(a.saveMore(), restart("If it does not go on by itself, only the end of the process frees the window."))
	},
}

var loopBlocked = row{
	id: UIBlocked, order: 16, severity: always(Critical), alone: true, link: linkAsync,
	collect: func(e *evidence) ([]*group.Group, Confidence) { return e.open(standsOn(runsLoop)), High },
	why:     "what its one-thread loop is to run next waits",
	when:    "Loops of one thread",
	advice: fixed("Await in what runs on a one-thread loop or synchronisation context; " +
		"a wait there also deadlocks when the awaited code wants that thread."),
	means: "The only thread of a loop or of a synchronisation context waits, so nothing else on it runs.",
	follows: func(a advised) string {
		return "Nothing else of that loop runs until the wait ends; if it waits for work of the loop itself, it never ends."
	},
	now: func(a advised) []Step {
		return steps(a.saveMore(), restart("If it does not go on by itself, only a restart frees the loop."))
	},
}

// standsOn reports a blocked thread, no pool worker, whose own code was called by a loop.
func standsOn(loop sign) func(*group.Group) bool {
	return func(g *group.Group) bool {
		return g.Class.State == classify.Blocked && g.Class.Culprit != nil && g.Class.Role != classify.Worker &&
			anyFrame(g, g.Class.CulpritFrame, loop)
	}
}

// windowLoops call own code on a window's thread: its loop, and what hands events on,
// which is left of a stack whose loop a debugger hid or a paste lost.
var windowLoops = []string{
	"System.Windows.Forms.Application", "System.Windows.Threading.Dispatcher.PushFrame", "System.Windows.Application.Run",
	"System.Windows.Forms.Control.", "System.Windows.Forms.NativeWindow.", "System.Windows.EventRoute.InvokeHandlers",
	"System.Windows.UIElement.", "System.Windows.Controls.", "Avalonia.Threading.Dispatcher.",
	"Microsoft.UI.Xaml.Application.Start",
}

// ownsWindow reports a blocked thread whose own code a window called, or that waits
// through the synchronisation context that only a dispatcher's thread has (dotnet/wpf,
// src/WindowsBase/System/Windows/Threading/DispatcherSynchronizationContext.cs).
func ownsWindow(g *group.Group) bool {
	if standsOn(runsWindow)(g) {
		return true
	}
	c := g.Class
	return c.State == classify.Blocked && c.Culprit != nil && c.Role != classify.Worker &&
		slices.ContainsFunc(g.Stack.Frames[:max(c.CulpritFrame, 0)], func(f *frame.Frame) bool {
			return strings.HasPrefix(f.Full, "System.Windows.Threading.DispatcherSynchronizationContext.Wait")
		})
}

var singleLoops = []string{
	"Nito.AsyncEx.AsyncContext.Execute", "System.Reactive.Concurrency.EventLoopScheduler.Run",
}

var startupHang = row{
	id: StartupHang, order: 7, severity: always(Critical), alone: true,
	collect: func(e *evidence) ([]*group.Group, Confidence) {
		return e.open(func(g *group.Group) bool {
			return g.Class.Role == classify.Main && g.Class.State == classify.Blocked && g.Class.Culprit != nil &&
				(anyFrame(g, 0, startsHost) || initialisesMain(e, g))
		}), High
	},
	say: func(e *evidence, f *Finding) wording.Text {
		return wording.Format("%s blocked on %s while the host starts", who(e, f), placeOf(e.set, f.Groups).at())
	},
	advice: fixed("Do not block in IHostedService.StartAsync, in the constructors it needs, " +
		"or before the first await of a BackgroundService; " +
		"await it, or start the work after the host."),
	means: "The main thread is blocked while the host starts, or in a static constructor of the main module.",
	follows: func(a advised) string {
		return "The host has not finished its start, so the process serves nothing yet; " +
			"a probe may restart it again and again."
	},
	now: func(a advised) []Step {
		return steps(a.saveMore(), a.dependency(), restart("A restart helps only if what the start waits for answers then."))
	},
}

var shutdownHang = row{
	id: ShutdownHang, order: 7, severity: always(Critical), alone: true,
	collect: func(e *evidence) ([]*group.Group, Confidence) {
		return e.open(func(g *group.Group) bool {
			return g.Class.State == classify.Blocked && g.Class.Culprit != nil && g.Class.Role != classify.Unknown &&
				anyFrame(g, g.Class.CulpritFrame, stopsHost)
		}), High
	},
	say: func(e *evidence, f *Finding) wording.Text {
		return wording.Format("%s %s while the host stops: the process does not end", who(e, f), blockedOn(e, f))
	},
	advice: fixed("Await in StopAsync and DisposeAsync and heed the token they get; give every wait there a limit. " +
		"HostOptions.ShutdownTimeout ends only waits that heed the token."),
	means: "Own code is blocked while the host stops or disposes of its services, so the process does not end.",
	follows: func(a advised) string {
		return "The process does not end until the wait does or it is killed; a deployment or restart waits for it."
	},
	now: func(a advised) []Step {
		return steps(a.saveMore(), restart("After that kill the process: what it should still have written may be lost."))
	},
}

// hostStops are frames that prove that a host is stopping.
var hostStops = []string{
	"Microsoft.Extensions.Hosting.Internal.Host.StopAsync", "Microsoft.Extensions.Hosting.Internal.Host+<StopAsync>",
	"Microsoft.Extensions.Hosting.Internal.Host.DisposeAsync", "Microsoft.Extensions.Hosting.Internal.Host+<DisposeAsync>",
	"Microsoft.Extensions.Hosting.Internal.Host.Dispose", "Microsoft.Extensions.Hosting.Internal.Host+<<DisposeAsync>",
	"Microsoft.Extensions.Hosting.Internal.ApplicationLifetime.NotifyStopped",
	"Microsoft.Extensions.Hosting.Internal.ApplicationLifetime.StopApplication",
	"Microsoft.Extensions.Hosting.BackgroundService.StopAsync",
	"Microsoft.Extensions.Hosting.BackgroundService+<StopAsync>",
	"HostingAbstractionsHostExtensions.StopAsync", "Microsoft.AspNetCore.Hosting.Internal.WebHost+<StopAsync>",
	"Microsoft.AspNetCore.Hosting.WebHost+<StopAsync>", "Microsoft.AspNetCore.Hosting.WebHost+<DisposeAsync>",
	"System.AppContext.OnProcessExit", "System.AppDomain.OnProcessExit",
}

// hostStarts are frames that prove that a host is starting.
var hostStarts = []string{
	"Microsoft.Extensions.Hosting.Internal.Host.StartAsync", "Microsoft.Extensions.Hosting.Internal.Host+<StartAsync>",
	"Microsoft.Extensions.Hosting.Internal.Host+<>c__DisplayClass",
	"Microsoft.Extensions.Hosting.Internal.Host+<ForeachService>",
	"Microsoft.Extensions.Hosting.BackgroundService.StartAsync", "HostingAbstractionsHostExtensions.Start",
	"Microsoft.AspNetCore.Hosting.Internal.WebHost+<StartAsync>", "Microsoft.AspNetCore.Hosting.WebHost+<StartAsync>",
}

// initialisesMain reports a static constructor of the main module.
func initialisesMain(e *evidence, g *group.Group) bool {
	for i, f := range g.Stack.Frames {
		if f.Method == ".cctor" && g.Class.Kinds[i] == classify.KindUser && f.Module == e.set.Classifier.Context.MainModule {
			return true
		}
	}
	return false
}

var mainBlocked = row{
	id: MainBlocked, order: 21, severity: always(Note),
	collect: func(e *evidence) ([]*group.Group, Confidence) {
		return e.open(func(g *group.Group) bool {
			return g.Class.Role == classify.Main &&
				g.Class.State == classify.Blocked
		}), Low
	},
	// A hedge in itself.
	say: func(e *evidence, f *Finding) wording.Text {
		at := placeOf(e.set, f.Groups).at()
		return wording.Format("%s is blocked on %s: a console program's normal life as often as a hang", who(e, f), at)
	},
	advice: func(a advised) []string {
		if a.f != nil && a.f.Threads == 1 && placeOf(a.e.set, a.f.Groups).Module == "dotnet" {
			return []string{"This is the dotnet command itself: " +
				"take the report of the process it started (dotnet-stack ps lists them)."}
		}
		return []string{"If it hangs here, find what should end the wait, and give the wait a time limit."}
	},
	means: "The main thread waits for something of its own. A console program does so as often as a hung one.",
	follows: func(a advised) string {
		return "Nothing, if the program has nothing else to do; if it should have moved on, it hangs here."
	},
	now: func(a advised) []Step { return steps(a.lookAgain()) },
}
