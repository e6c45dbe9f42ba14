package classify

import "sync"

// RoleRule is one row of the table of roles: a frame near the root that tells what
// kind of thread it is.
type RoleRule struct {
	ID    RuleID
	Role  Role
	Label string // how the thread is called where it is set aside
	// Match are patterns as in Rule.Match, tested against the frames at the root.
	Match []string
	// Busy are patterns of frames that show such a thread at work instead of waiting for
	// some: what it waits in then is told like any other thread's.
	Busy []string
	// Waits are the mechanisms in which such a thread spends its life, besides the waits
	// for a signal and for time; Leaf are patterns of innermost frames that are that wait
	// themselves, because the native call they make is not shown.
	Waits []Mechanism
	Leaf  []string
	// Why and Source as in Rule.
	Why, Source string
}

// roleRules is the table of roles, first match wins. Paths without a repository are in
// dotnet/runtime.
var roleRules = []RoleRule{
	{ID: RuleGate, Role: Gate, Label: "gate", Match: []string{"System.Threading.PortableThreadPool+GateThread.*"}, Why: "The pool's own thread that decides on adding workers.", Source: "CoreLib/System/Threading/PortableThreadPool.GateThread.cs"},
	{ID: RuleWaitThread, Role: WaitThread, Label: "pool wait thread", Match: []string{"System.Threading.PortableThreadPool+WaitThread.*"}, Why: "The pool's thread that waits for registered handles.", Source: "CoreLib/System/Threading/PortableThreadPool.WaitThread.cs"},
	{ID: RuleTimer, Role: Timer, Label: "timer", Match: []string{"System.Threading.TimerQueue.TimerThread"}, Why: "The thread that makes timers due.", Source: "CoreLib/System/Threading/TimerQueue.Portable.cs"},
	{ID: RuleIOPoll, Role: IOPoll, Label: "I/O completion poller", Match: []string{"System.Threading.PortableThreadPool+IOCompletionPoller.*"}, Waits: []Mechanism{MechanismFile}, Why: "The thread that polls for I/O completions on Windows.", Source: "CoreLib/System/Threading/PortableThreadPool.IO.Windows.cs"},
	{ID: RuleWorker, Role: Worker, Label: "pool worker", Match: []string{"System.Threading.PortableThreadPool+WorkerThread.*", "System.Threading._ThreadPoolWaitCallback.PerformWaitCallback", "System.Threading.WindowsThreadPool.DispatchCallback", "System.Threading.ThreadPoolWorkQueue.Dispatch", "System.Threading._IOCompletionCallback.PerformIOCompletionCallback", "System.Threading.TimerQueue.AppDomainTimerCallback", "System.Threading.TimerQueue.TimerCallbackWindowsThreadPool"}, Why: "A thread-pool worker.", Source: "CoreLib/System/Threading/PortableThreadPool.WorkerThread.cs"},
	{ID: RuleFinalizer, Role: Finalizer, Label: "finalizer", Match: []string{"System.GC.RunFinalizers"}, Why: "The finalizer thread; it is in a report only while a finalizer runs.", Source: "src/coreclr/System.Private.CoreLib/src/System/GC.CoreCLR.cs"},
	{ID: RuleSocketLoop, Role: SocketLoop, Label: "socket loop", Match: []string{"System.Net.Sockets.SocketAsyncEngine.EventLoop", "System.Net.Sockets.SocketAsyncEngine+<>c.<.ctor>*"}, Leaf: []string{"System.Net.Sockets.SocketAsyncEngine.EventLoop", "Interop+Sys.WaitForSocketEvents"}, Why: "The event loop of asynchronous sockets on Unix.", Source: "src/libraries/System.Net.Sockets/src/System/Net/Sockets/SocketAsyncEngine.Unix.cs"},
	{ID: RuleFileWatcher, Role: FileWatcher, Label: "file watcher", Match: []string{"System.IO.FileSystemWatcher+RunningInstance*", "System.IO.FileSystemWatcher+INotify*", "System.IO.FileSystemWatcher+RunningInstance+StaticWatcherRunLoopManager*"}, Waits: []Mechanism{MechanismFile}, Leaf: []string{"System.IO.FileSystemWatcher+RunningInstance.TryReadEvent", "System.IO.FileSystemWatcher+RunningInstance+StaticWatcherRunLoopManager*"}, Why: "A FileSystemWatcher's thread.", Source: "src/libraries/System.IO.FileSystem.Watcher/src/System/IO/FileSystemWatcher.Linux.cs"},
	{ID: RuleSignal, Role: Signal, Label: "signal handler", Match: []string{"*PosixSignalRegistration.*", "*ProcessWaitState.CheckChildren", "*Process.OnSigChild"}, Why: "A thread that handles Unix signals.", Source: "CoreLib/System/Runtime/InteropServices/PosixSignalRegistration.Unix.cs"},
	{ID: RuleCounters, Role: Runtime, Label: "counter polling", Match: []string{"System.Diagnostics.Tracing.CounterGroup.PollForValues"}, Why: "Event counters are being read (dotnet-counters, telemetry).", Source: "CoreLib/System/Diagnostics/Tracing/CounterGroup.cs"},
	{ID: RuleMetrics, Role: Runtime, Label: "metrics aggregation", Match: []string{"System.Diagnostics.Metrics.AggregationManager.CollectWorker"}, Why: "Metrics are being aggregated for a listener.", Source: "src/libraries/System.Diagnostics.DiagnosticSource/src/System/Diagnostics/Metrics/AggregationManager.cs"},
	{ID: RuleEventListener, Role: Runtime, Label: "event dispatch", Match: []string{"System.Diagnostics.Tracing.EventPipeEventDispatcher.*", "System.Diagnostics.Tracing.NativeRuntimeEventSource.*"}, Why: "Runtime events are being passed to an EventListener.", Source: "CoreLib/System/Diagnostics/Tracing/EventPipeEventDispatcher.cs"},
	{ID: RuleQUIC, Role: IOPoll, Label: "QUIC callback", Match: []string{"System.Net.Quic.QuicConnection.NativeCallback", "System.Net.Quic.QuicListener.NativeCallback", "System.Net.Quic.QuicStream.NativeCallback"}, Why: "A callback of MsQuic.", Source: "src/libraries/System.Net.Quic"},

	{ID: RuleKestrelHeartbeat, Role: Background, Label: "Kestrel heartbeat", Match: []string{"*.Kestrel.Core.Internal.Infrastructure.Heartbeat.*", "*.Kestrel.Core.Internal.Infrastructure.Heartbeat+*"}, Why: "Kestrel's heartbeat thread.", Source: "dotnet/aspnetcore src/Servers/Kestrel/Core/src/Internal/Infrastructure/Heartbeat.cs"},
	{ID: RuleConsoleLogger, Role: Background, Label: "console logger", Match: []string{"Microsoft.Extensions.Logging.Console.ConsoleLoggerProcessor.ProcessLogQueue"}, Why: "The thread that writes the console log.", Source: "src/libraries/Microsoft.Extensions.Logging.Console/src/ConsoleLoggerProcessor.cs"},
	{ID: RuleKestrelLibuv, Role: Background, Label: "Kestrel libuv loop", Match: []string{"*.Kestrel.Transport.Libuv.Internal.LibuvThread*"}, Leaf: []string{"*.Kestrel.Transport.Libuv.Internal.*"}, Why: "Kestrel's libuv transport of ASP.NET Core 2 to 5.", Source: "dotnet/aspnetcore src/Servers/Kestrel/Transport.Libuv"},
	{ID: RuleOpenTelemetry, Role: Background, Label: "OpenTelemetry exporter", Match: []string{"OpenTelemetry*!*.ExporterProc", "OpenTelemetry*!*ExportThreadWorker*"}, Why: "A thread that exports telemetry.", Source: "open-telemetry/opentelemetry-dotnet src/OpenTelemetry/BatchExportProcessor.cs"},
	{ID: RuleApplicationInsights, Role: Background, Label: "Application Insights", Match: []string{"Microsoft.ApplicationInsights*!*", "Microsoft.AI.*!*"}, Waits: []Mechanism{MechanismTaskWait}, Why: "A thread that sends telemetry.", Source: "microsoft/ApplicationInsights-dotnet"},
	{ID: RuleSerilogAsync, Role: Background, Label: "Serilog async sink", Match: []string{"Serilog.Sinks.Async.BackgroundWorkerSink.*", "Serilog.Sinks.*!*Pump*"}, Why: "The writer of Serilog's asynchronous sink.", Source: "serilog/serilog-sinks-async"},
	{ID: RuleRedis, Role: Background, Label: "Redis", Match: []string{"Pipelines.Sockets.Unofficial!*", "StackExchange.Redis.PhysicalBridge.ProcessBacklog*", "StackExchange.Redis.PhysicalConnection.Read*", "StackExchange.Redis!*"}, Waits: []Mechanism{MechanismSocket}, Why: "A thread of the Redis client.", Source: "StackExchange/StackExchange.Redis"},
	{ID: RuleRabbitMQ, Role: Background, Label: "RabbitMQ connection", Match: []string{"RabbitMQ.Client!*MainLoop*", "RabbitMQ.Client!*"}, Waits: []Mechanism{MechanismSocket}, Why: "A thread of the RabbitMQ client.", Source: "rabbitmq/rabbitmq-dotnet-client branch 6.x"},
	{ID: RuleKafka, Role: Background, Label: "Kafka poll loop", Match: []string{"Confluent.Kafka!*StartPollTask*", "Confluent.Kafka!*"}, Waits: []Mechanism{MechanismNative}, Why: "A poll loop of the Kafka client.", Source: "confluentinc/confluent-kafka-dotnet src/Confluent.Kafka/Producer.cs"},
	{ID: RuleOrleansWatchdog, Role: Background, Label: "Orleans watchdog", Match: []string{"Orleans.Runtime.Watchdog.*"}, Why: "Orleans' watchdog threads.", Source: "dotnet/orleans src/Orleans.Runtime"},
	{ID: RuleAkka, Role: Background, Label: "Akka dispatcher", Match: []string{"Helios.Concurrency.DedicatedThreadPool*", "Akka.Actor.HashedWheelTimerScheduler.*"}, Why: "A thread of Akka.NET's dispatcher or scheduler.", Source: "akkadotnet/akka.net src/core/Akka"},
	{ID: RuleQuartz, Role: Background, Label: "Quartz dispatch loop", Match: []string{"Quartz.Util.QueuedTaskScheduler.*", "Quartz!*"}, Why: "Quartz's own dispatch threads.", Source: "quartznet/quartznet Util/QueuedTaskScheduler.cs"},
	{ID: RuleHangfire, Role: Background, Label: "Hangfire", Match: []string{"Hangfire.Processing.BackgroundDispatcher.*", "Hangfire*!*"}, Why: "Hangfire's workers and housekeeping threads.", Source: "HangfireIO/Hangfire src/Hangfire.Core/Processing/BackgroundDispatcher.cs"},
	{ID: RuleWinForms, Role: Background, Label: "Windows Forms loop", Match: []string{"System.Windows.Forms.Application*"}, Leaf: []string{"System.Windows.Forms.Application*", "*.WaitMessage", "*.GetMessage*", "*.MsgWaitForMultipleObjects*"}, Why: "A message loop.", Source: "dotnet/winforms"},
	{ID: RuleWPF, Role: Background, Label: "WPF dispatcher", Match: []string{"System.Windows.Threading.Dispatcher.*", "System.Windows.Application.Run*"}, Leaf: []string{"System.Windows.Threading.Dispatcher.*", "*.GetMessage*", "*.IntGetMessage*"}, Why: "A dispatcher loop.", Source: "dotnet/wpf"},
	{ID: RuleVSTest, Role: Background, Label: "test host", Match: []string{"Microsoft.TestPlatform*!*", "testhost!*DefaultEngineInvoker*", "testhost*!*StartProcessingAsync*"}, Waits: []Mechanism{MechanismTaskWait, MechanismSocket}, Why: "Threads of the test platform.", Source: "microsoft/vstest"},
	{ID: RuleXUnit, Role: Background, Label: "xunit", Match: []string{"xunit.*!*"}, Waits: []Mechanism{MechanismTaskWait}, Why: "Threads of the test runner.", Source: "xunit/xunit"},
	{ID: RuleNUnit, Role: Background, Label: "NUnit", Match: []string{"nunit.*!*", "NUnit3.TestAdapter!*"}, Waits: []Mechanism{MechanismTaskWait}, Why: "Threads of the test runner.", Source: "nunit/nunit"},
	{ID: RuleMSTest, Role: Background, Label: "MSTest", Match: []string{"MSTestAdapter.*!*", "Microsoft.Testing.*!*"}, Waits: []Mechanism{MechanismTaskWait}, Why: "Threads of the test runner.", Source: "microsoft/testfx"},
	{ID: RuleMSBuild, Role: Background, Label: "MSBuild", Match: []string{"Microsoft.Build*!*"}, Busy: []string{"*TaskExecutionHost.Execute*", "*.ToolTask.*", "*TaskBuilder.ExecuteInstantiatedTask*"}, Waits: []Mechanism{MechanismTaskWait, MechanismFile}, Why: "Threads of MSBuild: packet pumps, loggers, request builders.", Source: "dotnet/msbuild src/Build/BackEnd"},
	{ID: RuleRoslyn, Role: Background, Label: "Roslyn", Match: []string{"Microsoft.CodeAnalysis*!*", "VBCSCompiler!*"}, Waits: []Mechanism{MechanismTaskWait}, Why: "Threads of the compiler.", Source: "dotnet/roslyn"},
	{ID: RulePowerShell, Role: Background, Label: "PowerShell", Match: []string{"System.Management.Automation!*"}, Busy: []string{"System.Management.Automation.CommandProcessor*", "*ScriptCommandProcessor*", "System.Management.Automation.Internal.PipelineProcessor.*"}, Waits: []Mechanism{MechanismTaskWait, MechanismFile}, Why: "Pipeline and remoting threads of PowerShell.", Source: "PowerShell/PowerShell"},
	{ID: RuleAsyncEx, Role: Background, Label: "AsyncContextThread", Match: []string{"Nito.AsyncEx.AsyncContextThread.*"}, Why: "An AsyncContextThread waiting for work.", Source: "StephenCleary/AsyncEx"},
	{ID: RuleRx, Role: Background, Label: "Rx scheduler", Match: []string{"System.Reactive!*"}, Why: "A scheduler thread of Rx.", Source: "dotnet/reactive"},
	{ID: RuleGRPCCore, Role: Background, Label: "gRPC completion queue", Match: []string{"Grpc.Core.Internal.GrpcThreadPool.*"}, Leaf: []string{"Grpc.Core.Internal.GrpcThreadPool.RunHandlerLoop", "Grpc.Core.Internal.CompletionQueueSafeHandle.Next"}, Why: "A completion queue of the gRPC C core.", Source: "grpc/grpc src/csharp"},
	{ID: RuleMQTTnet, Role: Background, Label: "MQTT server", Match: []string{"MQTTnet*!*"}, Waits: []Mechanism{MechanismSocket}, Why: "A thread of MQTTnet.", Source: "dotnet/MQTTnet"},
	{ID: RuleNetMQ, Role: Background, Label: "NetMQ", Match: []string{"NetMQ!*"}, Waits: []Mechanism{MechanismSocket}, Why: "A poller or proactor of NetMQ.", Source: "zeromq/netmq"},
	{ID: RuleMongoDB, Role: Background, Label: "MongoDB monitor", Match: []string{"MongoDB.Driver*!*"}, Waits: []Mechanism{MechanismSocket}, Why: "A server monitor of the MongoDB driver.", Source: "mongodb/mongo-csharp-driver"},
	{ID: RuleRebus, Role: Background, Label: "Rebus worker", Match: []string{"Rebus*!*"}, Why: "A worker loop of Rebus.", Source: "rebus-org/Rebus"},
	{ID: RuleLucene, Role: Background, Label: "Lucene", Match: []string{"Lucene.Net*!*ReopenThread*", "Lucene.Net*!*"}, Why: "A background thread of Lucene.NET.", Source: "apache/lucenenet"},
	{ID: RuleDotNetty, Role: Background, Label: "DotNetty event loop", Match: []string{"DotNetty.*!*"}, Waits: []Mechanism{MechanismSocket}, Why: "An event loop of DotNetty.", Source: "Azure/DotNetty"},
	{ID: RuleNLog, Role: Background, Label: "NLog writer", Match: []string{"NLog!*"}, Why: "A writer of NLog.", Source: "NLog/NLog"},
}

var roleMatcher = sync.OnceValue(func() *matcher {
	return newMatcher(len(roleRules), func(i int) []string { return roleRules[i].Match })
})

// startFrames are the frames a thread starts in; they say nothing about its kind and
// are printed only by some versions.
var startFrames = map[string]bool{
	"System.Threading.Thread.StartCallback": true, "System.Threading.Thread+StartHelper.Run": true,
	"System.Threading.Thread+StartHelper.RunWorker": true, "System.Threading.Thread+StartHelper.Callback": true,
	"System.Threading.ThreadHelper.ThreadStart": true, "System.Threading.ThreadHelper.ThreadStart_Context": true,
	"System.Environment.CallEntryPoint": true,
}

// alwaysWaiting are pool items that wait for the whole life of a process by design:
// patterns on any frame of the run.
var alwaysWaiting = []string{
	"System.IO.Stream+<>c.<BeginReadInternal>*", "*TcpClientExtensions.MessageLoopAsync", "*TcpClientExtensions+<MessageLoopAsync>*",
	"*VsTestRunner*", "xunit.*!*RunTestsInAssembly*", "*EventPipeEventSource.Process", "dotnet-trace!*CollectCommandHandler*", "dotnet-counters!*CounterMonitor*",
	"NUnit3.TestAdapter!*", "MSTestAdapter.*!*", "*StdioServerTransport*", "StreamJsonRpc!*HeaderDelimitedMessageHandler*",
}

var alwaysWaitingMatcher = sync.OnceValue(func() *matcher {
	return newMatcher(1, func(int) []string { return alwaysWaiting })
})
