package series

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/parse"
)

// captured groups reports of the corpus as the command does.
func captured(t *testing.T, names ...string) []*group.Set {
	t.Helper()
	var sets []*group.Set
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join("..", "testdata", "stacks", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, grouped(t, name, string(text))...)
	}
	return sets
}

func grouped(t *testing.T, name, text string) []*group.Set {
	t.Helper()
	snaps, err := parse.Read(strings.NewReader(text), name)
	if err != nil {
		t.Fatal(err)
	}
	var sets []*group.Set
	for _, snap := range snaps {
		sets = append(sets, group.Build(snap, classify.Options{}))
	}
	return sets
}

func related(t *testing.T, sets []*group.Set, elapsed []time.Duration) *Series {
	t.Helper()
	s, err := Relate(sets, elapsed)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func three(name string) []string { return []string{name + "-1.txt", name + "-2.txt", name + "-3.txt"} }

// TestSeriesOfTheCorpus holds the four series of known cause apart: by their counts
// alone, hang and partial are the same.
func TestSeriesOfTheCorpus(t *testing.T) {
	tests := []struct {
		name     string
		severity diagnose.Severity
		counts   []int
		reading  Reading
		same, of int
		says     string
	}{
		{"web/bad", diagnose.Critical, []int{48, 68, 88}, Growing, 48, 48, "48 of the first 48 still stand there; pool starved in 3 of 3"},
		{"web/hang", diagnose.Warning, []int{12, 12, 12}, Standing, 12, 12, "12 of 12 the same thread: stuck, or each waits longer"},
		{"series/partial", diagnose.Note, []int{12, 12, 12}, Turning, 3, 12, "Turning over: 12 workers"},
		{"series/idle", diagnose.OK, nil, "", 0, 0, "3 of 3 pool workers idle in the last, and no thread came or went"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := related(t, captured(t, three(tt.name)...), nil)
			if s.Severity != tt.severity || !strings.Contains(s.Headline, tt.says) {
				t.Errorf("%s %q, want %s and %q", s.Severity, s.Headline, tt.severity, tt.says)
			}
			if tt.counts == nil {
				if len(s.Places) > 0 {
					t.Errorf("%d places, want none", len(s.Places))
				}
				return
			}
			p := s.Places[0]
			if !slices.Equal(p.Counts, tt.counts) || p.Reading != tt.reading || len(p.Same.Threads) != tt.same || p.Same.Of != tt.of {
				t.Errorf("counts %v, %s, %d of %d the same; want %v, %s, %d of %d", p.Counts, p.Reading, len(p.Same.Threads), p.Same.Of, tt.counts, tt.reading, tt.same, tt.of)
			}
		})
	}
}

// TestColumnsAddUp demands that each report's threads are all in its column.
func TestColumnsAddUp(t *testing.T) {
	for _, name := range []string{"web/bad", "web/hang", "series/partial", "series/idle"} {
		s := related(t, captured(t, three(name)...), nil)
		for i, snap := range s.Snapshots {
			sum := s.Idle[i] + s.Waiting[i]
			for _, p := range s.Places {
				sum += p.Counts[i]
			}
			if sum != snap.Counts.Threads {
				t.Errorf("%s-%d: rows add up to %d of %d threads", name, i+1, sum, snap.Counts.Threads)
			}
			if i == 0 {
				continue
			}
			if before := s.Snapshots[i-1].Counts.Threads; before+len(s.Steps[i].New)-len(s.Steps[i].Vanished) != snap.Counts.Threads {
				t.Errorf("%s-%d: %d threads, %d new, %d vanished do not make %d", name, i+1, before, len(s.Steps[i].New), len(s.Steps[i].Vanished), snap.Counts.Threads)
			}
		}
	}
}

func TestPace(t *testing.T) {
	sets := captured(t, three("web/bad")...)
	s := related(t, sets, []time.Duration{0, 5 * time.Second, 10 * time.Second})
	if perSecond, ok := s.PerSecond(s.Places[0]); !ok || perSecond != 4 {
		t.Errorf("%v a second (%v), want 4", perSecond, ok)
	}
	if !strings.Contains(s.Headline, "4.0 more a second, the pace at which a starved pool adds workers") {
		t.Errorf("the headline does not say the pace: %q", s.Headline)
	}
	if _, ok := related(t, sets, nil).PerSecond(s.Places[0]); ok {
		t.Error("a pace a second without times")
	}
}

func TestTwoReportsAreLessSure(t *testing.T) {
	s := related(t, captured(t, "web/hang-1.txt", "web/hang-3.txt"), nil)
	if p := s.Places[0]; p.Reading != Standing || !strings.Contains(p.Sentence, "in both reports") || !strings.Contains(p.Sentence, "a third report makes it surer") {
		t.Errorf("%s: %q", p.Reading, p.Sentence)
	}
}

func TestNotOneProcess(t *testing.T) {
	tests := []struct {
		names []string
		why   string
	}{
		{[]string{"web/hang-1.txt", "web/bad-1.txt"}, "the main threads are 0x741A and 0x6318"},
		{[]string{"web/hang-1.txt", "acme/net10-task_wait.txt"}, "the main modules are Bookstore.Api and Acme.Orders"},
		{[]string{"web/hang-1.txt", "web/hang-2.txt", "series/idle-1.txt"}, "web/hang-2.txt and series/idle-1.txt"},
	}
	for _, tt := range tests {
		_, err := Relate(captured(t, tt.names...), nil)
		var other *NotOneProcessError
		if !errors.As(err, &other) || !strings.Contains(err.Error(), tt.why) {
			t.Errorf("%v: error %v, want one that says %q", tt.names, err, tt.why)
		}
	}
}

// worker is a thread of a made-up report that stands in the given own method, which
// other own methods may have called.
func worker(id, method string, callers ...string) string {
	var b strings.Builder
	b.WriteString("Thread (" + id + "):\n  [Native Frames]\n  System.Private.CoreLib!System.Threading.Thread.Sleep(int32)\n")
	for _, m := range append([]string{method}, callers...) {
		b.WriteString("  Acme.Shop!Acme.Shop.Orders." + m + "()\n")
	}
	b.WriteString("  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()\n")
	b.WriteString("  System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()\n\n")
	return b.String()
}

const mainOfShop = "Thread (0x1):\n  [Native Frames]\n  System.Private.CoreLib!System.Threading.Thread.Sleep(int32)\n  Acme.Shop!Acme.Shop.Program.Main(class System.String[])\n\n"

func shop(t *testing.T, reports ...string) *Series {
	t.Helper()
	var sets []*group.Set
	for _, text := range reports {
		sets = append(sets, grouped(t, "made up", mainOfShop+text)...)
	}
	return related(t, sets, nil)
}

func TestReadings(t *testing.T) {
	a, b, c, d := worker("0xA", "Load"), worker("0xB", "Load"), worker("0xC", "Load"), worker("0xD", "Load")
	tests := []struct {
		name    string
		reports []string
		want    Reading
	}{
		{"all the same", []string{a + b, a + b, a + b}, Standing},
		{"none the same", []string{a + b, c + d, a + b}, Turning},
		{"most the same", []string{a + b + c, a + b + d, a + b + c}, Mixed},
		{"gone at last", []string{a + b, a + b, a + b, ""}, Passing},
		{"seen once", []string{a + b, "", ""}, Passing},
		{"came back", []string{a, "", a}, Passing},
		{"called in another way", []string{worker("0xA", "Load", "Get"), worker("0xA", "Load", "Post"), worker("0xA", "Load", "Get")}, Turning},
		{"grows", []string{a, a + b, a + b + c + d}, Growing},
		{"appears and stays", []string{"", a + b + c + d, a + b + c + d}, Appeared},
	}
	for _, tt := range tests {
		s := shop(t, tt.reports...)
		if got := s.Places[0].Reading; got != tt.want {
			t.Errorf("%s: %s (%q), want %s", tt.name, got, s.Places[0].Sentence, tt.want)
		}
	}
}

// TestNoWorkerElsewhere: where every worker is at one line, the same ids prove less.
func TestNoWorkerElsewhere(t *testing.T) {
	a, b := worker("0xA", "Load"), worker("0xB", "Load")
	says := "takes such work again and again looks the same"
	if p := shop(t, a+b, a+b, a+b).Places[0]; !strings.Contains(p.Sentence, says) {
		t.Errorf("no caveat in %q", p.Sentence)
	}
	other := worker("0xC", "Save")
	if p := shop(t, a+b+other, a+b+other, a+b+other).Places[0]; strings.Contains(p.Sentence, says) {
		t.Errorf("a caveat with a worker elsewhere: %q", p.Sentence)
	}
}

func TestLongSeriesKeepsTheLongestStay(t *testing.T) {
	a, b, c := worker("0xA", "Load"), worker("0xB", "Load"), worker("0xC", "Load")
	s := shop(t, c, a+b, a+b, a+b, c)
	if p := s.Places[0]; p.Same.Span != 3 || len(p.Same.Threads) != 2 || p.Same.Of != 2 {
		t.Errorf("%+v, want two threads in three reports", p.Same)
	}
	if p := shop(t, a, a, a, a, a).Places[0]; p.Same.Span != 5 {
		t.Errorf("stays in %d of 5", p.Same.Span)
	}
}

// TestStarvationSaysWhen: the last report is what the process is like now.
func TestStarvationSaysWhen(t *testing.T) {
	all := captured(t, "real/three-reports-healthy-healthy-starved.txt")
	again := captured(t, "real/three-reports-healthy-healthy-starved.txt")
	healthy, starved := all[0], all[2]
	tests := []struct {
		sets []*group.Set
		says string
	}{
		{[]*group.Set{healthy, all[1], starved}, "Appeared: 0, 0, 43 workers blocked on Task<T>.Result in OrderService.Load (Lab): in the last report; pool starved in the last report"},
		{[]*group.Set{healthy, starved, again[2]}, "in the last 2 of 3 reports; pool starved in the last 2 of 3 reports"},
		{[]*group.Set{starved, healthy, healthy}, "Passing: 43, 0, 0 workers blocked on Task<T>.Result in OrderService.Load (Lab), in 1 of 3 reports; pool starved in 1 of 3 reports, not in the last"},
		{[]*group.Set{starved, healthy, again[2]}, "; pool starved in 2 of 3 reports, the last one too"},
	}
	for _, tt := range tests {
		if s := related(t, tt.sets, nil); !strings.HasSuffix(s.Headline, tt.says) {
			t.Errorf("headline %q, want %q", s.Headline, tt.says)
		}
	}
}

func TestTrendOf(t *testing.T) {
	tests := []struct {
		counts []int
		want   Trend
	}{
		{[]int{48, 68, 88}, TrendGrowing},
		{[]int{48, 48, 68, 88}, TrendGrowing},
		{[]int{0, 10, 30}, TrendGrowing},
		{[]int{0, 12, 12}, TrendAppeared},
		{[]int{0, 0, 43}, TrendAppeared},
		{[]int{0, 0, 2}, TrendPassing},
		{[]int{0, 12, 0, 12}, TrendPassing},
		{[]int{43, 0, 0}, TrendPassing},
		{[]int{10, 12}, TrendSteady},
		{[]int{10, 13}, TrendGrowing},
		{[]int{100, 103, 106}, TrendSteady},
		{[]int{100, 120, 110, 140}, TrendVarying},
		{[]int{88, 68, 48}, TrendShrinking},
		{[]int{12, 0, 12}, TrendPassing},
		{[]int{1, 1, 1}, TrendSteady},
	}
	for _, tt := range tests {
		if got := trendOf(tt.counts); got != tt.want {
			t.Errorf("trendOf(%v) = %s, want %s", tt.counts, got, tt.want)
		}
	}
}

// TestThreadsWithoutIDs compares counts only.
func TestThreadsWithoutIDs(t *testing.T) {
	sets := captured(t, three("web/hang")...)
	for _, set := range sets {
		set.Snapshot = withoutIDs(t, set.Snapshot)
	}
	s := related(t, sets, nil)
	if p := s.Places[0]; !s.NoIDs || p.Reading != Counted || len(p.Same.Threads) > 0 {
		t.Errorf("%s, %d the same, without ids: %v", p.Reading, len(p.Same.Threads), s.NoIDs)
	}
}

// withoutIDs copies what a series reads of a snapshot, all but the ids.
func withoutIDs(t *testing.T, s *parse.Snapshot) *parse.Snapshot {
	t.Helper()
	bare := &parse.Snapshot{Source: s.Source, Stacks: s.Stacks, Frames: s.Frames, Whole: s.Whole}
	for _, thread := range s.Threads {
		bare.Threads = append(bare.Threads, parse.Thread{Stack: thread.Stack, Marker: thread.Marker})
	}
	return bare
}
