package classify

// libraryRoles are the threads that frameworks, libraries and tools keep for themselves.
var libraryRoles = []RoleRule{
	{
		ID: RuleKestrelHeartbeat, Role: Background, Label: "Kestrel heartbeat",
		Match: []string{
			"*.Kestrel.Core.Internal.Infrastructure.Heartbeat.TimerLoop",
			"*.Kestrel.Core.Internal.Infrastructure.Heartbeat.*",
			"*.Kestrel.Core.Internal.Infrastructure.Heartbeat+*",
		},
		Why:    "Kestrel's heartbeat thread.",
		Source: "dotnet/aspnetcore src/Servers/Kestrel/Core/src/Internal/Infrastructure/Heartbeat.cs",
	},
	{
		ID: RuleConsoleLogger, Role: Background, Label: "console logger",
		Match:  []string{"Microsoft.Extensions.Logging.Console.ConsoleLoggerProcessor.ProcessLogQueue"},
		Why:    "The thread that writes the console log.",
		Source: "src/libraries/Microsoft.Extensions.Logging.Console/src/ConsoleLoggerProcessor.cs",
	},
	{
		ID: RuleKestrelLibuv, Role: Background, Label: "Kestrel libuv loop",
		Match:  []string{"*.Kestrel.Transport.Libuv.Internal.LibuvThread*"},
		Leaf:   []string{"*.Kestrel.Transport.Libuv.Internal.*"},
		Why:    "Kestrel's libuv transport of ASP.NET Core 2 to 5.",
		Source: "dotnet/aspnetcore src/Servers/Kestrel/Transport.Libuv",
	},
	{
		ID: RuleOpenTelemetry, Role: Background, Label: "OpenTelemetry exporter",
		Match:  []string{"OpenTelemetry*!*.ExporterProc", "OpenTelemetry*!*ExportThreadWorker*"},
		Why:    "A thread that exports telemetry.",
		Source: "open-telemetry/opentelemetry-dotnet src/OpenTelemetry/BatchExportProcessor.cs",
	},
	{
		ID: RuleApplicationInsights, Role: Background, Label: "Application Insights",
		Match:  []string{"Microsoft.ApplicationInsights*!*", "Microsoft.AI.*!*"},
		Waits:  []Mechanism{MechanismTaskWait},
		Why:    "A thread that sends telemetry.",
		Source: "microsoft/ApplicationInsights-dotnet",
	},
	{
		ID: RuleSerilogAsync, Role: Background, Label: "Serilog async sink",
		Match: []string{
			"Serilog.Sinks.Async.BackgroundWorkerSink.Pump", "Serilog.Sinks.Async.BackgroundWorkerSink.*",
			"Serilog.Sinks.*!*Pump*",
		},
		Why:    "The writer of Serilog's asynchronous sink.",
		Source: "serilog/serilog-sinks-async",
	},
	{
		ID: RuleRedis, Role: Background, Label: "Redis",
		Match: []string{
			"Pipelines.Sockets.Unofficial.DedicatedThreadPoolPipeScheduler.RunWorkLoop",
			"Pipelines.Sockets.Unofficial!*", "StackExchange.Redis.PhysicalBridge.ProcessBacklog*",
			"StackExchange.Redis.PhysicalConnection.Read*", "StackExchange.Redis!*",
		},
		Waits:  []Mechanism{MechanismSocket},
		Why:    "A thread of the Redis client.",
		Source: "StackExchange/StackExchange.Redis",
	},
	{
		ID: RuleRabbitMQ, Role: Background, Label: "RabbitMQ connection",
		Match: []string{
			"RabbitMQ.Client.Framing.Impl.Connection.MainLoop", "RabbitMQ.Client!*MainLoop*", "RabbitMQ.Client!*",
		},
		Waits:  []Mechanism{MechanismSocket},
		Why:    "A thread of the RabbitMQ client.",
		Source: "rabbitmq/rabbitmq-dotnet-client branch 6.x",
	},
	{
		ID: RuleKafka, Role: Background, Label: "Kafka poll loop",
		Match:  []string{"Confluent.Kafka!*StartPollTask*", "Confluent.Kafka!*"},
		Waits:  []Mechanism{MechanismNative},
		Why:    "A poll loop of the Kafka client.",
		Source: "confluentinc/confluent-kafka-dotnet src/Confluent.Kafka/Producer.cs",
	},
	{
		ID: RuleOrleansWatchdog, Role: Background, Label: "Orleans watchdog",
		Match: []string{
			"Orleans.Runtime.Watchdog.RunPlatformWatchdog", "Orleans.Runtime.Watchdog.RunComponentWatchdog",
			"Orleans.Runtime.Watchdog.*",
		},
		Why:    "Orleans' watchdog threads.",
		Source: "dotnet/orleans src/Orleans.Runtime",
	},
	{
		ID: RuleAkka, Role: Background, Label: "Akka dispatcher",
		Match:  []string{"Helios.Concurrency.DedicatedThreadPool*", "Akka.Actor.HashedWheelTimerScheduler.*"},
		Why:    "A thread of Akka.NET's dispatcher or scheduler.",
		Source: "akkadotnet/akka.net src/core/Akka",
	},
	{
		ID: RuleQuartz, Role: Background, Label: "Quartz dispatch loop",
		Match: []string{
			"Quartz.Util.QueuedTaskScheduler.ThreadBasedDispatchLoop", "Quartz.Util.QueuedTaskScheduler.*", "Quartz!*",
		},
		Why:    "Quartz's own dispatch threads.",
		Source: "quartznet/quartznet Util/QueuedTaskScheduler.cs",
	},
	{
		ID: RuleHangfire, Role: Background, Label: "Hangfire",
		Match: []string{
			"Hangfire.Processing.BackgroundDispatcher.DispatchLoop", "Hangfire.Processing.BackgroundDispatcher.*",
			"Hangfire*!*",
		},
		Why:    "Hangfire's workers and housekeeping threads.",
		Source: "HangfireIO/Hangfire src/Hangfire.Core/Processing/BackgroundDispatcher.cs",
	},
	{
		ID: RuleWinForms, Role: Background, Label: "Windows Forms loop",
		Match: []string{"System.Windows.Forms.Application*"},
		Leaf: []string{
			"System.Windows.Forms.Application*", "*.WaitMessage", "*.GetMessage*", "*.MsgWaitForMultipleObjects*",
		},
		Why:    "A message loop.",
		Source: "dotnet/winforms",
	},
	{
		ID: RuleWPF, Role: Background, Label: "WPF dispatcher",
		Match:  []string{"System.Windows.Threading.Dispatcher.*", "System.Windows.Application.Run*"},
		Leaf:   []string{"System.Windows.Threading.Dispatcher.*", "*.GetMessage*", "*.IntGetMessage*"},
		Why:    "A dispatcher loop.",
		Source: "dotnet/wpf",
	},
	{
		ID: RuleVSTest, Role: Background, Label: "test host",
		Match: []string{
			"Microsoft.TestPlatform*!*", "testhost!*DefaultEngineInvoker*", "testhost*!*StartProcessingAsync*",
		},
		Waits:  []Mechanism{MechanismTaskWait, MechanismSocket},
		Why:    "Threads of the test platform.",
		Source: "microsoft/vstest",
	},
	{
		ID: RuleXUnit, Role: Background, Label: "xunit",
		Match:  []string{"xunit.*!*"},
		Waits:  []Mechanism{MechanismTaskWait},
		Why:    "Threads of the test runner.",
		Source: "xunit/xunit",
	},
	{
		ID: RuleNUnit, Role: Background, Label: "NUnit",
		Match: []string{
			"NUnit.Framework.Internal.Execution.TestWorker.TestWorkerThreadProc", "nunit.*!*", "NUnit3.TestAdapter!*",
		},
		Waits:  []Mechanism{MechanismTaskWait},
		Why:    "Threads of the test runner.",
		Source: "nunit/nunit",
	},
	{
		ID: RuleMSTest, Role: Background, Label: "MSTest",
		Match:  []string{"MSTestAdapter.*!*", "Microsoft.Testing.*!*"},
		Waits:  []Mechanism{MechanismTaskWait},
		Why:    "Threads of the test runner.",
		Source: "microsoft/testfx",
	},
	{
		ID: RuleMSBuild, Role: Background, Label: "MSBuild",
		Match:  []string{"Microsoft.Build*!*"},
		Busy:   []string{"*TaskExecutionHost.Execute*", "*.ToolTask.*", "*TaskBuilder.ExecuteInstantiatedTask*"},
		Waits:  []Mechanism{MechanismTaskWait, MechanismFile},
		Why:    "Threads of MSBuild: packet pumps, loggers, request builders.",
		Source: "dotnet/msbuild src/Build/BackEnd",
	},
	{
		ID: RuleRoslyn, Role: Background, Label: "Roslyn",
		Match:  []string{"Microsoft.CodeAnalysis*!*", "VBCSCompiler!*"},
		Waits:  []Mechanism{MechanismTaskWait},
		Why:    "Threads of the compiler.",
		Source: "dotnet/roslyn",
	},
	{
		ID: RulePowerShell, Role: Background, Label: "PowerShell",
		Match: []string{"System.Management.Automation!*"},
		Busy: []string{
			"System.Management.Automation.CommandProcessor*", "*ScriptCommandProcessor*",
			"System.Management.Automation.Internal.PipelineProcessor.*",
		},
		Waits:  []Mechanism{MechanismTaskWait, MechanismFile},
		Why:    "Pipeline and remoting threads of PowerShell.",
		Source: "PowerShell/PowerShell",
	},
	{
		ID: RuleAsyncEx, Role: Background, Label: "AsyncContextThread",
		Match: []string{
			"Nito.AsyncEx.AsyncContextThread.Execute", "Nito.AsyncEx.AsyncContextThread.*",
		},
		Why:    "An AsyncContextThread waiting for work.",
		Source: "StephenCleary/AsyncEx",
	},
	{
		ID: RuleRx, Role: Background, Label: "Rx scheduler",
		Match: []string{
			"System.Reactive.Concurrency.EventLoopScheduler.Run", "System.Reactive!*",
		},
		Why:    "A scheduler thread of Rx.",
		Source: "dotnet/reactive",
	},
	{
		ID: RuleGRPCCore, Role: Background, Label: "gRPC completion queue",
		Match: []string{
			"Grpc.Core.Internal.GrpcThreadPool.RunHandlerLoop", "Grpc.Core.Internal.GrpcThreadPool.*",
		},
		Leaf: []string{
			"Grpc.Core.Internal.GrpcThreadPool.RunHandlerLoop", "Grpc.Core.Internal.CompletionQueueSafeHandle.Next",
		},
		Why:    "A completion queue of the gRPC C core.",
		Source: "grpc/grpc src/csharp",
	},
	{
		ID: RuleMQTTnet, Role: Background, Label: "MQTT server",
		Match:  []string{"MQTTnet*!*"},
		Waits:  []Mechanism{MechanismSocket},
		Why:    "A thread of MQTTnet.",
		Source: "dotnet/MQTTnet",
	},
	{
		ID: RuleNetMQ, Role: Background, Label: "NetMQ",
		Match:  []string{"NetMQ!*"},
		Waits:  []Mechanism{MechanismSocket},
		Why:    "A poller or proactor of NetMQ.",
		Source: "zeromq/netmq",
	},
	{
		ID: RuleMongoDB, Role: Background, Label: "MongoDB monitor",
		Match:  []string{"MongoDB.Driver*!*"},
		Waits:  []Mechanism{MechanismSocket},
		Why:    "A server monitor of the MongoDB driver.",
		Source: "mongodb/mongo-csharp-driver",
	},
	{
		ID: RuleRebus, Role: Background, Label: "Rebus worker",
		Match:  []string{"Rebus*!*"},
		Why:    "A worker loop of Rebus.",
		Source: "rebus-org/Rebus",
	},
	{
		ID: RuleLucene, Role: Background, Label: "Lucene",
		Match:  []string{"Lucene.Net*!*ReopenThread*", "Lucene.Net*!*"},
		Why:    "A background thread of Lucene.NET.",
		Source: "apache/lucenenet",
	},
	{
		ID: RuleDotNetty, Role: Background, Label: "DotNetty event loop",
		Match:  []string{"DotNetty.*!*"},
		Waits:  []Mechanism{MechanismSocket},
		Why:    "An event loop of DotNetty.",
		Source: "Azure/DotNetty",
	},
	{
		ID: RuleNLog, Role: Background, Label: "NLog writer",
		Match:  []string{"NLog!*"},
		Why:    "A writer of NLog.",
		Source: "NLog/NLog",
	},
}
