package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stacktriage/diagnose"
	"stacktriage/parse"
)

// TestOneCardForAFinding: two blocks under one title differ in nothing the reader could
// tell them apart by.
func TestOneCardForAFinding(t *testing.T) {
	for _, id := range findingIDs() {
		if n := len(findingCards(id)); n != 1 {
			t.Errorf("%s: %d cards", id, n)
		}
		advice, cases := map[string]bool{}, map[string]bool{}
		for _, f := range findingInfos(id) {
			advice[f.Advice], cases[f.When] = true, true
		}
		if len(advice) != len(cases) {
			t.Errorf("%s: %d advices, %d cases that say which is for what", id, len(advice), len(cases))
		}
	}
	rows := map[string]bool{}
	for _, section := range ruleSections() {
		for _, row := range section.Rows {
			if key := section.Title + row[0]; rows[key] {
				t.Errorf("%s is listed twice", row[0])
			} else {
				rows[key] = true
			}
		}
	}
}

// TestSeveritiesAreThoseOfReports: explain and rules name every severity that a finding
// has in the reports of the corpus, and a note for one thread where there is one.
func TestSeveritiesAreThoseOfReports(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(stacks, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".txt" {
			return err
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		snaps, err := parse.Read(file, path)
		if err != nil {
			return nil // some reports are of failed captures
		}
		for _, s := range diagnose.Analyze(snaps, diagnose.Options{}).Snapshots {
			for _, f := range s.Findings {
				seen++
				said := findingInfos(string(f.ID))[0].Severity
				alone := f.Severity == diagnose.Note && f.Threads == 1 && strings.Contains(said, string(diagnose.Warning))
				if !strings.Contains(said, string(f.Severity)) || alone && !strings.Contains(said, "note") {
					t.Errorf("%s: %s is %s on %d threads; explain says %q", path, f.ID, f.Severity, f.Threads, said)
				}
			}
		}
		return nil
	})
	if err != nil || seen < 100 {
		t.Fatalf("%d findings, %v", seen, err)
	}
}
