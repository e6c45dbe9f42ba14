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
		Said(&got, analyzeText(t, match))
		fmt.Fprintf(&got, "== not %s\n", id)
		Said(&got, analyzeText(t, not))
	}
	CompareWith(t, "testdata/fixtures.golden", got.Bytes())
}
