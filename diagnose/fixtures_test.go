package diagnose

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestFixturesReadAsBefore holds every sentence of a report about each fixture: what is
// concluded, what is said of it, what to do, and what the reader must know.
func TestFixturesReadAsBefore(t *testing.T) {
	text, err := os.ReadFile("testdata/findings.txt")
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	for block := range strings.SplitSeq(string(text), "\n\n") {
		id, _, match, not := readFinding(t, block)
		if id == "" {
			continue
		}
		fmt.Fprintf(&got, "== %s\n", id)
		said(&got, analyzeText(t, match))
		fmt.Fprintf(&got, "== not %s\n", id)
		said(&got, analyzeText(t, not))
	}
	CompareWith(t, "testdata/fixtures.golden", got.Bytes())
}

// said writes what people read of a snapshot.
func said(w *bytes.Buffer, s *Snapshot) {
	fmt.Fprintln(w, s.Headline)
	for _, f := range s.Findings {
		fmt.Fprintf(w, "  %s %s %s: %s\n    fix: %s\n", f.Severity, f.ID, f.Confidence, f.Sentence, f.Advice)
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
