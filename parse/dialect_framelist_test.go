package parse

import (
	"strings"
	"testing"
)

func TestFrameList(t *testing.T) {
	const want = "frame-list\n-: Monitor.Wait < Task<T>.Result getter < Store.Load < Program.Main\n"
	runDialectTests(t, []dialectTest{
		{
			name: "DebugDiag's marks and offsets",
			text: "[[GCFrame]]\n[[HelperMethodFrame_1OBJ] (System.Threading.Monitor.ObjWait)] System.Threading.Monitor.ObjWait(Boolean, Int32, System.Object)\nmscorlib_ni!System.Threading.Monitor.Wait(System.Object, Int32)+c\nAcme.Store.Load()+50\nSystem_Web_ni!System.Web.HttpRuntime.Run()+a4\n",
			want: "frame-list\n- native: Monitor.ObjWait < mscorlib!Monitor.Wait < Store.Load < System.Web!HttpRuntime.Run\n",
		},
		{
			name: "numbers and places, as mdbg prints them",
			text: "Thread [#:0]\n*0. System.Threading.Monitor.Wait (source line information unavailable)\n 1. System.Threading.Tasks.Task`1.get_Result (source line information unavailable)\n 2. Acme.Store.Load (Store.cs:12)\n 3. Acme.Program.Main (Program.cs:3)\n",
			want: strings.Replace(want, "-:", `0 "Thread [#:0]"`+":", 1),
		},
		{
			name: "a table of Markdown",
			text: "Here is what it hangs in:\n\n| # | Frame | Module |\n|---|---|---|\n| 0 | `System.Threading.Monitor.Wait(Object, Int32)` | System.Private.CoreLib.dll |\n| 1 | Acme.Store.Load(Int32) | Acme.dll |\n",
			want: "frame-list\n-: System.Private.CoreLib!Monitor.Wait < Acme!Store.Load\n", problems: []string{"1: not understood"}, skipped: 1,
		},
		{
			name: "a table of HTML",
			text: "<table>\n<tr><td>0</td><td>System.Threading.Monitor.Wait(Object, Int32)</td></tr>\n<tr><td>1</td><td>Acme.Box&lt;Int32&gt;.Load(Int32)</td></tr>\n</table>\n",
			want: "frame-list\n-: Monitor.Wait < Box<T>.Load\n",
		},
		{
			name: "CSV",
			text: "frame,method,file\n0,\"System.Threading.Monitor.Wait(Object, Int32)\",\n1,\"Acme.Store.Load(Int32)\",Store.cs\n",
			want: "frame-list\n-: Monitor.Wait < Store.Load\n",
		},
		{
			name: "stack traces below labels",
			text: "Thread id=343a\nat System.Threading.Monitor.Enter(System.Object obj)\nat Acme.Store.Load(System.Int32 id)\n\nThread id=37e8\nM-->U\nat System.Threading.Monitor.Enter(System.Object obj)\nat Acme.Store.Save(System.Int32 id)\n",
			want: "frame-list\n343a \"Thread id=343a\": Monitor.Enter < Store.Load\n37e8 \"Thread id=37e8\": Monitor.Enter < Store.Save\n",
		},
		{
			name: "a sentence ends a thread",
			text: "System.Threading.Monitor.Enter(System.Object)\nAcme.Store.Load(Int32)\nand the other one stands here:\nSystem.Threading.Monitor.Enter(System.Object)\nAcme.Store.Save(Int32)\n",
			want: "frame-list\n-: Monitor.Enter < Store.Load\n-: Monitor.Enter < Store.Save\n", problems: []string{"3: not understood"}, skipped: 1,
		},
		{
			name: "DebugDiag's managed stack, then the same thread again",
			text: "Thread 14 - System ID 5364\nEntry point   clr!ThreadpoolMgr::intermediateThreadProc\nThis thread is waiting to enter a .NET Lock owned by thread 21\n\n.NET Call Stack\n\nFunction\nAcme.Store.Load(Int32)+50\nSystem.Threading.ThreadHelper.ThreadStart()+44\n\nFull Call Stack\n\nFunction   Source\nntdll!NtWaitForMultipleObjects+a\nAcme.Store.Load(Int32)+50\n\nThread 21 - System ID 5368\n.NET Call Stack\nSystem.Threading.Thread.Sleep(Int32)+15\nAcme.Store.Save(Int32)+50\n",
			want: "frame-list\n14 \"Thread 14 - System ID 5364\": Store.Load < ThreadHelper.ThreadStart\n21 \"Thread 21 - System ID 5368\": Thread.Sleep < Store.Save\n",
		},
		{
			name: "a table with a column for the thread",
			text: "| Thread | Frame |\n|---|---|\n| 0x1a2b | System.Threading.Monitor.Enter(Object) |\n| 0x1a2b | Acme.Store.Load(Int32) |\n| 0x1a2c | Acme.Store.Save(Int32) |\n",
			want: "frame-list\n0x1a2b: Monitor.Enter < Store.Load\n0x1a2c: Store.Save\n",
		},
		{
			name: "rows with addresses below labels, as tools on ClrMD write them",
			text: "Thread 4d2c:\n    a1b2c6e7d0 7ff9a0b51241 System.Threading.Monitor.Enter(System.Object)\n    a1b2c6e820 7ff9a0b51c85 Acme.Store.Load(Int32)\n\nThread 4d30:\n    a1b2c6e7d0 7ff9a0b51241 System.Threading.Thread.Sleep(Int32)\n    a1b2c6e820 7ff9a0b51c85 Acme.Store.Save(Int32)\n",
			want: "clrstack\n4d2c \"Thread 4d2c\": Monitor.Enter < Store.Load\n4d30 \"Thread 4d30\": Thread.Sleep < Store.Save\n",
		},
		{
			name: "parameters that go on in the next line",
			text: "System.Threading.Monitor.Wait(System.Object,\nInt32)\nAcme.Store.Load(Int32)\nAcme.Program.Main()\n",
			want: "frame-list\n-: Monitor.Wait < Store.Load < Program.Main\n",
		},
		{
			name: "bare names, with the runtime's marks, as crash analysers print them",
			text: "The threads stand here:\n\nHelperMethodFrame_1OBJ\nSystem.Threading.ManualResetEventSlim.Wait\nSystem.Threading.Tasks.Task.SpinThenBlockingWait\n**Acme.Sinks.Waiter.Wait[[System.__Canon, System.Private.CoreLib]]\nAcme.Sinks.BlobSink.Emit**\nAcme.Logging.Sink+<>c__DisplayClass3_0.<Emit>b__0\nSystem.Threading.ThreadPoolWorkQueue.Dispatch\nDebuggerU2MCatchHandlerFrame\n",
			want: "frame-list\n- native: ManualResetEventSlim.Wait < Task.SpinThenBlockingWait < Waiter.Wait < BlobSink.Emit < Sink.Emit lambda #0 < ThreadPoolWorkQueue.Dispatch\n", problems: []string{"1: not understood"}, skipped: 1,
		},
		{
			name: "numbered symbols of which some are missing",
			text: " # Call Site\n00 ntdll!NtWaitForMultipleObjects\n01 **clr!SyncBlock::Wait**\n02 mscorlib!System.Threading.SemaphoreSlim.Wait\n03 System!\n04 **Acme_269f0150000!Acme.Dispatcher.Queue**\n05 mscorlib!System.Threading.ThreadHelper.ThreadStart\n",
			want: "frame-list\n- native: mscorlib!SemaphoreSlim.Wait < ? < Acme_269f0150000!Dispatcher.Queue < mscorlib!ThreadHelper.ThreadStart\n",
		},
		{
			name: "traces of nothing thrown, below people's words",
			text: "One hangs in\n   at System.Threading.Monitor.Enter(Object obj)\n   at Acme.Store.Save(Int32 id)\n\nwhile the other is in\n   at System.Threading.Monitor.Wait(Object obj)\n   at Acme.Store.Load(Int32 id)\n",
			want: "frame-list\n-: Monitor.Enter < Store.Save\n-: Monitor.Wait < Store.Load\n", problems: []string{"1: not understood", "5: not understood"}, skipped: 2,
		},
		{
			name: "the soft debugger's call sites below frames",
			text: "Thread #6 ''\n#0 [0x00000000] Interop.Sys.Read\n#1 [0x00000014] Interop.Sys.Read (no source)\n    call Int32 Sys:Read (IntPtr, Byte*, Int32)\n#2 [0x000002D4] System.IO.Watcher.Run (no source)\n\nThread #7 'Main'\n#0 [0x00000000] System.Threading.Monitor.Enter\n#1 [0x00000014] Acme.Loading.LoadAll (/src/Loading.cs:120)\n    call Void System.Threading.Monitor:Enter (Object)\n#2 [0x00000014] Acme.Program.Main (/src/Program.cs:20)\n",
			want: "frame-list\n6 \"Thread #6 ''\": Interop.Sys.Read < Interop.Sys.Read < Watcher.Run\n7 \"Thread #7 'Main'\": Monitor.Enter < Loading.LoadAll < Program.Main\n",
		},
	})
}

// TestDebugDiagFacts holds what DebugDiag says of a thread beside its frames.
func TestDebugDiagFacts(t *testing.T) {
	s := read(t, "Thread 14 - System ID 5364\nEntry point   clr!ThreadpoolMgr::intermediateThreadProc\nThis thread is waiting to enter a .NET Lock owned by thread 21\n.NET Call Stack\nSystem.Threading.Monitor.Enter(System.Object)+5\nAcme.Store.Load(Int32)+50\n\n"+
		"Thread 21 - System ID 5368\n.NET Call Stack\nSystem.Threading.Thread.Sleep(Int32)+15\nAcme.Store.Save(Int32)+50\n")[0]
	d := s.Debugger
	if d == nil || d.Roles["14"] != "Threadpool Worker" || len(d.Locks) != 1 {
		t.Fatalf("got %+v", d)
	}
	if l := d.Locks[0]; l.OwnerID != "21" || l.From != "DebugDiag" || len(l.Waiting) != 1 || l.Waiting[0] != 0 {
		t.Errorf("lock %+v", l)
	}
}

func TestNoFrameLists(t *testing.T) {
	for _, text := range []string{
		"builder.Services.AddControllers();\nSystem.Console.WriteLine(\"ready\");\n",
		"The call System.Threading.Monitor.Enter(obj) hangs.\nSo does System.Threading.Thread.Sleep(5).\n",
		"import os\nos.path.join(a)\nself.assertEqual(a, b)\n",
		"System.Threading.Monitor.Enter(System.Object)\n",
		"Microsoft.Extensions.Hosting.Abstractions\nSystem.Threading.Tasks.Dataflow\nSystem.Threading.Tasks.Extensions\nSystem.Text.Encoding.CodePages\n",
		"System.Private.CoreLib.dll\nSystem.Threading.Thread.dll\nSystem.Threading.Tasks.Parallel.dll\nSystem.Linq.Expressions.dll\n",
		"at Object.<anonymous> (/app/index.js:1:2)\nat Module._compile (node:internal/modules/cjs/loader:1105:14)\n",
		"\tat java.lang.Object.wait(Native Method)\n\tat com.acme.Store.load(Store.java:12)\n",
	} {
		if snaps, err := readString(text); err == nil && snaps[0].Source.Dialect == frameList.name {
			t.Errorf("read as %s:\n%s", show(snaps[0]), text)
		}
	}
}
