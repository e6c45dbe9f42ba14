package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestMessagesAreWrappedOnTerminals: in a pipe or a file a message stays one line.
func TestMessagesAreWrappedOnTerminals(t *testing.T) {
	missing := []string{"there-is-no-such-file-of-that-name.txt"}
	piped := execute(t, piped(), "", missing...)
	if strings.Count(piped.stderr, "\n") != 1 {
		t.Errorf("in a pipe: %q", piped.stderr)
	}
	for _, width := range []int{1, 40, 60, 80, 200} {
		env := fakeEnvironment("LANG=C.UTF-8")
		env.stderrWidth = width
		got := execute(t, env, "", missing...)
		lines := strings.Split(strings.TrimSuffix(got.stderr, "\n"), "\n")
		for i, line := range lines {
			if len(line) > max(width, minStderrWidth) && strings.Contains(strings.TrimSpace(line), " ") && i > 0 {
				t.Errorf("width %d: %d columns: %q", width, len(line), line)
			}
			if indented := strings.HasPrefix(line, strings.Repeat(" ", len("stacktriage: "))); indented != (i > 0) {
				t.Errorf("width %d: line %d is %q", width, i+1, line)
			}
		}
		if got, want := strings.Fields(got.stderr), strings.Fields(piped.stderr); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("width %d: %q, want %q", width, got, want)
		}
		if width == 80 && len(lines) != 2 {
			t.Errorf("width 80: %d lines: %q", len(lines), lines)
		}
	}
}

// TestVerdictIsRepeatedOnLowTerminals: and nowhere else.
func TestVerdictIsRepeatedOnLowTerminals(t *testing.T) {
	const again = "\nAgain, from the top:\n60 of 60 pool workers blocked"
	bad := stacks + "stack-bad.txt"
	low := fakeEnvironment("LANG=C.UTF-8", "NO_COLOR=1")
	low.height = 24
	high := low
	high.height = 200
	if got := execute(t, low, "", bad); !strings.Contains(got.stdout, again) {
		t.Errorf("on 24 lines:\n%s", got.stdout)
	}
	for _, command := range []string{"tree", "diff"} {
		flat := low
		flat.height = 10
		if got := execute(t, flat, "", command, bad, bad); strings.Count(got.stdout, "Again, from the top:\n") != 1 {
			t.Errorf("%s on 10 lines:\n%s", command, got.stdout)
		}
	}
	for name, got := range map[string]string{
		"200 lines": execute(t, high, "", bad).stdout,
		"a pipe":    execute(t, piped(), "", bad).stdout,
		"JSON":      execute(t, low, "", "--format", "json", bad).stdout,
	} {
		if got == "" || strings.Contains(got, "Again") {
			t.Errorf("%s:\n%s", name, got)
		}
	}
	path := filepath.Join(t.TempDir(), "out.txt")
	execute(t, low, "", "-o", path, bad)
	if got := readFile(t, path); got == "" || strings.Contains(got, "Again") {
		t.Errorf("a file:\n%s", got)
	}
}
