package series

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// TestSeriesReadAsBefore relates the captured reports of one process in orders and paces
// in which they can come, and holds every sentence.
func TestSeriesReadAsBefore(t *testing.T) {
	const golden = "testdata/series.golden"
	var got bytes.Buffer
	for _, name := range []string{"web/bad", "web/hang", "series/partial", "series/idle"} {
		files := three(name)
		backwards := slices.Clone(files)
		slices.Reverse(backwards)
		told(&got, name+", five seconds apart", related(t, captured(t, files...), []time.Duration{0, 5 * time.Second, 10 * time.Second}))
		told(&got, name+", at uneven times", related(t, captured(t, files...), []time.Duration{0, 60 * time.Second, 180 * time.Second}))
		told(&got, name+", times unknown", related(t, captured(t, files...), nil))
		told(&got, name+", two of them", related(t, captured(t, files[:2]...), []time.Duration{0, 5 * time.Second}))
		told(&got, name+", backwards", related(t, captured(t, backwards...), nil))
	}
	told(&got, "calm before the storm", related(t, captured(t, "web/stack-idle.txt", "web/stack-bad.txt", "web/stack-bad.txt"), nil))
	told(&got, "calm after the storm", related(t, captured(t, "web/stack-bad.txt", "web/stack-idle.txt", "web/stack-idle.txt"), nil))
	told(&got, "storm between calms", related(t, captured(t, "web/stack-idle.txt", "web/stack-bad.txt", "web/stack-idle.txt"), nil))
	told(&got, "busy all the time", related(t, captured(t, "web/stack-cpu.txt", "web/stack-cpu.txt", "web/stack-cpu.txt"), nil))
	told(&got, "deadlock", related(t, captured(t, "web/ds-deadlock.txt", "web/ds-deadlock.txt", "web/ds-deadlock.txt"), nil))
	told(&got, "deadlock, twice", related(t, captured(t, "web/ds-deadlock.txt", "web/ds-deadlock.txt"), nil))
	told(&got, "no ids", related(t, captured(t, "dialects/bad-parallelstacks.txt", "dialects/bad-parallelstacks.txt"), nil))
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	was, is := strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")
	if len(was) != len(is) {
		t.Errorf("%d lines, were %d; where that is meant, go test ./series -run TestSeriesRead -update", len(is), len(was))
	}
	for i, n := 0, 0; i < len(was) && i < len(is) && n < 20; i++ {
		if was[i] != is[i] {
			t.Errorf("line %d\n- %s\n+ %s", i+1, was[i], is[i])
			n++
		}
	}
}

func told(w *bytes.Buffer, what string, s *Series) {
	fmt.Fprintf(w, "%s\n  %s: %s\n", what, s.Severity, s.Headline)
	if s.Advice != "" {
		fmt.Fprintf(w, "  fix: %s\n  see: %s\n", s.Advice, s.Link)
	}
	fmt.Fprintf(w, "  starved in %d, idle %v, waiting %v, no ids %v, elapsed %v\n", s.Starved, s.Idle, s.Waiting, s.NoIDs, s.Elapsed)
	for i, step := range s.Steps {
		fmt.Fprintf(w, "  step %d: %d new, %d vanished\n", i, len(step.New), len(step.Vanished))
	}
	for _, p := range s.Places {
		fmt.Fprintf(w, "  %s of %ss in %q, %s: %v %s, %.1f a report, %s, quiet %v, same %d of %d in %d, %d stacks\n", p.At(), p.Who(),
			p.Module(), p.Site.State, p.Counts, p.Trend, p.PerReport, p.Reading, p.Quiet, len(p.Same.Threads), p.Same.Of,
			p.Same.Span, p.Same.Stacks)
		if p.Sentence != "" {
			fmt.Fprintf(w, "    %s\n", p.Sentence)
		}
		if perSecond, ok := s.PerSecond(p); ok {
			fmt.Fprintf(w, "    %.2f a second\n", perSecond)
		}
	}
}
