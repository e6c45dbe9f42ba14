package classify

// runtimeRoles are the threads of the runtime and of the base library.
var runtimeRoles = []RoleRule{
	{
		ID: RuleGate, Role: Gate, Label: "gate",
		Match:  []string{"System.Threading.PortableThreadPool+GateThread.*"},
		Why:    "The pool's own thread that decides on adding workers.",
		Source: "CoreLib/System/Threading/PortableThreadPool.GateThread.cs",
	},
	{
		ID: RuleWaitThread, Role: WaitThread, Label: "pool wait thread",
		Match:  []string{"System.Threading.PortableThreadPool+WaitThread.*"},
		Why:    "The pool's thread that waits for registered handles.",
		Source: "CoreLib/System/Threading/PortableThreadPool.WaitThread.cs",
	},
	{
		ID: RuleTimer, Role: Timer, Label: "timer",
		Match:  []string{"System.Threading.TimerQueue.TimerThread"},
		Why:    "The thread that makes timers due.",
		Source: "CoreLib/System/Threading/TimerQueue.Portable.cs",
	},
	{
		ID: RuleIOPoll, Role: IOPoll, Label: "I/O completion poller",
		Match:  []string{"System.Threading.PortableThreadPool+IOCompletionPoller.*"},
		Waits:  []Mechanism{MechanismFile},
		Why:    "The thread that polls for I/O completions on Windows.",
		Source: "CoreLib/System/Threading/PortableThreadPool.IO.Windows.cs",
	},
	{
		ID: RuleWorker, Role: Worker, Label: "pool worker",
		Match: []string{
			"System.Threading.PortableThreadPool+WorkerThread.*",
			"System.Threading._ThreadPoolWaitCallback.PerformWaitCallback",
			"System.Threading.WindowsThreadPool.DispatchCallback", "System.Threading.ThreadPoolWorkQueue.Dispatch",
			"System.Threading._IOCompletionCallback.PerformIOCompletionCallback",
			"System.Threading.TimerQueue.AppDomainTimerCallback",
			"System.Threading.TimerQueue.TimerCallbackWindowsThreadPool",
		},
		Why:    "A thread-pool worker.",
		Source: "CoreLib/System/Threading/PortableThreadPool.WorkerThread.cs",
	},
	{
		ID: RuleFinalizer, Role: Finalizer, Label: "finalizer",
		Match:  []string{"System.GC.RunFinalizers"},
		Why:    "The finalizer thread; it is in a report only while a finalizer runs.",
		Source: "src/coreclr/System.Private.CoreLib/src/System/GC.CoreCLR.cs",
	},
	{
		ID: RuleSocketLoop, Role: SocketLoop, Label: "socket loop",
		Match: []string{
			"System.Net.Sockets.SocketAsyncEngine.EventLoop", "System.Net.Sockets.SocketAsyncEngine+<>c.<.ctor>*",
		},
		Leaf:   []string{"System.Net.Sockets.SocketAsyncEngine.EventLoop", "Interop+Sys.WaitForSocketEvents"},
		Why:    "The event loop of asynchronous sockets on Unix.",
		Source: "src/libraries/System.Net.Sockets/src/System/Net/Sockets/SocketAsyncEngine.Unix.cs",
	},
	{
		ID: RuleFileWatcher, Role: FileWatcher, Label: "file watcher",
		Match: []string{
			"System.IO.FileSystemWatcher+RunningInstance*", "System.IO.FileSystemWatcher+INotify*",
			"System.IO.FileSystemWatcher+RunningInstance+StaticWatcherRunLoopManager*",
		},
		Waits: []Mechanism{MechanismFile},
		Leaf: []string{
			"System.IO.FileSystemWatcher+RunningInstance.TryReadEvent",
			"System.IO.FileSystemWatcher+RunningInstance+StaticWatcherRunLoopManager*",
		},
		Why:    "A FileSystemWatcher's thread.",
		Source: "src/libraries/System.IO.FileSystem.Watcher/src/System/IO/FileSystemWatcher.Linux.cs",
	},
	{
		ID: RuleSignal, Role: Signal, Label: "signal handler",
		Match:  []string{"*PosixSignalRegistration.*", "*ProcessWaitState.CheckChildren", "*Process.OnSigChild"},
		Why:    "A thread that handles Unix signals.",
		Source: "CoreLib/System/Runtime/InteropServices/PosixSignalRegistration.Unix.cs",
	},
	{
		ID: RuleCounters, Role: Runtime, Label: "counter polling",
		Match:  []string{"System.Diagnostics.Tracing.CounterGroup.PollForValues"},
		Why:    "Event counters are being read (dotnet-counters, telemetry).",
		Source: "CoreLib/System/Diagnostics/Tracing/CounterGroup.cs",
	},
	{
		ID: RuleMetrics, Role: Runtime, Label: "metrics aggregation",
		Match: []string{"System.Diagnostics.Metrics.AggregationManager.CollectWorker"},
		Why:   "Metrics are being aggregated for a listener.",
		Source: "src/libraries/System.Diagnostics.DiagnosticSource/src/System/Diagnostics/" +
			"Metrics/AggregationManager.cs",
	},
	{
		ID: RuleEventListener, Role: Runtime, Label: "event dispatch",
		Match: []string{
			"System.Diagnostics.Tracing.EventPipeEventDispatcher.*",
			"System.Diagnostics.Tracing.NativeRuntimeEventSource.*",
		},
		Why:    "Runtime events are being passed to an EventListener.",
		Source: "CoreLib/System/Diagnostics/Tracing/EventPipeEventDispatcher.cs",
	},
	{
		ID: RuleQUIC, Role: IOPoll, Label: "QUIC callback",
		Match: []string{
			"System.Net.Quic.QuicConnection.NativeCallback", "System.Net.Quic.QuicListener.NativeCallback",
			"System.Net.Quic.QuicStream.NativeCallback",
		},
		Why:    "A callback of MsQuic.",
		Source: "src/libraries/System.Net.Quic",
	},
}
