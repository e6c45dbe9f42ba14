package stacktriage_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"stacktriage/diagnose"
	"stacktriage/parse"
	"stacktriage/render"
)

// stacks is the folder of reports with known cause; its README names their origin.
const stacks = "testdata/stacks"

// reportFiles lists every report of the corpus, relative to it.
func reportFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(stacks, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if strings.HasSuffix(path, ".txt") || strings.HasSuffix(path, ".txt.gz") {
			rel, err := filepath.Rel(stacks, path)
			files = append(files, filepath.ToSlash(rel))
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatalf("list the corpus: %v", err)
	}
	return files
}

// analyze runs input through the whole tool, short of the printing.
func analyze(label string, input []byte) (*diagnose.Report, error) {
	snapshots, err := parse.Read(bytes.NewReader(input), label)
	if err != nil {
		return nil, err
	}
	return diagnose.Analyze(snapshots, diagnose.Options{}), nil
}

// write writes a report in one of the registered formats, as wide and long as it gets.
func write(t *testing.T, format string, report *diagnose.Report) []byte {
	t.Helper()
	f, err := render.Lookup(render.Reports, format)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := f.Report(&out, report, render.Options{Version: "test", Unicode: true, Width: 100, IDs: -1, Full: true}); err != nil {
		t.Fatalf("write %s: %v", format, err)
	}
	return out.Bytes()
}

// The parts of the JSON report that others rely on: tests decode the output into
// these, and so see it as a reader of the JSON does.
type (
	jsonReport struct {
		SchemaVersion int
		Snapshots     []jsonSnapshot
	}
	jsonSnapshot struct {
		Counts   jsonCounts
		Headline string
		Findings []jsonFinding
		Sites    []jsonSite
		Groups   []jsonGroup
	}
	jsonCounts struct {
		Threads, Frames, Stacks int
		Workers                 struct{ Total, Blocked, Running, Idle, Unclear int }
		Roles                   map[string]int
	}
	jsonFinding struct {
		ID, Severity     string
		Starved          bool
		Threads, Workers int
		Groups           []string
	}
	jsonSite struct {
		Role, State     string
		Cause           *jsonCause
		Culprit         *jsonCulprit
		Threads, Stacks int
		Groups          []string
	}
	jsonGroup struct {
		ID, Role, State string
		Cause           *jsonCause
		Culprit         *jsonCulprit
		Count           int
		ThreadIDs       []string
		Markers         struct{ Native, CPU int }
		Incomplete      bool
		Frames          []jsonFrame
	}
	jsonCause   struct{ Rule, API, Category, Mechanism string }
	jsonCulprit struct{ Kind, Name, Module, Raw string }
	jsonFrame   struct{ Raw, Name, Module, Kind string }
)

func decodeJSON(t *testing.T, data []byte) jsonReport {
	t.Helper()
	var report jsonReport
	if err := json.Unmarshal(data, &report); err != nil {
		t.Fatalf("the JSON does not decode: %v", err)
	}
	return report
}
