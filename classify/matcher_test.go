package classify_test

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/internal/corpus"
	"stacktriage/parse"
)

// TestMatcherFindsWhatAScanFinds compares the look-up of all tables with trying every
// pattern, on the frames of the captured reports.
func TestMatcherFindsWhatAScanFinds(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range capturedSnapshots(t) {
		for _, st := range s.Stacks {
			for _, f := range st.Frames {
				if seen[f.Raw] {
					continue
				}
				seen[f.Raw] = true
				if got, want, same := classify.FoundAsScanned(f); !same {
					t.Errorf("%s matches %v, want %v", f.Raw, got, want)
				}
			}
		}
	}
	if len(seen) < 1000 {
		t.Errorf("only %d frames in the captured reports", len(seen))
	}
}

// capturedSnapshots are those of all captured reports.
func capturedSnapshots(t *testing.T) []*parse.Snapshot {
	t.Helper()
	var all []*parse.Snapshot
	err := filepath.WalkDir(filepath.Join("..", "testdata", "stacks"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(strings.TrimSuffix(path, ".gz"), ".txt") {
			return err
		}
		snaps, err := parse.Read(bytes.NewReader(corpus.Report(t, "", path)), path)
		if err == nil { // else no report
			all = append(all, snaps...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
