package parse

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"unicode"
)

// checkRead reads any bytes and holds what is read against what every reader promises.
func checkRead(t *testing.T, data []byte) {
	snaps, err := Read(bytes.NewReader(data), "fuzz")
	if err != nil {
		return
	}
	if len(snaps) == 0 {
		t.Fatal("no snapshot and no error")
	}
	for _, s := range snaps {
		if len(s.Threads) == 0 {
			t.Fatal("a snapshot without threads")
		}
		frames := 0
		for i, th := range s.Threads {
			frames += len(s.Stacks[th.Stack].Frames)
			printable(t, s.Name(i))
			printable(t, s.ID(i))
		}
		if frames != s.Frames {
			t.Fatalf("%d frames counted, %d there", s.Frames, frames)
		}
		for _, p := range s.Problems {
			printable(t, p.Text)
		}
		if d := s.Debugger; d != nil {
			for _, l := range d.Locks {
				printable(t, l.Object)
				printable(t, l.OwnerID)
			}
		}
		for _, st := range s.Stacks {
			for _, f := range st.Frames {
				printable(t, f.Name())
				printable(t, f.Module)
			}
		}
	}
}

func printable(t *testing.T, text string) {
	if i := strings.IndexFunc(text, unicode.IsControl); i >= 0 {
		t.Fatalf("a control character in %q", text)
	}
}

// seedFile adds the beginning of a real file.
func seedFile(f *testing.F, name string) {
	data, err := os.ReadFile("../testdata/stacks/dialects/" + name)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data[:min(len(data), 6000)])
	f.Add(data[len(data)-min(len(data), 3000):])
}

func FuzzMonitorText(f *testing.F) {
	seedFile(f, "bad-monitor.txt")
	f.Add([]byte("Thread: (0\t\tX0)"))
	f.Add([]byte("Thread: (0x1)\n  App.dll!A.B[C]\n  UnknownFunction\nThread: (0x2) x\n  [NativeFrame]"))
	f.Fuzz(checkRead)
}

func FuzzMonitorJSON(f *testing.F) {
	f.Add([]byte(`{"stacks":[{"threadId":1,"threadName":"\u003Ca","frames":[{"methodName":"M","typeName":"T","moduleName":"m.dll"}]}]}`))
	f.Add([]byte("\"frames\": [\n{\"className\": \"Acme.Store\" \"methodName\": \"Load\"}\n],\n\"threadId\": 5\n}\n"))
	f.Add([]byte(`{"threadId":1,"frames":[{"methodName":"\ud83d\ude00`))
	f.Fuzz(checkRead)
}

func FuzzClrstack(f *testing.F) {
	seedFile(f, "bad-clrstack.txt")
	seedFile(f, "bad-dump-all.txt")
	f.Add([]byte("Thread - OS 00015910 - Managed 1:\n  25aaf7e1b8 7ffb6af86278 [HelperMethodFrame_1OBJ]\n  25aaf7e2e0 7ffbc9a43725 A.B(Int32)\n"))
	f.Add([]byte("OS Thread Id: 0x1 (0)\n" + sosTable + "00007FA561CB5AC0 00007FA563C95B38 App.dll!A.B() + 61 [/a.cs @ 1]\nStack Walk failed.\n"))
	f.Add([]byte("Index SyncBlock MonitorHeld\n 41 000000000143D038 603 1 00007F2B542D28C0 1dc1d 20 00007f2e90080fb8 A\nThreadCount: 1\n 0 1 1dc1d 0000565259773560 1020020 Preemptive 0:0 0\nWork Request in Queue: 9\n" + sosStacks))
	f.Fuzz(checkRead)
}

func FuzzParallelStacks(f *testing.F) {
	seedFile(f, "bad-parallelstacks.txt")
	f.Add([]byte(treeRule + " ~~~~ a,b\n      ~~~~ c\n         1 A.B()\n    4 C.D()\n==> 4 threads with 1 roots\n"))
	f.Fuzz(checkRead)
}

func FuzzCallStackCopy(f *testing.F) {
	f.Add([]byte(">\tA.dll!B.C(int x, ref uint n) Line 139\tC#\n\t[External Code]\n"))
	f.Add([]byte(".NET TP Worker @3993196\n  Monitor.Wait() in System.Threading, System.Private.CoreLib.dll\n"))
	f.Fuzz(checkRead)
}

func FuzzExceptionText(f *testing.F) {
	f.Add([]byte("System.Exception: x\n   at A.<>c.<B>b__0(Int32 id) in /a.cs:line 12\n--- End of stack trace from previous location ---\n   at A.B()\n"))
	f.Fuzz(checkRead)
}

// seedKinds adds small texts of one form.
func seedKinds(f *testing.F, names ...string) {
	for _, name := range names {
		data, err := os.ReadFile("../testdata/stacks/kinds/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
}

func FuzzMono(f *testing.F) {
	seedKinds(f, "K09-mono-thread-dump-refused-as-java.txt")
	f.Add([]byte("at Acme.Store:Load <0x00ff>\n  at (wrapper runtime-invoke) <Module>.invoke () [0x0] in <a>:0\nat X.Y (a,\nb) [0x0] in\n<f>:0\n"))
	f.Fuzz(checkRead)
}

func FuzzFrameList(f *testing.F) {
	seedKinds(f, "K04-native-image-module-names.txt", "K16-sos-frames-without-addresses.txt", "K21-multi-thread-at-traces-read-as-one-exception.txt")
	f.Add([]byte("Thread 14 - System ID 5364\nThis thread is waiting to enter a .NET Lock owned by thread 21\n.NET Call Stack\nA.B.C()+50\nSystem.D.E(F,\nG)\nFull Call Stack\nA.B.C()+50\n"))
	f.Add([]byte("| Thread | Frame |\n|---|---|\n| 1 | System.A.B(C) |\n| 2 | System.A.B(D, E) |\n"))
	f.Fuzz(checkRead)
}

func FuzzStudioWindows(f *testing.F) {
	seedKinds(f, "K02b-vs-lock-owner-marker.txt", "K11-vs-localised-french.txt", "K12-vs2010-byte-offsets.txt", "K13-rider-frames-without-module.txt")
	f.Add([]byte("3 Threads\n\tMonitor.Enter\n\tStore.Load\nNot Flagged\t>\t5\t1\tMain Thread\tMain Thread\tA.exe!B.C\tNormal\n"))
	f.Add([]byte("[Waiting on lock owned by Thread 0x30e8]\nA.dll!B.C(int x = \"(\", T t = {a (b)}) Line 3 + 0x17 bytes\tC#\n"))
	f.Fuzz(checkRead)
}

func FuzzLabels(f *testing.F) {
	f.Add([]byte("=== Thread #5 (UI) ==="))
	f.Add([]byte("Поток id=0x12:"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if l, ok := threadLabel(text); ok && len(l.name)+len(l.id) > 2*len(text) {
			t.Fatalf("a label longer than its line: %q", l.name)
		}
	})
}

func FuzzDebuggerSession(f *testing.F) {
	f.Add([]byte("0:029> ~*k\n\n.  0  Id: 24d0.3ca8 Suspend: 0 Teb: 00000090`249a8000 Unfrozen\n" + nativeTable64 +
		"00 (Inline Function) --------`-------- clr!A(void)+0x6\n01 00000090`24b7c620 00007ffe`4ee3bb05 : 00000001 : A_ni!B.C(D)$##6+0x2c\n"))
	f.Add([]byte("0:009> !dumpstack\nCurrent frame: ntdll!N+0x14\nChild-SP RetAddr Caller, Callee\n" +
		"00007FB9EFD54770 00007fb9952e7413 (MethodDesc 00007fb9954d11b8 + 0x73 A.B(C)), calling clr!J\n"))
	f.Add([]byte("DbgId ThreadId Apartment\n    9     2a68 MTA       Worker v4.8 Preemptive no\nSP IP Function\n051a0908 00000000 GCFrame [A.B(C)]\n"))
	f.Add([]byte("> dumpasync\nSTACKS 2\n[2] 00007f8fb3a4c1b8 (0) A.B+<C>d__3\n> gcroot 0\nThread 7:\n> dlk\nExamining SyncBlocks\n" +
		"CLR thread 3 holds the lock on SyncBlock 0 OBJ:0[A]\n...and is waiting for the lock on OBJ:1[B]\nUser Mode Time\n 0:1a0 0 days 0:04:17.5\n"))
	f.Add([]byte("0:012> kc\n # Call Site\n00 a!B.C(D)\n0:9> !mk\nThread 9:\n ESP EIP\n01:M 051a0984 6c599698 A.B(C)(+0x1f IL)\n"))
	f.Fuzz(checkRead)
}
