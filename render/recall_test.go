package render

import (
	"io"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/compare"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/layout"
)

// TestVerdictStaysOnTheScreen: what is higher than the terminal ends with its first
// lines; what is not, and what goes elsewhere, does not.
func TestVerdictStaysOnTheScreen(t *testing.T) {
	bad := analyzed(t, "stack-bad.txt")
	writers := map[string]func(io.Writer, Options) error{
		"text": func(w io.Writer, o Options) error { return Text(w, bad, o) },
		"several": func(w io.Writer, o Options) error {
			return Text(w, &diagnose.Report{Snapshots: append(bad.Snapshots[:1:1], bad.Snapshots[0])}, o)
		},
		"tree": func(w io.Writer, o Options) error { return Tree(w, bad, TreeOptions{Options: o}) },
		"diff": func(w io.Writer, o Options) error {
			sets := group.Build(bad.Snapshots[0].Input, classify.Options{})
			return DiffText(w, compare.Sets(sets, sets), o)
		},
	}
	for name, write := range writers {
		o := Options{Width: 80, Unicode: true, Top: 5, IDs: 4}
		lines := screenLines(written(t, write, o))
		o.Palette = letters
		plain := written(t, write, o)
		blocks := strings.SplitN(plain, "\n\n", 3)
		short := plain + "\nd[" + "Again, from the top:" + "]\n" + blocks[0] + "\n"
		again := short + "\n" + blocks[1] + "\n"
		if fits := screenLines(blocks[0]) + screenLines(blocks[1]) + 3; fits > lines-1 {
			t.Fatalf("%s: verdict and steps are as high as the page", name)
		}
		for height, want := range map[int]string{0: plain, lines + 1: plain, lines: again, lines - 1: again, 5: short} {
			o.Height = height
			if got := written(t, write, o); got != want {
				t.Errorf("%s of %d lines on a terminal of %d:\n%s", name, lines, height, got)
			}
		}
	}
}

// screenLines are the lines of a text on a terminal of 80 columns.
func screenLines(text string) int {
	lines := 0
	for line := range strings.Lines(text) {
		lines += max(1, (layout.Columns(strings.TrimSuffix(line, "\n"))+79)/80)
	}
	return lines
}

// TestOnlyTextRecalls: programs and pictures have no top to scroll to.
func TestOnlyTextRecalls(t *testing.T) {
	bad := analyzed(t, "stack-bad.txt")
	for _, f := range Formats(Reports) {
		if f.Name == "text" {
			continue
		}
		write := func(w io.Writer, o Options) error { return f.Report(w, bad, o) }
		if high, low := written(t, write, Options{Unicode: true}), written(t, write, Options{Unicode: true, Height: 3}); high != low {
			t.Errorf("%s depends on the height of the terminal", f.Name)
		}
	}
}

func written(t *testing.T, write func(io.Writer, Options) error, o Options) string {
	t.Helper()
	var b strings.Builder
	if err := write(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
