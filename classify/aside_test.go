package classify

import (
	"testing"

	"stacktriage/frame"
	"stacktriage/parse"
)

// TestSetAside: a thread is idle or waits by design only where a rule names its root and
// its wait. Each entry that is set aside has neighbours that differ in one of the two and
// are not.
func TestSetAside(t *testing.T) {
	const (
		enter   = "C!System.Threading.Monitor.Enter_Slowpath(class System.Object)"
		taskEnd = "C!System.Threading.ManualResetEventSlim.Wait(int32,value class System.Threading." +
			"CancellationToken) < " +
			"C!System.Threading.Tasks.Task.InternalWaitCore(int32,value class System.Threading.CancellationToken)"
		parked = "C!System.Threading.LowLevelLifoSemaphore.WaitForSignal(int32)"
		worker = "C!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart() < @start"
		gate   = "C!System.Threading.PortableThreadPool+GateThread.GateThreadStart() < @start"
		logger = "Microsoft.Extensions.Logging.Console!Microsoft.Extensions.Logging.Console." +
			"ConsoleLoggerProcessor.ProcessLogQueue() < @start"
		rabbit  = "RabbitMQ.Client!RabbitMQ.Client.Framing.Impl.Connection.MainLoop() < @start"
		unknown = "Contoso.Toolkit!Contoso.Toolkit.Pump.Run() < @start"
	)
	tests := []struct {
		name, stack string
		marker      string // "" = native
		role        Role
		state       State
	}{
		{"parked", parked + " < " + worker, "", Worker, Idle},
		{"parked, marker stale", parked + " < " + worker, "CPU_TIME", Worker, Idle},
		{"spins before it parks", worker, "CPU_TIME", Worker, Idle},
		{"nothing but a root", worker, "", Worker, Unclear},
		{"worker in another wait", "@wait < " + worker, "", Worker, Blocked},
		{"worker, its item cut out", taskEnd + " < " + worker, "", Worker, Blocked},
		{"parked, but an item is running", parked + " < @pool", "", Worker, Unclear},
		{"worker that enters a lock", enter + " < " + worker, "", Worker, Blocked},

		{"gate", "@wait < " + gate, "", Gate, Waiting},
		{"gate, asleep", "C!System.Threading.Thread.Sleep(int32) < " + gate, "", Gate, Waiting},
		{"gate that enters a lock", enter + " < " + gate, "", Gate, Blocked},
		{"gate in a native call", "C!System.GC.GetTotalMemory(bool) < " + gate, "", Gate, Unclear},
		{"gate at work", "C!System.GC.GetTotalMemory(bool) < " + gate, "CPU_TIME", Gate, Running},

		{"socket loop", "S!SocketAsyncEngine.EventLoop() < @start", "", SocketLoop, Waiting},
		{"logger", "@wait < " + logger, "", Background, Waiting},
		{"logger that enters a lock", enter + " < " + logger, "", Background, Blocked},
		{"logger in a socket",
			"System.Net.Sockets!Interop+Sys.Send(class System.Runtime.InteropServices.SafeHandle) < " + logger, "",
			Background, Blocked},
		{"client that reads its socket",
			"System.Net.Sockets!Interop+Sys.Receive(class System.Runtime.InteropServices.SafeHandle) < " + rabbit, "",
			Background, Waiting},
		{"client that waits for a task", taskEnd + " < " + rabbit, "", Background, Blocked},
		{"client in a native call", "System.Linq!System.Linq.Enumerable.ToList() < " + rabbit, "", Background, Unclear},

		{"library on no list", "@wait < " + unknown, "", Dedicated, Blocked},
		{"framework thread on no list", "@wait < System.Linq!System.Linq.Pump.Run() < @start", "", Dedicated, Blocked},
		{"framework thread that computes",
			"System.Linq!System.Linq.Enumerable.ToList() < System.Linq!System.Linq.Pump.Run() < @start", "",
			Dedicated, Unclear},
		{"accept loop",
			"S!SocketPal.Accept(class System.Net.Sockets.SafeSocketHandle) < S!Socket.Accept() < @own < @start", "",
			Dedicated, Waiting},
		{"accept loop that enters a lock", enter + " < S!Socket.Accept() < @own < @start", "", Dedicated, Blocked},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			marker := tt.marker
			if marker == "" {
				marker = "[Native Frames]"
			}
			got := classifyText(t, tt.stack, marker)
			if got.Role != tt.role || got.State != tt.state {
				t.Errorf("%s %s, want %s %s; cause %+v", got.Role, got.State, tt.role, tt.state, got.Cause)
			}
		})
	}
}

// TestLostRoot: what only the frames that were cut off could tell is not told. A start
// frame, where the others have one, is such a frame.
func TestLostRoot(t *testing.T) {
	const (
		shown = "@wait < C!System.Threading.TimerQueue.TimerThread() < @start"
		long  = "C!System.Threading.Tasks.Task.ExecuteWithThreadLocal(class System.Threading.Tasks.Task&," +
			"class System.Threading.Thread)"
		begun = "Acme.Orders!Acme.Orders.Feed.Loop()"
	)
	tests := []struct {
		name, stack, other string
		role               Role
	}{
		{"started", "@wait < " + begun + " < @start", shown, Dedicated},
		{"start frame lost", "@wait < " + begun, shown, Unknown},
		{"start frame of a task lost", "@wait < @own < " + long, shown, Unknown},
		{"of a version without start frames", "@wait < " + begun,
			"@wait < C!System.Threading.TimerQueue.TimerThread()", Dedicated},
		{"called with arguments", "@wait < @own", "@wait < C!System.Threading.TimerQueue.TimerThread()", Unknown},
		{"body of an async method", "@wait < Acme.Orders!Acme.Orders.Feed+<LoopAsync>d__2.MoveNext()", "@wait",
			Unknown},
		{"where others lost theirs", "@wait < " + begun, "@wait < @own", Unknown},
		{"framework frame", "@wait < C!System.Threading.ManualResetEventSlim.Wait()",
			"@wait < C!System.Threading.TimerQueue.TimerThread()", Unknown},
		{"execution context alone", "@wait < " + begun + " < C!System.Threading.ExecutionContext.RunInternal()",
			"@wait", Unknown},
		{"execution context below a start", "@wait < " + begun +
			" < C!System.Threading.Thread+StartHelper.Callback(class System.Object) < " +
			"C!System.Threading.ExecutionContext.RunInternal()", shown, Dedicated},
		{"library that somebody called",
			"@wait < RabbitMQ.Client!RabbitMQ.Client.Impl.Continuation.GetReply(value class System.TimeSpan)",
			"@wait < C!System.Threading.TimerQueue.TimerThread()", Unknown},
		{"library thread that others started",
			"@wait < Hangfire.Core!Hangfire.Processing.BackgroundDispatcher.DispatchLoop()", shown, Background},
		{"library thread where others lost their root",
			"@wait < RabbitMQ.Client!RabbitMQ.Client.Framing.Impl.Connection.MainLoop()", "@wait < @own", Background},
		{"library frame where others lost their root", "@wait < RabbitMQ.Client!RabbitMQ.Client.Impl.Loop()",
			"@wait < @own", Unknown},
		{"listed library without a row", "@wait < Polly!Polly.Pump.Loop()",
			"@wait < C!System.Threading.TimerQueue.TimerThread()", Dedicated},
		{"library thread", "@wait < RabbitMQ.Client!RabbitMQ.Client.Framing.Impl.Connection.MainLoop()",
			"@wait < C!System.Threading.TimerQueue.TimerThread()", Background},
		{"pool worker by its work loop", "@wait < @own < C!System.Threading.ThreadPoolWorkQueue.Dispatch()",
			shown, Worker},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := classifyAmong(t, tt.stack, "[Native Frames]", tt.other)
			if got.Role != tt.role {
				t.Errorf("%s %s, want %s", got.Role, got.State, tt.role)
			}
		})
	}
}

// TestFinalizerIsNotBelieved: own code on the finalizer under a marker that proves
// nothing may stand in front of a lock, which has no frame up to .NET 9.
func TestFinalizerIsNotBelieved(t *testing.T) {
	const stack = "Acme.Orders!Acme.Orders.HandleTable.Release() < " +
		"Acme.Orders!Acme.Orders.HandleTable.Finalize() < C!System.GC.RunFinalizers()"
	if got := classifyText(t, stack, "[Native Frames]"); got.Role != Finalizer || got.State != Unclear {
		t.Errorf("%s %s under the native marker", got.Role, got.State)
	}
	const plain = "C!System.Threading.Thread.Sleep(int32) < @own < @start"
	if got := classifyAmong(t, stack, "CPU_TIME", plain); got.State != Running {
		t.Errorf("%s where the marker can be believed", got.State)
	}
	const nine = "C!System.Threading.SemaphoreSlim.WaitUntilCountOrTimeout(int32,unsigned int32,value class System." +
		"Threading.CancellationToken) < @own < @start"
	if got := classifyAmong(t, stack, "CPU_TIME", nine); got.State != Unclear {
		t.Errorf("%s on .NET 9, whose marker is stale", got.State)
	}
}

func TestCutByRuntime(t *testing.T) {
	for n, want := range map[int]bool{99: false, 100: true, 101: false} {
		if st := (&parse.Stack{Frames: make([]*frame.Frame, n)}); CutByRuntime(st) != want {
			t.Errorf("%d frames: %v", n, !want)
		}
	}
}
