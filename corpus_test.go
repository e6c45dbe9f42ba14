package stacktriage_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stacktriage/diagnose"
	"stacktriage/parse"
	"stacktriage/render"
)

// corpus is the folder of reports with known cause; its README names their origin.
const corpus = "testdata/stacks"

// reportFiles lists every report of the corpus, relative to it.
func reportFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(corpus, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if strings.HasSuffix(path, ".txt") || strings.HasSuffix(path, ".txt.gz") {
			rel, err := filepath.Rel(corpus, path)
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

// readReport returns the bytes of a report of the corpus, unpacked. A name that is
// in the tables but too big for the tree stands there as NAME.gz.
func readReport(t *testing.T, name string) []byte {
	t.Helper()
	path := filepath.Join(corpus, filepath.FromSlash(name))
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		path += ".gz"
		data, err = os.ReadFile(path)
	}
	if err != nil {
		t.Fatalf("read a report: %v", err)
	}
	if !strings.HasSuffix(path, ".gz") {
		return data
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("unpack %s: %v", path, err)
	}
	if data, err = io.ReadAll(unpacked); err != nil {
		t.Fatalf("unpack %s: %v", path, err)
	}
	return data
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
