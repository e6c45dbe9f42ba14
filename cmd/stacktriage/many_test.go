package main

import (
	"strings"
	"testing"
)

func TestAFolderWithoutFilesIsNoReport(t *testing.T) {
	for _, args := range [][]string{nil, {"--format", "json"}, {"--format", "html"}, {"--no-overview"}, {"--overview"}, {"--copy"}} {
		assertTrouble(t, execute(t, piped(), "", append(args, t.TempDir())...), "there is no file in this folder")
	}
}

// TestManyReportsInOneInput: from the ninth report on a row for each says more than a
// page, in however many files they are.
func TestManyReportsInOneInput(t *testing.T) {
	bad, fixed := readFile(t, stacks+"stack-bad.txt"), readFile(t, stacks+"stack-fixed.txt")
	eight := tempFile(t, "eight.txt", strings.Repeat(fixed, 7)+bad)
	if got := execute(t, piped(), "", eight); got.code != exitOK || strings.HasPrefix(got.stdout, "8 reports") {
		t.Errorf("eight: exit code %d, stdout\n%.300s", got.code, got.stdout)
	}
	const rows = "9 reports: 1 critical, 8 ok\n"
	for _, args := range [][]string{{eight, stacks + "stack-fixed.txt"}, {tempFile(t, "nine.txt", strings.Repeat(fixed, 8)+bad)}} {
		got := execute(t, piped(), "", append(args, "--fail-on", "starved")...)
		if got.code != exitTripped || !strings.HasPrefix(got.stdout, rows) || strings.Count(got.stdout, "\n") > 30 {
			t.Errorf("exit code %d, stdout\n%.300s", got.code, got.stdout)
		}
		if got := execute(t, piped(), "", append(args, "--no-overview")...); got.code != exitOK || strings.HasPrefix(got.stdout, rows) || strings.Count(got.stdout, "─ ") < 9 {
			t.Errorf("--no-overview: exit code %d, stdout\n%.300s", got.code, got.stdout)
		}
	}
}

// TestCopyIsCheckedBeforeAnythingIsWritten, whatever the format.
func TestCopyIsCheckedBeforeAnythingIsWritten(t *testing.T) {
	bad := stacks + "stack-bad.txt"
	for _, args := range [][]string{{bad}, {"-f", "json", bad}, {"-f", "png", bad}, {"-f", "pprof", bad}, {"-f", "chat", bad}, {"diff", bad, bad}, {"diff", "-f", "json", bad, bad}} {
		assertTrouble(t, execute(t, piped(), "", append(args, "--copy")...), "there is no terminal")
	}
	env, screen := withTTY(fakeEnvironment("LANG=C.UTF-8"))
	assertTrouble(t, execute(t, env, "", "--copy", "-f", "png", bad), "not for terminals")
	if screen.Len() > 0 {
		t.Error("the clipboard was set although nothing was written")
	}
}
