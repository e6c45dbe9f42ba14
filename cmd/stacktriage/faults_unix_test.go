//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestLinkedFolders: a linked folder is read once, and what cannot be is told.
func TestLinkedFolders(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"real", "sd"} {
		if err := os.Mkdir(filepath.Join(root, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	writeInput(t, filepath.Join(root, "real", "bad.txt"), readFile(t, stacks+"stack-bad.txt"))
	writeInput(t, filepath.Join(root, "sd", "ok.txt"), readFile(t, stacks+"stack-fixed.txt"))
	for link, to := range map[string]string{"sd/incident": "../real", "real/loop": "..", "sd/gone": "nowhere"} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(root, "sd", "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := assertNotWell(t, "2 reports: 1 critical, 1 ok", filepath.Join(root, "sd"))
	if n := strings.Count(got.stdout, "1 critical"); n != 1 {
		t.Errorf("the linked report is counted %d times:\n%.300s", n, got.stdout)
	}
	for _, told := range []string{"gone", "pipe"} {
		if !strings.Contains(got.stdout+got.stderr, told) {
			t.Errorf("%s is not told:\n%s%s", told, got.stdout, got.stderr)
		}
	}
	if got.code != exitTrouble && got.code != exitTripped {
		t.Errorf("exit code %d", got.code)
	}
}

func writeInput(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
