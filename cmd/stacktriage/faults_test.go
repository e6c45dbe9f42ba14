package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

const faults = "../../testdata/faults/"

// answers are what may be said of a report whose 60 workers are blocked.
const (
	rightAnswer = "60 of 60 pool workers blocked"
	noAnswer    = "" // nothing but that it is not well
)

// TestFaults holds the answers to inputs that broke something once: what can be known of
// them is said, and none passes for healthy.
func TestFaults(t *testing.T) {
	for name, says := range map[string]string{
		"addr_prefix.txt.gz":     rightAnswer,
		"idx_prefix.txt.gz":      rightAnswer,
		"loki.txt.gz":            rightAnswer,
		"hdr_renamed.txt.gz":     rightAnswer,
		"reverse_frames.txt.gz":  rightAnswer,
		"deep100_wait.txt.gz":    rightAnswer,
		"cr-hang-17.txt.gz":      rightAnswer,
		"json-two-keys.json.gz":  "11 reports: 1 critical, 10 ok",
		"json-10-keys.json.gz":   "10 reports: 1 critical, 9 ok",
		"redact-compose.txt.gz":  rightAnswer,
		"topbottom2.txt.gz":      "pool workers blocked on Task wait: pool starved",
		"deep100.txt.gz":         "66 threads blocked on Task<T>.Result in Program.Main lambda #2",
		"grep_thread_A10.txt.gz": "(Bookstore.Api, 60 of them)",
		"grepv_corelib.txt.gz":   "60 threads blocked on lock in Program.Main lambda #2 (Bookstore.Api): perhaps",
		"nosym_corelib.txt.gz":   "60 threads in Program.Main lambda #2 (Bookstore.Api): each runs, or waits for a lock",
		"top3frames.txt.gz":      "61 threads blocked on Task wait: their roots are lost",
		"grep_thread_A3.txt.gz":  "threads blocked on Task wait: their roots are lost",
		"bottom2frames.txt.gz":   "whether 66 of 67 threads run or wait is not known",
		"bottom8frames.txt.gz":   "whether 60 of 67 threads run or wait is not known",
		"cols60.txt.gz":          "Unreliable",
		"colsell40.txt.gz":       "Unreliable",
		"lower.txt.gz":           noAnswer,
		"ocr.txt.gz":             "Program.Main lambda #2",
	} {
		t.Run(name, func(t *testing.T) { assertNotWell(t, says, faults+name) })
	}
}

// assertNotWell runs a report as an alarm would: it must raise, say what is known, and
// call nothing healthy in any snapshot of which nothing else is known.
func assertNotWell(t *testing.T, says, path string) result {
	t.Helper()
	got := execute(t, piped(), "", "report", "--width", "300", "--strict", "--fail-on", "note", path)
	if got.code != exitTripped && got.code != exitTrouble {
		t.Errorf("exit code %d", got.code)
	}
	if !strings.Contains(got.stdout, says) {
		t.Errorf("does not say %q:\n%.600s", says, got.stdout)
	}
	if line := execute(t, piped(), "", "report", "--format", "line", path); strings.HasPrefix(line.stdout, "ok") {
		t.Errorf("the first line is well: %.200s", line.stdout)
	}
	return got
}

func TestUnreadableMembersAreTrouble(t *testing.T) {
	for name, says := range map[string]string{
		"flip.zip":   "could not be read to its end",
		"method.zip": "unsupported compression",
	} {
		got := execute(t, piped(), "", "report", "--strict", faults+name)
		if got.code != exitTrouble || !strings.Contains(got.stderr, says) {
			t.Errorf("%s: exit code %d, stderr %q", name, got.code, got.stderr)
		}
	}
}

// TestLastOfManyMembers: however many healthy reports an archive holds, the critical one
// behind them is read and shown first.
func TestLastOfManyMembers(t *testing.T) {
	members := 1001
	if testing.Short() {
		members = 101
	}
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	ok, bad := readFile(t, stacks+"stack-fixed.txt"), readFile(t, stacks+"stack-bad.txt")
	for i := range members {
		name, text := fmt.Sprintf("ok-%04d.txt", i), ok
		if i == members-1 {
			name, text = "zz-bad.txt", bad
		}
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	path := tempFile(t, "many.zip", archive.String())
	got := assertNotWell(t, fmt.Sprintf("%d reports: 1 critical, %d ok", members, members-1), path)
	if at := strings.Index(got.stdout, "zz-bad.txt"); at < 0 || at > strings.Index(got.stdout, "ok-0000.txt") {
		t.Errorf("the critical report is not the first:\n%.400s", got.stdout)
	}
}

// TestFaultsInJSON: what raises an alarm in text does so for programs, too.
func TestFaultsInJSON(t *testing.T) {
	paths, err := filepath.Glob(faults + "*.gz")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no inputs: %v", err)
	}
	for _, path := range paths {
		got := execute(t, piped(), "", "report", "--format", "json", path)
		var out struct {
			Snapshots []struct {
				Findings []struct{ ID, Severity string }
			}
		}
		if err := json.Unmarshal([]byte(got.stdout), &out); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		worst := 0
		for _, s := range out.Snapshots {
			for _, f := range s.Findings {
				if f.Severity != "ok" {
					worst++
				}
			}
		}
		if worst == 0 {
			t.Errorf("%s: every finding is ok", path)
		}
	}
}
