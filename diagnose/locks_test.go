package diagnose

import (
	"slices"
	"strings"
	"testing"
)

// TestHolderBesideWaiters: the one other blocked place in the type whose lock is waited
// for is named; of two, none is.
func TestHolderBesideWaiters(t *testing.T) {
	waiters := "3 @lock < Acme!Acme.Cache.Get() < @pool"
	refresh := "1 @result < Acme!Acme.Cache.Refresh() < @pool"
	for name, tt := range map[string]struct {
		stacks []string
		want   string
		not    string
	}{
		"one holder":  {[]string{waiters, refresh}, "perhaps held by Cache.Refresh, blocked on Task<T>.Result", ""},
		"two":         {[]string{waiters, refresh, "1 @result < Acme!Acme.Cache.Trim() < @pool"}, "lock in Cache.Get", "perhaps held"},
		"other type":  {[]string{waiters, "1 @result < Acme!Acme.Feed.Refresh() < @pool"}, "lock in Cache.Get", "perhaps held"},
		"other waits": {[]string{waiters, "1 @lock < Acme!Acme.Cache.Put() < @pool"}, "lock in Cache.Get", "perhaps held"},
	} {
		s := analyzeText(t, reportText{stacks: tt.stacks})
		at := slices.IndexFunc(s.Findings, func(f Finding) bool { return f.ID == LockContention })
		if at < 0 {
			t.Errorf("%s: no lock contention: %s", name, s.Headline)
			continue
		}
		said := s.Findings[at].Sentence
		if !strings.Contains(said, tt.want) || tt.not != "" && strings.Contains(said, tt.not) {
			t.Errorf("%s: got %q", name, said)
		}
	}
}

// TestLocksCountOnAnyThread: two threads that wait to enter a lock are a finding, whatever
// else is known of them; one of a framework's own is not healthy either.
func TestLocksCountOnAnyThread(t *testing.T) {
	listener := "System.Diagnostics.TraceSource!System.Diagnostics.TraceListener.WriteLine(class System.String)"
	for name, tt := range map[string]struct {
		stacks []string
		want   FindingID
	}{
		"two": {[]string{"2 @lock < " + listener + " < @start"}, LockContention},
		"one": {[]string{"1 @lock < " + listener + " < @start"}, Unclear},
	} {
		if s := analyzeText(t, reportText{stacks: tt.stacks}); s.Findings[0].ID != tt.want {
			t.Errorf("%s: got %s, want %s: %s", name, s.Findings[0].ID, tt.want, s.Headline)
		}
	}
}

// TestOwnCodeOnTop: up to .NET 9 own code as the innermost frame runs or waits for a lock,
// and no sentence says more; from .NET 10 on a wait for a lock has a frame.
func TestOwnCodeOnTop(t *testing.T) {
	text := reportText{stacks: []string{
		"1 Acme!Acme.Bank.Debit() < Acme!Acme.Bank.Transfer() < @pool", "CPU_TIME 1 Acme!Acme.Ledger.Post() < @pool",
		"CPU_TIME 1 C!System.Threading.WaitHandle.WaitOneNoCheck(int32,bool,class System.Object,value class WaitHandleWaitSourceMap) < " +
			"C!System.Threading.PortableThreadPool+GateThread.GateThreadStart() < @start", // so the marker is stale
	}}
	s := analyzeText(t, text)
	if f := s.Findings[0]; f.ID != Unclear || !strings.Contains(f.Sentence, "waits for a lock: this report cannot say which") {
		t.Errorf("got %s: %s", f.ID, f.Sentence)
	}
	if strings.Contains(s.Headline, "none of your code is blocked") {
		t.Errorf("the headline knows too much: %s", s.Headline)
	}
}

func TestLeakedThreadsAreGrave(t *testing.T) {
	for n, want := range map[string]Severity{"60": Warning, "1000": Critical} {
		s := analyzeText(t, reportText{stacks: []string{n + " C!System.Threading.Thread.Sleep(int32) < Acme!Acme.Job.Loop() < @start"}})
		if f := s.Findings[0]; f.ID != ThreadExplosion || f.Severity != want {
			t.Errorf("%s threads: got %s %s: %s", n, f.Severity, f.ID, f.Sentence)
		}
	}
}

// TestUnclearSaysWhat: what is not known is named, and what would tell.
func TestUnclearSaysWhat(t *testing.T) {
	for name, tt := range map[string]struct {
		stacks         []string
		said, advising string
	}{
		"no root": {[]string{"2 C!System.Threading.Monitor.Wait(class System.Object,int32)"}, "what 2 of 3 threads do cannot be read", "NativeAOT"},
		"nobody's wait": {
			[]string{"1 @read < Vendor.Client!Vendor.Client.Pump() < @idle"}, "Unclear", "",
		},
		"a framework's own": {[]string{"1 @sem < @pool"}, "1 of 1 pool worker blocked on SemaphoreSlim.Wait, which no finding explains", "Take two more reports"},
	} {
		s := analyzeText(t, reportText{stacks: tt.stacks})
		if f := s.Findings[0]; tt.advising != "" && (f.ID != Unclear || !strings.Contains(f.Sentence, tt.said) || !strings.Contains(f.Advice, tt.advising)) {
			t.Errorf("%s: got %s: %q; advice %q", name, f.ID, f.Sentence, f.Advice)
		}
	}
}
