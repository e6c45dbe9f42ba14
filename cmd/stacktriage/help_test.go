package main

import (
	"strings"
	"testing"
)

// TestNoInputOnATerminalIsUsage: what somebody needs who only typed the name fits on
// any screen.
func TestNoInputOnATerminalIsUsage(t *testing.T) {
	env := piped()
	env.stdinTerminal = true
	for _, command := range []string{"", "report", "diff", "tree", "series", "learn", "explain"} {
		var args []string
		if command != "" {
			args = []string{command}
		}
		got := execute(t, env, "", args...)
		if got.code != exitTrouble || got.stdout != "" || !strings.HasPrefix(got.stderr, "Usage: stacktriage") {
			t.Errorf("%q: exit code %d, stdout %q, stderr %q", command, got.code, got.stdout, got.stderr)
		}
		if lines := strings.Count(got.stderr, "\n"); lines > 15 {
			t.Errorf("%q: %d lines", command, lines)
		}
		if examples := strings.Count(got.stderr, "\n    "); examples != maxExamples {
			t.Errorf("%q: %d examples:\n%s", command, examples, got.stderr)
		}
		if !strings.HasSuffix(got.stderr, "--help for all\n") {
			t.Errorf("%q does not say where to read on:\n%s", command, got.stderr)
		}
	}
	if bare := execute(t, env, ""); !strings.Contains(bare.stderr, "Commands: report, diff, tree") {
		t.Errorf("the commands are not named:\n%s", bare.stderr)
	}
}

func TestHelpFitsEightyColumns(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"diff", "--help"}, {"tree", "--help"}, {"series", "--help"}, {"learn", "--help"}, {"explain", "--help"}} {
		for line := range strings.Lines(execute(t, piped(), "", args...).stdout) {
			if len(line) > helpWidth+1 {
				t.Errorf("%q: %d columns: %s", args, len(line)-1, line)
			}
		}
	}
}

func TestCommandsStandNearTheTopOfTheHelp(t *testing.T) {
	help := execute(t, piped(), "", "--help").stdout
	above, below, ok := strings.Cut(help, "\nCommands:\n")
	if !ok || strings.Count(above, "\n") > 8 {
		t.Fatalf("no commands near the top:\n%s", help)
	}
	for _, part := range []string{"  diff ", "\n  learn ", "\nExamples:\n", "\nFlags:\n"} {
		if !strings.Contains(below, part) {
			t.Errorf("%q is not below", part)
		}
	}
	if strings.Contains(help, "completion") {
		t.Error("a hidden command is listed")
	}
}
