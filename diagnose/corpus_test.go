package diagnose_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/internal/corpus"
	"stacktriage/parse"
)

// TestCorpusIsDiagnosedAsBefore draws the conclusions from the captured reports. What a
// changed rule does to real reports is seen in the difference.
func TestCorpusIsDiagnosedAsBefore(t *testing.T) {
	var got, words bytes.Buffer
	for _, folder := range []string{"../testdata/stacks", "../testdata/faults"} {
		conclude(t, folder, &got, &words)
	}
	diagnose.CompareWith(t, "testdata/corpus.golden", got.Bytes())
	diagnose.CompareWith(t, "testdata/words.golden", words.Bytes())
}

func conclude(t *testing.T, stacks string, got, words *bytes.Buffer) {
	t.Helper()
	err := filepath.WalkDir(stacks, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(strings.TrimSuffix(path, ".gz"), ".txt") {
			return err
		}
		snaps, err := parse.Read(bytes.NewReader(corpus.Report(t, "", path)), path)
		if err != nil {
			return nil // a capture that failed
		}
		name, _ := filepath.Rel(filepath.Dir(stacks), path)
		for _, s := range diagnose.Analyze(snaps, diagnose.Options{}).Snapshots {
			fmt.Fprintln(got, filepath.ToSlash(name))
			concluded(got, s)
			if folder := filepath.ToSlash(filepath.Dir(name)); slices.Contains(spelledOut, folder) {
				fmt.Fprintln(words, filepath.ToSlash(name))
				diagnose.Said(words, s)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// spelledOut are the folders of reports of which every sentence is held, too.
var spelledOut = []string{"stacks/kinds", "stacks/apps", "stacks/dialects", "stacks/series", "faults"}

// concluded writes all of a snapshot that decides what is done next.
func concluded(w *bytes.Buffer, s *diagnose.Snapshot) {
	c := s.Counts
	fmt.Fprintf(w, "  %d threads, %d frames, %d stacks, %d blocked, workers %d = %d blocked, %d running, %d idle, %d unclear\n",
		c.Threads, c.Frames, c.Stacks, c.Blocked,
		c.Workers.Total, c.Workers.Blocked, c.Workers.Running, c.Workers.Idle, c.Workers.Unclear)
	var roles []string
	for role, n := range c.Roles {
		roles = append(roles, fmt.Sprint(n, " ", role))
	}
	slices.Sort(roles)
	fmt.Fprintf(w, "  roles: %s; unknown %d, notes %d\n", strings.Join(roles, ", "), s.Unknown, len(s.Notes))
	for _, a := range s.SetAside {
		fmt.Fprintf(w, "  aside: %d %s, idle %v\n", a.Threads, a.Label, a.Idle)
	}
	fmt.Fprintf(w, "  own: %v\n", s.OwnModules)
	for _, f := range s.Findings {
		fmt.Fprintf(w, "  %s %s %s on %d threads, %d workers%s", f.Severity, f.ID, f.Confidence, f.Threads, f.Workers, mark(f))
		for _, g := range f.Groups {
			fmt.Fprintf(w, " %d×%s", len(g.Threads), blockedIn(g.Class))
		}
		fmt.Fprintln(w)
	}
}

func mark(f diagnose.Finding) string {
	text := ":"
	if f.Stuck {
		text = ", stuck:"
	}
	if f.Starved {
		text = ", starved" + text
	}
	return text
}

func blockedIn(c classify.Result) string {
	if c.Cause == nil {
		return string(c.State)
	}
	return string(c.Cause.Rule)
}
