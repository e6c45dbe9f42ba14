package main

import (
	"os"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
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

func TestEmptyArguments(t *testing.T) {
	bad := stacks + "stack-bad.txt"
	tests := []struct {
		args []string
		says string
	}{
		{[]string{"--fail-on", "", bad}, "--fail-on is empty"},
		{[]string{"--fail-on=", bad}, "--fail-on is empty"},
		{[]string{"report", "--fail-on", "", bad}, "--fail-on is empty"},
		{[]string{"report", bad, "--fail-on", ""}, "--fail-on is empty"},
		{[]string{"report", "--fail-on", "starved", "--fail-on", "", bad}, "--fail-on is empty"},
		{[]string{"report", "--fail-on", " ", bad}, `--fail-on " "`},
		{[]string{"report", "--fail-on", "starved,,deadlock", bad}, "an id is missing"},
		{[]string{"report", "--fail-on", ",", bad}, "an id is missing"},
		{[]string{"diff", "--fail-on", "", bad, bad}, "--fail-on is empty"},
		{[]string{"series", "--fail-on", "", bad, bad}, "--fail-on is empty"},
		{[]string{"series", "--fail-on", "growing, ", bad, bad}, `--fail-on " "`},
		{[]string{"tree", "--focus", "", bad}, "--focus is empty"},
		{[]string{"--rules", "", bad}, "--rules is empty"},
		{[]string{"-o", "", bad}, "-o is empty"},
		{[]string{""}, `"" is no name of a file`},
		{[]string{bad, ""}, `"" is no name of a file`},
		{[]string{"diff", bad, ""}, `"" is no name of a file`},
		{[]string{"report", "--", ""}, `"" is no name of a file`},
	}
	for _, tt := range tests {
		t.Run(strings.Join(tt.args, " "), func(t *testing.T) {
			assertTrouble(t, execute(t, piped(), "", tt.args...), tt.says)
		})
	}
}

func TestNumbersWithoutAMeaning(t *testing.T) {
	bad := stacks + "stack-bad.txt"
	for _, args := range [][]string{
		{
			"report", "--width", "0"}, {"report", "--width", "-1"}, {"report", "--width=-1"}, {"rules", "--width",
			"0"}, {"diff", bad, "--width", "0"},
		{"report", "--top", "-1"}, {"diff", bad, "--top", "-1"}, {"series", bad, "--top", "-1"}, {"tree", "--top", "-1"},
		{
			"report", "--ids", "-2"}, {"tree", "--ids", "-2"}, {"series", bad, "--ids", "-2"}, {"report", "--width",
			"99999999999999999999999",
		},
	} {
		if args[0] != "rules" {
			args = append(args, bad)
		}
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			assertTrouble(t, execute(t, piped(), "", args...), "--")
		})
	}
}

// TestWideLines: a page is as wide as its words, whatever width is allowed.
func TestWideLines(t *testing.T) {
	bad, fixed := stacks+"stack-bad.txt", stacks+"stack-fixed.txt"
	for _, args := range [][]string{{"report", bad}, {"report", bad, fixed}, {"report", "--full", bad}, {"diff", bad, fixed}, {"series", bad, bad}, {"tree", bad}, {"report", "--overview", bad, fixed}} {
		want := execute(t, piped(), "", append(args, "--width", "1000")...)
		for _, width := range []string{"10000000", "99999999999999"} {
			got := execute(t, piped(), "", append(args, "--width", width)...)
			if got.code != exitOK || got.stdout != want.stdout {
				t.Errorf("%q --width %s: exit code %d, %d bytes, want the %d of --width 1000",
					args, width, got.code, len(got.stdout), len(want.stdout))
			}
		}
		for line := range strings.SplitSeq(want.stdout, "\n") {
			if blanks := len(line) - len(strings.TrimLeft(line, " ")); len(line) > 600 || blanks > 100 || strings.Contains(line, strings.Repeat(" ", 100)) {
				t.Errorf("%q: a line is padded: %q", args, line)
			}
		}
	}
}

// TestCommandsAreParsedAlone holds that no command needs the model of all others, which
// takes most of the time of a short run.
func TestCommandsAreParsedAlone(t *testing.T) {
	for _, name := range commandNames() {
		if name == "completion" || name == "man" {
			continue // they describe all commands
		}
		if got := commandAlone([]string{name}); got != name {
			t.Errorf("%s is parsed as %q", name, got)
		}
		s := &session{env: piped()}
		if _, err := newParserOf(cliOf(name), s, checkedTexts(), kong.PostBuild(withoutHelp)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, args := range [][]string{{"--help"}, {"diff", "-h"}, {"--version"}, {"man"}} {
		if got := commandAlone(args); got != "" {
			t.Errorf("%v is parsed as %q alone", args, got)
		}
	}
}
