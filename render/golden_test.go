package render

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stacktriage/diagnose"
	"stacktriage/internal/corpus"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// stacks is the folder of real reports.
const stacks = "../testdata/stacks"

// analyzed reads real reports, packed ones too, and draws the conclusions.
func analyzed(t *testing.T, names ...string) *diagnose.Report {
	t.Helper()
	return corpus.Analyzed(t, stacks, names...)
}

// TestGolden compares whole outputs of real reports. The name of a golden file spells
// the report and the options.
func TestGolden(t *testing.T) {
	plain := Options{Version: "test", Unicode: true, Width: 80, Top: 5, IDs: 4}
	painted, ascii, narrow, full := plain, plain, plain, plain
	painted.Palette = letters
	ascii.Unicode = false
	narrow.Width = 60
	full.Full = true
	tests := []struct {
		golden, format string
		options        Options
		reports        []string
	}{
		{"stack-bad.80.txt", "text", plain, []string{"stack-bad.txt"}},
		{"stack-bad.letters.txt", "text", painted, []string{"stack-bad.txt"}},
		{"stack-bad.ascii.txt", "text", ascii, []string{"stack-bad.txt"}},
		{"stack-bad.60.txt", "text", narrow, []string{"stack-bad.txt"}},
		{"stack-fixed.80.txt", "text", plain, []string{"stack-fixed.txt"}},
		{"stack-fixed.letters.txt", "text", painted, []string{"stack-fixed.txt"}},
		{"stack-fixed.json", "json", plain, []string{"stack-fixed.txt"}},
		{"mixed.80.txt", "text", plain, []string{"acme/net10-mixed_bad.txt"}},
		{"mixed.letters.txt", "text", painted, []string{"acme/net10-mixed_bad.txt"}},
		{"mixed.full.txt", "text", full, []string{"acme/net10-mixed_bad.txt"}},
		{"mixed.json", "json", plain, []string{"acme/net10-mixed_bad.txt"}},
		{"deadlock.80.txt", "text", plain, []string{"web/ds-deadlock.txt"}},
		{"deadlock.letters.txt", "text", painted, []string{"web/ds-deadlock.txt"}},
		{"lock-holder.80.txt", "text", plain, []string{"third/npgsql-lock-holder.txt"}},
		{"large.80.txt", "text", plain, []string{"real/large-3000.txt"}},
		{"inlined.80.txt", "text", plain, []string{"web/ds-taskwait.txt"}},
		{"mixed.logfmt", "line", plain, []string{"acme/net10-mixed_bad.txt", "stack-fixed.txt"}},
		{"mixed.md", "markdown", plain, []string{"acme/net10-mixed_bad.txt"}},
		{"several.md", "markdown", plain, []string{"stack-fixed.txt", "stack-bad.txt"}},
		{"several.80.txt", "text", plain, []string{"stack-bad.txt", "stack-fixed.txt"}},
	}
	for _, tt := range tests {
		t.Run(tt.golden, func(t *testing.T) {
			format, err := Lookup(Reports, tt.format)
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if err := format.Report(&got, analyzed(t, tt.reports...), tt.options); err != nil {
				t.Fatal(err)
			}
			compareGolden(t, filepath.Join("testdata", "golden", tt.golden), got.Bytes())
		})
	}
}

func compareGolden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; go test ./render -update writes it", err)
	}
	gotLines, wantLines := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(gotLines), len(wantLines)) {
		if g, w := lineAt(gotLines, i), lineAt(wantLines, i); g != w {
			t.Fatalf(
				"%s differs in line %d\ngot  %s\nwant %s\n(go test ./render -update rewrites it)", path, i+1, g, w,
			)
		}
	}
}

func lineAt(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(no line)"
}
