package diagnose

import (
	"bytes"
	"flag"
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
