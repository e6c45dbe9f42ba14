package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

func TestSourceOf(t *testing.T) {
	dir := t.TempDir()
	whole := filepath.Join(dir, "a=b.txt")
	if err := os.WriteFile(whole, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ arg, label, path string }{
		{"stack.txt", "stack.txt", "stack.txt"},
		{"before=stack.txt", "before", "stack.txt"},
		{"before=a=b.txt", "before", "a=b.txt"},
		{whole, whole, whole},
		{"x=" + whole, "x", whole},
		{"=stack.txt", "=stack.txt", "=stack.txt"},
		{"before=", "before=", "before="},
		{"-", "-", "-"},
		{"live=-", "live", "-"},
		{"./diff", "./diff", "./diff"},
	}
	for _, tt := range tests {
		got := sourceOf(tt.arg)
		if got.label != tt.label || got.path != tt.path {
			t.Errorf("sourceOf(%q) = %q from %q, want %q from %q", tt.arg, got.label, got.path, tt.label, tt.path)
		}
	}
}

func TestStdinOnlyOnce(t *testing.T) {
	if _, err := sourcesOf([]string{"-", "again=-"}); err == nil {
		t.Error("two inputs from one stdin were accepted")
	}
}

// TestLabelsOfAnyTextStayOnOneLine: a label is what somebody typed, or a script pasted.
func TestLabelsOfAnyTextStayOnOneLine(t *testing.T) {
	const label = "mon\nday\r\x1b[31m\x07\u202e\"|`<x"
	bad, fixed := label+"="+stacks+"stack-bad.txt", stacks+"stack-fixed.txt"
	commands := [][]string{
		{"report", bad}, {"report", bad, fixed}, {"report", "--overview", bad, fixed}, {"report", "--full", bad},
		{
			"report", "--format", "json", bad}, {"report", "--format", "html", bad, fixed}, {"report", "--format",
			"svg", bad, fixed,
		},
		{"report", "--format", "folded", bad, fixed}, {"report", "--format", "speedscope", bad},
		{
			"report", "--chat", "slack", bad, fixed}, {"report", "--chat", "discord", bad, fixed}, {"report",
			"--chat", "github", bad, fixed}, {"report", "--chat", "plain", bad, fixed},
		{
			"report", "--fail-on", "starved", bad}, {"report", label + "=no-such-file"}, {"report",
			label + "=" + tempFile(t, "empty.txt", ""),
		},
		{"diff", bad, fixed}, {"diff", "--format", "json", bad, fixed}, {"diff", "--chat", "github", bad, fixed},
		{
			"tree", bad, fixed}, {"series", label + "=" + stacks + "web/hang-1.txt",
			stacks + "web/hang-2.txt"}, {"series", bad, fixed},
	}
	for _, args := range commands {
		got := execute(t, piped(), "", args...)
		for _, r := range got.stdout + got.stderr {
			colours := r == '\x1b' && args[1] == "--chat" && args[2] == "discord"
			if r != '\n' && !colours && unicode.In(r, unicode.Cc, unicode.Cf) {
				t.Errorf("%q prints %q", args, r)
				break
			}
		}
		for line := range strings.Lines(got.stdout + got.stderr) {
			if strings.HasPrefix(line, "day") {
				t.Errorf("%q breaks the label: %q", args, line)
			}
		}
	}
}

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
	if got := execute(t, piped(), "", eight); got.code != exitOK || strings.Count(got.stdout, "─ ") < 8 {
		t.Errorf("eight: exit code %d, stdout\n%.300s", got.code, got.stdout)
	}
	const rows = "9 reports: 1 critical, 8 ok"
	for _, args := range [][]string{{eight, stacks + "stack-fixed.txt"}, {tempFile(t, "nine.txt", strings.Repeat(fixed, 8)+bad)}} {
		got := execute(t, piped(), "", append(args, "--fail-on", "starved")...)
		if got.code != exitTripped || !strings.HasPrefix(got.stdout, rows) || strings.Count(got.stdout, "\n") > 30 ||
			strings.Contains(got.stdout, "─ ") {
			t.Errorf("exit code %d, stdout\n%.300s", got.code, got.stdout)
		}
		if got := execute(t, piped(), "", append(args, "--no-overview")...); got.code != exitOK ||
			strings.Count(got.stdout, "─ ") < 9 {
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
