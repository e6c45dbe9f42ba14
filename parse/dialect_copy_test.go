package parse

import (
	"fmt"
	"strings"
	"testing"
)

func TestStudioMarksInAllLanguages(t *testing.T) {
	tests := []struct {
		text  string
		want  studioMark
		owner string
		sure  bool
	}{
		{"[External Code]", markExternal, "", true},
		{"[<External Code>]", markExternal, "", true},
		{"[Externer Code]", markExternal, "", true},
		{"[Code externe]\t", markExternal, "", true},
		{"[Внешний код]", markExternal, "", true},
		{"[外部代码]", markExternal, "", true},
		{"[외부 코드]", markExternal, "", true},
		{"[Managed to Native Transition]\t\tAnnotated Frame", markToNative, "", true},
		{"[Native to Managed Transition]", markNote, "", true},
		{"[Übergang von verwaltet zu nativ]", markToNative, "", true},
		{"[Übergang von nicht verwaltet zu verwaltet]", markNote, "", true},
		{"[Transition Managé à Natif]", markToNative, "", true},
		{"[Transition Natif à Managé]", markNote, "", true},
		{"[Transición de administrado a nativo]", markToNative, "", true},
		{"[Transizione da gestito a nativo]", markToNative, "", true},
		{"[Transição de Gerenciado para Nativo]", markToNative, "", true},
		{"[Przejście z kodu zarządzanego do natywnego]", markToNative, "", true},
		{"[Přechod ze spravovaného do nativního kódu]", markToNative, "", true},
		{"[Управляемый в собственный код]", markToNative, "", true},
		{"[マネージからネイティブへの移行]", markToNative, "", true},
		{"[ネイティブからマネージへの移行]", markNote, "", true},
		{"[관리되는 코드에서 네이티브 코드로 전환]", markToNative, "", true},
		{"[托管到本机的转换]", markToNative, "", true},
		{"[Waiting on lock owned by Thread 0x30e8, double-click or press enter to switch to thread]\t", markLock,
			"0x30e8", true},
		{"[Warten auf die Sperre im Besitz von Thread 0x30e8]", markLock, "0x30e8", true},
		{"[En attente du verrou détenu par le thread 4120]", markLock, "4120", true},
		{"[Esperando el bloqueo que posee el subproceso 4120]", markLock, "4120", true},
		{"[Ожидание блокировки, принадлежащей потоку 0x1f4]", markLock, "0x1f4", true},
		{"[スレッド 0x30e8 が所有するロックを待機しています]", markLock, "0x30e8", true},
		{"[正在等待线程 12 拥有的锁]", markLock, "12", true},
		{"[Odota säiettä, thread 77]", markLock, "77", false},
		{"[Deadlocked, double-click or press enter to view all threads in deadlock]", markDeadlock, "", true},
		{"[Взаимоблокировка]", markDeadlock, "", true},
		{"[Waiting on Async Operation, double-click or press enter to view Async Call Stacks]", markNote, "", true},
		{"[Resuming Async Method]", markNote, "", true},
		{"[Async Call Stack]", markAsync, "", true},
		{"[Asynchroner Aufruf]", markAsync, "", true},
		{"[Something nobody knows]", markNote, "", false},
		{"[HelperMethodFrame_1OBJ: 000000a1b2c6e6b0] System.Threading.Monitor.Enter(System.Object)", noMark, "", false},
		{"[GCFrame: 000000cd8925e0f8]", noMark, "", false},
		{"[Native Frames]", noMark, "", false},
		{"[NativeFrame]", noMark, "", false},
		{"[12:04:11 INF] ready", noMark, "", false},
	}
	for _, tt := range tests {
		mark, owner, sure := readStudioMark([]byte(tt.text))
		if mark != tt.want || string(owner) != tt.owner || sure != tt.sure {
			t.Errorf("%s: mark %d, owner %q, sure %v", tt.text, mark, owner, sure)
		}
	}
}

func TestStudioFrames(t *testing.T) {
	tests := []struct {
		text   string
		module string
		member string // empty where the line is no managed frame
		sure   bool
	}{
		{"Harbor.Core.dll!Harbor.Core.Berths.Reserve(int berth) Line 88\tC#", "Harbor.Core.dll",
			"Harbor.Core.Berths.Reserve(int berth)", true},
		{"Harbor.Core.dll!Harbor.Core.Berths.Reserve(int berth) Zeile 88\tC#\tSymbole geladen.", "Harbor.Core.dll",
			"Harbor.Core.Berths.Reserve(int berth)", true},
		{"Harbor.Core.dll!Harbor.Core.Berths.Reserve(int berth) 行 88\tC#", "Harbor.Core.dll",
			"Harbor.Core.Berths.Reserve(int berth)", true},
		{"Harbor.Core.dll!Harbor.Core.Berths.Reserve(int berth) 88줄\tC#", "Harbor.Core.dll",
			"Harbor.Core.Berths.Reserve(int berth)", true},
		{"Harbor.Core.dll!Harbor.Core.Berths.Reserve(int berth) Line 88 + 0x1a bytes\tC#", "Harbor.Core.dll",
			"Harbor.Core.Berths.Reserve(int berth)", true},
		{"mscorlib.dll!System.Threading.ThreadHelper.ThreadStart() + 0x44 bytes\t", "mscorlib.dll",
			"System.Threading.ThreadHelper.ThreadStart()", true},
		{"mscorlib.dll!System.Threading.Monitor.Wait(object obj)\tUnbekannt", "mscorlib.dll",
			"System.Threading.Monitor.Wait(object obj)", true},
		{"Harbor.exe!Harbor.Program.Run(string text = \"a, (b\", int n = 3) Line 9\tC#", "Harbor.exe",
			"Harbor.Program.Run(string text = \"a, (b\", int n = 3)", true},
		{"Harbor.Core.Berths.Reserve(int berth) Line 88\tC#", "", "Harbor.Core.Berths.Reserve(int berth)", true},
		{"[Inlineframe] Harbor.exe!Harbor.Program.Run() Zeile 3\tC#", "Harbor.exe", "Harbor.Program.Run()", true},
		{"ntdll.dll!00007ff9df400d24()\tUnknown", "", "", true},
		{"coreclr.dll!CrstBase::Enter() Line 319\tC++", "", "", true},
		{"harbor.dll![Frames below may be incorrect and/or missing, no symbols loaded for harbor.dll]\tUnknown", "",
			"", true},
		{"Harbor.Core.Berths.Reserve(berth); // see line 88", "", "", false},
		{"We call Harbor.Core.Berths.Reserve() at Line 88", "", "", false},
	}
	for _, tt := range tests {
		c := readCopy([]byte(tt.text))
		member := string(c.member)
		if c.kind != copyFrame {
			member = ""
		}
		if member != tt.member || c.sure != tt.sure || member != "" && string(c.module) != tt.module {
			t.Errorf("%s:\nkind %d, module %q, member %q, sure %v", tt.text, c.kind, c.module, c.member, c.sure)
		}
	}
	f := read(t, "\tHarbor.exe!Harbor.Program.Run(string text = \"a, (b\", int n = 3, T t = {Harbor.Item (2)}) Line "+
		"9\tC#\n")[0].Stacks[0].Frames[0]
	if got, want := f.Signature(), "Program.Run(string, int, T)"; got != want {
		t.Errorf("signature %q, want %q", got, want)
	}
}

func TestSeveralCopiedStacks(t *testing.T) {
	const (
		enter   = "\tmscorlib.dll!System.Threading.Monitor.Enter(object obj, ref bool lockTaken)\tUnknown\n"
		reserve = ">\tHarbor.dll!Harbor.Berths.Reserve(int berth) Line 88\tC#\n"
		release = "\tHarbor.dll!Harbor.Berths.Release(int berth) Line 99\tC#\n"
		start   = "\tmscorlib.dll!System.Threading.ThreadHelper.ThreadStart()\tUnknown\n"
	)
	const stacks = "mscorlib!Monitor.Enter < Harbor!Berths.Reserve < mscorlib!ThreadHelper.ThreadStart\n" +
		"%s: mscorlib!Monitor.Enter < Harbor!Berths.Release < mscorlib!ThreadHelper.ThreadStart\n"
	runDialectTests(t, []dialectTest{
		{
			name: "labels",
			text: "Worker thread:\n" + enter + reserve + start + "\nThread 0x30e8 (UI):\n" + enter + release + start,
			want: "callstack-copy\n- \"Worker thread\": " + fmt.Sprintf(stacks, `0x30e8 "Thread 0x30e8 (UI)"`),
		},
		{
			name: "the label of dotnet-stack's form",
			text: "Thread 0x30f0:\n" + enter + reserve + start + "Thread 0x30e8:\n" + enter + release + start,
			want: "callstack-copy\n0x30f0: " + fmt.Sprintf(stacks, `0x30e8 "Thread 0x30e8"`),
		},
		{
			name: "an empty line between roots",
			text: enter + reserve + start + "\n" + enter + release + start,
			want: "callstack-copy\n-: " + fmt.Sprintf(stacks, "-"),
		},
		{
			name: "an empty line within one stack",
			text: enter + reserve + "\n" + start,
			want: "callstack-copy\n-: mscorlib!Monitor.Enter < Harbor!Berths.Reserve < mscorlib!ThreadHelper.ThreadStart\n",
		},
		{
			name:     "a label without a stack",
			text:     enter + reserve + start + "\nThread 12:\n",
			want:     "callstack-copy\n-: mscorlib!Monitor.Enter < Harbor!Berths.Reserve < mscorlib!ThreadHelper.ThreadStart\n",
			problems: []string{"5: not understood"}, skipped: 1,
		},
		{
			name: "Rider, without namespaces and modules",
			text: ".NET TP Worker @15224\n\t[Managed to Native Transition]\n\tMonitor.Enter()\n\tBerths.Reserve()\n" +
				"\tThread.StartCallback()\n\t[Native to Managed Transition]\n\n.NET TP Worker @27080\n" +
				"\tBerths.Release() at /src/Berths.cs:line 4\n\tThread.StartCallback()\n",
			want: "callstack-copy\n15224 \".NET TP Worker\" native: Monitor.Enter < Berths.Reserve < Thread.StartCallback\n" +
				"27080 \".NET TP Worker\": Berths.Release < Thread.StartCallback\n",
		},
		{
			name: "boxes of the Parallel Stacks window",
			text: "2 Threads\n\tMonitor.Enter\n\tStore.Load\n\tThreadHelper.ThreadStart\n1 Thread\n\tTask.Wait\n\tProgram.Main\n",
			want: "callstack-copy\n-: Monitor.Enter < Store.Load < ThreadHelper.ThreadStart\n-: Monitor.Enter < Store.Load < ThreadHelper.ThreadStart\n-: Task.Wait < Program.Main\n",
		},
		{
			name: "the Threads window",
			text: "\tID\tManaged ID\tCategory\tName\tLocation\tPriority\n" +
				"Not Flagged\t\t25272\t1\tMain Thread\tMain Thread\tHarbor.exe!Harbor.Program.Main\tNormal\n" +
				"Not Flagged\t>\t0x30e8\t5\tWorker Thread\tpier\tmscorlib.dll!System.Threading.Monitor.Enter\tNormal\n" +
				"\t\t\t\t\t\tHarbor.dll!Harbor.Berths.Reserve\t\n",
			want: "callstack-copy\n25272 \"Main Thread\": Harbor!Program.Main\n" +
				"0x30e8 \"pier\": mscorlib!Monitor.Enter < Harbor!Berths.Reserve\n",
		},
	})
}

// TestOwnersOfLocksAreFacts holds that the mark of a lock names its owner, and is no
// frame.
func TestOwnersOfLocksAreFacts(t *testing.T) {
	const text = "Worker thread 0x30f0:\n" +
		"\t[Waiting on lock owned by Thread 0x30e8, double-click or press enter to switch to thread]\t\n" +
		"\t[Managed to Native Transition]\t\n\tHarbor.dll!Harbor.Berths.Reserve(int berth) Line 88\tC#\n\n" +
		"Worker thread 0x30e8:\n\t[Waiting on lock owned by Thread 12528]\t\n" +
		"\tmscorlib.dll!System.Threading.Monitor.Enter(object obj)\tUnknown\n" +
		"\tHarbor.dll!Harbor.Berths.Release(int berth) Line 99\tC#\n"
	s := read(t, text)[0]
	want := []Lock{
		{OwnerID: "0x30e8", Waiters: 1, Waiting: []int{0}, From: "Visual Studio"},
		{OwnerID: "0x30f0", Waiters: 1, Waiting: []int{1}, From: "Visual Studio"},
	}
	if s.Debugger == nil || fmt.Sprint(s.Debugger.Locks) != fmt.Sprint(want) {
		t.Errorf("got %+v", s.Debugger)
	}
	for i, wants := range []string{"Harbor!Berths.Reserve", "mscorlib!Monitor.Enter < Harbor!Berths.Release"} {
		if got := strings.Join(names(s.Stacks[i].Frames), " < "); got != wants {
			t.Errorf("stack %d: %s, want %s", i, got, wants)
		}
	}
}

func TestThreadLabels(t *testing.T) {
	tests := []struct{ text, id string }{
		{"Worker thread:", ""},
		{"Thread 0x24f9:", "0x24f9"},
		{"Thread id=343a", "343a"},
		{"Thread #5", "5"},
		{"=== Thread 5 (UI) ===", "5"},
		{"ManagedThreadId: 12", "12"},
		{"Main Thread (7)", "7"},
		{"Поток 12:", "12"},
		{"## Stack of the blocked thread ##", ""},
	}
	for _, tt := range tests {
		l, ok := threadLabel([]byte(tt.text))
		if !ok || string(l.id) != tt.id {
			t.Errorf("%s: id %q, %v", tt.text, l.id, ok)
		}
	}
	for _, text := range []string{
		"The thread 5 is the one that hangs, I think", "threads 4 and 5 hold a lock each", "ThreadPool: 12", "thread",
		"Thread (0x1A):",
		"The thread pool is starved by 12 threads", "App.dll!A.Thread.Run() 5", "Thread.Sleep(5)",
		"see thread 5 in the other report of yesterday for the same",
	} {
		if l, ok := threadLabel([]byte(text)); ok {
			t.Errorf("%s: label %q", text, l.id)
		}
	}
}
