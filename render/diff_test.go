package render

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"stacktriage/compare"
	"stacktriage/diagnose"
	"stacktriage/frame"
	"stacktriage/internal/corpus"
	"stacktriage/layout"
	"stacktriage/output/schema"
	"stacktriage/parse"
)

// compared reads two real reports and compares them.
func compared(t *testing.T, before, after string) *compare.Diff {
	t.Helper()
	var snaps [2]*parse.Snapshot
	for i, name := range [2]string{before, after} {
		read, err := parse.Read(bytes.NewReader(corpus.Report(t, stacks, name)), name)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		snaps[i] = read[0]
	}
	return compare.Snapshots(snaps[0], snaps[1], diagnose.Options{})
}

func renderDiff(t *testing.T, format string, d *compare.Diff, o Options) string {
	t.Helper()
	f, err := Lookup(Comparisons, format)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := f.Diff(&out, d, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestDiffGolden(t *testing.T) {
	plain := Options{Version: "test", Unicode: true, Width: 80, Top: 5}
	painted, ascii, narrow, all, full := plain, plain, plain, plain, plain
	painted.Palette = letters
	ascii.Unicode = false
	narrow.Width = 60
	all.All = true
	full.Full = true
	tests := []struct {
		golden, format string
		options        Options
		before, after  string
	}{
		{"diff-bad-fixed.80.txt", "text", plain, "web/stack-bad.txt", "web/stack-fixed.txt"},
		{"diff-bad-fixed.letters.txt", "text", painted, "web/stack-bad.txt", "web/stack-fixed.txt"},
		{"diff-bad-fixed.ascii.txt", "text", ascii, "web/stack-bad.txt", "web/stack-fixed.txt"},
		{"diff-bad-fixed.60.txt", "text", narrow, "web/stack-bad.txt", "web/stack-fixed.txt"},
		{"diff-bad-fixed.json", "json", plain, "web/stack-bad.txt", "web/stack-fixed.txt"},
		{"diff-fixed-bad.full.txt", "text", full, "web/stack-fixed.txt", "web/stack-bad.txt"},
		{"diff-bad-idle.80.txt", "text", plain, "web/stack-bad.txt", "web/stack-idle.txt"},
		{"diff-bad-cpu.80.txt", "text", plain, "web/stack-bad.txt", "web/stack-cpu.txt"},
		{"diff-growing.80.txt", "text", plain, "web/bad-1.txt", "web/bad-2.txt"},
		{"diff-growing.letters.txt", "text", painted, "web/bad-1.txt", "web/bad-2.txt"},
		{"diff-net8.80.txt", "text", plain, "web/stack-bad-net8.txt", "web/stack-bad.txt"},
		{"diff-net8.all.txt", "text", all, "web/stack-bad-net8.txt", "web/stack-bad.txt"},
		{"diff-taskrun.80.txt", "text", plain, "web/stack-bad.txt", "web/stack-bad-taskrun.txt"},
		{"diff-hang.80.txt", "text", plain, "web/hang-1.txt", "web/hang-2.txt"},
		{"diff-hang.all.txt", "text", all, "web/hang-1.txt", "web/hang-2.txt"},
		{"diff-inlined.80.txt", "text", plain, "web/ds-taskwait.txt", "web/ds-taskwait-noinline.txt"},
		{"diff-inlined.letters.txt", "text", painted, "web/ds-taskwait.txt", "web/ds-taskwait-noinline.txt"},
		{"diff-inlined.json", "json", plain, "web/ds-taskwait.txt", "web/ds-taskwait-noinline.txt"},
		{"diff-strangers.80.txt", "text", plain, "web/stack-bad.txt", "acme/net10-mixed_bad.txt"},
		{"diff-truncated.80.txt", "text", plain, "real/variant-base.txt", "real/variant-truncated-half.txt"},
	}
	for _, tt := range tests {
		t.Run(tt.golden, func(t *testing.T) {
			got := renderDiff(t, tt.format, compared(t, tt.before, tt.after), tt.options)
			compareGolden(t, filepath.Join("testdata", "golden", tt.golden), []byte(got))
		})
	}
}

// diffPairs are comparisons of every kind for the tests of what holds for all.
var diffPairs = [][2]string{
	{"web/stack-bad.txt", "web/stack-fixed.txt"},
	{"web/stack-fixed.txt", "web/stack-cpu.txt"},
	{"web/stack-bad-net8.txt", "web/stack-bad.txt"},
	{"web/ds-taskwait.txt", "web/ds-taskwait-noinline.txt"},
	{"web/bad-1.txt", "web/hang-1.txt"},
	{"web/stack-bad.txt", "acme/net10-mixed_bad.txt"},
	{"real/variant-base.txt", "real/variant-truncated-half.txt"},
	{"real/large-3000.txt", "real/variant-base.txt"},
	{"acme/net9-lock_convoy.txt", "acme/net10-lock_convoy.txt"},
}

var (
	diffPlace  = regexp.MustCompile(`(?m)^  (?:NEW|GONE|GREW|SHRANK|SAME) +(\d+) → +(\d+) `)
	diffHidden = regexp.MustCompile(`places?(?: without own code)? \((\d+) → (\d+) threads\)`)
	diffSame   = regexp.MustCompile(`places?(?: without own code)? \((\d+) threads?\)`)
	diffAside  = regexp.MustCompile(`(?:idle workers|threads that always wait) (\d+) → (\d+)`)
)

// TestDiffCountsAddUp reads the printed text and adds up what it says on both sides.
func TestDiffCountsAddUp(t *testing.T) {
	for _, pair := range diffPairs {
		d := compared(t, pair[0], pair[1])
		for _, o := range []Options{{Top: 5}, {Top: 1}, {All: true}, {All: true, Top: 2}, {Full: true, Top: 5}} {
			o.Unicode, o.Width = true, 300
			text := strings.ReplaceAll(renderDiff(t, "text", d, o), "\n           ", " ")
			before, after := 0, 0
			for _, pattern := range []*regexp.Regexp{diffPlace, diffHidden, diffSame, diffAside} {
				for _, match := range pattern.FindAllStringSubmatch(text, -1) {
					b, _ := strconv.Atoi(match[1])
					a, _ := strconv.Atoi(match[len(match)-1])
					before += b
					after += a
				}
			}
			if before != d.Before.Counts.Threads || after != d.After.Counts.Threads {
				t.Fatalf(
					"%v %+v: the text holds %d and %d threads of %d and %d:\n%s", pair, o, before, after,
					d.Before.Counts.Threads, d.After.Counts.Threads, text,
				)
			}
		}
	}
}

// TestDiffLinesFit: only names and inputs, which are never cut, may be wider.
func TestDiffLinesFit(t *testing.T) {
	for _, pair := range diffPairs {
		d := compared(t, pair[0], pair[1])
		for _, width := range []int{60, 80, 120} {
			for _, unicode := range []bool{true, false} {
				for line := range strings.Lines(renderDiff(t, "text", d, Options{Unicode: unicode, Width: width, All: true})) {
					line = strings.TrimRight(line, "\n")
					if strings.HasSuffix(line, " ") {
						t.Errorf("%v: blanks at the end of %q", pair, line)
					}
					fields := strings.Split(line, "  ")
					last := fields[len(fields)-1]
					if name := strings.HasPrefix(strings.TrimSpace(last), "in "); layout.Columns(line) > width &&
						strings.Contains(last, " ") &&
						!name {
						t.Errorf("%v: a line of %d columns for %d: %q", pair, layout.Columns(line), width, line)
					}
				}
			}
		}
	}
}

func TestDiffJSONIsOneObject(t *testing.T) {
	for _, pair := range diffPairs {
		d := compared(t, pair[0], pair[1])
		var got struct {
			SchemaVersion int
			Before, After struct{ Counts struct{ Threads int } }
			Verdict       struct{ Kind string }
			Groups        []struct{ Before, After int }
		}
		if err := json.Unmarshal([]byte(renderDiff(t, "json", d, Options{Version: "test"})), &got); err != nil {
			t.Fatalf("%v: %v", pair, err)
		}
		before, after := 0, 0
		for _, g := range got.Groups {
			before += g.Before
			after += g.After
		}
		if got.SchemaVersion != schema.Version || got.Verdict.Kind != string(d.Verdict.Kind) ||
			before != got.Before.Counts.Threads ||
			after != got.After.Counts.Threads {
			t.Errorf("%v: %+v", pair, got)
		}
	}
}

func TestDiffOfHostileText(t *testing.T) {
	hostile := "\x1b[31mred\x07\u009b1m\u202ebidi\u200b\x7f\r\n\ttab\U000e0041"
	d := compared(t, "web/ds-taskwait.txt", "web/ds-taskwait-noinline.txt")
	d.Verdict.Sentence = hostile
	d.Notes = []string{hostile}
	d.Before.Input.Source.Label = hostile
	d.Before.Headline = hostile
	d.Aside = append(d.Aside, compare.Aside{Label: hostile, Before: 1})
	for _, s := range d.Sites {
		s.Match.Note = hostile
		culprit := *s.Shown().Culprit
		culprit.Short, culprit.Frame = hostile, &frame.Frame{Module: hostile, Raw: hostile}
		s.Shown().Culprit = &culprit
		s.Shown().Groups[0].Stack.Frames[0].Raw = hostile
	}
	for _, f := range Formats(Comparisons) {
		if f.Binary {
			continue
		}
		for _, o := range []Options{{Unicode: true}, {All: true}, {Unicode: true, Full: true, All: true}} {
			got := renderDiff(t, f.Name, d, o)
			for i, r := range got {
				if layout.Hidden(r) && r != '\n' {
					t.Fatalf("%s: %q behind %q", f.Name, r, got[max(0, i-60):i])
				}
			}
		}
	}
}
