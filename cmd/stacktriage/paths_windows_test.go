package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

// TestPathsOfWindows gives one report by every spelling of a path that Windows has.
func TestPathsOfWindows(t *testing.T) {
	dir := t.TempDir()
	text := readFile(t, stacks+"stack-bad.txt")
	path := filepath.Join(dir, "stack bad.txt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	deep := dir
	for len(deep) < 300 {
		deep = filepath.Join(deep, strings.Repeat("d", 40))
	}
	if err := os.MkdirAll(deep, 0o700); err != nil {
		t.Fatal(err)
	}
	long := filepath.Join(deep, "stack-bad.txt")
	if err := os.WriteFile(long, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	spellings := map[string]string{
		"drive letter":     path,
		"forward slashes":  filepath.ToSlash(path),
		"label":            "before=" + path,
		"extended":         `\\?\` + path,
		"capitals":         strings.ToUpper(path),
		"over 260 letters": long,
		"pattern":          filepath.Join(dir, "stack*.txt"),
	}
	for name, spelling := range spellings {
		t.Run(name, func(t *testing.T) {
			got := execute(t, piped(), "", "report", "--full", spelling)
			if got.code != exitOK || !strings.Contains(got.stdout, "60 of 60 pool workers blocked") {
				t.Errorf("exit code %d, stderr %q, stdout\n%.300s", got.code, got.stderr, got.stdout)
			}
		})
	}
}

// TestTextOfPowerShell reads what the redirections of PowerShell write: UTF-16 with a mark
// and CRLF before version 6, UTF-8 with CRLF since.
func TestTextOfPowerShell(t *testing.T) {
	text := strings.ReplaceAll(readFile(t, stacks+"stack-bad.txt"), "\n", "\r\n")
	wide := []byte{0xFF, 0xFE}
	for _, unit := range utf16.Encode([]rune(text)) {
		wide = append(wide, byte(unit), byte(unit>>8))
	}
	want := execute(t, piped(), "", "report", tempFile(t, "report.txt", text))
	got := execute(t, piped(), "", "report", tempFile(t, "report.txt", string(wide)))
	if !strings.Contains(want.stdout, "60 of 60 pool workers blocked") || got.stdout != want.stdout {
		t.Errorf("PowerShell 5:\n%.300s\nPowerShell 7:\n%.300s", got.stdout, want.stdout)
	}
}

// TestDevicesOfWindows writes to the device that forgets, and lists a share that is not
// there.
func TestDevicesOfWindows(t *testing.T) {
	bad := tempFile(t, "bad.txt", readFile(t, stacks+"stack-bad.txt"))
	if got := execute(t, piped(), "", "report", "-o", "NUL", bad); got.code != exitOK || got.stderr != "" {
		t.Errorf("-o NUL: exit code %d, stderr %q", got.code, got.stderr)
	}
	if got := execute(t, piped(), "", "report", `\\nowhere\share\stack.txt`); got.code != exitTrouble || got.stderr == "" {
		t.Errorf("a share that is not there: exit code %d, stderr %q", got.code, got.stderr)
	}
}
