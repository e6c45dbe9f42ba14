package render

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"stacktriage/diagnose"
	"stacktriage/layout"
)

func tree(t *testing.T, r *diagnose.Report, o TreeOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := Tree(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTreeGolden(t *testing.T) {
	folded := TreeOptions{Options: Options{Unicode: true, Width: 80, IDs: 4}}
	plain := folded
	plain.All = true
	exact, turned, letter, ascii, full, all := plain, plain, plain, plain, plain, plain
	exact.Exact = true
	turned.RootFirst = true
	letter.Palette = letters
	ascii.Unicode = false
	full.Full = true
	all.IDs = -1
	tests := []struct {
		golden  string
		options TreeOptions
		reports []string
	}{
		{"tree-stack-bad.txt", plain, []string{"stack-bad.txt"}},
		{"tree-stack-bad.folded.txt", folded, []string{"stack-bad.txt"}},
		{"tree-stack-fixed.folded.txt", folded, []string{"stack-fixed.txt"}},
		{
			"tree-mixed.folded.root-first.txt", TreeOptions{Options: folded.Options, RootFirst: true},
			[]string{"acme/net10-mixed_bad.txt"},
		},
		{"tree-stack-bad.exact.txt", exact, []string{"stack-bad.txt"}},
		{
			"tree-peer-bad.exact.root-first.full.txt", TreeOptions{Options: full.Options, RootFirst: true},
			[]string{"web/peer-bad-stack.txt"},
		},
		{"tree-mixed.txt", plain, []string{"acme/net10-mixed_bad.txt"}},
		{"tree-mixed.root-first.txt", turned, []string{"acme/net10-mixed_bad.txt"}},
		{"tree-mixed.letters.txt", letter, []string{"acme/net10-mixed_bad.txt"}},
		{"tree-mixed.ascii.txt", ascii, []string{"acme/net10-mixed_bad.txt"}},
		{"tree-mixed.ids-1.txt", all, []string{"acme/net10-mixed_bad.txt"}},
		{"tree-deadlock.txt", plain, []string{"web/ds-deadlock.txt"}},
		{"tree-inlined.txt", plain, []string{"apps/surge-yarp-transform.txt"}},
		{"tree-large.txt", plain, []string{"real/large-3000.txt"}},
		{"tree-several.txt", plain, []string{"stack-bad.txt", "stack-fixed.txt"}},
	}
	for _, tt := range tests {
		t.Run(tt.golden, func(t *testing.T) {
			got := tree(t, analyzed(t, tt.reports...), tt.options)
			compareGolden(t, filepath.Join("testdata", "golden", tt.golden), []byte(got))
		})
	}
}

// rowOfRoot matches the rows of a tree that are on no branch.
var rowOfRoot = regexp.MustCompile(`^ *(\d+) `)

// TestTreeRootsAddUp reads the printed trees: the counts at the roots are all threads.
func TestTreeRootsAddUp(t *testing.T) {
	for _, name := range corpusNames(t) {
		report := analyzed(t, name)
		for _, s := range report.Snapshots {
			one := &diagnose.Report{Snapshots: []*diagnose.Snapshot{s}}
			for _, o := range []TreeOptions{{}, {Exact: true}} {
				o.RootFirst, o.Unicode, o.All = true, true, true
				sum := 0
				for _, block := range strings.Split(tree(t, one, o), "\n\n")[1:] {
					if count := rowOfRoot.FindStringSubmatch(block); count != nil {
						n, _ := strconv.Atoi(count[1])
						sum += n
					}
				}
				if sum != s.Counts.Threads {
					t.Errorf("%s: the roots add up to %d of %d threads", name, sum, s.Counts.Threads)
				}
			}
		}
	}
}

// foldedCounts are the numbers of threads in the line of those that are not drawn.
var foldedCounts = regexp.MustCompile(`(\d+) (?:idle worker|threads? that always wait)`)

// TestTreeFoldsWhatIsSetAside: what is drawn and what is folded are all threads, and
// nothing is folded that is not set aside in the report.
func TestTreeFoldsWhatIsSetAside(t *testing.T) {
	for _, name := range corpusNames(t) {
		for _, s := range analyzed(t, name).Snapshots {
			one := &diagnose.Report{Snapshots: []*diagnose.Snapshot{s}}
			text := tree(t, one, TreeOptions{Options: Options{Unicode: true, Width: layout.Endless}})
			_, trailer, _ := strings.Cut(text, "\n==> ")
			drawn, _ := strconv.Atoi(trailer[:strings.IndexByte(trailer, ' ')])
			_, line, folds := strings.Cut(trailer, "\nFolded  ")
			sum, aside := 0, 0
			for _, m := range foldedCounts.FindAllStringSubmatch(line, -1) {
				n, _ := strconv.Atoi(m[1])
				sum += n
			}
			for _, a := range s.SetAside {
				aside += a.Threads
			}
			if drawn+sum != s.Counts.Threads || folds && sum != aside {
				t.Errorf("%s: %d drawn and %d folded of %d threads, %d set aside", name, drawn, sum, s.Counts.Threads, aside)
			}
		}
	}
}

// TestTreeTurns: the innermost frame first is the same lines as the root first.
func TestTreeTurns(t *testing.T) {
	report := analyzed(t, "web/ds-deadlock.txt")
	o := TreeOptions{Options: Options{Unicode: true, Width: 80, IDs: 4}}
	up := tree(t, report, o)
	o.RootFirst = true
	down := tree(t, report, o)
	if a, b := strings.Count(up, "\n"), strings.Count(down, "\n"); a != b {
		t.Errorf("%d lines one way, %d the other", a, b)
	}
}

// TestTreeLinesFit: only a name that is too long by itself may leave the terminal.
func TestTreeLinesFit(t *testing.T) {
	for _, name := range corpusNames(t) {
		report := analyzed(t, name)
		for _, o := range []TreeOptions{{}, {Exact: true}, {RootFirst: true}} {
			o.Options = Options{Unicode: true, Width: 80, IDs: 4}
			for line := range strings.Lines(tree(t, report, o)) {
				line = strings.TrimRight(line, "\n")
				if text := strings.TrimLeft(line, "0123456789▸├─┌└│… "); layout.Columns(line) > 80 &&
					len(strings.Fields(text)) > 3 {
					t.Errorf("%s: %d columns: %q", name, layout.Columns(line), line)
				}
			}
		}
	}
}

func TestTreeIsClean(t *testing.T) {
	report := &diagnose.Report{
		Snapshots: []*diagnose.Snapshot{model(t, "evil\x1b[2J.txt", syncOverAsync(2), stackSpec{
			role: "worker", state: "blocked", threads: 1, frames: []string{"Evil!Ev\x1bil\u202eType.Ru\x07n()"},
		})},
	}
	for i, r := range tree(t, report, TreeOptions{Options: Options{Unicode: true}}) {
		if r != '\n' && layout.Hidden(r) {
			t.Errorf("rune %q at %d", r, i)
		}
	}
}
