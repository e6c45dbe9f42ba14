package main

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"stacktriage/capture"
)

// unpacked is a recording of the corpus.
func unpacked(t *testing.T, name string) []byte {
	t.Helper()
	f, err := os.Open(filepath.Join("../../testdata/evidence/depot", name+".nettrace.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(unzipped)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// saved saves a capture of one state of the depot program and returns the manifest.
func saved(t *testing.T, folder, state string) string {
	t.Helper()
	stacks := unpacked(t, state+"-stacks")
	c := &capture.Case{
		Target: capture.Target{PID: 7, Name: "Depot"}, Taken: time.Date(2026, 12, 1, 0, 30, 0, 0, time.UTC),
		First: stacks, Events: unpacked(t, state+"-events"), Second: stacks, Between: time.Second,
	}
	paths, err := c.Save(folder)
	if err != nil {
		t.Fatal(err)
	}
	return paths[len(paths)-1]
}

// A saved capture is one report with its proof, by its manifest as by its folder.
func TestReportOfCapture(t *testing.T) {
	folder := t.TempDir()
	manifest := saved(t, folder, "result")
	one := execute(t, piped(), "", "report", manifest)
	if one.code != exitOK || one.stderr != "" || !strings.Contains(one.stdout, "pool starved") {
		t.Fatalf("%d %q\n%s", one.code, one.stderr, one.stdout)
	}
	json := execute(t, piped(), "", "report", "--format", "json", folder)
	if json.code != exitOK || strings.Count(json.stdout, `"headline"`) != 1 || !strings.Contains(json.stdout, `"proven"`) {
		t.Errorf("the folder is not one proven report: %d %q\n%.2000s", json.code, json.stderr, json.stdout)
	}
	if page := execute(t, piped(), "", "report", folder); page.stdout != one.stdout || page.stderr != "" {
		t.Errorf("the folder is another page than the manifest: %q\n%s", page.stderr, page.stdout)
	}
	if err := os.Remove(strings.TrimSuffix(manifest, capture.ManifestEnd) + "-events.nettrace"); err != nil {
		t.Fatal(err)
	}
	assertTrouble(t, execute(t, piped(), "", "report", manifest), "a file of the capture is missing")
}

// A capture in one file reads back as the one in a folder does, by its name as by a pipe.
func TestReportOfArchive(t *testing.T) {
	folder := t.TempDir()
	const state = "lockheld"
	c := &capture.Case{
		Target: capture.Target{PID: 7, Name: "Depot"}, Taken: time.Date(2026, 12, 1, 0, 30, 0, 0, time.UTC),
		First: unpacked(t, state+"-stacks"), Events: unpacked(t, state+"-events"), Between: time.Second,
	}
	archive := filepath.Join(folder, "new", "incident.zip")
	if err := c.SaveArchive(archive); err != nil {
		t.Fatal(err)
	}
	// Labels are in the output: the folder must be called as the archive is.
	whole := func(args ...string) string {
		got := execute(t, piped(), "", append([]string{"report", "--format", "json"}, args...)...)
		if got.code != exitOK || got.stderr != "" || strings.Count(got.stdout, `"headline"`) != 1 {
			t.Fatalf("%v: %d %q\n%.1000s", args, got.code, got.stderr, got.stdout)
		}
		return got.stdout
	}
	one := whole("x=" + archive)
	if two := whole("x=" + saved(t, folder, state)); !strings.Contains(one, `"lock-holder-blocked"`) ||
		!strings.Contains(two, `"lock-holder-blocked"`) {
		t.Errorf("the archive:\n%.2000s\nthe folder:\n%.2000s", one, two)
	}
	packed, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	piped := execute(t, piped(), string(packed), "report", "--format", "json", "x=-")
	if piped.code != exitOK || piped.stdout != one {
		t.Errorf("from a pipe: %d %q\n%.1000s", piped.code, piped.stderr, piped.stdout)
	}
	if info, err := os.Stat(archive); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
}

// What is there is refused before the process is looked for.
func TestCaptureOverwritesNothing(t *testing.T) {
	there := tempFile(t, "there.zip", "mine")
	got := execute(t, piped(), "", "capture", "-p", "2147480000", "-o", there)
	assertTrouble(t, got, "overwrites nothing")
	if kept, err := os.ReadFile(there); err != nil || string(kept) != "mine" {
		t.Errorf("%q %v", kept, err)
	}
}

func TestLiveRefuses(t *testing.T) {
	for _, test := range []struct{ args, says string }{
		{"report -p 7 file.txt", "give files or a process"},
		{"report -p 7 -n api", "give one of them"},
		{"tree --pid=-7", "no process id"},
		{"report -p 2147480000", "no process has the id 2147480000"},
		{"report -p 7 --for=-1s", "cannot be negative"},
		{"report -p 7 --sample 3s", "--sample-longer"},
		{"report -p 7 --sample 0s", "takes time"},
		{"report -n no-such-program-at-all", `is called "no-such-program-at-all"`},
		{"report --diagnostic-port /nowhere/socket", "/nowhere/socket"},
		{"series -p 7 --count 1", "two captures"},
		{"capture", "which process?"},
		{"watch", "which process?"},
		{"watch -p 7 --until queue", "queue=N"},
		{"watch -p 7 --until heap=3", "queue=N"},
		{"watch -p 7 --until queue=-3", "queue=N"},
		{"watch -p 7 --max=-3s", "cannot be negative"},
	} {
		got := execute(t, piped(), "", strings.Fields(test.args)...)
		if cannotList(got) {
			continue
		}
		if got.code != exitTrouble || got.stdout != "" || !strings.Contains(got.stderr, test.says) {
			t.Errorf("%s: %d %q %q, want %q", test.args, got.code, got.stdout, got.stderr, test.says)
		}
	}
}

// A burst is no trouble; what lasts three seconds is.
func TestCondition(t *testing.T) {
	c, err := parseCondition("queue=2")
	if err != nil {
		t.Fatal(err)
	}
	const queue = "threadpool-queue-length"
	begun := false
	for second, value := range []float64{0, 5, 9, 1, 2, 2, 2, 2} {
		at := time.Duration(second) * time.Second
		if c.take("cpu-usage", 99, at) {
			t.Error("another counter began it")
		}
		if begun = c.take(queue, value, at); begun != (second == 7) {
			t.Errorf("second %d: begun %v", second, begun)
		}
	}
	if why := c.why(); why != "queue was 2 or more for 3 s, and is 2" {
		t.Errorf("%q", why)
	}
	c.take("of-the-program", 1, 0)
	if status := c.status(); status != "2 queued, 99 % CPU" || len(c.values) != 2 {
		t.Errorf("%q of %v", status, c.values)
	}
}

// cannotList reports a system without a list of its pipes, as Wine is.
func cannotList(got result) bool {
	return strings.Contains(got.stderr, "the pipes of this system cannot be listed")
}
