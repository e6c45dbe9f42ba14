package parse

import (
	"errors"
	"strings"
	"testing"
)

// TestOtherToolsAreNamed holds that text without managed stacks is refused by the name of
// the tool that printed it, with what to do.
func TestOtherToolsAreNamed(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"lldb", "(lldb) bt all\n* thread #1, name = 'dotnet'\n  * frame #0: 0x00007f28a119f629 libpthread.so.0`__pthread_cond_timedwait + 761\n", "lldb"},
		{"lldb, marks lost", "thread #1, name = 'dotnet', stop reason = signal SIGABRT\nframe #0: 0x00007f28a119f629 libpthread.so.0`__pthread_cond_timedwait + 761\n", "lldb"},
		{"gdb", "Thread 3 (Thread 0x7fd4dede5700 (LWP 2528)):\n#0  0x00007fd4f01e7236 in __GI___sigsuspend (set=0x559e38cf5a20) at sigsuspend.c:26\n#1  0x00007f305abc6360 in ?? ()\n", "gdb"},
		{"macOS sample", "Call graph:\n    2500 Thread_123   DispatchQueue_1: com.apple.main-thread  (serial)\n    + 2500 start  (in libdyld.dylib) + 1  [0x7fff]\n", "macOS"},
		{"macOS crash", "Thread 0 Crashed:: Dispatch queue: com.apple.main-thread\n0   libsystem_kernel.dylib        \t0x00007fff6dec2ce6 __psynch_cvwait + 10\n", "macOS"},
		{"minidump_stackwalk", "Thread 1092 (crashed)\n 0  coreclr.dll!eg_unreachable [glib.h : 71 + 0x0]\n    rip = 0x00007ffa2a10c7d0\n    Found by: given as instruction pointer in context\n", "minidump"},
		{"Java", "Full thread dump OpenJDK 64-Bit Server VM (17.0.1+12 mixed mode):\n\n\"main\" #1 prio=5 tid=0x00007f8a nid=0x1 waiting on condition\n   java.lang.Thread.State: WAITING (parking)\n\tat com.acme.Store.load(Store.java:12)\n", "Java"},
		{"Go", "goroutine 1 [chan receive]:\nmain.main()\n\t/src/main.go:12 +0x65\n", "Go"},
		{"Python", "Traceback (most recent call last):\n  File \"/src/a.py\", line 12, in load\n", "Python"},
		{"py-spy", "Process 123: python app.py\nPython v3.11.2 (/usr/bin/python3.11)\n\nThread 123 (idle): \"MainThread\"\n    wait (threading.py:320)\n", "py-spy"},
		{"PerfView with its heading", "Name\tInc %\tInc\tExc %\tExc\n  + Thread (42cc) CPU=2226ms (.NET ThreadPool Worker)\t0.2\t3,359.201\t0.0\t0\n", "PerfView"},
		{"PerfView, rows alone", " ||+ ntoskrnl!KiVmbusInterruptDispatch  \t  0.0\t  1\t  0.0\t 0\t 0\t ___.____\t 16,764.924\t 16,765.924\n ||+ acme!Acme.Store.Load(int32)  \t  0.3\t  94\t  0.3\t 94\t 0\t ___oooo_\t 16,593.896\t 28,296.066\n", "PerfView"},
		{"dotnet-trace report", "Top 5 Functions (Exclusive)      Inclusive           Exclusive\n1. Monitor.Wait(object,int32)    90.1%               90.1%\n", "dotnet-trace"},
		{"speedscope", "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"shared\":{\"frames\":[]}}", "speedscope"},
		{"the Tasks window", "ID\tStatus\tStart Time (sec)\tDuration (sec)\tLocation\tTask\n1\tBlocked\t0.000\t12.3\tAcme.Store.Load\tTask: <Main>b__0\n", "Tasks window"},
		{"DebugDiag's summary", "The following threads in w3wp.dmp are waiting to enter a .NET Lock\n\n( 25 27 30 )\n\n12.50% of threads blocked\n", "DebugDiag"},
		{"syncblk alone", "> syncblk\nIndex SyncBlock MonitorHeld Recursion Owning Thread Info SyncBlock Owner\n 43 00000246E5157AE8 603 1 0000024B71426060 57d8 28 00000249654e26f0 Acme.Store\n", "301 threads wait for the lock on Acme.Store that thread 0x57d8 holds"},
		{"threadpool alone", "CPU utilization: 0%\nWorker Thread: Total: 200 Running: 200 Idle: 0 MaxLimit: 32767 MinLimit: 2\nWork Request in Queue: 178\n", "200 workers, 200 running, 0 idle, and 178 work items"},
	}
	for _, tt := range tests {
		_, err := readString(tt.text)
		var input *InputError
		if !errors.As(err, &input) || !strings.Contains(input.What, tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
			continue
		}
		if input.Cure == "" {
			t.Errorf("%s: no cure", tt.name)
		}
	}
}
