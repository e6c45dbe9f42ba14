package main

import (
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
