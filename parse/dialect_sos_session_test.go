package parse

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	nativeTable64 = " # Child-SP          RetAddr           Call Site\n"
	enterAndDock  = "00007F2AE2FB4920 00007F2FE392B31F System.Threading.Monitor.Enter(System.Object)\n" +
		"00007F2AE2FB4930 00007F2FE392B32F Acme.Pier.Dock(Int32)\n"
)

// TestDebuggerStacks reads the commands of WinDbg and its extensions that print stacks.
func TestDebuggerStacks(t *testing.T) {
	runDialectTests(t, []dialectTest{
		{
			name: "k of all threads, native and managed frames mixed",
			text: "0:029> ~*k\n\n.  0  Id: 24d0.3ca8 Suspend: 0 Teb: 00000090`249a8000 Unfrozen\n" + nativeTable64 +
				"00 00000090`24b7c578 00007ffe`97208ba3 ntdll!NtWaitForSingleObject+0x14\n" +
				"01 (Inline Function) --------`-------- coreclr!CLREventWaitHelper2(void)+0x6 [synch.cpp @ 402]\n" +
				"02 00000090`24b7c620 00007ffe`4ee3bb05 System_Private_CoreLib!System.Threading.Monitor.Enter(System.Object)$##6002B12+0x2c\n" +
				"03 00000090`24b7c820 00007ffe`4ee3bb15 Acme!Acme.Program.Main(System.String[])+0x44\n" +
				"\n   1  Id: 24d0.1f30 Suspend: 0 Teb: 00000090`249aa000 Unfrozen\n" + nativeTable64 +
				"00 00000090`24bfc578 00007ffe`97208ba3 ntdll!NtWaitForWorkViaWorkerFactory+0x14\n" +
				"\n#  2  Id: 24d0.2a14 Suspend: 0 Teb: 00000090`249ac000 Unfrozen \".NET TP Worker\"\n" + nativeTable64 +
				"00 00000090`24cfc8d0 00007ffe`4ee3bb05 Acme_Core_ni!Acme.Core.Job.Run+0x8d\n",
			want: `
clrstack
0x3ca8 native: System.Private.CoreLib!Monitor.Enter < Acme!Program.Main
0x2a14: Acme.Core!Job.Run
`,
		},
		{
			name: "kb of 32 bit, an address without a name",
			text: "0:012> kb\nChildEBP RetAddr  Args to Child\n" +
				"0b320600 76a4d503 00000002 0b3206a8 00000001 ntdll!NtWaitForMultipleObjects+0xc\n" +
				"(Inline) -------- -------- -------- -------- clr!ObjHeader::Wait+0x24 [syncblk.cpp @ 2743]\n" +
				"0b320730 6c203d74 00000000 00000000 00000000 mscorlib_ni!System.Threading.Monitor.Wait(System.Object, Int32)+0x17\n" +
				"WARNING: Frame IP not in any known module. Following frames may be wrong.\n" +
				"0b3207f0 1a2e4f8e 00000000 00000000 00000000 0x1a2e4e7d\n" +
				"0b320830 6c205674 00000000 00000000 00000000 Acme_Core_ni!Acme.Core.Pier.Dock(Int32)+0x2a\n",
			want: `
clrstack
- native: mscorlib!Monitor.Wait < ? < Acme.Core!Pier.Dock
`,
		},
		{
			name: "kv of 64 bit",
			text: "0:000> kv\n # Child-SP          RetAddr           : Args to Child                : Call Site\n" +
				"00 00000090`24b7c578 00007ffe`97208ba3 : 00000000`00000001 00000000`00000002 : ntdll!NtWaitForSingleObject+0x14\n" +
				"01 00000090`24b7c820 00007ffe`4ee3bb15 : 00000000`00000001 00000000`00000002 : Acme!Acme.Pier.Dock(Int32)+0x44\n",
			want: "clrstack\n- native: Acme!Pier.Dock\n",
		},
		{
			name: "kc",
			text: "0:012> kc\n # Call Site\n00 ntdll!NtWaitForMultipleObjects\n01 mscorlib_ni!System.Threading.Monitor.Enter(System.Object)\n" +
				"02 Acme!Acme.Pier.Dock(Int32)\n03 clr!CallDescrWorkerInternal\n",
			want: "clrstack\n- native: mscorlib!Monitor.Enter < Acme!Pier.Dock\n",
		},
		{
			name: "mk",
			text: "0:009> !mk\nThread 9:\n     ESP      EIP\n00:U 051a07f0 77232cbc ntdll!NtWaitForMultipleObjects+0xc\n" +
				"01:M 051a0984 6c599698 System.Threading.Monitor.Enter(System.Object)(+0x1f IL)(+0x10 Native)\n" +
				"02:M 051a0994 00a41d61 Acme.Pier.Dock()(+0x1f IL)(+0x41 Native) [C:\\src\\Pier.cs @ 44,13]\n",
			want: "clrstack\n- native: Monitor.Enter < Pier.Dock\n",
		},
		{
			name: "clrstack and clrstack2 at two prompts",
			text: "0:000> !clrstack\nOS Thread Id: 0x2270 (0)\n" + sosTable + enterAndDock +
				"0:009> !clrstack2\nDbgId ThreadId Apartment Kind   CLR          GC Mode    GC Suspending?\n" +
				"    9     2a68 MTA       Worker v4.8.4200.00 Preemptive no\n\n" +
				"SP       IP       Function                       Source\n" +
				"051a0908 00000000 HelperMethodFrame_1OBJ [System.Threading.Monitor.ReliableEnter(System.Object, Boolean ByRef)]\n" +
				"051a0994 00a41d61 Acme.Berths.Reserve()\n",
			want: `
clrstack
0x2270: Monitor.Enter < Pier.Dock
0x2a68 native: Monitor.ReliableEnter < Berths.Reserve
`,
		},
		{
			name: "dumpstack: the innermost managed calls only",
			text: "0:009> !dumpstack\nOS Thread Id: 0x2a68 (9)\nCurrent frame: ntdll!NtWaitForMultipleObjects+0x14\n" +
				"Child-SP         RetAddr          Caller, Callee\n" +
				"00007FB9EFD54740 00007fb9952e7401 KERNELBASE!WaitForMultipleObjectsEx+0x11c, calling ntdll!NtWaitForMultipleObjects\n" +
				"00007FB9EFD54770 00007fb9952e7413 (MethodDesc 00007fb9954d11b8 + 0x73 System.Threading.Monitor.Enter(System.Object)), calling clr!JIT_MonEnter\n" +
				"00007FB9EFD547D0 00007fb9952ea229 (MethodDesc 00007fb996dc07f8 +0x19 Acme.Pier.Dock(Int32)), calling (MethodDesc 00007fb9954d11c8 + 0 System.Threading.Monitor.Enter(System.Object))\n" +
				"00007FB9EFD547E0 00007fb996510e81 clr!CallDescrWorkerInternal+0x83\n" +
				"00007FB9EFD54830 00007fb9965186d0 (MethodDesc 00007fb99400ba80 + 0x190 Acme.Old.Call()), calling clr!Foo\n",
			want:     "clrstack\n0x2a68 native incomplete: Monitor.Enter < Pier.Dock\n",
			problems: []string{"8: what follows in this listing may be calls that are over, and is not read"},
		},
		{
			name: "rows without addresses",
			text: "[GCFrame: 000000cd8925e0f8]\n[HelperMethodFrame: 000000cd8925e358] System.Threading.Monitor.Enter(System.Object)\n" +
				"Acme.Pier.Dock(Acme.Ship, System.TimeSpan)\n",
			want:     "clrstack\n- native: Monitor.Enter < Pier.Dock\n",
			problems: []string{"1: frames without a thread header"},
		},
		{
			name: "rows cut at the left",
			text: "OS Thread Id: 0x31f4 (4)\n" + sosTable + "f52f7d0 00007ffad150915d System.Threading.Monitor.Enter(System.Object)\n" +
				"ffa75d520ec Acme.Pier.Dock(Int32)\n",
			want: "clrstack\n0x31f4: Monitor.Enter < Pier.Dock\n",
		},
		{
			name: "a row of which too little is left",
			text: "OS Thread Id: 0x31f4 (4)\n" + sosTable + "00007F2AE2FB4920 00007F2FE392B31F Acme.Pier.Dock(Int32)\n" +
				"00007F2AE2FB4930 00007F2FE39\nOS Thread Id: 0x31f5 (5)\n" + sosTable + "00007F2A\n",
			want: "clrstack\n0x31f4: Pier.Dock < ?\n0x31f5: ?\n",
			problems: []string{"4: the row of this frame cannot be read", "7: the row of this frame cannot be read",
				"0: the text is damaged: 2 of about 9 lines of stacks could not be read, or only in part"},
		},
	})
}

// TestOtherCommandsPrintNoFrames reads sessions in which rows of other commands look like
// rows of stacks.
func TestOtherCommandsPrintNoFrames(t *testing.T) {
	const gcroot = "Thread 2270:\n    00007F2AE2FB4920 00007F2FE392B31F Acme.Other.Call(Int32)\n        rbp-38: 00007fff276df8a8\n" +
		"            ->  00007F362B992DD8 Acme.Berths\n\nFound 1 unique roots (run '!gcroot -all' to see all roots).\n"
	const stop = "0:009> ~0s\nmscorlib_ni!System.Collections.Generic.List`1[System.Int32].Add(Int32)$##6034b66+0x5d:\n" +
		"0003922a`d150915d 486579          movsxd  rdx,ebp\n"
	const dso = "OS Thread Id: 0x2270 (0)\nRSP/REG          Object           Name\n00007F2AE2FB4920 00007F2FE392B31F System.String    Hello(x)\n"
	const pe = "Exception object: 00007fb9952e7402\nException type:   System.TimeoutException\nMessage:          slow\n" +
		"StackTrace (generated):\n    SP               IP               Function\n" +
		"    00007F2AE2FB4920 00007F2FE392B31F Acme!Acme.Other.Call(Int32)+0x14\n"
	const stack = "OS Thread Id: 0x2270 (0)\n" + sosTable + enterAndDock
	const want = "clrstack\n0x2270: Monitor.Enter < Pier.Dock\n"
	for name, text := range map[string]string{
		"gcroot in front":            "0:000> !gcroot 00007f372b981268\n" + gcroot + "0:000> !clrstack\n" + stack,
		"gcroot behind":              "> clrstack\n" + stack + "> gcroot 00007f372b981268\n\n" + gcroot,
		"dso and pe":                 "0:000> !clrstack\n" + stack + "0:000> !dso\n" + dso + "0:000> !pe\n" + pe,
		"dso in front, no prompts":   dso + stack,
		"where a thread stopped":     stop + "0:000> !clrstack\n" + stack,
		"the same thread by k":       "0:000> !clrstack\n" + stack + "0:000> ~*k\n.  0  Id: 24d0.2270 Suspend: 0 Teb: 00000090`249a8000 Unfrozen\n" + nativeTable64 + "00 00000090`24b7c820 00007ffe`4ee3bb15 Acme!Acme.Pier.Dock(Int32)+0x44\n",
		"disassembly and registers":  "0:000> u 0003922a\nAcme!Acme.Other.Call(Int32)+0x5d:\n0:000> r\nrax=0 rbx=1\n0:000> !clrstack\n" + stack,
		"state machines and a stack": "0:011> !dumpasync -stacks\n         Address               MT     Size      State Description\n000001f88028e9d8 00007ff7cf6d4af8       96          0 Acme.Pier+<DockAsync>d__3\nAsync \"stack\":\n.000001f88025d878 (0) Acme.Pier+<TideAsync>d__5\nGC roots:\n    " + gcroot + "0:000> !clrstack\n" + stack,
	} {
		t.Run(name, func(t *testing.T) {
			snaps := read(t, text)
			if len(snaps) != 1 || show(snaps[0]) != want || snaps[0].SkippedLines > 0 {
				t.Errorf("%d snapshots, %q, %s", len(snaps), show(snaps[0]), describe(snaps))
			}
		})
	}
}

// TestPendingAwaits reads the forms of dumpasync, beside a stack and alone.
func TestPendingAwaits(t *testing.T) {
	const stack = "> clrstack\nOS Thread Id: 0x2270 (0)\n" + sosTable + enterAndDock
	for name, tt := range map[string]struct{ text, want string }{
		"table": {"> dumpasync\n         Address               MT     Size      State Description\n" +
			strings.Repeat("000001f88028e9d8 00007ff7cf6d4af8       96          0 Acme.Pier+<DockAsync>d__3\n", 2) +
			"000001f88028ea98 00007ff7cf6d4af8       96         -1 Acme.Pier+<RunAsync>d__4\n" +
			"000001f88028eb98 00007ff7cf6d5af8      112          1 System.Net.Http.HttpClient+<SendAsync>d__9\n",
			"2 Acme.Pier.DockAsync 0; 1 System.Net.Http.HttpClient.SendAsync 1"},
		"stacks": {"> dumpasync\n" + strings.Repeat("STACK 1\n00007f8f2c0c5b10 00007f8fb3a4c1b8 (0) System.IO.Reader+<ReadAsync>d__3\n"+
			"  00007f8f2c0c5b90 00007f8fb3a4c1c8 (2) Acme.Berths+<FreeAsync>d__7\n    00007f8f2c0c5c90 00007f8fb3a4c1d8 () System.Threading.Tasks.Task\n", 3),
			"3 Acme.Berths.FreeAsync 2"},
		"coalesced": {"> dumpasync --coalesce\nSTACKS 12\n  [12] 00007f8fb3a4c1b8 (0) Acme.Pier+<DockAsync>d__3\n" +
			"STACKS 3\n  [3] 00007f8fb3a4c1b8 (1) Acme.Log+<FlushAsync>d__3\n", "12 Acme.Pier.DockAsync 0; 3 Acme.Log.FlushAsync 1"},
	} {
		t.Run(name, func(t *testing.T) {
			s := read(t, stack+tt.text)[0]
			var got []string
			for _, a := range s.Debugger.Async {
				got = append(got, fmt.Sprint(a.Count, " ", a.Method().Name(), " ", a.Method().State))
			}
			if all := strings.Join(got, "; "); all != tt.want || s.SkippedLines > 0 {
				t.Errorf("%q, want %q; %d lines skipped", all, tt.want, s.SkippedLines)
			}
			_, err := readString(tt.text)
			if err == nil || !strings.Contains(err.Error(), "at an await") || !strings.Contains(err.Error(), "clrstack -all") {
				t.Errorf("alone: %v", err)
			}
		})
	}
}

// TestProcessorTimeAndDeadlocks reads runaway and dlk beside the stacks.
func TestProcessorTimeAndDeadlocks(t *testing.T) {
	const threads = "0:000> !threads\nThreadCount:      2\n" +
		"                                       PreEmptive   GC Alloc           Lock\n" +
		"       ID OSID ThreadOBJ    State     GC       Context       Domain   Count APT Exception\n" +
		"   0    3  1a0 00210fd0   200a020 Enabled  00000000:00000000 0015c100     0 MTA\n" +
		"   2    4  1b0 00192480   b220 Enabled  00000000:00000000 0015c100     0 MTA (Threadpool Worker)\n"
	const dlk = "0:000> !dlk\nExamining SyncBlocks...\nDeadlock detected:\n*DEADLOCK DETECTED*\n" +
		"CLR thread 3 holds the lock on SyncBlock 00bc5a7c OBJ:0214e1b4[System.Object]\n" +
		"...and is waiting for the lock on SyncBlock 00bc5a4c OBJ:0214e1a8[Acme.Berths]\n" +
		"CLR thread 4 holds the lock on SyncBlock 00bc5a4c OBJ:0214e1a8[Acme.Berths]\n" +
		"...and is waiting for the lock on SyncBlock 00bc5a7c OBJ:0214e1b4[System.Object]\n1 deadlock detected.\n"
	const runaway = "0:000> !runaway 3\n User Mode Time\n  Thread       Time\n    0:1a0      0 days 0:04:17.500\n    2:1b0      0 days 0:00:00.015\n" +
		" Kernel Mode Time\n  Thread       Time\n    0:1a0      0 days 0:00:00.500\n"
	s := read(t, threads+"0:000> ~*e !clrstack\nOS Thread Id: 0x1a0 (0)\n"+sosTable+enterAndDock+
		"OS Thread Id: 0x1b0 (2)\n"+sosTable+enterAndDock+dlk+runaway)[0]
	want := []Lock{
		{OwnerID: "0x1a0", Waiters: 1, Waiting: []int{1}, Object: "System.Object", Address: "0214e1b4", From: "dlk"},
		{OwnerID: "0x1b0", Waiters: 1, Waiting: []int{0}, Object: "Acme.Berths", Address: "0214e1a8", From: "dlk"},
	}
	d := s.Debugger
	if !slices.EqualFunc(d.Locks, want, func(a, b Lock) bool { return fmt.Sprint(a) == fmt.Sprint(b) }) {
		t.Errorf("locks %+v", d.Locks)
	}
	if d.CPU["0x1a0"] != 4*time.Minute+18*time.Second || d.CPU["0x1b0"] != 15*time.Millisecond {
		t.Errorf("processor time %v", d.CPU)
	}
	if d.Roles["0x1b0"] != "Threadpool Worker" || s.SkippedLines > 1 {
		t.Errorf("roles %v, %d lines skipped: %v", d.Roles, s.SkippedLines, reasons([]*Snapshot{s}))
	}
}

// TestRuntimeLockEntry: without a managed frame of Monitor, the runtime's own tell that a
// thread waits for a lock.
func TestRuntimeLockEntry(t *testing.T) {
	const managed = "07 0000001c`f2bfde10 00007ffa`65a3c3a0 Acme_Shop!Acme.Shop.PriceCache.Get(System.String)+0x71\n"
	lock := "05 0000001c`f2bfdc60 00007ffa`c40b3d0d clr!AwareLock::Enter+0xc2\n06 0000001c`f2bfdd50 00007ffa`65a3c8d1 clr!JITutil_MonReliableEnter+0xbb\n"
	for text, want := range map[string]int{lock + managed: 1, managed + lock: 0, "05 0000001c`f2bfdc60 00007ffa`c40b3d0d clr!SyncBlock::Wait+0x18\n" + managed: 0} {
		locks := 0
		if d := read(t, "0:045> k\n"+nativeTable64+text)[0].Debugger; d != nil {
			locks = len(d.Locks)
		}
		if locks != want {
			t.Errorf("%d locks, want %d, in\n%s", locks, want, text)
		}
	}
}
