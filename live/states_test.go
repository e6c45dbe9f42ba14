package live

import (
	"slices"
	"testing"
	"time"
)

// Each state is recognised under load, at its place, with its proof.
func TestStates(t *testing.T) {
	for _, test := range []struct {
		state    string
		findings []string // any of them first
		place    string   // a method that a thread stands in
		starved  string
		proof    []string
	}{
		{"calm", []string{"healthy"}, "", "", nil},
		{"async", []string{"healthy"}, "", "", nil},
		{"result", []string{"sync-over-async"}, "TideTable.HeightNow", "proven", []string{"E1", "E9"}},
		{"wait", []string{"sync-over-async"}, "TideTable.Refresh", "proven", []string{"E1", "E9"}},
		{"getresult", []string{"sync-over-async"}, "TideTable.Forecast", "proven", []string{"E1", "E9"}},
		{"held", []string{"lock-holder-blocked"}, "Crane.Swing", "refuted", []string{"E2", "E7"}},
		{"heldlong", []string{"lock-holder-blocked", "lock-contention"}, "Sluice.Measure", "refuted", []string{"E2"}},
		{"heldelsewhere", []string{"lock-contention"}, "Sluice.Inspect", "refuted", []string{"E2", "E9"}},
		{"native", []string{"blocking-wait"}, "Foghorn.Sound", "refuted", []string{"E2", "E9"}},
		{"deadlock", []string{"deadlock"}, "Sluice.Raise", "refuted", []string{"E2", "E9", "E10"}},
		{"deadlockbusy", []string{"deadlock"}, "Sluice.Lower", "", []string{"E10"}},
		{"sleep", []string{"blocking-wait"}, "Pier.Doze", "proven", []string{"E1"}},
		{"semaphore", []string{"blocking-wait", "lock-contention", "lock-holder-blocked"}, "Pier.Moor", "proven",
			[]string{"E1"}},
		{"event", []string{"blocking-wait"}, "Pier.AwaitOpening", "refuted", []string{"E2", "E9"}},
		{"never", []string{"sync-over-async"}, "TideTable.AwaitFlood", "refuted", []string{"E2", "E9"}},
		{"cpu", []string{"cpu"}, "Compass.Turn", "", nil},
	} {
		t.Run(test.state, func(t *testing.T) {
			p := start(t, test.state, 5*time.Second)
			s := tool(t, "report", "--format", "json", "--top", "0", "-p", p.pid()).read(t)
			id, starved := s.finding()
			if !slices.Contains(test.findings, id) {
				t.Errorf("finding %s, want one of %v: %s", id, test.findings, s.Headline)
			}
			if test.place != "" && !s.at(test.place) {
				t.Errorf("no thread in %s: %s", test.place, s.Headline)
			}
			// Without a wait of its own for the queue a state may or may not leave it empty.
			if starved != test.starved && (test.starved != "" || starved == "proven") {
				t.Errorf("starved %q, want %q: %s", starved, test.starved, s.Headline)
			}
			for _, proof := range test.proof {
				if !s.proves(proof) {
					t.Errorf("no %s in %+v", proof, s.Evidence)
				}
			}
		})
	}
}

// A busy lock changes hands: whatever it is called, it is no deadlock.
func TestBusyLock(t *testing.T) {
	p := start(t, "busylock", 5*time.Second)
	s := tool(t, "report", "--format", "json", "-p", p.pid()).read(t)
	if id, starved := s.finding(); id == "deadlock" || id == "healthy" || starved == "proven" {
		t.Errorf("finding %s, starved %q: %s", id, starved, s.Headline)
	}
}
