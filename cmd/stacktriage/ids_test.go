package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"testing"
)

// TestEveryIDOfTheCorpusIsAGate guards the lists: an id that reports show must be one
// that --fail-on takes.
func TestEveryIDOfTheCorpusIsAGate(t *testing.T) {
	files, err := filepath.Glob(stacks + "*/*.txt")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d reports (%v)", len(files), err)
	}
	got := execute(t, piped(), "", append([]string{"--format", "json"}, files...)...)
	var report struct {
		Snapshots []struct {
			Source   struct{ Label string }
			Findings []struct{ ID string }
			Sites    []struct {
				Role  string
				Cause *struct{ Rule string }
			}
		}
	}
	if err := json.Unmarshal([]byte(got.stdout), &report); err != nil {
		t.Fatal(err)
	}
	for _, s := range report.Snapshots {
		for _, f := range s.Findings {
			if !slices.Contains(findingIDs(), string(f.ID)) {
				t.Errorf("%s: finding %s is no gate", s.Source.Label, f.ID)
			}
		}
		for _, site := range s.Sites {
			// The rule of a background thread is its name.
			if site.Cause != nil && site.Role != "background" && !slices.Contains(ruleIDs(), site.Cause.Rule) {
				t.Errorf("%s: rule %s is no gate", s.Source.Label, site.Cause.Rule)
			}
		}
	}
}
