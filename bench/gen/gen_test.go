package gen

import (
	"bytes"
	"testing"

	"stacktriage/parse"
)

const corpus = "../../testdata/stacks"

func TestReportIsWhatWasAskedFor(t *testing.T) {
	for _, stacks := range []int{10, 200, 5000} {
		report, err := New(Config{Corpus: corpus, Stacks: stacks, Bytes: 1 << 20, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := report.WriteDotnet(&text); err != nil {
			t.Fatal(err)
		}
		snapshots, err := parse.Read(&text, "generated")
		if err != nil {
			t.Fatal(err)
		}
		if len(snapshots) != 1 {
			t.Fatalf("%d snapshots", len(snapshots))
		}
		s := snapshots[0]
		if len(s.Stacks) != stacks || len(s.Threads) != len(report.Threads) || s.Frames != report.Frames() || s.SkippedLines != 0 || len(s.Problems) > 0 {
			t.Errorf("asked for %d stacks, %d threads, %d frames; read %d, %d, %d and skipped %d lines: %v",
				stacks, len(report.Threads), report.Frames(), len(s.Stacks), len(s.Threads), s.Frames, s.SkippedLines, s.Problems)
		}
	}
}

func TestSameSeedSameText(t *testing.T) {
	var first []byte
	for range 2 {
		report, err := New(Config{Corpus: corpus, Stacks: 300, Bytes: 1 << 19, Seed: 7})
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := report.WriteDotnet(&text); err != nil {
			t.Fatal(err)
		}
		if first != nil && !bytes.Equal(first, text.Bytes()) {
			t.Fatal("two texts of one seed differ")
		}
		first = text.Bytes()
	}
}
