package series

import (
	"slices"
	"strings"
	"testing"
	"time"

	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/parse"
)

// measured judges reports as if facts had been measured beside each.
func measured(t *testing.T, facts diagnose.Facts, queue *diagnose.Values, proof diagnose.StarvedProof, texts ...string) *Series {
	t.Helper()
	var sets []*group.Set
	var judge []Judging
	for _, text := range texts {
		snaps, err := parse.Read(strings.NewReader(text), "report")
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, group.Build(snaps[0], diagnose.Options{}))
		judge = append(judge, func(set *group.Set) (*diagnose.Snapshot, *group.Set) {
			snap := diagnose.DiagnoseWith(set, facts)
			snap.Evidence = &diagnose.Evidence{Pool: &diagnose.Pool{Queue: queue}}
			for i := range snap.Findings {
				snap.Findings[i].StarvedProof = proof
				snap.Findings[i].Proof = []diagnose.Proof{{ID: "E1", Sentence: "as measured"}}
			}
			return snap, set
		})
	}
	s, err := RelateWith(sets, judge, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const (
	sleepingMain = "Thread (0x1):\n  [Native Frames]\n  System.Private.CoreLib!System.Threading.Thread.Sleep(int32)\n" +
		"  Acme!Acme.Program.Main(class System.String[])\n\n"
	onPool = "  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()\n" +
		"  System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()\n\n"
	slept    = "  System.Private.CoreLib!System.Threading.Thread.Sleep(int32)\n  Acme!Acme.Pier.Doze()\n" + onPool
	atLock   = "  System.Private.CoreLib!System.Threading.Monitor.Enter_Slowpath(class System.Object)\n"
	raise    = atLock + "  Acme!Acme.Sluice.Raise()\n" + onPool
	lower    = atLock + "  Acme!Acme.Sluice.Lower()\n" + onPool
	native   = "  [Native Frames]\n"
	blocked  = sleepingMain + "Thread (0x10):\n" + native + slept + "Thread (0x11):\n" + native + slept
	embraced = sleepingMain + "Thread (0x10):\n" + native + raise + "Thread (0x11):\n" + native + lower
)

// What was measured decides whether the pool starved, whatever the counts of workers say.
func TestStarvationAsMeasured(t *testing.T) {
	queue := &diagnose.Values{First: 10, Last: 30, Min: 10, Max: 30, Absolute: true}
	s := measured(t, diagnose.Facts{Queue: diagnose.QueueStands, QueueLength: 30}, queue, diagnose.StarvedProven, blocked, blocked)
	if s.Starved != 2 || !strings.Contains(s.Headline, "pool starved in 2 of 2 reports (10 → 30 queued)") ||
		s.Severity != diagnose.Critical || len(s.Proof) != 1 {
		t.Errorf("%d %s %s %v", s.Starved, s.Severity, s.Headline, s.Proof)
	}
	four := blocked + "Thread (0x12):\n" + native + slept + "Thread (0x13):\n" + native + slept
	empty := &diagnose.Values{Absolute: true}
	s = measured(t, diagnose.Facts{Queue: diagnose.QueueEmpty}, empty, diagnose.StarvedRefuted, four, four)
	if s.Starved != 0 || !strings.Contains(s.Headline, "nothing queues for a thread in any of them") {
		t.Errorf("%d %s", s.Starved, s.Headline)
	}
	s = measured(t, diagnose.Facts{QueueLength: -1}, nil, "", four, four)
	if s.Starved != 2 || strings.Contains(s.Headline, "queue") {
		t.Errorf("not measured: %d %s", s.Starved, s.Headline)
	}
}

// A deadlock that each of two reports has proved by itself needs no third report.
func TestDeadlockAsMeasured(t *testing.T) {
	stood := map[string]bool{"0x10": true, "0x11": true}
	facts := diagnose.Facts{Queue: diagnose.QueueEmpty, Stood: stood, Watched: 2 * time.Second}
	s := measured(t, facts, nil, "", embraced, embraced)
	if !strings.Contains(s.Headline, "probably a deadlock") || !strings.Contains(s.Headline, "in each of 2 reports") ||
		!strings.Contains(s.Headline, "Sluice.Raise") || !strings.Contains(s.Headline, "Sluice.Lower") {
		t.Errorf("%s", s.Headline)
	}
	facts.Stood = nil
	if s = measured(t, facts, nil, "", embraced, embraced); strings.Contains(s.Headline, "probably a deadlock") {
		t.Errorf("nobody watched: %s", s.Headline)
	}
	if s = measured(t, facts, nil, "", embraced, embraced, embraced); !strings.HasPrefix(s.Headline, "A deadlock, very probably") ||
		!slices.ContainsFunc(s.Places, func(p *Place) bool { return strings.Contains(s.Headline, p.At()) }) {
		t.Errorf("three reports: %s", s.Headline)
	}
}
