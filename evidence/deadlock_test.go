package evidence

import (
	"strings"
	"testing"
	"time"

	"stacktriage/diagnose"
	"stacktriage/parse"
)

// Up to .NET 9 a wait for a lock has no frame; from .NET 10 on it has.
const (
	transferHidden = "Acme!Acme.Ledger.Transfer() < @pool"
	refundHidden   = "Acme!Acme.Ledger.Refund() < @pool"
	transfer       = "@lock < Acme!Acme.Ledger.Transfer() < @pool"
	refund         = "@lock < Acme!Acme.Ledger.Refund() < @pool"
)

// watchedTwice is what two samples make of threads 0x10, 0x11, … on their stacks, of which
// the operating system says that they slept, unless it says something else.
func watchedTwice(t *testing.T, apart time.Duration, first, second []string, os map[string]diagnose.OSThread) *diagnose.Snapshot {
	t.Helper()
	const gate = "System.Private.CoreLib!System.Threading.WaitHandle.WaitOneNoCheck(int32,bool,class System.Object," +
		"value class WaitHandleWaitSourceMap) < System.Private.CoreLib!System.Threading.PortableThreadPool+GateThread.GateThreadStart()"
	threads := map[string]diagnose.OSThread{"0x1": {State: "S", FirstState: "S"}}
	sample := func(stacks []string) []byte {
		r := newRecorder(1)
		r.sample(0, 1, "@main")
		r.event(sampleEvent, 0, 2, gate, uint32(2)) // the marker is stale, as up to .NET 9
		for i, stack := range stacks {
			id := uint64(0x10 + i)
			r.event(sampleEvent, 0, id, stack, uint32(2))
			threads[threadID(id)] = diagnose.OSThread{State: "S", FirstState: "S"}
		}
		return r.bytes(t, 0)
	}
	live := Live{First: sample(first), Second: sample(second), Between: apart, OS: threads}
	for id, said := range os {
		threads[id] = said
	}
	reader := NewReader()
	snap, err := reader.Live(live, "live")
	if err != nil {
		t.Fatal(err)
	}
	return reader.Analyze([]*parse.Snapshot{snap}, diagnose.Options{}).Snapshots[0]
}

// asleepIn is what the operating system says of two threads that sleep in a function of
// the kernel.
func asleepIn(function string) map[string]diagnose.OSThread {
	t := diagnose.OSThread{State: "S", FirstState: "S", Wait: function}
	return map[string]diagnose.OSThread{"0x10": t, "0x11": t}
}

// Threads that stand at locks without CPU, while nobody is there who could hold one, are in
// a deadlock, most probably.
func TestDeadlockByStanding(t *testing.T) {
	const (
		holder     = "@sleep < Acme!Acme.Ledger.Audit() < @pool"
		other      = "@task < Acme!Acme.Shelf.Count() < @pool"
		foreign    = "@sleep < Acme!Acme.Janitor.Sweep() < @pool"
		inMain     = "Acme!Acme.Program.<Main>b__0() < @pool"
		alsoInMain = "Acme!Acme.Program.<Main>b__1() < @pool"
		inTwo      = "Acme!Acme.Ledger.Transfer() < Acme!Acme.Orders.Place() < @pool"
	)
	spent := map[string]diagnose.OSThread{"0x11": {State: "S", FirstState: "S", CPU: 50 * time.Millisecond}}
	tests := []struct {
		name          string
		apart         time.Duration
		first, second []string
		os            map[string]diagnose.OSThread
		deadlock      bool
	}{
		{"in two methods of a type", 2 * s, []string{transferHidden, refundHidden}, nil, nil, true},
		{"with frames of the locks", 2 * s, []string{transfer, refund}, nil, nil, true},
		{"beside work that moves", 2 * s, []string{transferHidden, refundHidden, other}, []string{transferHidden, refundHidden, "@idle"}, nil, true},
		{"beside own code that stands", 2 * s, []string{transferHidden, refundHidden, other}, nil, nil, false},
		{"a holder in another type", 2 * s, []string{transfer, refund, foreign}, nil, nil, false},
		{"in the type of Main", 2 * s, []string{inMain, alsoInMain}, nil, nil, false},
		{"in native calls", 2 * s, []string{transferHidden, refundHidden}, nil, asleepIn("hrtimer_nanosleep"), false},
		{"in a futex", 2 * s, []string{transferHidden, refundHidden}, nil, asleepIn("futex_do_wait"), true},
		{"called by own code", 2 * s, []string{inTwo, refundHidden}, nil, nil, true},
		{"in one method, by frames", 2 * s, []string{transfer, transfer}, nil, nil, true},
		{"in one method, hidden: perhaps a native call", 2 * s, []string{transferHidden, transferHidden}, nil, nil, false},
		{"in one method, beside other own code", 2 * s, []string{transfer, transfer, other}, nil, nil, false},
		{"the holder sleeps", 2 * s, []string{transferHidden, refundHidden, holder}, nil, nil, false},
		{"the holder sleeps, with frames", 2 * s, []string{transfer, refund, holder}, nil, nil, false},
		{"one thread alone", 2 * s, []string{transferHidden}, nil, nil, false},
		{"watched for too short a time", s / 2, []string{transferHidden, refundHidden}, nil, nil, false},
		{"one moved", 2 * s, []string{transfer, refund}, []string{transfer, "@idle"}, nil, false},
		{"one ended", 2 * s, []string{transfer, refund}, []string{transfer}, nil, false},
		{"one spent CPU", 2 * s, []string{transfer, refund}, nil, spent, false},
		{"a wait with a limit", 2 * s, []string{
			"System.Private.CoreLib!System.Threading.Monitor.TryEnter(class System.Object,int32) < Acme!Acme.Ledger.Transfer() < @pool", refund,
		}, nil, nil, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			second := test.second
			if second == nil {
				second = test.first
			}
			snap := watchedTwice(t, test.apart, test.first, second, test.os)
			f := snap.Findings[0]
			for _, found := range snap.Findings {
				if found.ID == diagnose.Deadlock {
					f = found
				}
			}
			switch {
			case (f.ID == diagnose.Deadlock) != test.deadlock:
				t.Fatalf("%s: %s", f.ID, snap.Headline)
			case !test.deadlock:
				return
			case f.Confidence != diagnose.Medium || f.Severity != diagnose.Critical || !f.Stuck || f.Threads != 2:
				t.Errorf("%+v", f)
			case !proves(f.Proof, diagnose.ProofDeadlock) ||
				f.Proof[0].Sentence != "none of the 2 threads moved in 2 s or spent CPU":
				t.Errorf("%v", f.Proof)
			}
		})
	}
}

// The sentence names all places, and how sure it is.
func TestDeadlockByStandingSays(t *testing.T) {
	snap := watchedTwice(t, 2*s, []string{transferHidden, refundHidden}, []string{transferHidden, refundHidden}, nil)
	for _, part := range []string{"Ledger.Transfer", "Ledger.Refund", "none has moved in 2.0 s", "probably a deadlock"} {
		if !strings.Contains(snap.Headline, part) {
			t.Errorf("%q lacks %q", snap.Headline, part)
		}
	}
}

// Locks by which others wait crosswise in their frames are no deadlock where one moved.
func TestCrossedLocksThatMove(t *testing.T) {
	const (
		debit  = "@lock < Acme!Acme.Bank.Debit() < Acme!Acme.Bank.Credit() < @pool"
		credit = "@lock < Acme!Acme.Bank.Credit() < Acme!Acme.Bank.Debit() < @pool"
	)
	snap := watchedTwice(t, 2*s, []string{debit, credit}, []string{debit, credit}, nil)
	shows(t, snap, diagnose.Deadlock, "E10 E9", "")
	snap = watchedTwice(t, 2*s, []string{debit, credit}, []string{credit, debit}, nil)
	if f := snap.Findings[0]; f.ID == diagnose.Deadlock {
		t.Errorf("%s", f.Sentence)
	}
}

// Who holds a lock by events, and does not wait for one, speaks against a deadlock.
func TestOwnerOutsideIsNoDeadlock(t *testing.T) {
	const native = "Acme!Acme.Native.Flush() < @pool"
	r := newRecorder(1)
	r.contend(1*s, 0x10, transfer, 0x12)
	r.contend(1*s, 0x11, refund, 0x12)
	reader := NewReader()
	sample := sampleOfWorkers(t, transfer, refund, native)
	threads := map[string]diagnose.OSThread{}
	for _, id := range []string{"0x10", "0x11", "0x12"} {
		threads[id] = diagnose.OSThread{State: "S", FirstState: "S"}
	}
	snap, err := reader.Live(Live{First: sample, Events: r.bytes(t, 3*s), Second: sample, Between: 3 * s, OS: threads}, "live")
	if err != nil {
		t.Fatal(err)
	}
	judged := reader.Analyze([]*parse.Snapshot{snap}, diagnose.Options{}).Snapshots[0]
	if f := judged.Findings[0]; f.ID == diagnose.Deadlock {
		t.Errorf("%s", f.Sentence)
	}
}

// Threads in two places, of which none moved, do not run because a third one does.
func TestOneThatComputesSaysNothingOfOthers(t *testing.T) {
	const compute = "Acme!Acme.Labels.Compute(int32) < @pool"
	busy := newRecorder(1)
	for i := range 5 {
		at := time.Duration(i+1) * s
		busy.counter(at, "cpu-usage", 50)
		busy.counter(at, "monitor-lock-contention-count", 0)
	}
	hidden := func(stacks ...string) []byte {
		r := newRecorder(1)
		r.sample(0, 1, "@main")
		r.event(sampleEvent, 0, 2, "System.Private.CoreLib!System.Threading.WaitHandle.WaitOneNoCheck(int32,bool,class System.Object,"+
			"value class WaitHandleWaitSourceMap) < System.Private.CoreLib!System.Threading.PortableThreadPool+GateThread.GateThreadStart()", uint32(2))
		for i, stack := range stacks {
			r.event(sampleEvent, 0, uint64(0x10+i), stack, uint32(2))
		}
		return r.bytes(t, 0)
	}
	busy.queue(0, 0, 0, 0, 0)
	busy.adjust(s, 3, 0)
	events := busy.bytes(t, 6*s)
	if f := judged(t, hidden(compute, compute), events).Findings[0]; f.ID != diagnose.CPU {
		t.Errorf("one place: %s: %s", f.ID, f.Sentence)
	}
	if f := judged(t, hidden(transferHidden, refundHidden, compute), events).Findings[0]; f.ID != diagnose.Unclear {
		t.Errorf("several places: %s: %s", f.ID, f.Sentence)
	}
}

// A thread that sleeps in the kernel elsewhere than in a futex waits for no lock.
func TestNativeCallsAreNoLocks(t *testing.T) {
	stacks := []string{transferHidden, refundHidden}
	f := watchedTwice(t, 2*s, stacks, stacks, asleepIn("do_sys_poll")).Findings[0]
	if f.ID != diagnose.BlockingWait || !strings.Contains(f.Sentence, "a native call in Ledger.") || f.Confidence != diagnose.Medium {
		t.Errorf("%s, %s: %s", f.ID, f.Confidence, f.Sentence)
	}
}
