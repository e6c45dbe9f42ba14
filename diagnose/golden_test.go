package diagnose

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// CompareWith holds a text against a golden file.
func CompareWith(t *testing.T, golden string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(want, got) {
		return
	}
	t.Errorf("where the difference is meant, go test ./diagnose -run %s -update makes it the new golden file", t.Name())
	was, is := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	if len(was) != len(is) {
		t.Errorf("%d lines, were %d", len(is), len(was))
	}
	for i, n := 0, 0; i < len(was) && i < len(is) && n < 20; i++ {
		if was[i] != is[i] {
			t.Errorf("line %d\n- %s\n+ %s", i+1, was[i], is[i])
			n++
		}
	}
}

// Said writes what people read of a snapshot.
func Said(w *bytes.Buffer, s *Snapshot) {
	fmt.Fprintln(w, s.Headline)
	for _, f := range s.Findings {
		fmt.Fprintf(w, "  %s %s %s: %s\n    fix: %s\n", f.Severity, f.ID, f.Confidence, f.Sentence, f.Advice)
		if f.Means != "" {
			fmt.Fprintf(w, "    means: %s\n", f.Means)
		}
		for _, step := range f.Now {
			fmt.Fprintf(w, "    now: %s %q\n", step.Do, step.Commands)
		}
		if f.Link != "" {
			fmt.Fprintf(w, "    see: %s\n", f.Link)
		}
	}
	for _, a := range s.SetAside {
		fmt.Fprintf(w, "  aside: %d %s\n", a.Threads, a.Label)
	}
	for _, n := range s.Notes {
		fmt.Fprintf(w, "  note: %s\n", n)
	}
}
