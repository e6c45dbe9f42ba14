package stacktriage_test

import (
	"bytes"
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
	f, err := render.Lookup(format)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := f.Write(&out, report, render.Options{Version: "test", Unicode: true, Width: 100, IDs: -1, Full: true}); err != nil {
		t.Fatalf("write %s: %v", format, err)
	}
	return out.Bytes()
}
