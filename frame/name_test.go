package frame

import (
	"os"
	"strings"
	"testing"
)

// printedNames reads the table of frames and the names to print for them.
func printedNames(t testing.TB) [][2]string {
	t.Helper()
	data, err := os.ReadFile("../testdata/stacks/names.tsv")
	if err != nil {
		t.Fatalf("reading the table of names: %v", err)
	}
	var rows [][2]string
	for line := range strings.Lines(string(data)) {
		raw, name, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		if !ok {
			t.Fatalf("row without a tab: %q", line)
		}
		rows = append(rows, [2]string{raw, name})
	}
	return rows
}

func TestNameTable(t *testing.T) {
	rows := printedNames(t)
	if len(rows) != 185 {
		t.Fatalf("%d rows, want 185", len(rows))
	}
	for _, row := range rows {
		f, ok := Decode(row[0])
		if !ok {
			t.Errorf("Decode(%q) failed", row[0])
			continue
		}
		if got := f.Name(); got != row[1] {
			t.Errorf("Name of %s\n got %s\nwant %s", row[0], got, row[1])
		}
		if !strings.HasSuffix(f.Name(), f.ShortName()) {
			t.Errorf("ShortName of %s = %q, no end of %q", row[0], f.ShortName(), f.Name())
		}
	}
}
