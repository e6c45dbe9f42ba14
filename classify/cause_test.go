package classify

import (
	"testing"

	"stacktriage/frame"
)

// TestNamesOfCalls: a call is named as a developer would write it, and the library between
// it and the wait is named beside it.
func TestNamesOfCalls(t *testing.T) {
	const (
		wait    = "C!System.Threading.Monitor.Wait(class System.Object,int32) < "
		receive = "System.Net.Sockets!Interop+Sys.Receive(class System.Runtime.InteropServices.SafeHandle) < " +
			"System.Net.Sockets!System.Net.Sockets.SocketPal.SysReceive() < "
		npgsql = "Npgsql!Npgsql.NpgsqlDataReader.NextResult() < "
		toList = "System.Linq!System.Linq.Enumerable.ToList(class System.Collections.Generic.IEnumerable`1<!!0>) < "
		start  = "C!System.Runtime.CompilerServices.AsyncMethodBuilderCore.Start(!!0&) < "
	)
	tests := []struct{ name, stack, rule, api, via string }{
		{"outermost call", receive + npgsql + toList + "@own < @pool", "db-query", "Enumerable.ToList", "Npgsql"},
		{"call of the library itself", receive + npgsql + "Npgsql!Npgsql.NpgsqlCommand.ExecuteReader() < @own < @pool", "db-query", "NpgsqlCommand.ExecuteReader", ""},
		{"builders are no calls", receive + "Npgsql!Npgsql.NpgsqlConnection+<OpenAsync>d__9.MoveNext() < " + start +
			"@own < @pool", "db-query", "NpgsqlConnection.OpenAsync", ""},
		{"nor is reflection", wait + toList +
			"C!System.Reflection.MethodBaseInvoker.InvokeWithNoArgs() < @own < @pool", "monitor-wait",
			"Enumerable.ToList", ""},
		{"base library beside no library", wait + toList + "@own < @pool", "monitor-wait", "Enumerable.ToList", ""},
		{"without own code the nearest call", receive + "Npgsql!Npgsql.NpgsqlConnection.Open() < Microsoft.AspNetCore.Routing!Microsoft.AspNetCore.Routing.EndpointMiddleware.Invoke() < @pool", "db-open", "NpgsqlConnection.Open", ""},
		{"without own code a log call", wait +
			"Microsoft.Extensions.Logging.Console!Microsoft.Extensions.Logging.Console.ConsoleLoggerProcessor." +
			"Enqueue() < Microsoft.Extensions.Logging!Microsoft.Extensions.Logging.Logger.Log() < @pool", "log-write",
			"ILogger.Log", "Microsoft.Extensions.Logging.Console"},
		{"with own code, too", wait +
			"Microsoft.Extensions.Logging!Microsoft.Extensions.Logging.Logger.Log() < @own < @pool", "log-write",
			"Logger.Log", ""},
		{"internal of the platform",
			"System.Net.NameResolution!Interop+Sys.GetHostEntryForName(unsigned int8*) < " +
				"System.Net.NameResolution!System.Net.NameResolutionPal.TryGetAddrInfo() < @pool", "dns",
			"NameResolutionPal.TryGetAddrInfo", ""},
		{"underscore of the collector", "C!System.GC._WaitForPendingFinalizers() < @own < @pool", "gc-wait",
			"GC.WaitForPendingFinalizers", ""},
		{"library that no rule knows", "Polly!Polly.Native.Call() < @own < @pool", "native-library", "Native.Call", ""},
		{"rule that needs another frame",
			"C!System.Threading.Thread.Sleep(int32) < Polly!Polly.Utilities.SystemClock+<>c.<.cctor>b__7_0() < " +
				"Polly!Polly.Retry.RetryEngine.Implementation() < Polly!Polly.Policy.Execute() < @own < @pool",
			"retry-sleep", "Policy.Execute", ""},
		{"and does not find it", wait + "Polly!Polly.Retry.RetryEngine.Implementation() < @own < @pool",
			"monitor-wait", "RetryEngine.Implementation", ""},
		{"rule that forbids one", wait +
			"C!System.Lazy`1[System.__Canon].ViaFactory(value class System.Threading.LazyThreadSafetyMode) < " +
			"C!System.Lazy`1[System.__Canon].get_Value() < @own < @pool", "monitor-wait", "Lazy.Value", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := classifyText(t, tt.stack, "[Native Frames]")
			if got.Cause == nil || string(got.Cause.Rule) != tt.rule || got.Cause.API != tt.api || got.Via != tt.via {
				t.Errorf("%s %+v via %q, want %s %q via %q", got.State, got.Cause, got.Via, tt.rule, tt.api, tt.via)
			}
		})
	}
}

// TestStates: the innermost frame decides; the marker is asked where it does not.
func TestStates(t *testing.T) {
	const linq = "System.Linq!System.Linq.Enumerable.ToList() < @own < @pool"
	tests := []struct {
		name, stack, marker string
		state               State
		mechanism           Mechanism
	}{
		{"wait below CPU_TIME", "@wait < @own < @pool", "CPU_TIME", Blocked, MechanismWaitHandle},
		{"framework call", linq, "[Native Frames]", Unclear, MechanismNative},
		{"framework call that runs", linq, "CPU_TIME", Running, MechanismRunning},
		{"own code", "@own < @pool", "[Native Frames]", Unclear, MechanismNative},
		{"own code that runs", "@own < @pool", "CPU_TIME", Running, MechanismNative},
		{"between two items", "@pool", "CPU_TIME", Running, MechanismNative},
		{"between two items, or cut", "@pool", "[Native Frames]", Unclear, MechanismNative},
		{"thread that begins", "@start", "[Native Frames]", Unclear, MechanismNative},
		{"native work", "System.IO.Compression!System.IO.Compression.DeflateStream.Read() < @own < @pool",
			"[Native Frames]", Running, MechanismNative},
		{"call into the system", "C!Interop+Sys.Ioctl(int32) < @own < @pool", "[Native Frames]", Blocked,
			MechanismFile},
		{"quick call into the system", "C!Interop+Sys.GetPid() < @own < @pool", "[Native Frames]", Unclear,
			MechanismNative},
		{"attempt of asynchronous I/O",
			"System.Net.Sockets!Interop+Sys.Send(int) < S!SocketPal.TryCompleteSendTo() < S!Socket.SendAsync() < " +
				"@own < @pool", "[Native Frames]", Running, MechanismRunning},
		{"I/O that waits",
			"System.Net.Sockets!Interop+Sys.Send(int) < S!SocketPal.SendTo() < S!Socket.Send() < @own < @pool",
			"[Native Frames]", Blocked, MechanismSocket},
		{"I/O that waits for its completion",
			"C!System.Threading.Monitor.Wait(class System.Object,int32) < " +
				"S!SocketAsyncContext.PerformSyncOperation() < S!Socket.Receive() < @own < @pool", "[Native Frames]",
			Blocked, MechanismSocket},
		{"hook on a wait", "C!System.Threading.Unknown.Helper() < @wait < @own < @pool", "[Native Frames]", Blocked,
			MechanismWaitHandle},
		{"task that its waiter runs",
			"C!System.Threading.Unknown.Helper() < C!System.Threading.Tasks.TaskScheduler.TryRunInline() < @wait < " +
				"@own < @pool", "[Native Frames]", Unclear, MechanismNative},
		{"offers to be suspended", "C!System.Threading.Thread.<PollGC>g__PollGCWorker|67_0() < @own < @pool",
			"CPU_TIME", Running, MechanismNative},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := classifyText(t, tt.stack, tt.marker)
			if got.State != tt.state || got.Cause == nil || got.Cause.Mechanism != tt.mechanism {
				t.Errorf("%s %+v, want %s, %s", got.State, got.Cause, tt.state, tt.mechanism)
			}
		})
	}
}

// TestSpecialAdvice: a cause advises by itself only where it knows more than the finding
// that its wait makes.
func TestSpecialAdvice(t *testing.T) {
	for id, want := range map[RuleID]bool{
		RuleTaskResult: false, RuleTaskWaitAll: false, RuleMonitorEnter: false, RuleReaderWriterLockRead: false,
		RuleSemaphoreSlim: true, RuleSyncWrapper: true, RuleLazyValue: true, RuleStaticInit: true,
		RuleThreadSleep: true, RuleSocketRead: true, RuleDBQuery: true, RuleLogWrite: true,
	} {
		for i := range causeRules {
			if r := &causeRules[i]; r.ID == id && (r.special() != "") != want {
				t.Errorf("%s advises %q", id, r.special())
			}
		}
	}
}

func TestInternals(t *testing.T) {
	for raw, want := range map[string]bool{
		"C!Interop+Sys.Read(int)": true, "System.Console!System.ConsolePal.Read()": true,
		"C!System.Threading.Tasks.Task+DelayPromise.MoveNext()": true, "C!System.Threading.Tasks.Task.Wait()": false,
		"C!System.IO.FileStream.Read()": false, "Npgsql!Npgsql.NpgsqlConnector+<Open>d__1.MoveNext()": false,
	} {
		f, ok := frame.Decode(shorthand.Replace(raw))
		if !ok {
			t.Fatalf("%s is no frame", raw)
		}
		if isInternal(&f) != want {
			t.Errorf("%s: %v", raw, !want)
		}
	}
}
