package evidence

import (
	"testing"
	"time"

	"stacktriage/diagnose"
)

const gateWaits = "System.Private.CoreLib!System.Threading.WaitHandle.WaitOneNoCheck(int32,bool,class System.Object," +
	"value class WaitHandleWaitSourceMap) < System.Private.CoreLib!System.Threading.PortableThreadPool+GateThread.GateThreadStart()"

// A queue of another process proves nothing: where no worker waits in events, the gate
// thread tells the processes apart.
func TestStrangersProveNothing(t *testing.T) {
	const blocked = "@task < Acme!Acme.Shelf.Count() < @pool"
	sample := newRecorder(1)
	sample.sample(0, 1, "@main")
	sample.sample(0, 2, gateWaits)
	for i := range 6 {
		sample.sample(0, uint64(0x10+i), blocked)
	}
	stacks := sample.bytes(t, 0)
	for gate, want := range map[uint64]diagnose.StarvedProof{2: diagnose.StarvedProven, 0x99: ""} {
		r := newRecorder(1)
		r.queue(10, 20, 30)
		r.wait(s, gate, gateWaits)
		snap := judged(t, stacks, r.bytes(t, 4*s))
		if got := snap.Findings[0].StarvedProof; got != want {
			t.Errorf("gate thread %#x: starved %q, want %q: %s", gate, got, want, snap.Headline)
		}
	}
}

// Of what is not whole, and of a pool that has threads and does nothing, it is not said
// that it is well.
func TestCalmAloneIsEarned(t *testing.T) {
	counted := func(threads, done float64) *recorder {
		r := newRecorder(1)
		r.queue(0, 0, 0, 0, 0)
		for i := range 5 {
			r.counter(time.Duration(i+1)*s, "threadpool-thread-count", threads)
			r.counter(time.Duration(i+1)*s, "threadpool-completed-items-count", done)
		}
		return r
	}
	for _, test := range []struct {
		name          string
		threads, done float64
		cut           int
		want          diagnose.FindingID
	}{
		{"busy and well", 4, 100, 0, diagnose.Healthy},
		{"no threads", 0, 0, 0, diagnose.Healthy},
		{"threads that do nothing", 12, 0, 0, diagnose.Unclear},
		{"cut off", 4, 100, 8, diagnose.Unclear},
	} {
		data := counted(test.threads, test.done).bytes(t, 6*s)
		snap := judged(t, data[:len(data)-test.cut])
		if f := snap.Findings[0]; f.ID != test.want {
			t.Errorf("%s: %s: %s", test.name, f.ID, f.Sentence)
		}
	}
}

// Waits of other threads than workers are kept apart, and the runtime's own are counted.
func TestOtherWaits(t *testing.T) {
	r := newRecorder(1)
	r.wait(s, 0x10, "@task < Acme!Acme.Shelf.Count() < @pool")
	r.wait(s, 0x20, "@task < Acme!Acme.Mail.Send() < System.Private.CoreLib!System.Threading.Thread.StartCallback()")
	r.wait(s, 2, gateWaits)
	e := judged(t, r.bytes(t, 4*s)).Evidence
	if len(e.Waits) != 1 || len(e.OtherWaits) != 1 || e.Bookkeeping != 1 {
		t.Fatalf("%d, %d others, %d bookkeeping", len(e.Waits), len(e.OtherWaits), e.Bookkeeping)
	}
	if w := e.OtherWaits[0]; w.Culprit == nil || w.Culprit.Short != "Mail.Send" || w.Open != 1 {
		t.Errorf("%+v", w)
	}
}
