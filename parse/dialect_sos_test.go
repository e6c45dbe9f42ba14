package parse

import (
	"reflect"
	"strings"
	"testing"
)

const sosTable = "        Child SP               IP Call Site\n"

func TestClrstack(t *testing.T) {
	runDialectTests(t, []dialectTest{
		{
			name: "internal frames, locks, source lines, warnings between rows",
			text: "Loading core dump: /tmp/a.dmp ...\nOS Thread Id: 0x1dc82\n" + sosTable +
				"00007F2AE2FB47D0 00007f305abc6360 [HelperMethodFrame_1OBJ: 00007f2ae2fb47d0] " +
				"System.Threading.Monitor.ReliableEnter(System.Object, Boolean ByRef)\n" +
				"00007F2AE2FB4920 00007F2FE392B31F Acme.Web.Controller.<deadlock>b__3_1() [/home/x/Controller.cs @ 36]\n" +
				"00007F2AE2FB4930 00007F2FE392B31F SOS Warning: Loading symbols for dynamic assemblies is not yet supported\n" +
				"DynamicClass.lambda_method2(System.Runtime.CompilerServices.Closure)\n" +
				"00007F2AE2FB4940 00007F2FE392B31F System.Threading.Tasks.Task`1[[System.__Canon, System.Private.CoreLib]].GetResultCore(Boolean)\n" +
				"00007F2AE2FB4950 00007F2FE392B31F <unknown>\n" +
				"00007F2AE2FB4DC0 00007fca615fb3cc [DebuggerU2MCatchHandlerFrame: 00007f2ae2fb4dc0] \n" +
				"OS Thread Id: 0x1435\n" + sosTable +
				"00007FC9D3E8FDF0 00007fca619c3f16 [DebuggerU2MCatchHandlerFrame: 00007fc9d3e8fdf0] \n",
			want: `
clrstack
0x1dc82 native: Monitor.ReliableEnter < Controller.deadlock lambda #1 < lambda_method2 < Task<T>.GetResultCore < ?
0x1435: 
`,
		},
		{
			name: "P/Invoke stubs are not shown, P/Invokes once",
			text: "OS Thread Id: 0x1\n" + sosTable +
				"00007F8916F6CB00 00007fca619c3f16 [InlinedCallFrame: 00007f8916f6cb00] System.Threading.Monitor.<Wait>g____PInvoke|24_0(System.Runtime.CompilerServices.ObjectHandleOnStack, Int32)\n" +
				"00007F8916F6CAD0 00007FC9E716454E System.Threading.ManualResetEventSlim.Wait(Int32, System.Threading.CancellationToken)\n" +
				"OS Thread Id: 0x2\n" + sosTable +
				"00007F8916F6CB00 00007fca619c3f16 [InlinedCallFrame: 00007f8916f6cb00] Acme.Native.Sleep(Int32)\n" +
				"00007F8916F6CB00 00007fc9e716454e [InlinedCallFrame: 00007f8916f6cb00] Acme.Native.Sleep(Int32)\n" +
				"00007F8916F6CAD0 00007FC9E716454E Acme.Native.Sleep(Int32)\n" +
				"00007F8916F6CAD0 00007FC9E716454E ILStubClass.IL_STUB_PInvoke(Int32)\n",
			want: `
clrstack
0x1 native: ManualResetEventSlim.Wait
0x2 native: Native.Sleep < Native.Sleep < IL_STUB_PInvoke
`,
		},
		{
			name: "one thread, under prompts, with variables",
			text: "> setthread 20\n> clrstack -a                        \nOS Thread Id: 0x1dc1d (20)\n" + sosTable +
				"00007F2AE2FB4920 00007F2FE392B31F Acme.Store.Load(Int32) [/src/Store.cs @ 36]\n    PARAMETERS:\n        this (0x00007F2AE2FB4930) = 0x00007f2e90080fb8\n        id (<CLR reg>) = 0x0000000000000007\n    LOCALS:\n        <no data>\n        0x00007F2AE2FB4938 = 0x0000000000000001\n\n" +
				"00007F2AE2FB4990 00007F2FE392B32F Program.Main(System.String[])\n    PARAMETERS:\n        args = <no data>\n\n> exit\n",
			want: `
clrstack
0x1dc1d: Store.Load < Program.Main
`,
		},
		{
			name: "modules, offsets and native frames",
			text: "0:000> !clrstack -f\nOS Thread Id: 0x1dc1d (0)\n" + sosTable +
				"00007FA561CB5410 00007FA563FBC471 libcoreclr.so!CorUnix::CPalSynchronizationManager::BlockThread(CorUnix::CPalThread*, unsigned int, bool) + 465\n" +
				"00007FA561CB5470 00007FA563FC0E52 libpthread.so.0!pthread_cond_wait@@GLIBC_2.3.2 + 203\n" +
				"00007FA561CB5990                  [HelperMethodFrame_1OBJ: 00007fa561cb5990] System.Threading.Monitor.ReliableEnter(System.Object, Boolean ByRef)\n" +
				"00007FA561CB5AC0 00007FA563C95B38 System.Private.CoreLib.dll!System.Threading.Tasks.Task.Wait() + 61 [/_/src/Task.cs @ 12]\n" +
				"00007FA561CB5AD0 00007FA563C95B38 App.dll!Acme.Store`1[[System.Int32, System.Private.CoreLib]].Load(Int32) + 4\n",
			want: `
clrstack
0x1dc1d native: Monitor.ReliableEnter < System.Private.CoreLib!Task.Wait < App!Store<T>.Load
`,
		},
		{
			name: "all threads under WinDbg: native ones are counted",
			text: "0:000> ~*e !clrstack\nOS Thread Id: 0x6ba8 (0)\n" + sosTable +
				"0000001fc697d6d0 00007ffa864765fa Acme.Program.Main(System.String[]) [E:\\src\\Program.cs @ 70]\n" +
				"0000001fc697d998 00007ffae5fdc1e3 [GCFrame: 0000001fc697d998] \n" +
				"OS Thread Id: 0x2ae4 (1)\nUnable to walk the managed stack. The current thread is likely not a \n" +
				"managed thread. You can run !threads to get a list of managed threads in\nthe process\n" +
				"Failed to start stack walk: 80070057\n" +
				"OS Thread Id: 0x5ec8 (5)\n" + sosTable + "GetFrameContext failed: 1\n0000000000000000 0000000000000000 \n" +
				"OS Thread Id: 0x5ec9 (6)\n" + sosTable +
				"0000001fc697d6d0 00007ffa864765fa Acme.Job.Run()\n<failed>\nStack Walk failed. Reported stack incomplete.\n",
			want: `
clrstack
0x6ba8: Program.Main
0x5ec8: 
0x5ec9 incomplete: Job.Run
`,
			problems: []string{"18: the debugger could not walk this stack to its end",
				"19: the debugger could not walk this stack to its end"},
		},
		{
			name: "of tools on ClrMD",
			text: "Thread - OS 00015910 - Managed 1:\n  25aaf7e070 7ffb6af86278 [GCFrame]\n" +
				"  25aaf7e1b8 7ffb6af86278 [HelperMethodFrame_1OBJ]\n" +
				"  25aaf7e2e0 7ffbc9a43725 System.Threading.ManualResetEventSlim.Wait(Int32, System.Threading.CancellationToken)\n",
			want: `
clrstack
0x15910 native: ManualResetEventSlim.Wait
`,
		},
		{
			name: "rows without a header",
			text: "0000001fc697d6d0 00007ffa864765fa Acme.Program.Main(System.String[])\nOS Thread Id: 0x1 (1)\n" + sosTable +
				"0000001fc697d6d0 00007ffa864765fa Acme.Job.Run()\n",
			want: `
clrstack
-: Program.Main
0x1: Job.Run
`,
			problems: []string{"1: frames without a thread header"},
		},
		{
			name: "what is not understood is counted",
			text: "OS Thread Id: 0x1\n" + sosTable +
				"0000001fc697d6d0 00007ffa864765fa what is this\n0000001fc697d6d0 00007ffa864765fa Acme.Job.Run()\nmy remark\n",
			want: `
clrstack
0x1: ? < Job.Run
`,
			problems: []string{"3: call site not understood", "5: not understood"}, skipped: 1,
		},
		{
			name: "the same dump twice",
			text: strings.Repeat("OS Thread Id: 0x1\n"+sosTable+"0000001fc697d6d0 00007ffa864765fa "+
				"Program.Main(System.String[])\n", 2),
			want: `
clrstack
0x1: Program.Main
clrstack
0x1: Program.Main
`,
		},
	})
}

// clrstack -all lists every thread, the main thread first; clrstack prints one, with the
// debugger's index.
func TestClrstackWhole(t *testing.T) {
	const all = "OS Thread Id: 0x1\n" + sosTable + "0000001fc697d6d0 00007ffa864765fa Program.Main()\n"
	for _, s := range read(t, all+all) {
		if !s.Whole {
			t.Error("clrstack -all is not whole")
		}
	}
	for _, s := range read(t, strings.ReplaceAll(all, "0x1\n", "0x1 (0)\n")) {
		if s.Whole {
			t.Error("one thread is the whole process")
		}
	}
}

const sosStacks = "OS Thread Id: 0x1dc1d\n" + sosTable +
	"00007F2AE2FB4920 00007F2FE392B31F Acme.Store.Load()\nOS Thread Id: 0x1dc1e\n" + sosTable +
	"00007F2AE2FB4920 00007F2FE392B31F Acme.Store.Save()\n"

func TestDebuggerBlocks(t *testing.T) {
	const (
		portable = "> threadpool\nUsing the Portable thread pool.\n\nCPU utilization:  17%\nWorkers Total:    61\n" +
			"Workers Running:  60\nWorkers Idle:     1\nWorker Min Limit: 2\nWorker Max Limit: 32767\n\n"
		items = "Hill Climbing Log:\n      Time Transition #New Threads #Samples Throughput\n" +
			"     -9.20 Warmup                2        0       0.00\n\nQueue             Object           Type\n" +
			"[Global high-pri] 7f2e90080fb8     Acme.Item\n[Global]          7f2e90080fc8     System.Action\n" +
			"    => 7f2e90080fd8 Acme.Job.Run\n\n"
		old = "0:000> !threadpool\nlogStart: 0\nlogSize: 48\nCPU utilization: 36 %\n" +
			"Worker Thread: Total: 7 Running: 5 Idle: 2 MaxLimit: 12 MinLimit: 4\nWork Request in Queue: 1,178\n" +
			"    Unknown Function: 00007ffa864765fa  Context: 0000001fc697d6d0\n--------------------------------------\n" +
			"Number of Timers: 0\n--------------------------------------\n" +
			"Completion Port Thread:Total: 0 Free: 0 MaxFree: 0 CurrentLimit: 0 MaxLimit: 1000 MinLimit: 0\n"
		threads = "> clrthreads\nThreadCount:      3\nUnstartedThread:  0\nBackgroundThread: 2\nPendingThread:    0\n" +
			"DeadThread:       1\nHosted Runtime:   no\n                                                       Lock  \n" +
			" DBG   ID     OSID ThreadOBJ           State GC Mode     GC Alloc Context                  Domain           " +
			"Count Apt Exception\n" +
			"   0    1    1dc1d 0000565259773560  2020020 Preemptive  0000000000000000:0000000000000000 00005652596FFAC0 " +
			"-00001 Ukn \n" +
			"   7    2    1dc1e 0000565259775D20    21220 Cooperative 00007F89D0800648:00007F89D0802260 00005652596FFAC0 " +
			"-00001 Ukn (Finalizer) \n" +
			"XXXX    3        0 000056525977E6B0  1021220 Preemptive  0000000000000000:0000000000000000 00005652596FFAC0 " +
			"-00001 Ukn (Threadpool Worker) System.IO.IOException 00007f1351af3ec0\n" +
			"   8    4    1dc1f 000056525977E6B0  1021220 Preemptive  0000000000000000:0000000000000000 00005652596FFAC0 0  " +
			"    MTA \n"
		locks = "> syncblk\nIndex         SyncBlock MonitorHeld Recursion Owning Thread Info          SyncBlock Owner\n   41 000000000143D038          603         1 00007F2B542D28C0 1dc1d  20   00007f2e90080fb8 System.Object\n  134 0000027885710F20          278         0 0000000000000000     none    00000278ca682c00 Acme.Box`1[[System.String, System.Private.CoreLib]]\n   13 00000278C060D928            1         1 0000027884A46C80 1ecc XXX   00000278c4401dc0 Acme.Thing\n-----------------------------\nTotal           65\nCCW             3\nRCW             4\nComClassFactory 0\nFree            0\n"
		list  = "> threads\n*0 0x502C (20524)\n 1 0x6918 (26904)\n"
	)
	lockList := []Lock{
		{OwnerID: "0x1dc1d", Waiters: 301, Object: "System.Object", Address: "00007f2e90080fb8"},
		{Waiters: 139, Object: "Acme.Box`1[[System.String, System.Private.CoreLib]]", Address: "00000278ca682c00"},
		{OwnerID: "0x1ecc", Waiters: 0, Object: "Acme.Thing", Address: "00000278c4401dc0"},
	}
	roles := map[string]string{"0x1dc1e": "Finalizer", "0x1dc1f": "Threadpool Worker"}
	for name, tt := range map[string]struct {
		text string
		want []*Debugger
	}{
		"none": {sosStacks, []*Debugger{nil}},
		"behind the stacks": {sosStacks + locks + portable, []*Debugger{{Locks: lockList, Workers: &PoolCounts{61,
			60, 1, -1}}}},
		"in front of them": {list + threads + portable + locks + "> clrstack -all\n" + sosStacks,
			[]*Debugger{{Locks: lockList, Workers: &PoolCounts{61, 60, 1, -1}, Roles: roles}}},
		"on both sides": {threads + sosStacks + old, []*Debugger{{Workers: &PoolCounts{7, 5, 2, 1178},
			Roles: roles}}},
		"with queued items": {portable + items + sosStacks, []*Debugger{{Workers: &PoolCounts{61, 60, 1, 2}}}},
		"beside a tree": {portable +
			"\n________________________________________________\n ~~~~ 1dc1d\n    1 Acme.Store.Load()\n\n\n" +
			"==> 1 threads with 1 roots\n" + locks, []*Debugger{{Locks: lockList, Workers: &PoolCounts{61, 60, 1, -1}}}},
		"behind dotnet-stack": {"Thread (0x1DC1D):\n  [Native Frames]\n  App!Acme.Store.Load()\n\n" + portable,
			[]*Debugger{{Workers: &PoolCounts{61, 60, 1, -1}}}},
		"two dumps": {sosStacks + portable + old + sosStacks, []*Debugger{{Workers: &PoolCounts{61, 60, 1, -1}},
			{Workers: &PoolCounts{7, 5, 2, 1178}}}},
		"no lock is held": {sosStacks + locks[:strings.Index(locks, "   41 ")] +
			"-----------------------------\nTotal           65\nFree            0\n", []*Debugger{{Locks: []Lock{}}}},
		"the form of the stacks'": {"Thread: (0x1DC1D) x\n  [NativeFrame]\n  App.dll!Acme.Store.Load\n\n" + locks,
			[]*Debugger{{Locks: append([]Lock{{OwnerID: "0x1DC1D", Waiters: 301, Object: "System.Object",
				Address: "00007f2e90080fb8"}}, lockList[1:]...)}}},
	} {
		t.Run(name, func(t *testing.T) {
			snaps := read(t, tt.text)
			if len(snaps) != len(tt.want) {
				t.Fatalf("%d snapshots, want %d", len(snaps), len(tt.want))
			}
			for i, s := range snaps {
				if !reflect.DeepEqual(s.Debugger, tt.want[i]) {
					t.Errorf("snapshot %d: got %+v, want %+v", i, s.Debugger, tt.want[i])
				}
				if s.SkippedLines > 0 {
					t.Errorf("skipped: %v", s.Problems)
				}
			}
		})
	}
}
