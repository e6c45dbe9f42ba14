package evidence

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"stacktriage/diagnose"
	"stacktriage/parse"
)

const s = time.Second

// judged reads a recording and judges it with what is joined to it.
func judged(t *testing.T, first []byte, more ...[]byte) *diagnose.Snapshot {
	t.Helper()
	r := NewReader()
	snaps := readAll(t, r, first)
	for i, data := range more {
		if err := r.Join(snaps[0], readAll(t, r, data), fmt.Sprint("with ", i)); err != nil {
			t.Fatal(err)
		}
	}
	return r.Analyze(snaps, diagnose.Options{}).Snapshots[0]
}

func readAll(t *testing.T, r *Reader, data []byte) []*parse.Snapshot {
	t.Helper()
	snaps, err := r.Read(bytes.NewReader(data), "input")
	if err != nil {
		t.Fatal(err)
	}
	return snaps
}

func proves(list []diagnose.Proof, id diagnose.ProofID) bool {
	return slices.ContainsFunc(list, func(p diagnose.Proof) bool { return p.ID == id })
}

// shows fails unless the first finding is of an id and its proofs are these.
func shows(t *testing.T, snap *diagnose.Snapshot, id diagnose.FindingID, proof, against string) *diagnose.Finding {
	t.Helper()
	f := &snap.Findings[0]
	if f.ID != id {
		t.Errorf("finding %s (%s), want %s", f.ID, snap.Headline, id)
	}
	if got := idsOf(f.Proof); got != proof {
		t.Errorf("%s: proof %q, want %q: %v", f.ID, got, proof, f.Proof)
	}
	if got := idsOf(f.Against); got != against {
		t.Errorf("%s: against %q, want %q: %v", f.ID, got, against, f.Against)
	}
	return f
}

func idsOf(list []diagnose.Proof) string {
	var ids []string
	for _, p := range list {
		ids = append(ids, string(p.ID))
	}
	return strings.Join(ids, " ")
}

// Of the waits of one thread the last begun ends first; what ends without having begun
// is counted; what a lock waits in is counted with the lock.
func TestWaitsArePaired(t *testing.T) {
	r := newRecorder(1)
	const outer, inner = "@task < Acme!Acme.Shelf.Outer() < @pool", "@task < Acme!Acme.Shelf.Inner() < @pool"
	r.goOn(0, 7)
	r.wait(1*s, 7, outer)
	r.wait(2*s, 7, inner)
	r.goOn(3*s, 7)
	r.contend(4*s, 8, "@lock < Acme!Acme.Cache.Get() < @pool", 7)
	r.wait(4*s, 8, "@lock < Acme!Acme.Cache.Get() < @pool")
	r.goOn(6*s, 8)
	r.acquire(6*s, 8, 2*s)
	r.wait(6*s, 9, "System.Private.CoreLib!System.Diagnostics.Tracing.CounterGroup.PollForValues()")
	e := judged(t, r.bytes(t, 10*s)).Evidence
	if len(e.Waits) != 2 || e.Bookkeeping != 1 || len(e.Locks) != 1 {
		t.Fatalf("%d waits, %d bookkeeping, %d locks", len(e.Waits), e.Bookkeeping, len(e.Locks))
	}
	out, in := e.Waits[0], e.Waits[1]
	if out.Culprit.Short != "Shelf.Outer" || out.Open != 1 || *out.OpenAtLeast != 9*s || out.Median != nil {
		t.Errorf("outer: %+v", out)
	}
	if in.Culprit.Short != "Shelf.Inner" || in.Ended != 1 || *in.Median != 1*s || in.Open != 0 {
		t.Errorf("inner: %+v", in)
	}
	if l := e.Locks[0]; l.Waits != 1 || l.Open != 0 || *l.Median != 2*s || l.Owners[0].ThreadID != "0x7" {
		t.Errorf("lock: %+v", l)
	}
	if !slices.ContainsFunc(e.Remarks, func(r string) bool { return strings.Contains(r, "1 wait ended here that began before") }) {
		t.Errorf("remarks %q", e.Remarks)
	}
}

// sampleOfWorkers samples a main thread and workers, each on its stack.
func sampleOfWorkers(t *testing.T, stacks ...string) []byte {
	r := newRecorder(1)
	r.sample(0, 1, "@main")
	for i, stack := range stacks {
		r.sample(0, uint64(0x10+i), stack)
	}
	return r.bytes(t, 10*time.Millisecond)
}

// The pool starves where work queues while most busy workers are blocked, however few
// they are; where nothing queues it does not, however many they are.
func TestQueueDecidesAboutStarvation(t *testing.T) {
	const blocked = "@task < Acme!Acme.Shelf.Count() < @pool"
	few := sampleOfWorkers(t, blocked, blocked)
	many := sampleOfWorkers(t, blocked, blocked, blocked, blocked, blocked)
	computing := sampleOfWorkers(t, blocked, "@idle", "@idle")
	tests := []struct {
		name    string
		sample  []byte
		queue   []float64
		want    diagnose.StarvedProof
		proof   string
		against string
	}{
		{"stands", few, []float64{10, 20, 30}, diagnose.StarvedProven, "E1", ""},
		{"stands, beside parked workers", computing, []float64{10, 20, 30}, diagnose.StarvedProven, "E1", ""},
		{"began in the recording", few, []float64{0, 5, 30, 60}, diagnose.StarvedProven, "E1", ""},
		{"empty", many, []float64{0, 0, 0, 0}, diagnose.StarvedRefuted, "", "E2"},
		{"a burst", many, []float64{0, 0, 27, 0, 0}, "", "", "E3"},
		{"one value", many, []float64{27}, "", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := newRecorder(1)
			r.queue(test.queue...)
			snap := judged(t, test.sample, r.bytes(t, 6*s))
			f := shows(t, snap, diagnose.SyncOverAsync, test.proof, test.against)
			if f.StarvedProof != test.want {
				t.Errorf("starved %q, want %q", f.StarvedProof, test.want)
			}
			if test.want != "" && f.Starved != (test.want == diagnose.StarvedProven) {
				t.Errorf("starved %v: %s", f.Starved, snap.Headline)
			}
			if test.want == diagnose.StarvedProven && f.Severity != diagnose.Critical {
				t.Errorf("severity %s", f.Severity)
			}
			if test.want == diagnose.StarvedRefuted && !strings.Contains(snap.Headline, "nothing queues for a thread") {
				t.Errorf("headline %q", snap.Headline)
			}
		})
	}
}

// Threads that are added for others that block are told with their number and pace.
func TestGrowth(t *testing.T) {
	r := newRecorder(1)
	r.queue(10, 20, 30, 40)
	for i := range 4 {
		at := time.Duration(i+1) * s
		r.counter(at, "threadpool-thread-count", float64(10+4*i))
		r.counter(at, "threadpool-completed-items-count", 2)
		r.counter(at, "cpu-usage", 3)
		r.adjust(at, uint32(10+4*i), 8)
	}
	const blocked = "@task < Acme!Acme.Shelf.Count() < @pool"
	snap := judged(t, sampleOfWorkers(t, blocked, blocked, blocked, blocked), r.bytes(t, 5*s))
	f := shows(t, snap, diagnose.SyncOverAsync, "E1 E4 E5", "")
	for i, want := range []string{
		"10 → 40 work items queued for a thread for 3 s; CPU 3 %",
		"10 → 22 pool threads in 3 s (4 a second), 4 times because others block",
		"2 work items complete a second: what queues takes 12 s at that rate",
	} {
		if f.Proof[i].Sentence != want {
			t.Errorf("%q, want %q", f.Proof[i].Sentence, want)
		}
	}
}

// An owner that most waits name and that waits itself is the cause; owners that change
// make a busy lock.
func TestOwners(t *testing.T) {
	const waiter, holder = "@lock < Acme!Acme.Cache.Get() < @pool", "@sleep < Acme!Acme.Cache.Refill() < @pool"
	sample := sampleOfWorkers(t, holder, waiter, waiter, waiter)
	events := func(owners ...uint64) []byte {
		r := newRecorder(1)
		for i, owner := range owners {
			at := time.Duration(i) * 100 * time.Millisecond
			r.contend(at, uint64(0x11+i%3), waiter, owner)
			r.acquire(at+50*time.Millisecond, uint64(0x11+i%3), 50*time.Millisecond)
		}
		return r.bytes(t, 2*s)
	}
	f := shows(t, judged(t, sample, events(0x10, 0x10, 0x10, 0x10, 0x10, 0x12)), diagnose.LockHolderBlocked, "E7 E6", "")
	if f.Confidence != diagnose.High || !strings.Contains(f.Sentence, "thread 0x10 holds it and is blocked on Thread.Sleep in Cache.Refill") {
		t.Errorf("%s: %s", f.Confidence, f.Sentence)
	}
	busy := sampleOfWorkers(t, "Acme!Acme.Cache.Get() < @pool", waiter, waiter, waiter)
	shows(t, judged(t, busy, events(0x10, 0x11, 0x12, 0x13, 0x10, 0x11)), diagnose.LockContention, "E7 E6", "")
}

// Each owner waits for the other's lock: a deadlock, told by events alone.
func TestDeadlockByOwners(t *testing.T) {
	const a, b = "@lock < Acme!Acme.Ledger.Transfer() < @pool", "@lock < Acme!Acme.Ledger.Refund() < @pool"
	r := newRecorder(1)
	r.contend(1*s, 0x10, a, 0x11)
	r.contend(1*s, 0x11, b, 0x10)
	snap := judged(t, sampleOfWorkers(t, a, b), r.bytes(t, 6*s))
	f := shows(t, snap, diagnose.Deadlock, "E7 E7 E6", "")
	if f.Confidence != diagnose.High {
		t.Errorf("confidence %s", f.Confidence)
	}
	// A second sample in which both still stand there is more proof.
	snap = judged(t, sampleOfWorkers(t, a, b), r.out.Bytes(), sampleOfWorkers(t, a, b))
	shows(t, snap, diagnose.Deadlock, "E7 E7 E10 E6 E9", "")
}

// Up to .NET 9 a lock has no frame. The operating system tells who waits.
func TestOperatingSystemTellsWaitingFromRunning(t *testing.T) {
	const text = `Thread (0x1):
  [Native Frames]
  System.Private.CoreLib!System.Threading.Thread.Sleep(int32)
  Acme!Acme.Program.Main(class System.String[])

Thread (0x2):
  CPU_TIME
  System.Private.CoreLib!System.Threading.WaitHandle.WaitOneNoCheck(int32,bool,class System.Object,value class WaitHandleWaitSourceMap)
  System.Private.CoreLib!System.Threading.PortableThreadPool+GateThread.GateThreadStart()

Thread (0x10):
  CPU_TIME
  Acme!Acme.Ledger.Transfer()
  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()
  System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()

Thread (0x11):
  CPU_TIME
  Acme!Acme.Ledger.Transfer()
  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()
  System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()

`
	sleeps := diagnose.OSThread{State: "S", FirstState: "S"} // and spent no CPU
	runs := diagnose.OSThread{State: "R", FirstState: "S", CPU: 900 * time.Millisecond}
	tests := []struct {
		name string
		os   map[string]diagnose.OSThread
		want diagnose.FindingID
		not  diagnose.FindingID
		says string
	}{
		{"both wait", map[string]diagnose.OSThread{"0x10": sleeps, "0x11": sleeps}, diagnose.LockContention, diagnose.CPU, "0 run and 2 wait"},
		{"both run", map[string]diagnose.OSThread{"0x10": runs, "0x11": runs}, diagnose.CPU, diagnose.LockContention, "2 run and 0 wait"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			snaps, err := parse.Read(strings.NewReader(text), "input")
			if err != nil {
				t.Fatal(err)
			}
			snap := Prepare(snaps[0], Sources{OS: test.os}, diagnose.Options{}).Judge()
			f := shows(t, snap, test.want, "E8", "")
			if !strings.Contains(f.Proof[0].Sentence, test.says) {
				t.Errorf("%q", f.Proof[0].Sentence)
			}
			for _, f := range snap.Findings {
				if f.ID == test.not {
					t.Errorf("also %s: %s", f.ID, f.Sentence)
				}
			}
		})
	}
	t.Run("one of each", func(t *testing.T) {
		snaps, _ := parse.Read(strings.NewReader(text), "input")
		snap := Prepare(snaps[0], Sources{OS: map[string]diagnose.OSThread{"0x10": sleeps, "0x11": runs}}, diagnose.Options{}).Judge()
		if w := snap.Counts.Workers; w.Total != 2 || w.Blocked != 1 || w.Running != 1 {
			t.Errorf("workers %+v", w)
		}
	})
	t.Run("awake now and then", func(t *testing.T) {
		between := map[string]diagnose.OSThread{"0x10": {State: "R", FirstState: "S", CPU: time.Second}}
		snaps, _ := parse.Read(strings.NewReader(text), "input")
		snap := Prepare(snaps[0], Sources{OS: between, Between: 5 * s}, diagnose.Options{}).Judge()
		if proves(snap.Evidence.Proof, diagnose.ProofRunOrWait) {
			t.Errorf("concluded from what proves nothing: %v", snap.Evidence.Proof)
		}
	})
}

// Where no frame shows a lock, events tell who waits for it; and who stands in own code
// while the process computes nothing waits, too.
func TestEventsTellWaitingFromRunning(t *testing.T) {
	const crunch, gate = "Acme!Acme.Cache.Crunch() < @pool", "System.Private.CoreLib!System.Threading.WaitHandle.WaitOneNoCheck(" +
		"int32,bool,class System.Object,value class WaitHandleWaitSourceMap) < " +
		"System.Private.CoreLib!System.Threading.PortableThreadPool+GateThread.GateThreadStart()"
	sample := func() []byte {
		r := newRecorder(1)
		r.sample(0, 1, "@main")
		r.event(sampleEvent, 0, 2, gate, uint32(2)) // the marker is stale
		for i := range 4 {
			r.event(sampleEvent, 0, uint64(0x10+i), crunch, uint32(2))
		}
		return r.bytes(t, 0)
	}
	r := newRecorder(1)
	for i := range 40 {
		thread := uint64(0x10 + i%4)
		at := time.Duration(i/4)*s + time.Duration(i%4)*time.Millisecond
		r.contend(at, thread, crunch, uint64(0x10+(i+1)%4))
		r.acquire(at+800*time.Millisecond, thread, 800*time.Millisecond)
	}
	f := shows(t, judged(t, sample(), r.bytes(t, 10*s)), diagnose.LockContention, "E7 E6 E8", "")
	if strings.Contains(f.Sentence, "deadlock") {
		t.Errorf("a lock that changes hands: %s", f.Sentence)
	}
	idle := newRecorder(1)
	idle.queue(0, 0, 0, 0)
	idle.counter(4*s, "cpu-usage", 1)
	reader := NewReader()
	snap, err := reader.Live(Live{First: sample(), Events: idle.bytes(t, 5*s), Second: sample(), Between: 5 * s}, "live")
	if err != nil {
		t.Fatal(err)
	}
	shows(t, reader.Analyze([]*parse.Snapshot{snap}, diagnose.Options{}).Snapshots[0], diagnose.LockContention, "E8 E9", "E2")
}

// A recording over time says where the time of the workers went, and who never moved.
func TestShares(t *testing.T) {
	r := newRecorder(1)
	const stuck = "@task < Acme!Acme.Shelf.Count() < @pool"
	for i := range 41 {
		at := time.Duration(i) * 100 * time.Millisecond
		r.sample(at, 1, "@main")
		r.sample(at, 0x10, stuck)
		if i < 10 {
			r.sample(at, 0x11, stuck)
		} else {
			r.sample(at, 0x11, "@idle")
		}
	}
	e := judged(t, r.bytes(t, 4*s)).Evidence
	if e.Shares == nil || e.Shares.Total != 8*s || e.Shares.Threads != 2 || len(e.Shares.Places) != 2 {
		t.Fatalf("shares %+v", e.Shares)
	}
	if p := e.Shares.Places[0]; p.Culprit == nil || p.Culprit.Short != "Shelf.Count" || p.Time != 5*s {
		t.Errorf("%+v", p)
	}
	if p := e.Shares.Places[1]; p.State != "idle" || p.Time != 3*s {
		t.Errorf("%+v", p)
	}
	if e.Standing == nil || e.Standing.Threads != 1 || e.Standing.Of != 2 || e.Standing.Samples != 41 {
		t.Errorf("standing %+v", e.Standing)
	}
}

// A second sample says which threads stand where they stood.
func TestStanding(t *testing.T) {
	const here, there = "@task < Acme!Acme.Shelf.Count() < @pool", "@task < Acme!Acme.Shelf.Sum() < @pool"
	snap := judged(t, sampleOfWorkers(t, here, here, here), sampleOfWorkers(t, here, here, there))
	shows(t, snap, diagnose.SyncOverAsync, "E9", "")
	if got := *snap.Evidence.Standing; got != (diagnose.Standing{Samples: 2, Threads: 2, Of: 3}) {
		t.Errorf("%+v", got)
	}
	snap = judged(t, sampleOfWorkers(t, here, here, here), sampleOfWorkers(t, there, there, there))
	shows(t, snap, diagnose.SyncOverAsync, "", "E9")
}

func TestOtherProcessesAreRefused(t *testing.T) {
	r := NewReader()
	first, other := newRecorder(1), newRecorder(2)
	first.queue(1, 2)
	other.queue(1, 2)
	to := readAll(t, r, first.bytes(t, 3*s))
	err := r.Join(to[0], readAll(t, r, other.bytes(t, 3*s)), "other")
	var process *ProcessError
	if !errors.As(err, &process) || !strings.Contains(err.Error(), "process id 2 against 1") {
		t.Errorf("%v", err)
	}
}

// What speaks against one process without proving it is told.
func TestDoubtsAreTold(t *testing.T) {
	const blocked = "@task < Acme!Acme.Shelf.Count() < @pool"
	strangers := newRecorder(1)
	for i := range 4 {
		strangers.wait(s, uint64(0x90+i), blocked)
	}
	snap := judged(t, sampleOfWorkers(t, blocked, blocked), strangers.bytes(t, 3*s))
	if !slices.ContainsFunc(snap.Evidence.Remarks, func(r string) bool {
		return strings.HasPrefix(r, "None of the threads of the events is in the report")
	}) {
		t.Errorf("%q", snap.Evidence.Remarks)
	}
	if proves(snap.Evidence.Proof, diagnose.ProofDurations) || snap.Findings[0].StarvedProof != "" {
		t.Errorf("proved by strangers: %v", snap.Evidence.Proof)
	}
	known := newRecorder(1)
	for i := range 4 {
		known.wait(s, uint64(0x10+i), blocked)
	}
	snap = judged(t, sampleOfWorkers(t, blocked, blocked), known.bytes(t, 3*s))
	if len(snap.Evidence.Remarks) > 0 {
		t.Errorf("%q", snap.Evidence.Remarks)
	}
	later := newRecorderAt(1, time.Date(2026, 11, 30, 9, 43, 9, 0, time.UTC))
	later.queue(0, 0, 0)
	snap = judged(t, sampleOfWorkers(t, blocked, blocked), later.bytes(t, 3*s))
	if !slices.ContainsFunc(snap.Evidence.Remarks, func(r string) bool { return strings.Contains(r, "60 min apart") }) {
		t.Errorf("%q", snap.Evidence.Remarks)
	}
}

// A recording without anything about threads is refused with what to do.
func TestNothingToTell(t *testing.T) {
	_, err := NewReader().Read(bytes.NewReader(newRecorder(1).bytes(t, s)), "input")
	var input *parse.InputError
	if !errors.As(err, &input) || input.Cure == "" || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
}

// Whatever a recording is cut to, it gives what is there or a sentence; never calm.
func TestCutRecordings(t *testing.T) {
	const blocked = "@task < Acme!Acme.Shelf.Count() < @pool"
	whole := sampleOfWorkers(t, blocked, blocked, blocked, blocked)
	for n := 0; n < len(whole); n += 13 {
		r := NewReader()
		snaps, err := r.Read(bytes.NewReader(whole[:n]), "input")
		if err != nil {
			continue
		}
		if f := r.Analyze(snaps, diagnose.Options{}).Snapshots[0].Findings[0]; f.ID == diagnose.Healthy {
			t.Fatalf("cut at %d of %d: %s", n, len(whole), f.Sentence)
		}
	}
}

// What was taken live is judged as the same recordings are.
func TestLive(t *testing.T) {
	const blocked = "@task < Acme!Acme.Shelf.Count() < @pool"
	events := newRecorder(1)
	events.queue(10, 20, 30)
	r := NewReader()
	snap, err := r.Live(Live{
		First: sampleOfWorkers(t, blocked, blocked), Events: events.bytes(t, 4*s), Second: sampleOfWorkers(t, blocked, blocked),
		Between: 4 * s, Remarks: []string{"It took long."},
	}, "pid 7")
	if err != nil {
		t.Fatal(err)
	}
	report := r.Analyze([]*parse.Snapshot{snap}, diagnose.Options{}).Snapshots[0]
	shows(t, report, diagnose.SyncOverAsync, "E1 E9", "")
	if e := report.Evidence; e.Standing.Length != 4*s || !slices.Contains(e.Remarks, "It took long.") {
		t.Errorf("%+v %v", e.Standing, e.Remarks)
	}
}
