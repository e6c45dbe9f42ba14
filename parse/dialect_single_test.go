package parse

import (
	"strings"
	"testing"
)

func TestCallStackCopy(t *testing.T) {
	runDialectTests(t, []dialectTest{
		{
			name: "Visual Studio",
			text: "Main thread:\n \tntdll.dll!00007ff9df400d24()\tUnknown\n \tKERNELBASE.dll!00007ff9dc9d464c()\tWaitForSingleObject\n \t[Managed to Native Transition]\t\tAnnotated Frame\n" +
				" \tSystem.Private.CoreLib.dll!System.Threading.Monitor.Wait(object obj, int millisecondsTimeout) Line 156\tC#\n" +
				" \tSystem.Private.CoreLib.dll!System.Threading.Tasks.Task<int>.GetResultCore(bool waitCompletionNotification)\tUnknown\tNon-user code. Skipped loading symbols.\n" +
				">\tAcme.Shop.dll!Acme.Shop.Orders.Load(int id, ref uint n) Line 17\tC#\n" +
				" \tAcme.Shop.dll!Acme.Shop.Program.Main.AnonymousMethod__0_2(string[] args) Line 17\tC#\tSymbols loaded.\n" +
				" \tmscorlib.dll!System.Threading.Monitor.Enter Line 62\tC#\n",
			want: `
callstack-copy
- "Main thread" native: System.Private.CoreLib!Monitor.Wait < System.Private.CoreLib!Task<T>.GetResultCore < Acme.Shop!Orders.Load < Acme.Shop!Program.Main lambda #2 < mscorlib!Monitor.Enter
`,
		},
		{
			name: "hidden frames, and what awaits",
			text: "\t[External Code]\t\n>\tApp.dll!Acme.Store.Load(int id) Line 17\tC#\n\t[External Code]\t\n\t[Waiting on Async Operation, double-click or press enter to view Async Call Stacks]\t\n\tApp.dll!Acme.Store.Caller() Line 3\tC#\n\t[Async Call Stack]\t\n\tApp.dll!Acme.Store.Started() Line 9\tC#\n",
			want: "callstack-copy\n-: App!Store.Load < App!Store.Caller\n", problems: []string{"1: frames were left out here", "6: what follows awaits and is on no thread"},
		},
		{
			name: "without columns",
			text: "WindowsBase.dll!System.Windows.Threading.DispatcherSynchronizationContext.Wait(System.IntPtr[] waitHandles, bool waitAll, int millisecondsTimeout)   \n[Native to Managed Transition]   \n[Managed to Native Transition]   \nmscorlib.dll!System.Threading.Monitor.Wait(object obj, int millisecondsTimeout, bool exitContext)    \n",
			want: "callstack-copy\n-: WindowsBase!DispatcherSynchronizationContext.Wait < mscorlib!Monitor.Wait\n",
		},
		{
			name: "Rider",
			text: ".NET TP Worker @3993196\n  Monitor.Wait() in System.Threading, System.Private.CoreLib.dll\n  Orders.Load() in Acme.Shop, Acme.Shop.dll\n  Program.Run() in App.exe\n\nMain Thread @12345\n  Program.Main() in Acme.Shop, Acme.Shop.dll\n",
			want: `
callstack-copy
3993196 ".NET TP Worker": System.Private.CoreLib!Monitor.Wait < Acme.Shop!Orders.Load < App!Program.Run
12345 "Main Thread": Acme.Shop!Program.Main
`,
		},
	})
}

func TestCallStackCopyParameters(t *testing.T) {
	s := read(t, "\tApp.dll!Acme.Store.Load(int id, ref uint n, params string[] rest) Line 17\tC#\n")[0]
	f := s.Stacks[0].Frames[0]
	if got, want := f.Signature(), "Store.Load(int, ref uint, string[])"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if want := "App.dll!Acme.Store.Load(int id, ref uint n, params string[] rest)"; f.Raw != want {
		t.Errorf("raw %q, want %q", f.Raw, want)
	}
}

func TestExceptionText(t *testing.T) {
	const trace = "   at Acme.Store.<>c.<Load>b__0_2(Int32 id) in /src/Store.cs:line 12\n--- End of stack trace from previous location ---\n   at System.Threading.Tasks.Task`1.GetResultCore(Boolean waitCompletionNotification)\n   at Acme.Program.Main(String[] args) in App.dll:token 0x6000001+0x10\n"
	const want = "exception\n-: Store.Load lambda #2 < Task<T>.GetResultCore < Program.Main\n"
	runDialectTests(t, []dialectTest{
		{
			name: "with its message",
			text: "Unhandled exception. System.TimeoutException: too slow\n ---> System.Exception: inner\n" + trace,
			want: want,
		},
		{name: "alone", text: trace, want: want},
		{name: "translated", text: strings.NewReplacer("   at ", "   bei ", " in /src/Store.cs:line ", " in /src/Store.cs:Zeile ").Replace(trace), want: want},
		{
			name: "only the first of several",
			text: trace + "System.Exception: another\n   at Acme.Other.Go()\n   at Acme.Program.Main(String[] args)\n",
			want: want, problems: []string{"6: 2 frames of other stack traces not read: only the first is"},
		},
		{
			name: "the innermost of several in each other",
			text: "System.AggregateException: One (x)\n ---> System.TimeoutException: x\n" + trace +
				"   --- End of inner exception stack trace ---\n   at System.Threading.Tasks.Task.Wait()\n   at Acme.Outer.Go()\n" +
				"   --- End of inner exception stack trace ---\n   at Acme.Outermost.Go()\n",
			want: want, problems: []string{"8: 3 frames of other stack traces not read: only that of the innermost exception is"},
		},
		{
			name: "as Application Insights prints it, with assemblies in place of parameters",
			text: "   at System.Threading.Monitor.ObjWait (System.Private.CoreLib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=7cec85d7bea7798e)\n" +
				"   at Acme.Store.Load (Acme.Shop, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null: C:\\src\\Store.cs:102)\n",
			want: "exception\n-: System.Private.CoreLib!Monitor.ObjWait < Acme.Shop!Store.Load\n",
		},
		{
			name:     "never beside a report",
			text:     "Thread (0x1):\n  [Native Frames]\n  App!Program.Main(class System.String[])\n\n" + trace,
			want:     "dotnet-stack\n0x1 native: App!Program.Main\n",
			problems: []string{"5: not understood", "6: not understood", "7: not understood", "8: not understood"}, skipped: 4,
		},
	})
}

func TestExceptionIsKept(t *testing.T) {
	const frames = "   at Acme.Store.Load(Int32 id) in /src/Store.cs:line 12\n"
	long := strings.Repeat("x", 2*maxException)
	for head, want := range map[string]string{
		"":                                    "",
		"System.TimeoutException: too slow\n": "System.TimeoutException: too slow",
		"Unhandled exception. System.AggregateException: One (boom)\n ---> Acme.BoomException: boom\n": "System.AggregateException: One (boom) ---> Acme.BoomException: boom",
		"Unhandled Exception: System.ComponentModel.Win32Exception (2): No such file\n":                "System.ComponentModel.Win32Exception (2): No such file",
		"System.ServiceModel.FaultException`1[Acme.Fault]: no\n":                                       "System.ServiceModel.FaultException`1[Acme.Fault]: no",
		"Acme.BareException\n":                 "Acme.BareException",
		"Acme.BadException: \x1b[31mred\x07\n": "Acme.BadException: red\ufffd",
		"Acme.LongException: " + long + "\n":   "Acme.LongException: " + long[:maxException-len("Acme.LongException: ")] + "…",
	} {
		s := read(t, head+frames)[0]
		if s.Exception != want || s.SkippedLines != 0 {
			t.Errorf("%q: exception %q, want %q; %d lines skipped", head, s.Exception, want, s.SkippedLines)
		}
	}
	for _, prose := range []string{"The Exception: it was late\n", "An Exception was thrown\n", "Acme.Store: no\n"} {
		if s := read(t, prose+frames)[0]; s.Exception != "" || s.SkippedLines != 1 {
			t.Errorf("%q: exception %q, %d lines skipped", prose, s.Exception, s.SkippedLines)
		}
	}
}

func TestForeignTraces(t *testing.T) {
	for name, text := range map[string]string{
		"Java":   "Exception in thread \"main\" java.lang.RuntimeException\n\tat com.acme.Store.load(Store.java:12)\n\tat java.base/java.lang.Thread.run(Thread.java:834)\n",
		"Node":   "Error: x\n    at Store.load (/app/store.js:12:3)\n    at main (/app/main.js:1:1)\n",
		"failed": "[ERROR] Microsoft.Diagnostics.NETCore.Client.ServerNotAvailableException: Unable to connect\n   at Microsoft.Diagnostics.NETCore.Client.IpcTransport.Connect(Int32 timeout)\n",
		"prose":  "We met at noon (in the office) to look at the stacks.\n",
	} {
		if snaps, err := Read(strings.NewReader(text), name); err == nil {
			t.Errorf("%s: read as %s", name, show(snaps[0]))
		}
	}
}
