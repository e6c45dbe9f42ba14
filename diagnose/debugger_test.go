package diagnose

import (
	"fmt"
	"strings"
	"testing"

	"stacktriage/parse"
)

// paste is a debugger's session: threads by their frames, innermost first, and blocks.
type paste struct {
	threads []string // "ID COUNT FRAME < FRAME"; the ids count up from ID
	blocks  string
}

const (
	sosLock   = "System.Threading.Monitor.ReliableEnter(System.Object, Boolean ByRef)"
	sosSleep  = "System.Threading.Thread.Sleep(Int32)"
	sosWorker = "System.Threading.ThreadPoolWorkQueue.Dispatch() < System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()"
	sosIdle   = "System.Threading.LowLevelLifoSemaphore.WaitForSignal(Int32) < System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()"
	lockHead  = "Index         SyncBlock MonitorHeld Recursion Owning Thread Info          SyncBlock Owner\n"
	lockTail  = "-----------------------------\nTotal           65\nFree            0\n"
)

// lockRow is a row of syncblk.
func lockRow(waiters int, owner string) string {
	if owner == "" {
		return fmt.Sprintf("  134 0000027885710F20 %12d         0 0000000000000000     none    00000278ca682c00 System.Object\n", 2*waiters)
	}
	return fmt.Sprintf("   41 000000000143D038 %12d         1 00007F2B542D28C0 %s  20   00007f2e90080fb8 Acme.Ledger\n", 1+2*waiters, owner)
}

func (p paste) String() string {
	var b strings.Builder
	b.WriteString("> clrstack -all\n")
	for _, t := range p.threads {
		var id, count int
		head, frames, _ := strings.Cut(t, ": ")
		if _, err := fmt.Sscanf(head, "%x %d", &id, &count); err != nil {
			panic(err)
		}
		for i := range count {
			fmt.Fprintf(&b, "OS Thread Id: 0x%x\n        Child SP               IP Call Site\n", id+i)
			for f := range strings.SplitSeq(frames, " < ") {
				if f == sosLock {
					f = "[HelperMethodFrame_1OBJ: 00007f2ae2fb47d0] " + f
				}
				fmt.Fprintf(&b, "00007F2AE2FB47D0 00007f305abc6360 %s\n", f)
			}
		}
	}
	b.WriteString(p.blocks)
	return b.String()
}

func (p paste) diagnose(t *testing.T) *Snapshot {
	t.Helper()
	snaps, err := parse.Read(strings.NewReader(p.String()), "paste")
	if err != nil {
		t.Fatal(err)
	}
	if len(snaps) != 1 {
		t.Fatalf("%d snapshots, want 1", len(snaps))
	}
	return Analyze(snaps, Options{}).Snapshots[0]
}

func TestLockOwners(t *testing.T) {
	debit := sosLock + " < Acme.Bank.Debit(Int32) < Acme.Bank.Transfer() < " + sosWorker
	credit := sosLock + " < Acme.Bank.Credit(Int32) < Acme.Bank.Refund() < " + sosWorker
	post := sosLock + " < Acme.Ledger.Post() < " + sosWorker
	slow := sosSleep + " < Acme.Ledger.Audit() < " + sosWorker
	busy := "Acme.Ledger.Sum() < Acme.Ledger.Audit() < " + sosWorker
	for name, tt := range map[string]struct {
		paste      paste
		id         FindingID
		confidence Confidence
		threads    int
		sentence   string // a part of it
	}{
		"each owner waits for the other": {
			paste{[]string{"a1 1: " + debit, "b1 1: " + credit}, lockHead + lockRow(1, "a1") + lockRow(1, "b1") + lockTail},
			"deadlock", High, 2, "thread 0xa1 holds a lock on Ledger and waits in Bank.Debit; thread 0xb1 holds a lock on Ledger and waits in Bank.Credit: deadlock",
		},
		"and others pile up behind them": {
			paste{[]string{"a1 1: " + debit, "b1 1: " + credit, "c1 40: " + post}, lockHead + lockRow(41, "a1") + lockRow(1, "b1") + lockTail},
			"deadlock", High, 42, "40 more threads wait behind them: pool starved, deadlock",
		},
		"the blocks may stand in front": {
			paste{[]string{"a1 1: " + debit, "b1 1: " + credit}, ""},
			"lock-contention", High, 2, "",
		},
		"one owner can go on": {
			paste{[]string{"a1 1: " + debit, "b1 1: " + busy, "c1 3: " + post}, lockHead + lockRow(3, "a1") + lockRow(1, "b1") + lockTail},
			"lock-contention", High, 4, "",
		},
		"a contended lock without owner proves nothing": {
			paste{[]string{"a1 1: " + debit, "b1 1: " + credit}, lockHead + lockRow(1, "a1") + lockRow(1, "b1") + lockRow(3, "") + lockTail},
			"lock-contention", High, 2, "",
		},
		"the owner is blocked": {
			paste{[]string{"a1 1: " + slow, "c1 6: " + post}, lockHead + lockRow(6, "a1") + lockTail},
			"lock-holder-blocked", High, 7, "6 of 7 pool workers wait for lock in Ledger.Post; thread 0xa1 holds it and is blocked on Thread.Sleep in Ledger.Audit",
		},
		"one of two owners is blocked": {
			paste{[]string{"a1 1: " + slow, "b1 1: " + busy, "c1 6: " + post}, lockHead + lockRow(4, "a1") + lockRow(2, "b1") + lockTail},
			"lock-holder-blocked", Medium, 7, "thread 0xa1 holds it",
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := tt.paste.diagnose(t).Findings[0]
			if f.ID != tt.id || f.Confidence != tt.confidence || f.Threads != tt.threads || !strings.Contains(f.Sentence, tt.sentence) {
				t.Errorf("got %s, confidence %s, %d threads: %s", f.ID, f.Confidence, f.Threads, f.Sentence)
			}
			if strings.Contains(f.Advice, "syncblk") && tt.paste.blocks != "" {
				t.Errorf("the advice asks for what is in the paste: %s", f.Advice)
			}
		})
	}
}

func TestDebuggerNotes(t *testing.T) {
	wait := sosSleep + " < Acme.Job.Run() < " + sosWorker
	pool := "Using the Portable thread pool.\n\nCPU utilization:  17%\nWorkers Total:    9\nWorkers Running:  8\nWorkers Idle:     1\n"
	old := "CPU utilization: 0 %\nWorker Thread: Total: 9 Running: 8 Idle: 1 MaxLimit: 32767 MinLimit: 2\nWork Request in Queue: 178\n--------------------------------------\nNumber of Timers: 0\n"
	threads := []string{"1 8: " + wait, "11 1: " + sosIdle}
	for name, tt := range map[string]struct {
		paste    paste
		note     string
		headline string
	}{
		"nothing known":   {paste{threads, ""}, "queue length in dotnet-counters", "1 idle: not starved at this moment"},
		"counts":          {paste{threads, pool}, "The pool counts 9 workers: 8 running, 1 idle.", "1 idle: not starved at this moment"},
		"counts differ":   {paste{threads[:1], pool}, "The pool counts 9 workers: 8 running, 1 idle; the stacks show 8.", "pool starved, blocking wait"},
		"queue":           {paste{threads, old}, "queue length 178: work is waiting.", "1 idle, but 178 queued: work is waiting"},
		"starved queue":   {paste{threads[:1], old}, "queue length 178: work is waiting.", "pool starved with 178 queued"},
		"empty queue":     {paste{threads, strings.Replace(old, "178", "0", 1)}, "queue length 0: no work is waiting.", "1 idle and nothing queued: not starved"},
		"lock of nobody":  {paste{threads, lockHead + lockRow(139, "")}, "A lock on Object has 139 waiters and no owner", ""},
		"running owner":   {paste{append(threads, "20 1: Acme.Ledger.Sum() < "+sosWorker), lockHead + lockRow(3, "20")}, "A lock on Ledger has 3 waiters; thread 0x20 holds it, in Ledger.Sum (syncblk).", ""},
		"owner elsewhere": {paste{threads, lockHead + lockRow(3, "99")}, "thread 0x99 holds it, whose stack is not here", ""},
		"native threads": {
			paste{threads, "OS Thread Id: 0x2ae4 (1)\nUnable to walk the managed stack. The current thread is likely not a \nmanaged thread. You can run !threads to get a list of managed threads in\nthe process\nFailed to start stack walk: 80070057\n"},
			"1 more thread of the debugger's list runs no managed code.", "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			snap := tt.paste.diagnose(t)
			if notes := strings.Join(snap.Notes, "\n"); !strings.Contains(notes, tt.note) {
				t.Errorf("no note %q in:\n%s", tt.note, notes)
			}
			if !strings.Contains(snap.Headline, tt.headline) {
				t.Errorf("headline %q has no %q", snap.Headline, tt.headline)
			}
			if snap.Counts.SkippedLines != 0 {
				t.Errorf("%d lines skipped: %v", snap.Counts.SkippedLines, snap.Input.Problems)
			}
		})
	}
}

func TestSingleStacks(t *testing.T) {
	for name, tt := range map[string]struct{ text, headline, note string }{
		"exception": {
			"System.TimeoutException: too slow\n   at System.Threading.Tasks.Task.ThrowIfExceptional(Boolean includeTaskCanceledExceptions)\n   at Acme.Store.Load(Int32 id) in /src/Store.cs:line 12\n",
			"1 stack without the rest of the process", "This is one stack, of an exception",
		},
		"copy": {
			"\tApp.dll!Acme.Store.Load(int id) Line 12\tC#\n\tApp.dll!Acme.Program.Main(string[] args) Line 3\tC#\n",
			"", "This is the copied call stack of 1 thread",
		},
		"clrstack": {
			"OS Thread Id: 0x1dc1d (20)\n        Child SP               IP Call Site\n00007F2AE2FB4920 00007F2FE392B31F Acme.Store.Load() [/src/Store.cs @ 36]\n",
			"", "clrstack -all prints all of them",
		},
	} {
		t.Run(name, func(t *testing.T) {
			snaps, err := parse.Read(strings.NewReader(tt.text), name)
			if err != nil {
				t.Fatal(err)
			}
			snap := Analyze(snaps, Options{}).Snapshots[0]
			if snap.Findings[0].ID == "healthy" {
				t.Errorf("one stack is called healthy: %s", snap.Headline)
			}
			if !strings.Contains(snap.Headline, tt.headline) || !strings.Contains(strings.Join(snap.Notes, "\n"), tt.note) {
				t.Errorf("headline %q, notes %q", snap.Headline, snap.Notes)
			}
		})
	}
}
