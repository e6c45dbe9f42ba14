package nettrace_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stacktriage/nettrace"
)

const evidence = "../testdata/evidence"

// recording unpacks a recording.
func recording(tb testing.TB, name string) []byte {
	tb.Helper()
	f, err := os.Open(filepath.Join(evidence, name))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	data, err := io.ReadAll(unzipped)
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

// readAll reads a stream to its end.
func readAll(tb testing.TB, stream []byte) (*nettrace.Reader, []nettrace.Event) {
	tb.Helper()
	r, err := nettrace.NewReader(bytes.NewReader(stream))
	if err != nil {
		tb.Fatal(err)
	}
	var events []nettrace.Event
	for {
		e, err := r.Next()
		if errors.Is(err, io.EOF) {
			return r, events
		}
		if err != nil {
			tb.Fatal(err)
		}
		events = append(events, e)
	}
}

func report(tb testing.TB, r *nettrace.Reader) string {
	tb.Helper()
	var text bytes.Buffer
	if err := r.WriteReport(&text); err != nil {
		tb.Fatal(err)
	}
	return text.String()
}

// The first samples are the report of the same instant, byte for byte.
func TestReport(t *testing.T) {
	texts, err := filepath.Glob(filepath.Join(evidence, "depot", "*.txt"))
	if err != nil || len(texts) < 9 {
		t.Fatalf("%d reports, %v", len(texts), err)
	}
	for _, path := range texts {
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".txt")
		r, _ := readAll(t, recording(t, "depot/"+name+"-stacks.nettrace.gz"))
		if got := report(t, r); got != string(want) {
			t.Errorf("%s: the report differs from dotnet-stack's:\n%s", name, got)
		}
		if tr := r.Trace(); tr.Dropped+uint64(tr.Damaged+tr.LostStacks) != 0 || tr.Truncated {
			t.Errorf("%s: lost something of a whole stream: %+v", name, tr)
		}
	}
}

// Of a pair taken a second apart the frames are alike, though not the markers.
func TestPairs(t *testing.T) {
	for _, name := range []string{"net10.0-mixed_bad", "net9.0-idle_pool"} {
		want, err := os.ReadFile(filepath.Join(evidence, "pairs", name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		r, _ := readAll(t, recording(t, "pairs/"+name+".nettrace.gz"))
		if got, want := frames(report(t, r)), frames(string(want)); !slices.Equal(got, want) {
			t.Errorf("%s: frames\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// frames are the sorted frames of a report.
func frames(text string) []string {
	var list []string
	for line := range strings.Lines(text) {
		if strings.Contains(line, "!") {
			list = append(list, strings.TrimSpace(line))
		}
	}
	slices.Sort(list)
	return list
}

func TestEvents(t *testing.T) {
	r, events := readAll(t, recording(t, "depot/lockheld-events.nettrace.gz"))
	owners := map[uint64]int{}
	var place []string
	var waited time.Duration
	for _, e := range events {
		switch e.Kind {
		case nettrace.ContentionStart:
			owners[e.Owner]++
			if frames := r.Frames(e.Stack); place == nil {
				place = frames
			}
		case nettrace.ContentionStop:
			waited = max(waited, e.Duration)
		}
	}
	if owners[6919] != 72 || len(owners) != 2 || waited < 600*time.Millisecond || waited > 800*time.Millisecond {
		t.Errorf("owners %v, first wait at %v, longest %v", owners, place, waited)
	}
	if !slices.Contains(place, "azmcp!Depot.Warehouse.PriceCache.Get()") {
		t.Errorf("contention at %q", place)
	}
	tr := r.Trace()
	if tr.PID != 6911 || tr.PointerSize != 8 || tr.OS != "Linux" || tr.Architecture != "x64" {
		t.Errorf("process %d, pointers of %d bytes, %s %s", tr.PID, tr.PointerSize, tr.OS, tr.Architecture)
	}
	if want := time.Date(2026, 11, 30, 21, 20, 40, 4e6, time.UTC); !tr.Start.Equal(want) ||
		tr.End.Round(time.Second) != 6*time.Second {
		t.Errorf("session of %v from %v", tr.End, tr.Start)
	}
}

func TestCounters(t *testing.T) {
	_, events := readAll(t, recording(t, "depot/result-events.nettrace.gz"))
	values := map[string][]float64{}
	for _, e := range events {
		if c := e.Counter; c != nil {
			values[c.Name] = append(values[c.Name], c.Value)
			if c.Provider != "System.Runtime" || c.Interval.Round(100*time.Millisecond) != time.Second {
				t.Errorf("%+v", *c)
			}
		}
	}
	if got := values["threadpool-queue-length"]; len(got) != 6 || got[0] != 491 || got[5] != 783 {
		t.Errorf("queue %v", got)
	}
	if got := values["threadpool-completed-items-count"]; len(got) != 6 {
		t.Errorf("completed %v", got)
	}
}

// A stream cut anywhere gives what was there and says so.
func TestTruncated(t *testing.T) {
	whole := recording(t, "depot/result-stacks.nettrace.gz")
	_, all := readAll(t, whole)
	step := len(whole) / 97
	for cut := 200; cut < len(whole); cut += step {
		r, events := readAll(t, whole[:cut])
		if !r.Trace().Truncated || r.Trace().Damaged != 0 || len(events) > len(all) {
			t.Fatalf("cut at %d: %d events, %+v", cut, len(events), r.Trace())
		}
	}
	r, events := readAll(t, whole[:len(whole)-1])
	if len(events) != len(all) || !r.Trace().Truncated {
		t.Errorf("without the end tag: %d events of %d, %+v", len(events), len(all), r.Trace())
	}
}

// A session that ended before its rundown is named by another one of the process.
func TestAdopt(t *testing.T) {
	events := recording(t, "depot/lockheld-events.nettrace.gz")
	r, list := readAll(t, events[:30000])
	whole, _ := readAll(t, recording(t, "depot/lockheld-stacks.nettrace.gz"))
	i := slices.IndexFunc(list, func(e nettrace.Event) bool { return e.Kind == nettrace.ContentionStart && e.Owner != 0 })
	if i < 0 {
		t.Fatal("no contention")
	}
	const get = "azmcp!Depot.Warehouse.PriceCache.Get()"
	if before := r.Frames(list[i].Stack); slices.Contains(before, get) {
		t.Fatalf("names without a rundown: %v", before)
	}
	r.Symbols().Adopt(whole.Symbols())
	if after := r.Frames(list[i].Stack); !slices.Contains(after, get) {
		t.Errorf("adopted names give %v", after)
	}
}

func TestProfile(t *testing.T) {
	r, events := readAll(t, recording(t, "pairs/net10.0-mixed_bad.nettrace.gz"))
	p := nettrace.NewProfile()
	for _, e := range events {
		p.Add(e)
	}
	samples := 0
	var threads, stacks time.Duration
	for _, thread := range p.Threads() {
		samples += thread.Samples
		threads += thread.Duration
		if d := thread.Duration; d < 900*time.Millisecond || d > r.Trace().End {
			t.Errorf("thread %#x was sampled over %v of %v", thread.Thread, d, r.Trace().End)
		}
		if len(thread.Stacks) == 0 || thread.More {
			t.Errorf("thread %#x stood in %d stacks", thread.Thread, len(thread.Stacks))
		}
	}
	if samples != r.Trace().Counts[nettrace.Sample] || p.Lost() != 0 {
		t.Errorf("%d samples of threads, %d in all", samples, r.Trace().Counts[nettrace.Sample])
	}
	for _, stack := range p.Times() {
		stacks += stack.Duration
	}
	if stacks != threads {
		t.Errorf("%v in stacks, %v in threads", stacks, threads)
	}
}
