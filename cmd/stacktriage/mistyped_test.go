package main

import (
	"os"
	"strings"
	"testing"
)

func TestHelpIsSpelledOut(t *testing.T) {
	for _, tt := range []struct {
		spelled, flag []string
	}{
		{[]string{"help"}, []string{"--help"}},
		{[]string{"help", "report"}, []string{"report", "--help"}},
		{[]string{"help", "diff"}, []string{"diff", "--help"}},
		{[]string{"help", "completion"}, []string{"completion", "--help"}},
		{[]string{"help", "help"}, []string{"--help"}},
		{[]string{"help", "--top"}, []string{"--help"}},
	} {
		got, want := execute(t, piped(), "", tt.spelled...), execute(t, piped(), "", tt.flag...)
		if got != want || got.code != exitOK || !strings.HasPrefix(got.stdout, "Usage: stacktriage") {
			t.Errorf("%q: exit code %d, stderr %q, not the help that %q prints", tt.spelled, got.code, got.stderr, tt.flag)
		}
	}
	got := execute(t, piped(), "", "help", "repot")
	if got.code != exitTrouble || got.stderr != "stacktriage: help repot: no such command; did you mean report?\n" {
		t.Errorf("exit code %d, stderr %q", got.code, got.stderr)
	}
}

// TestMistypedCommand: nothing is analysed when a word was meant to be a command.
func TestMistypedCommand(t *testing.T) {
	bad := stacks + "stack-bad.txt"
	tests := []struct {
		args []string
		says string // "" = an input like any other
	}{
		{[]string{"repot"}, `repot: no such file or command; did you mean "stacktriage report"?`},
		{[]string{"repot", bad}, `did you mean "stacktriage report"?`},
		{[]string{bad, "repot"}, `did you mean "stacktriage report"?`},
		{[]string{"dif", bad, bad}, `did you mean "stacktriage diff"?`},
		{[]string{"sreies", bad}, `did you mean "stacktriage series"?`},
		{[]string{"halp"}, `did you mean "stacktriage help"?`},
		{[]string{bad, "tree"}, "a command stands in front of all other arguments: stacktriage tree"},
		{[]string{"diff", bad, "dif"}, `did you mean "stacktriage diff"?`},
		{[]string{"tree", "tre"}, `did you mean "stacktriage tree"?`},
		{[]string{"monday.txt", bad}, ""},
		{[]string{"./repot", bad}, ""},
		{[]string{"stuck", bad}, ""},
	}
	for _, tt := range tests {
		got := execute(t, piped(), "", tt.args...)
		if got.code != exitTrouble {
			t.Errorf("%q: exit code %d", tt.args, got.code)
		}
		if tt.says == "" {
			if got.stdout == "" || strings.Contains(got.stderr, "command") {
				t.Errorf("%q: the other inputs are not reported: stdout %q, stderr %q", tt.args, got.stdout, got.stderr)
			}
			continue
		}
		if got.stdout != "" || !strings.Contains(got.stderr, tt.says) || strings.Count(got.stderr, "\n") != 1 {
			t.Errorf("%q: stdout %q, stderr %q, want %q", tt.args, got.stdout, got.stderr, tt.says)
		}
	}
}

// TestFileNamedLikeACommand is read: a file that is there was meant.
func TestFileNamedLikeACommand(t *testing.T) {
	text := readFile(t, stacks+"stack-bad.txt")
	t.Chdir(t.TempDir())
	if err := os.WriteFile("repot", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := execute(t, piped(), "", "repot"); got.code != exitOK || !strings.Contains(got.stdout, "60 of 60") {
		t.Errorf("exit code %d, stderr %q", got.code, got.stderr)
	}
}
