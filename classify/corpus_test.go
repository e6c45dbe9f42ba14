package classify_test

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/internal/corpus"
	"stacktriage/parse"
)

var update = flag.Bool("update", false, "rewrite the golden file")

const classified = "testdata/corpus.golden"

// TestCorpusIsClassifiedAsBefore classifies every stack of the captured reports. A line
// of the golden file is one way to be classified, with the first stack that is: what a
// changed rule does to real stacks is seen in the difference.
func TestCorpusIsClassifiedAsBefore(t *testing.T) {
	var got bytes.Buffer
	seen := map[string]bool{}
	root := filepath.Join("..", "testdata", "stacks")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(strings.TrimSuffix(path, ".gz"), ".txt") {
			return err
		}
		snaps, err := parse.Read(bytes.NewReader(corpus.Report(t, "", path)), path)
		if err != nil {
			return nil // no report
		}
		name, _ := filepath.Rel(root, path)
		for _, s := range snaps {
			for id, line := range classifiedStacks(s) {
				if !seen[line] {
					seen[line] = true
					fmt.Fprintf(&got, "%s  %s %s\n", line, strings.TrimSuffix(filepath.ToSlash(name), ".txt"), id)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(classified, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(classified)
	if err != nil {
		t.Fatal(err)
	}
	reportDifference(t, string(want), got.String())
}

// classifiedStacks yields the id of each stack of a snapshot, in its order, with what is
// said of it.
func classifiedStacks(s *parse.Snapshot) func(yield func(id, line string) bool) {
	marks := make([]classify.Marks, len(s.Stacks))
	counts := make([]int, len(s.Stacks))
	for i := range s.Threads {
		at := s.Threads[i].Stack
		counts[at]++
		switch s.Threads[i].Marker {
		case parse.MarkerNative:
			marks[at].Native++
		case parse.MarkerCPU:
			marks[at].CPU++
		}
	}
	c := classify.New(s, classify.Options{})
	return func(yield func(id, line string) bool) {
		for i := range s.Stacks {
			first := len(s.Threads) > 0 && s.Threads[0].Stack == int32(i) && counts[i] == 1
			if !yield(s.Stacks[i].ID, describe(c.Classify(&s.Stacks[i], marks[i], first))) {
				return
			}
		}
	}
}

func describe(r classify.Result) string {
	cause, ifBlocked, culprit := "-", "", "-"
	if r.Cause != nil {
		cause = fmt.Sprintf("%s %s %s (%s)", r.Cause.Rule, r.Cause.Category, r.Cause.Mechanism, r.Cause.API)
	}
	if r.IfBlocked != nil {
		ifBlocked = fmt.Sprintf(" else %s (%s)", r.IfBlocked.Rule, r.IfBlocked.API)
	}
	if r.Culprit != nil {
		culprit = fmt.Sprintf("%s %s %s", r.Culprit.Kind, r.Culprit.Name, r.Culprit.Note)
		if r.Culprit.Wrapper {
			culprit += " wrapper"
		}
	}
	var kinds strings.Builder
	for _, k := range r.Kinds {
		kinds.WriteByte(k.String()[0])
	}
	return fmt.Sprintf("%s %s  %s%s  %s  via %s  %s call %d culprit %d run %d root %d caller %d lock %t always %t",
		r.Role, r.State, cause, ifBlocked, culprit, r.Via, &kinds, r.APIFrame, r.CulpritFrame, r.RunEnd,
		r.RootFrame, r.Caller,
		r.EntersLock, r.AlwaysWaiting)
}

// reportDifference names the lines that are in one text only; none where their order alone
// differs.
func reportDifference(t *testing.T, want, got string) {
	t.Helper()
	if want == got {
		return
	}
	t.Error("where the difference is meant, go test ./classify -run TestCorpus -update makes it the new golden file")
	in := func(text string) map[string]bool {
		lines := map[string]bool{}
		for line := range strings.Lines(text) {
			lines[line] = true
		}
		return lines
	}
	wanted, found := in(want), in(got)
	for line := range strings.Lines(want) {
		if !found[line] {
			t.Errorf("- %s", line)
		}
	}
	for line := range strings.Lines(got) {
		if !wanted[line] {
			t.Errorf("+ %s", line)
		}
	}
}
