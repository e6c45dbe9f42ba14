package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const recordings = "../../testdata/evidence/"

func TestRecordingsBesideBothSidesOfADiff(t *testing.T) {
	got := execute(t, piped(), "", "diff", recordings+"depot/result.txt", recordings+"depot/never.txt",
		"--with-before", recordings+"depot/result-events.nettrace.gz", "--with-after", recordings+"depot/never-events.nettrace.gz")
	if got.code != exitOK || got.stderr != "" {
		t.Fatalf("exit code %d, stderr %q", got.code, got.stderr)
	}
	text := words(got.stdout)
	for _, says := range []string{
		"GONE 40 → 0 workers Task<T>.Result in ShelfService.CountByResult",
		"Measured BEFORE: 491 → 783 work items queued for a thread", "Measured AFTER: nothing queues for a thread",
	} {
		if !strings.Contains(text, says) {
			t.Errorf("no %q in\n%s", says, got.stdout)
		}
	}
}

// TestRecordingsOfAnotherProcessAreRefused holds for --with and for both sides of a diff.
func TestRecordingsOfAnotherProcessAreRefused(t *testing.T) {
	stacks, other := recordings+"depot/result-stacks.nettrace.gz", recordings+"depot/never-events.nettrace.gz"
	for _, args := range [][]string{
		{"report", stacks, "--with", other},
		{"diff", stacks, recordings + "depot/never.txt", "--with-before", other},
		{"diff", recordings + "depot/never.txt", stacks, "--with-after", other},
	} {
		assertTrouble(t, execute(t, piped(), "", args...), "is of another process")
	}
	assertTrouble(t, execute(t, piped(), "", "diff", stacks, stacks, "--with-after", "-"), "name a file")
	assertTrouble(t, execute(t, piped(), "", stacks, stacks, "--with", other), "to one report")
}

// TestRecordingsAreRedacted: the places of events are named as the stacks are.
func TestRecordingsAreRedacted(t *testing.T) {
	for _, format := range []string{"text", "json", "chat", "html"} {
		got := execute(t, piped(), "", "report", "--redact", "--format", format,
			recordings+"depot/lockheld-stacks.nettrace.gz", "--with", recordings+"depot/lockheld-events.nettrace.gz")
		if got.code != exitOK || got.stdout == "" {
			t.Fatalf("%s: exit code %d, stderr %q", format, got.code, got.stderr)
		}
		for _, name := range []string{"PriceCache", "Refill", "Warehouse", "azmcp", "lockheld"} {
			if strings.Contains(got.stdout, name) {
				t.Errorf("%s: %q in\n%.2000s", format, name, got.stdout)
			}
		}
	}
}

// caseFolder is a folder with copies of files under their names.
func caseFolder(t *testing.T, files ...string) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range files {
		data := readFile(t, recordings+name)
		if err := os.WriteFile(filepath.Join(folder, filepath.Base(name)), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// TestFolderOfOneCase: one report beside recordings is one page; anything else is a row
// for each file.
func TestFolderOfOneCase(t *testing.T) {
	for name, tt := range map[string]struct {
		files  []string
		args   []string
		isCase bool
	}{
		"a report and its events":     {[]string{"depot/result.txt", "depot/result-events.nettrace.gz"}, nil, true},
		"a report and counters":       {[]string{"depot/result.txt", "counters/bad.csv"}, nil, true},
		"two reports and events":      {[]string{"depot/result.txt", "depot/sleep.txt", "depot/result-events.nettrace.gz"}, nil, false},
		"reports alone":               {[]string{"depot/result.txt", "depot/sleep.txt"}, nil, false},
		"recordings alone":            {[]string{"depot/result-stacks.nettrace.gz", "depot/result-events.nettrace.gz"}, nil, false},
		"a page of each is asked for": {[]string{"depot/result.txt", "counters/bad.csv"}, []string{"--no-overview"}, false},
		"a row for each is asked for": {[]string{"depot/result.txt", "counters/bad.csv"}, []string{"--overview"}, false},
	} {
		folder := caseFolder(t, tt.files...)
		got := execute(t, piped(), "", append(tt.args, folder)...)
		said := strings.Contains(got.stderr, "one case: result.txt with "+filepath.Base(tt.files[len(tt.files)-1]))
		if got.code != exitOK || said != tt.isCase {
			t.Errorf("%s: exit code %d, stderr %q", name, got.code, got.stderr)
		}
		if one := strings.HasPrefix(got.stdout, "40 of 40 pool workers blocked"); one != tt.isCase && tt.args == nil {
			t.Errorf("%s: one page: %v\n%s", name, one, got.stdout)
		}
	}
}

func TestFolderOfOneCaseNamesWhatIsOfAnotherProcess(t *testing.T) {
	folder := caseFolder(t, "depot/result.txt", "depot/result-events.nettrace.gz", "depot/never-events.nettrace.gz")
	got := execute(t, piped(), "", "-f", "json", folder)
	if got.code != exitTrouble || !strings.Contains(got.stderr, "is of another process") {
		t.Errorf("exit code %d, stderr %q", got.code, got.stderr)
	}
	var report struct {
		Snapshots []struct{ Evidence struct{ Joined []string } }
	}
	if err := json.Unmarshal([]byte(got.stdout), &report); err != nil || len(report.Snapshots) != 1 || len(report.Snapshots[0].Evidence.Joined) != 1 {
		t.Errorf("%v: %+v", err, report)
	}
}
