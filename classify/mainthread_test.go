package classify

import (
	"strings"
	"testing"

	"stacktriage/frame"
	"stacktriage/parse"
)

// classifyMain classifies a stack as the first thread of a report.
func classifyMain(t *testing.T, stack string) Result {
	t.Helper()
	var b strings.Builder
	writeThread(&b, stack, "[Native Frames]")
	writeThread(&b, "@wait < C!System.Threading.TimerQueue.TimerThread() < @start", "[Native Frames]")
	s := readOne(t, b.String())
	return New(s, Options{}).Classify(&s.Stacks[s.Threads[0].Stack], Marks{Native: 1}, true)
}

func readOne(t *testing.T, text string) *parse.Snapshot {
	t.Helper()
	snaps, err := parse.Read(strings.NewReader(text), "made up")
	if err != nil {
		t.Fatal(err)
	}
	return snaps[0]
}

func TestMainThread(t *testing.T) {
	const (
		hosting = "Microsoft.Extensions.Hosting.Abstractions!Microsoft.Extensions.Hosting." +
			"HostingAbstractionsHostExtensions."
		getTask = taskResult + " < "
		console = "System.Console!Interop+Sys.Read(int) < "
		main    = "Acme.Orders!Acme.Orders.Program.Main(class System.String[])"
		helper  = "Acme.Orders!Acme.Orders.Program.Wait()"
		sleep   = "C!System.Threading.Thread.Sleep(int32) < "
		event   = "C!System.Threading.ManualResetEventSlim.Wait() < "
		enter   = "C!System.Threading.Monitor.Enter_Slowpath(class System.Object) < "
	)
	tests := []struct {
		name, stack string
		state       State
	}{
		{"host runs", getTask + hosting + "Run(class Microsoft.Extensions.Hosting.IHost) < " + main, Waiting},
		{"host waits for its end", getTask + hosting + "WaitForShutdown(class Microsoft.Extensions.Hosting.IHost) < " + main, Waiting},
		{"web host runs", getTask +
			"Microsoft.AspNetCore.Hosting!Microsoft.AspNetCore.Hosting.WebHostExtensions.Run() < " + main, Waiting},
		{"web application runs", getTask + "Microsoft.AspNetCore!Microsoft.AspNetCore.Builder.WebApplication.Run() < " + main, Waiting},
		{"host starts", getTask +
			"Microsoft.Extensions.Hosting!Microsoft.Extensions.Hosting.Internal.Host+<StartAsync>d__15.MoveNext() < " +
			hosting + "Run(class Microsoft.Extensions.Hosting.IHost) < " + main, Blocked},
		{"service starts", getTask + "@own < Microsoft.Extensions.Hosting.Abstractions!Microsoft.Extensions.Hosting.BackgroundService.StartAsync() < " +
			hosting + "Run(class Microsoft.Extensions.Hosting.IHost) < " + main, Blocked},
		{"host is started", getTask + hosting + "Start(class Microsoft.Extensions.Hosting.IHost) < " + main, Blocked},
		{"lock while the host runs", enter + hosting + "Run(class Microsoft.Extensions.Hosting.IHost) < " +
			main, Blocked},
		{"own code while the host runs", getTask + "@own < " + hosting +
			"Run(class Microsoft.Extensions.Hosting.IHost) < " + main, Blocked},

		{"reads the console", console + "System.Console!System.Console.ReadLine() < " + main, Waiting},
		{"reads the console elsewhere", console + "System.Console!System.Console.ReadLine() < " + helper + " < " +
			main, Waiting},
		{"sleeps", sleep + main, Waiting},
		{"sleeps in a method of its own", sleep + helper + " < " + main, Waiting},
		{"sleeps in what a library called", sleep + helper + " < Polly!Polly.Policy.Execute() < " + main, Blocked},
		{"waits for an event", event + main, Waiting},
		{"waits for an event elsewhere", event + helper + " < " + main, Blocked},
		{"waits for an event in a lambda", event + "Acme.Orders!Acme.Orders.Program+<>c.<Main>b__0_1() < " +
			main, Waiting},
		{"waits for an event in its state machine", event + "Acme.Orders!Acme.Orders.Program+<Main>d__0.MoveNext() < " + main, Waiting},
		{"waits for an event in another type", event + "Acme.Orders!Acme.Orders.Other+<Main>d__0.MoveNext() < " +
			main, Blocked},
		{"waits for a semaphore", "C!System.Threading.SemaphoreSlim.Wait() < " + main, Waiting},
		{"waits for a semaphore elsewhere", "C!System.Threading.SemaphoreSlim.Wait() < " + helper + " < " +
			main, Blocked},
		{"waits for a child process", event + "System.Diagnostics.Process!System.Diagnostics.Process.WaitForExit() < " + main, Blocked},
		{"waits for finalizers", "C!System.GC.WaitForPendingFinalizers() < " + main, Blocked},
		{"waits for a task", getTask + main, Blocked},
		{"compiler's wrapper of an async Main", getTask +
			"Acme.Orders!Acme.Orders.Program.<Main>(class System.String[])", Waiting},
		{"waits for a lock", enter + main, Blocked},

		{"stands in a message loop", "?!? < System.Windows.Forms!System.Windows.Forms.Application+ThreadContext.RunMessageLoopInner(int32) < " + main, Waiting},
		{"native call", "?!? < System.Linq!System.Linq.Enumerable.ToList() < " + main, Unclear},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := classifyMain(t, tt.stack); got.Role != Main || got.State != tt.state {
				t.Errorf("%s %s, want main %s; %+v", got.Role, got.State, tt.state, got.Cause)
			}
		})
	}
}

func TestOwnModulesByMain(t *testing.T) {
	tests := []struct {
		main, module string
		want         FrameKind
	}{
		{"Acme.Orders", "Acme.Orders", KindUser}, {"Npgsql.Tools", "Npgsql.Tools", KindUser},
		{"Npgsql.Tools", "Npgsql.Tools.Core", KindUser}, {"Npgsql.Tools", "Npgsql", KindLibrary},
		{"Npgsql.Tools.Cli", "Npgsql.Tools.Core", KindUser}, {"Npgsql.Tools", "Npgsql.Toolset", KindLibrary},
		{"Npgsql", "Npgsql", KindUser}, {"Npgsql", "Npgsql.NodaTime", KindLibrary},
		{"Microsoft.AspNetCore.Sample", "Microsoft.AspNetCore.Http", KindFramework},
		{"System.Text.Tool", "System.Text.Json", KindFramework}, {"System.Contoso", "System.Contoso.Core", KindUser},
	}
	for _, tt := range tests {
		s := readOne(t,
			"Thread (0x1):\n  [Native Frames]\n  System.Private.CoreLib!System.Threading.Thread.Sleep(int32)\n  "+
				tt.main+"!Program.Main(class System.String[])\n")
		c := New(s, Options{})
		if c.Context.MainModule != tt.main {
			t.Errorf("main module %s, want %s", c.Context.MainModule, tt.main)
		}
		if got := c.judge.module(tt.module).kind; got != tt.want {
			t.Errorf("%s beside %s is %s, want %s", tt.module, tt.main, got, tt.want)
		}
	}
}

func TestBaseModules(t *testing.T) {
	for module, want := range map[string]bool{
		"System.Private.CoreLib": true, "mscorlib": true, "System.Text.Json": true, "System.Contoso": false,
		"testhost":         false,
		"Microsoft.CSharp": true, "Microsoft.VisualBasic.Core": true, "Microsoft.Win32.Primitives": true,
		"Microsoft.AspNetCore.Http": false, "Npgsql": false, "System.Reactive": false,
	} {
		if got := isBaseModule(module); got != want {
			t.Errorf("%s: %v", module, got)
		}
	}
}

func TestMarkersOfACapture(t *testing.T) {
	const (
		sleeps = "  System.Private.CoreLib!System.Threading.Thread.Sleep(int32)\n  Acme!Acme.Job.Run()\n\n"
		spins  = "  System.Private.CoreLib!System.Threading.LowLevelLifoSemaphore.WaitForSignal(int32)\n" +
			"  System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()\n\n"
		runs = "  Acme!Acme.Job.Compute()\n\n"
	)
	native, cpu := "Thread (0x1):\n  [Native Frames]\n", "Thread (0x2):\n  CPU_TIME\n"
	tests := []struct {
		name, text string
		stale, one bool
	}{
		{"believable", native + sleeps + cpu + runs, false, false},
		{"a sleeper that runs", native + sleeps + cpu + sleeps, true, false},
		{"a worker that spins before it parks", native + sleeps + cpu + spins, false, false},
		{"all native", native + sleeps + native + runs, false, true},
		{"all on the CPU", cpu + runs + cpu + runs, false, false},
	}
	for _, tt := range tests {
		c := New(readOne(t, tt.text), Options{}).Context
		if c.StaleMarker != tt.stale || c.OneMarker != tt.one {
			t.Errorf("%s: stale %v, one %v", tt.name, c.StaleMarker, c.OneMarker)
		}
	}
}

func TestRuntimeByItsFrames(t *testing.T) {
	const root = "System.Private.CoreLib!System.Threading.Thread.StartCallback()"
	tests := []struct {
		frame    string
		min, max int
	}{
		{"System.Private.CoreLib!System.Threading.ThreadHelper.ThreadStart(class System.Object)", 0, 5},
		{"System.Private.CoreLib!System.Threading._ThreadPoolWaitCallback.PerformWaitCallback()", 0, 6},
		{"System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()", 6, 0},
		{"System.Private.CoreLib!System.Threading.WaitHandle.WaitOneNoCheck(int32,bool,class System.Object," +
			"value class WaitHandleWaitSourceMap)", 9, 0},
		{"System.Private.CoreLib!System.Threading.WaitHandle.WaitOneNoCheck(int32)", 0, 8},
		{"System.Private.CoreLib!System.GC.RunFinalizers()", 9, 0},
		{"System.Private.CoreLib!System.Threading.Monitor.Enter_Slowpath(class System.Object)", 10, 10},
		{"System.Private.CoreLib!System.Threading.Tasks.Task.InternalWait(int32,value class System.Threading." +
			"CancellationToken)", 10, 0},
		{"System.Private.CoreLib!System.Threading.SemaphoreSlim.WaitUntilCountOrTimeout(int32,unsigned int32)", 0, 9},
		{"System.Private.CoreLib!System.Threading.SemaphoreSlim.WaitUntilCountOrTimeout(int64,int64)", 10, 0},
		{"System.Private.CoreLib!System.Threading.Condition.Wait(int32,class System.Object)", 11, 0},
		{"System.Private.CoreLib!System.Threading.Lock.TryEnterSlow(int32,value class ThreadId)", 9, 10},
		{"System.Private.CoreLib!System.Threading.Lock.TryEnterSlow(int32,int32)", 11, 0},
		{"System.Private.CoreLib!" + handleNonSuccess +
			"(class System.Threading.Tasks.Task,value class System.Threading.Tasks.ConfigureAwaitOptions)", 8, 0},
		{"System.Private.CoreLib!" + handleNonSuccess + "(class System.Threading.Tasks.Task)", 0, 7},
		{"Acme!Acme.Job.Run()", 0, 0},
	}
	for _, tt := range tests {
		s := readOne(t, "Thread (0x1):\n  [Native Frames]\n  "+tt.frame+"\n  "+root+"\n")
		if got := New(s, Options{}).Context.Runtime; got.Min != tt.min || got.Max != tt.max {
			t.Errorf("%s: %+v, want %d to %d", tt.frame, got, tt.min, tt.max)
		}
	}
	for _, r := range []struct {
		r              RuntimeVersion
		least, most, n bool
	}{
		{RuntimeVersion{9, 9}, true, true, true}, {RuntimeVersion{8, 8}, false, true, false}, {RuntimeVersion{0,
			8}, false, true, false},
		{RuntimeVersion{10, 0}, true, false, false}, {RuntimeVersion{}, false, false, false}, {RuntimeVersion{0,
			9}, false, true, true},
	} {
		if r.r.AtLeast(9) != r.least || r.r.AtMost(9) != r.most || r.r.maybeNine() != r.n {
			t.Errorf("%+v", r.r)
		}
	}
}

// TestMainModule: the entry point is the bottom frame of the first thread, whatever the
// runtime stands on below it, or any bottom frame with the shape of one.
func TestMainModule(t *testing.T) {
	const (
		sleep = "System.Private.CoreLib!System.Threading.Thread.Sleep(int32)\n"
		main  = "Acme.Orders!Acme.Orders.Program.Main(class System.String[])\n"
		gate  = "Thread (0x9):\n[Native Frames]\nSystem.Private.CoreLib!System.Threading.WaitHandle." +
			"WaitOneNoCheck(int32)\n" +
			"System.Private.CoreLib!System.Threading.PortableThreadPool+GateThread.GateThreadStart()\n\n"
	)
	first := func(frames string) string { return "Thread (0x1):\n[Native Frames]\n" + frames + "\n" }
	tests := []struct{ name, text, want string }{
		{"plain", first(sleep+main) + gate, "Acme.Orders"},
		{"called by the runtime", first(sleep+main+"System.Private.CoreLib!System.Environment.CallEntryPoint()\n") +
			gate, "Acme.Orders"},
		{"unreadable below", first(sleep+main+"?!?\n") + gate, "Acme.Orders"},
		{"whatever its name", first(sleep+"Acme.Orders!Acme.Orders.Service.Serve(int32)\n") + gate, "Acme.Orders"},
		{"on another thread", gate + first(sleep+main), "Acme.Orders"},
		{"another thread without its shape", gate + first(sleep+"Acme.Orders!Acme.Orders.Service.Serve(int32)\n"), ""},
		{"a thread that was started", first(sleep+"Acme.Orders!Acme.Orders.Service.Serve()\nSystem.Private."+
			"CoreLib!System.Threading.Thread.StartCallback()\n") + gate, ""},
		{"the base library", first(sleep) + gate, ""},
		{"a framework's frame", first(sleep+"System.Linq!System.Linq.Enumerable.ToList()\n") + gate, ""},
		{"generated code", first(sleep+"Anonymously Hosted DynamicMethods Assembly!dynamicClass."+
			"lambda_method1(int32)\n") + gate, ""},
		{"a library's own thread", first(sleep+"RabbitMQ.Client!RabbitMQ.Client.Framing.Impl.Connection.MainLoop()\n") + gate, ""},
		{"a tool of the framework", first(sleep+"testhost!Microsoft.VisualStudio.TestPlatform.TestHost.Program."+
			"Main(class System.String[])\n") + gate, "testhost"},
	}
	for _, tt := range tests {
		if got := New(readOne(t, tt.text), Options{}).Context.MainModule; got != tt.want {
			t.Errorf("%s: main module %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestFingerprintsWithoutParameters: where a dialect prints no parameters, a name tells
// the version only if no other version has it.
func TestFingerprintsWithoutParameters(t *testing.T) {
	for name, min := range map[string]int{
		"System.Threading.Tasks.Task.InternalWait": 10, "System.Threading.WaitHandle.WaitOneNoCheck": 0,
		"System.Threading.SemaphoreSlim.WaitCore": 0, "System.Threading.SemaphoreSlim.WaitUntilCountOrTimeout": 0,
		"System.Threading.Lock.TryEnterSlow": 0, "System.GC.RunFinalizers": 9, handleNonSuccess: 0,
		"System.Threading.Thread.StartCallback": 0,
	} {
		var r RuntimeVersion
		f := frame.DecodeBare(name)
		r.narrow(&f)
		if r.Min != min || r.Max != 0 {
			t.Errorf("%s: %+v, want %d or later", name, r, min)
		}
	}
}
