package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// captures is a folder with reports of which one is healthy, one is not, and one is no
// report, and things that are not looked at.
func captures(t *testing.T, withLetter bool) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("monday/fixed.txt", readFile(t, stacks+"stack-fixed.txt"))
	write("tuesday/bad.txt", readFile(t, stacks+"stack-bad.txt"))
	write(".git/config", "no report")
	write(".hidden.txt", "no report")
	if withLetter {
		write("letter.txt", "Dear Sir or Madam\n")
	}
	return dir
}

func TestOverviewOfAFolder(t *testing.T) {
	dir := captures(t, false)
	got := execute(t, piped(), "", dir)
	if got.code != exitOK || got.stderr != "" || !strings.HasPrefix(got.stdout, "2 reports: 1 critical, 1 ok · in "+dir) {
		t.Fatalf("exit code %d, stderr %q, stdout\n%s", got.code, got.stderr, got.stdout)
	}
	if bad, fixed := strings.Index(got.stdout, "bad.txt"), strings.Index(got.stdout, "fixed.txt"); bad < 0 || fixed < bad {
		t.Errorf("the worst is not first:\n%s", got.stdout)
	}
	for _, gate := range []struct {
		id   string
		want int
	}{{"starved", exitTripped}, {"deadlock", exitOK}} {
		if got := execute(t, piped(), "", "--fail-on", gate.id, dir); got.code != gate.want || got.stdout == "" {
			t.Errorf("--fail-on %s: exit code %d, want %d", gate.id, got.code, gate.want)
		}
	}
}

func TestOverviewNamesWhatIsNoReport(t *testing.T) {
	got := execute(t, piped(), "", captures(t, true))
	if got.code != exitTrouble || !strings.Contains(got.stderr, "1 of 3 inputs could not be read") {
		t.Errorf("exit code %d, stderr %q", got.code, got.stderr)
	}
	for _, part := range []string{"1 critical, 1 ok, 1 not read", "NOT READ", "letter.txt", "Dear Sir"} {
		if !strings.Contains(got.stdout, part) {
			t.Errorf("no %q in\n%s", part, got.stdout)
		}
	}
}

func TestOverviewOrPages(t *testing.T) {
	dir := captures(t, false)
	pattern := filepath.Join(dir, "*", "*.txt")
	bad := stacks + "stack-bad.txt"
	tests := []struct {
		name string
		args []string
		rows bool
	}{
		{"a folder", []string{dir}, true},
		{"a pattern that the shell left alone", []string{pattern}, true},
		{"a folder, in pages", []string{"--no-overview", dir}, false},
		{"a file", []string{bad}, false},
		{"a file, in rows", []string{"--overview", bad}, true},
		{"eight files", slices.Repeat([]string{bad}, 8), false},
		{"nine files", slices.Repeat([]string{bad}, 9), true},
		{"nine files, in pages", append([]string{"--no-overview"}, slices.Repeat([]string{bad}, 9)...), false},
	}
	for _, tt := range tests {
		got := execute(t, piped(), "", tt.args...)
		if rows := strings.Contains(got.stdout, "threads  blocked   in pool") &&
			!strings.Contains(got.stdout, "── "); got.code != exitOK || rows != tt.rows {
			t.Errorf("%s: exit code %d, rows %v, want %v (stderr %q)", tt.name, got.code, rows, tt.rows, got.stderr)
		}
	}
}

// TestOverviewFormats: a folder is one table in every format that has one.
func TestOverviewFormats(t *testing.T) {
	dir := captures(t, false)
	bad := filepath.Join("tuesday", "bad.txt")
	for format, want := range map[string]string{
		"chat":     "🟥 CRITICAL: 2 reports: 1 critical, 1 ok · in ",
		"markdown": "| **CRITICAL** | ``" + bad + "`` | 67 | 60 |",
		"svg":      ">" + bad + "</text>", "png": "\x89PNG", "html": `<a href="#s2">` + bad + `</a>`,
	} {
		if got := execute(t, piped(), "", "-f", format, dir); got.code != exitOK || !strings.Contains(got.stdout, want) {
			t.Errorf("%s: exit code %d, stderr %q, no %q in\n%.600s", format, got.code, got.stderr, want, got.stdout)
		}
	}
	page := execute(t, piped(), "", "--overview", "-f", "html", dir)
	if page.code != exitOK || !strings.Contains(page.stdout, bad) ||
		strings.Contains(page.stdout, `<section class="snapshot"`) {
		t.Errorf("exit code %d, stderr %q", page.code, page.stderr)
	}
	env := piped()
	env.stdoutTerminal = true
	assertTrouble(t, execute(t, env, "", "-f", "png", dir), "png is not for terminals")
}

func TestOverviewTrouble(t *testing.T) {
	dir := captures(t, false)
	tests := []struct {
		name string
		args []string
		says string
	}{
		{"empty folder", []string{t.TempDir()}, "there is no file in this folder"},
		{"pattern without a match", []string{filepath.Join(dir, "*.stacks")}, "no file has such a name"},
		{"flag for pages", []string{"--overview", "--full", dir}, "--full is for a page about each report"},
		{"filter", []string{"--overview", "--role", "worker", dir}, "--role is for a page"},
		{"another format", []string{"--overview", "-f", "json", dir}, "--overview is for --format text, html, chat"},
	}
	for _, tt := range tests {
		got := execute(t, piped(), "", tt.args...)
		if got.code != exitTrouble || !strings.Contains(got.stderr, tt.says) {
			t.Errorf("%s: exit code %d, stderr %q, want %q", tt.name, got.code, got.stderr, tt.says)
		}
	}
}

func TestJSONOfAFolderIsTheSameArray(t *testing.T) {
	dir := captures(t, true)
	files := execute(t, piped(), "", "-f", "json", filepath.Join(dir, "monday", "fixed.txt"), filepath.Join(dir, "tuesday", "bad.txt"))
	folder := execute(t, piped(), "", "-f", "json", dir)
	if folder.code != exitTrouble || !strings.Contains(folder.stderr, "letter.txt") {
		t.Errorf("exit code %d, stderr %q", folder.code, folder.stderr)
	}
	if folder.stdout != files.stdout || !json.Valid([]byte(folder.stdout)) {
		t.Errorf("the folder's JSON is not that of its files: %d and %d bytes", len(folder.stdout), len(files.stdout))
	}
	path := filepath.Join(t.TempDir(), "out.json")
	if got := execute(t, piped(), "", "-f", "json", "-o", path, "no-such.txt"); got.code != exitTrouble {
		t.Errorf("exit code %d", got.code)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a file was written though nothing could be read")
	}
}
