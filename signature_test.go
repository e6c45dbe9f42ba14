package stacktriage

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
)

// TestSignaturesOutliveTheRuntime: one program on several versions of .NET, in several
// runs, and however the JIT inlined the call, has one signature for one place.
func TestSignaturesOutliveTheRuntime(t *testing.T) {
	byProgram := map[string][]string{}
	names, err := filepath.Glob("testdata/stacks/acme/net*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		program := regexp.MustCompile(`^net\d+-`).ReplaceAllString(filepath.Base(name), "")
		byProgram[program] = append(byProgram[program], name)
	}
	byProgram["bookstore"] = []string{
		"testdata/stacks/stack-bad.txt", "testdata/stacks/web/stack-bad-net8.txt", "testdata/stacks/web/bad-1.txt",
		"testdata/stacks/web/bad-2.txt", "testdata/stacks/web/bad-3.txt", "testdata/stacks/series/partial-1.txt",
		"testdata/stacks/series/partial-3.txt",
	}
	compared := 0
	for program, files := range byProgram {
		places := map[string]string{} // own method and state → signature
		for _, file := range files {
			for _, s := range blockedSites(t, file) {
				place := s.Culprit.Frame.Module + "!" + s.Culprit.Name + " " + string(s.Cause.Category)
				got := diagnose.Signature(s)
				if want, known := places[place]; known && got != want {
					t.Errorf("%s: %s has the signature %s in %s, %s elsewhere", program, place, got, file, want)
				} else if known {
					compared++
				}
				places[place] = got
			}
		}
	}
	if compared < 10 {
		t.Errorf("only %d places are in more than one report", compared)
	}
}

// blockedSites are the places of a report with own code.
func blockedSites(t *testing.T, file string) []*group.Site {
	t.Helper()
	var out []*group.Site
	for _, snap := range triaged(t, file) {
		for _, s := range snap.Sites {
			if s.State == classify.Blocked && s.Cause != nil && s.Culprit != nil && s.Culprit.Kind == classify.CulpritUser {
				out = append(out, s)
			}
		}
	}
	return out
}

func triaged(t *testing.T, file string) []*diagnose.Snapshot {
	t.Helper()
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	report, err := Triage(in, file)
	if err != nil {
		t.Fatal(err)
	}
	return report.Snapshots
}
