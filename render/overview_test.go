package render

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"stacktriage/diagnose"
	"stacktriage/layout"
)

func TestGoldenOverview(t *testing.T) {
	names := []string{
		"stack-fixed.txt", "web/hang-1.txt", "stack-bad.txt", "web/ds-deadlock.txt", "web/stack-bad-locked.txt",
		"acme/net10-cpu_busy.txt",
	}
	for golden, width := range map[string]int{"overview.80.txt": 80, "overview.120.txt": 120} {
		table := &Overview{}
		for _, s := range analyzed(t, names...).Snapshots {
			table.Add(s, s.Input.Source.Label == "web/hang-1.txt")
		}
		table.AddUnread(
			"README.md",
			"no thread recognised in text that begins with \"# Reports\", expected the text of \"dotnet-stack report\"",
		)
		if table.Unread() != 1 {
			t.Errorf("%d inputs unread, want 1", table.Unread())
		}
		var got bytes.Buffer
		if err := table.Write(&got, Options{Unicode: true, Width: width}); err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(got.String(), "\n") {
			if layout.Columns(line) > width {
				t.Errorf("%d columns of %d: %q", layout.Columns(line), width, line)
			}
		}
		compareGolden(t, filepath.Join("testdata", "golden", golden), got.Bytes())
	}
}

func TestOverviewWithLongAndHostileNames(t *testing.T) {
	report := analyzed(t, "stack-bad.txt")
	report.Snapshots[0].Input.Source.Label = strings.Repeat("a/very/long/path/", 10) + "\x1b[2J\u202e.txt"
	table := &Overview{}
	table.Add(report.Snapshots[0], false)
	table.AddUnread("\x1b]0;owned\x07", "because \x1b[31m")
	var got bytes.Buffer
	if err := table.Write(&got, Options{Width: 60}); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(got.String(), "\x1b\x07\u202e") || !strings.Contains(got.String(), "  60       60") {
		t.Errorf("overview is %q", got.String())
	}
}

// TestOverviewIsNeverCalmOnWhatItDidNotRead: a part that was lost may be what is blocked;
// and what is not sure is said not to be.
func TestOverviewIsNeverCalmOnWhatItDidNotRead(t *testing.T) {
	calm, guess := analyzed(t, "stack-fixed.txt").Snapshots[0], analyzed(t, "stack-bad.txt").Snapshots[0]
	guess.Findings[0].Confidence = diagnose.Low
	table := &Overview{}
	table.Add(calm, true)
	table.Add(guess, false)
	var got bytes.Buffer
	if err := table.Write(&got, Options{Width: 120}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(got.String(), "OK") || !strings.Contains(got.String(), "2 reports: 1 critical, 1 note") {
		t.Errorf("calm about a report that was partly read:\n%s", got.String())
	}
	if !strings.Contains(got.String(), "perhaps sync-over-async") {
		t.Errorf("sure of a guess:\n%s", got.String())
	}
}
