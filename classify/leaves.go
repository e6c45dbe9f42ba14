package classify

// leafRule is one row of the vocabulary of innermost frames: what kind of wait a
// stack is in when one of these is on top.
type leafRule struct {
	mechanism Mechanism
	match     []string
}

var leafRules = []leafRule{
	{MechanismMonitorWait, []string{
		"System.Threading.Monitor.Wait", "System.Threading.Monitor.ObjWait", "System.Threading.Condition.Wait",
		"System.Threading.Lock.Wait", "System.Threading.ManualResetEventSlim.Wait",
		"System.Threading.SemaphoreSlim.Wait", "System.Threading.SemaphoreSlim.WaitCore",
		"System.Threading.SemaphoreSlim.WaitUntilCountOrTimeout", "System.Threading.Tasks.Task.InternalWaitCore",
		"System.Threading.Tasks.Task.InternalWait", "System.Threading.Tasks.Task.SpinThenBlockingWait",
		"System.Threading.Tasks.Task.SpinWait", "System.Threading.Tasks.Task.Wait",
		"System.Threading.Tasks.Task.WaitAllBlockingCore", "System.Threading.Tasks.Task.GetResultCore",
		"System.Threading.Tasks.Task.get_Result", handleNonSuccess, "System.Threading.Tasks.Task.WaitAllCore",
		"System.Threading.Tasks.Task.WaitAnyCore", "System.Threading.CountdownEvent.Wait",
		"System.Threading.Barrier.DiscontinuousWait", "System.Threading.Barrier.SignalAndWait",
	}},
	{MechanismWaitHandle, []string{
		"System.Threading.WaitHandle.*", "System.Threading.SynchronizationContext.InvokeWaitMethodHelper",
		"System.Threading.SynchronizationContext.Wait*", "System.Threading.WaitSubsystem*",
		"System.Threading.LowLevelMonitor.*", "System.Threading.LowLevelThreadBlocker.*",
		"System.Threading.LowLevelFutex.*", "Interop+Kernel32.WaitFor*", "Interop+Sys.LowLevelMonitor_Wait",
		"Interop+Sys.LowLevelMonitor_TimedWait", "System.Threading.ReaderWriterLockSlim.WaitOnEvent",
		"Interop+Sys.LowLevelFutex*",
	}},
	{MechanismLock, []string{
		"System.Threading.Monitor.Enter*", "System.Threading.Monitor.ReliableEnter*",
		"System.Threading.Monitor.TryEnter*", "System.Threading.Monitor.SynchronizedMethodEnter",
		"System.Threading.Lock.TryEnter*", "System.Threading.Lock.Enter*",
		"System.Threading.ObjectHeader.TryAcquireThinLock*", "System.Lazy.ExecutionAndPublication",
	}},
	{MechanismSleep, []string{
		"System.Threading.Thread.Sleep", "System.Threading.Thread.SleepInternal",
		"System.Threading.Thread.UninterruptibleSleep0",
	}},
	{MechanismSpin, []string{
		"System.Threading.SpinWait.SpinOnce*", "System.Threading.SpinWait.SpinUntil",
		"System.Threading.SpinLock.ContinueTryEnter", "System.Threading.Thread.SpinWait*",
	}},
	{MechanismJoin, []string{
		"System.Threading.Thread.Join", "System.Threading.Thread.JoinInternal",
	}},
	{MechanismGC, []string{
		"System.GC.WaitForPendingFinalizers", "System.GC._WaitForPendingFinalizers", "System.GC.WaitForFullGC*",
	}},
	{MechanismClassInitialisation, []string{
		"System.Runtime.CompilerServices.InitHelpers.InitClass*",
		"System.Runtime.CompilerServices.StaticsHelpers.Get*",
		"System.Runtime.CompilerServices.RuntimeHelpers.RunClassConstructor",
	}},
	{MechanismSocket, []string{
		"Interop+Sys.Receive", "Interop+Sys.ReceiveMessage", "Interop+Sys.Send", "Interop+Sys.SendMessage",
		"Interop+Sys.Accept", "Interop+Sys.Connect", "Interop+Sys.Poll", "Interop+Sys.Select",
		"Interop+Sys.GetHostEntryForName", "Interop+Winsock.*", "System.Net.Sockets.SocketPal.TryComplete*",
		"System.Net.Sockets.SocketPal.SysReceive*", "System.Net.Sockets.SocketPal.Receive*",
		"System.Net.Sockets.SocketPal.Send*", "System.Net.Sockets.SocketPal.Accept",
		"System.Net.Sockets.SocketPal.Poll", "System.Net.Sockets.SocketPal.Select*",
		"System.Net.Sockets.SocketPal.Connect", "System.Net.Sockets.SocketAsyncContext.PerformSyncOperation",
		"System.Net.Sockets.SocketAsyncContext.Receive*", "System.Net.NameResolutionPal.*",
		"System.Net.Sockets.Socket.Receive*", "System.Net.Sockets.Socket.Accept", "System.Net.Sockets.Socket.Poll",
		"System.Net.Sockets.Socket.Select", "System.Net.Sockets.NetworkStream.Read",
		"System.Net.Sockets.NetworkStream.Write",
	}},
	{MechanismFile, []string{
		"Interop+Sys.Read", "Interop+Sys.Write", "Interop+Sys.PRead", "Interop+Sys.PWrite", "Interop+Sys.FSync",
		"Interop+Sys.FLock", "Interop+Sys.Open", "Interop+Kernel32.ReadFile*", "Interop+Kernel32.WriteFile*",
		"Interop+Kernel32.GetQueuedCompletionStatus*", "Interop+Kernel32.FlushFileBuffers",
		"System.IO.RandomAccess.ReadAtOffset", "System.IO.RandomAccess.WriteAtOffset",
		"Interop+Sys.WaitIdAnyExitedNoHangNoWait", "Interop+Sys.Stat", "Interop+Sys.LStat", "Interop+Sys.FStat",
		"Interop+Sys.OpenDir", "Interop+Sys.ReadDir", "Interop+Sys.Unlink", "Interop+Sys.Rename",
		"Interop+Sys.MkDir", "Interop+Sys.CopyFile", "Interop+Sys.FTruncate", "Interop+Sys.FAllocate",
		"Interop+Kernel32.CreateFile*", "Interop+Kernel32.GetFileAttributes*", "Interop+Kernel32.FindFirstFile*",
	}},
	{MechanismConsole, []string{
		"System.ConsolePal.TryGetCursorPosition*", "System.ConsolePal.Read*", "System.ConsolePal.Write",
		"Interop+Sys.ReadStdin", "Interop+Kernel32.ReadConsole*", "System.ConsolePal.StdinReady",
	}},
	{MechanismNative, []string{
		"Confluent.Kafka!*Librdkafka*", "Confluent.Kafka!*SafeKafkaHandle.*", "Microsoft.Data.SqlClient!*SNI*",
		"Microsoft.Data.SqlClient!*SniNative*", "System.Data.SqlClient!*SNI*", "System.Data.Odbc!*",
		"System.Data.OleDb!*", "System.DirectoryServices*!*", "System.IO.Ports!*", "System.Management!*",
		"Interop+Ldap.*",
	}},
}

// nativeWork are framework APIs that spend CPU in native code: the marker directly
// on them is work, not a wait.
var nativeWork = []string{
	"System.Security.Cryptography*!*", "System.IO.Compression*!*", "System.Drawing*!*", "Microsoft.ML*!*",
	"SkiaSharp*!*", "HarfBuzzSharp*!*", "Magick.NET*!*", "NetVips*!*", "OpenCvSharp*!*", "TorchSharp*!*",
	"Tesseract*!*", "System.Numerics*!*", "ZstdNet*!*", "System.Private.CoreLib!System.Buffer*", "Interop+Crypto.*",
	"Interop+Ssl.*", "Interop+OpenSsl.*", "Interop+Brotli.*", "Interop+ZLib.*",
	"System.Private.CoreLib!Interop+Globalization.*", "*Rfc2898DeriveBytes*", "*BrotliStream*",
	"Microsoft.AspNetCore.Cryptography*!*", "Konscious*!*", "BCrypt*!*", "NSec*!*", "Sodium*!*",
}

// lockTakers are framework types whose own methods take a lock that no frame shows up
// to .NET 9: several threads at one of these wait for it. Below any other framework
// frame the marker alone is as likely allocation, compilation or a native call.
var lockTakers = []string{
	"System.IO.TextWriter+SyncTextWriter.*", "System.IO.TextReader+SyncTextReader.*", "System.IO.SyncTextReader.*",
	"System.Collections.Concurrent.Concurrent*", "Microsoft.Extensions.DependencyInjection!*",
	"Microsoft.Extensions.Caching.Memory!*", "Microsoft.Extensions.Logging*!*",
	"System.Collections.Hashtable+Sync*", "System.Collections.ArrayList+Sync*", "System.Lazy.*",
	"System.Threading.LazyInitializer.*", "System.Collections.Concurrent.BlockingCollection*",
	"System.Net.Http.HttpConnectionPool*", "System.Threading.TimerQueue.*", "System.Threading.TimerQueueTimer.*",
	"Microsoft.EntityFrameworkCore*!*Cache*", "System.Threading.CancellationTokenSource*",
	"System.ConsolePal.EnsureInitialized*", "System.Console.EnsureInitialized*", "System.Console.get_*",
	"System.Collections.Generic.SynchronizedCollection*", "System.IO.Stream+SyncStream.*",
	"System.Threading.Channels.*", "System.Threading.SemaphoreSlim.*", "System.Diagnostics.Trace*",
}

// nativeWaits are framework calls that wait when they stand innermost below the
// native marker: the wait itself was inlined into them, or is a native call.
var nativeWaits = []string{
	"Microsoft.Data.*!*", "*ConsoleLoggerProcessor.Enqueue", "*ConsoleLoggerProcessor.TryDequeue",
	"System.Net.Http!*TaskCompletionSourceWithCancellation.WaitWithCancellation", "*SyncContext.Wait",
	"System.Net.Http!*HttpConnection+<InitialFillAsync>*", "System.Net.Http!*HttpConnection+<FillAsync>*",
	"System.IO.Pipes!*PipeStream.ReadCore", "System.IO.Pipes!*PipeStream.WriteCore",
}

// quickCalls are calls into the operating system that do not wait.
var quickCalls = []string{
	"Interop+Sys.GetNonCryptographicallySecureRandomBytes", "Interop+Sys.GetCryptographicallySecureRandomBytes",
	"Interop+Sys.GetTime*", "Interop+Sys.GetSystemTime*", "Interop+Sys.SysConf", "Interop+Sys.SchedGetCpu",
	"Interop+Sys.GetErrNo", "Interop+Sys.SetErrNo", "Interop+Sys.Malloc", "Interop+Sys.Free", "Interop+Sys.Calloc",
	"Interop+Sys.Realloc", "Interop+Sys.GetPid", "Interop+Sys.GetCwd", "Interop+Sys.GetEnv*",
	"Interop+Sys.MProtect", "Interop+Sys.MMap", "Interop+Sys.MUnmap", "Interop+Sys.MAdvise",
	"Interop+Sys.GetCpuUtilization", "Interop+Sys.SNPrintF*", "Interop+Sys.StrErrorR", "Interop+Sys.ConvertError*",
	"Interop+Sys.GetUnixRelease", "Interop+Sys.IsATty", "Interop+Sys.LowLevelMonitor_Acquire",
	"Interop+Sys.LowLevelMonitor_Release",
}
