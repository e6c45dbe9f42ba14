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

// judgedAs judges each report by its stacks, and lets what was measured be added.
func judgedAs(t *testing.T, measured []func(*diagnose.Snapshot), texts ...string) *Series {
	t.Helper()
	var sets []*group.Set
	var judge []Judging
	for i, text := range texts {
		sets = append(sets, grouped(t, "report", text)...)
		judge = append(judge, func(set *group.Set) (*diagnose.Snapshot, *group.Set) {
			snap, set := byStacks(false)(set)
			measured[i](snap)
			return snap, set
		})
	}
	s, err := RelateWith(sets, judge, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A pool is starved if one finding has proved it, whatever others leave open; else the
// first that was measured at all decides, and the counts only where nothing was.
func TestStarvedProof(t *testing.T) {
	const proven, refuted, none = diagnose.StarvedProven, diagnose.StarvedRefuted, diagnose.StarvedProof("")
	four := blocked + "Thread (0x12):\n" + native + slept + "Thread (0x13):\n" + native + slept
	for _, tt := range []struct {
		proofs []diagnose.StarvedProof
		want   bool
	}{
		{nil, true}, {[]diagnose.StarvedProof{none, none}, true},
		{[]diagnose.StarvedProof{refuted}, false}, {[]diagnose.StarvedProof{none, refuted}, false},
		{[]diagnose.StarvedProof{refuted, proven}, true}, {[]diagnose.StarvedProof{proven, refuted}, true},
		{[]diagnose.StarvedProof{refuted, none}, false},
	} {
		add := func(snap *diagnose.Snapshot) {
			for _, p := range tt.proofs {
				snap.Findings = append(snap.Findings, diagnose.Finding{StarvedProof: p})
			}
		}
		s := judgedAs(t, []func(*diagnose.Snapshot){add, add}, four, four)
		if got := s.Starved == 2; got != tt.want {
			t.Errorf("%q: starved in %d of 2", tt.proofs, s.Starved)
		}
	}
}

// The queue is told of where it was measured in each report, by its length and not by its
// growth alone.
func TestQueueOverTheSeries(t *testing.T) {
	pool := func(q *diagnose.Values) func(*diagnose.Snapshot) {
		return func(s *diagnose.Snapshot) { s.Evidence = &diagnose.Evidence{Pool: &diagnose.Pool{Queue: q}} }
	}
	length := func(first, last, most float64) func(*diagnose.Snapshot) {
		return pool(&diagnose.Values{First: first, Last: last, Max: most, Absolute: true})
	}
	unknown := pool(nil)
	growth := pool(&diagnose.Values{First: 1, Last: 2, Max: 2})
	nothing := func(*diagnose.Snapshot) {}
	noPool := func(s *diagnose.Snapshot) { s.Evidence = &diagnose.Evidence{} }
	four := blocked + "Thread (0x12):\n" + native + slept + "Thread (0x13):\n" + native + slept
	const starved, calm = "; pool starved in 2 of 2 reports", ""
	for _, tt := range []struct {
		name     string
		text     string
		measured []func(*diagnose.Snapshot)
		want     string // after the last thing that the stacks tell
	}{
		{"grows", four, []func(*diagnose.Snapshot){length(10, 20, 20), length(30, 40, 40)}, starved + " (10 → 40 queued)"},
		{"stands", four, []func(*diagnose.Snapshot){length(7, 9, 9), length(8, 7, 9)}, starved + " (7 queued)"},
		{"not in the first", four, []func(*diagnose.Snapshot){unknown, length(8, 7, 9)}, starved},
		{"not in the last", four, []func(*diagnose.Snapshot){length(8, 7, 9), nothing}, starved},
		{"no pool", four, []func(*diagnose.Snapshot){length(8, 7, 9), noPool}, starved},
		{"growth only", four, []func(*diagnose.Snapshot){growth, growth}, starved},
		{"nothing queued", blocked, []func(*diagnose.Snapshot){length(0, 0, 0), length(0, 0, 0)},
			"; nothing queues for a thread in any of them"},
		{"something queued once", blocked, []func(*diagnose.Snapshot){length(0, 0, 1), length(0, 0, 0)}, calm},
		{"something queued at last", blocked, []func(*diagnose.Snapshot){length(0, 0, 0), length(0, 0, 1)}, calm},
		{"nothing known", blocked, []func(*diagnose.Snapshot){nothing, nothing}, calm},
	} {
		s := judgedAs(t, tt.measured, tt.text, tt.text)
		before, told, _ := strings.Cut(s.Headline, "the time between the reports")
		if before == s.Headline || told != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, told, tt.want)
		}
	}
}

// A deadlock is said of the series only where each report found it, and of threads that stood.
func TestDeadlockInEachReport(t *testing.T) {
	found := func(id diagnose.FindingID) func(*diagnose.Snapshot) {
		return func(s *diagnose.Snapshot) { s.Findings[0].ID = id }
	}
	deadlock, other := found(diagnose.Deadlock), found(diagnose.LockContention)
	moved := strings.NewReplacer("0x10", "0x20", "0x11", "0x21").Replace(embraced)
	for _, tt := range []struct {
		name     string
		measured []func(*diagnose.Snapshot)
		second   string
		want     bool
	}{
		{"in both", []func(*diagnose.Snapshot){deadlock, deadlock}, embraced, true},
		{"in the first", []func(*diagnose.Snapshot){deadlock, other}, embraced, false},
		{"in the last", []func(*diagnose.Snapshot){other, deadlock}, embraced, false},
		{"of others", []func(*diagnose.Snapshot){deadlock, deadlock}, moved, false},
	} {
		s := judgedAs(t, tt.measured, embraced, tt.second)
		if got := strings.HasSuffix(s.Headline, ", in each of 2 reports"); got != tt.want || s.Headline == "" {
			t.Errorf("%s: %s", tt.name, s.Headline)
		}
	}
}
