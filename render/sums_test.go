package render

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"stacktriage/layout"
)

// counted matches the places of the text where threads are counted, each once.
var counted = []*regexp.Regexp{
	regexp.MustCompile(`(?m)^ *(\d+) (?:workers?|threads?|dedicated|background|finalizer|timer)   `),
	regexp.MustCompile(`(?m)^ *(main thread)   `),
	regexp.MustCompile(`more places? with (\d+) thread`),
	regexp.MustCompile(`(?m)^Set aside  (\d+) idle worker`),
	regexp.MustCompile(`(\d+) threads? that always wait`),
}

// TestPrintedCountsAddUp reads the printed text of every real report and adds up what
// it says: nobody is hidden, nobody is counted twice.
func TestPrintedCountsAddUp(t *testing.T) {
	for _, name := range corpusNames(t) {
		t.Run(name, func(t *testing.T) {
			report := analyzed(t, name)
			for _, s := range report.Snapshots {
				for _, top := range []int{0, 1, 5} {
					text := render(t, "text", Options{Width: 300, Unicode: true, Top: top, IDs: 0}, s)
					if got := sumOf(t, text); got != s.Counts.Threads {
						t.Fatalf(
							"top %d: the counts add up to %d of %d threads:\n%s", top, got, s.Counts.Threads, text,
						)
					}
				}
			}
		})
	}
}

func sumOf(t *testing.T, text string) int {
	t.Helper()
	// The set-aside list may be wrapped between any of its words.
	text = regexp.MustCompile(`\n {11}`).ReplaceAllString(text, " ")
	sum := 0
	for _, pattern := range counted {
		for _, match := range pattern.FindAllStringSubmatch(text, -1) {
			if match[1] == "main thread" {
				sum++
				continue
			}
			n, err := strconv.Atoi(match[1])
			if err != nil {
				t.Fatal(err)
			}
			sum += n
		}
	}
	return sum
}

// TestLinesFit looks for lines wider than the terminal: only links, single names and
// commands to copy may be.
func TestLinesFit(t *testing.T) {
	for _, name := range corpusNames(t) {
		report := analyzed(t, name)
		for _, width := range []int{60, 80, 120} {
			text := render(t, "text", Options{Width: width, Unicode: true, Top: 5, IDs: 4}, report.Snapshots...)
			for line := range strings.Lines(text) {
				line = strings.TrimRight(line, "\n")
				words := len(strings.Fields(line))
				if layout.Columns(line) > width && words > 4 && !strings.Contains(line, "▸") && !isCommand(line) {
					t.Errorf("%s at %d: %d columns: %q", name, width, layout.Columns(line), line)
				}
			}
		}
	}
}

func isCommand(line string) bool {
	program, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	return slices.Contains([]string{"dotnet-stack", "dotnet-dump", "dotnet-counters", "stacktriage", "top"}, program)
}

// TestLargeReportIsShort: 3,000 threads are told in 100 lines.
func TestLargeReportIsShort(t *testing.T) {
	for _, name := range corpusNames(t) {
		report := analyzed(t, name)
		text := render(t, "text", Options{Width: 80, Unicode: true, Top: 5, IDs: 4}, report.Snapshots...)
		if got := strings.Count(text, "\n"); got > 100*len(report.Snapshots) {
			t.Errorf("%s takes %d lines", name, got)
		}
	}
}

// corpusNames are the reports that hold threads.
func corpusNames(t *testing.T) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(stacks, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(filepath.Base(path), ".gz")
		folder := filepath.Base(filepath.Dir(path))
		if d.IsDir() || filepath.Ext(name) != ".txt" || strings.HasPrefix(name, "fail-") || strings.HasPrefix(name, "variant-") ||
			strings.HasSuffix(name, "-empty.txt") || name == "other-ps.txt" || folder == "dialects" || folder == "kinds" {
			return nil
		}
		names = append(names, filepath.ToSlash(filepath.Join(folder, name)))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(names) < 100 {
		t.Fatalf("only %d reports in %s", len(names), stacks)
	}
	for i, name := range names {
		names[i] = strings.TrimPrefix(name, "stacks/")
	}
	return names
}
