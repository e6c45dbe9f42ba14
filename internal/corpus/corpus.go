// Package corpus hands the reports in testdata/stacks to the tests of the other
// packages. It judges nothing itself, and no part of the program imports it.
package corpus

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
)

// Report returns the bytes of a report in a folder, unpacked. A report that is too big
// for the tree stands there as NAME.gz, and is found by either name.
func Report(t testing.TB, folder, name string) []byte {
	t.Helper()
	path := filepath.Join(folder, filepath.FromSlash(name))
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

// Analyzed reads reports in a folder and draws the conclusions, each labelled with its
// name.
func Analyzed(t testing.TB, folder string, names ...string) *diagnose.Report {
	t.Helper()
	var all []*parse.Snapshot
	for _, name := range names {
		snaps, err := parse.Read(bytes.NewReader(Report(t, folder, name)), name)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, snaps...)
	}
	return diagnose.Analyze(all, diagnose.Options{})
}
