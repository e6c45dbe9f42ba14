package diagnose_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stacktriage/diagnose"
	"stacktriage/evidence"
	"stacktriage/parse"
)

// TestMeasuredReportsReadAsBefore holds what is said where something was measured beside
// the stacks, of recordings and counters whose cause is known.
func TestMeasuredReportsReadAsBefore(t *testing.T) {
	const folder = "../testdata/evidence"
	rows, err := os.ReadFile(filepath.Join(folder, "TRUTH.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	for line := range strings.Lines(string(rows)) {
		args, _, _ := strings.Cut(line, "\t")
		if args == "args" || strings.HasPrefix(line, "#") || strings.TrimSpace(args) == "" {
			continue
		}
		fmt.Fprintln(&got, "==", args)
		s := measured(t, folder, args)
		diagnose.Said(&got, s)
		for _, f := range s.Findings {
			fmt.Fprintf(&got, "  %s: starved %v by %q, stuck %v, %v, against %v\n", f.ID, f.Starved, f.StarvedProof, f.Stuck,
				f.Proof, f.Against)
		}
		if s.Evidence != nil {
			fmt.Fprintf(&got, "  all: %v, against %v\n", s.Evidence.Proof, s.Evidence.Against)
		}
	}
	diagnose.CompareWith(t, "testdata/measured.golden", got.Bytes())
}

func measured(t *testing.T, folder, args string) *diagnose.Snapshot {
	t.Helper()
	inputs := evidence.NewReader()
	read := func(name string) []*parse.Snapshot {
		file, err := os.Open(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		snaps, err := inputs.Read(file, name)
		if err != nil {
			t.Fatal(err)
		}
		return snaps
	}
	first, rest, _ := strings.Cut(args, " --with ")
	snaps := read(first)
	for _, name := range strings.Fields(rest) {
		if err := inputs.Join(snaps[0], read(name), name); err != nil {
			t.Fatal(err)
		}
	}
	return inputs.Analyze(snaps, diagnose.Options{}).Snapshots[0]
}
