package main

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestScriptsNameEveryCommandAndFlag holds for every shell and the manual.
func TestScriptsNameEveryCommandAndFlag(t *testing.T) {
	var root cli
	parser, err := newParser(&root, &session{env: piped()})
	if err != nil {
		t.Fatal(err)
	}
	program := programOf(parser.Model)
	if len(program.Commands) < 9 {
		t.Fatalf("commands are %v", program.Names())
	}
	for _, args := range [][]string{{"completion", "bash"}, {"completion", "zsh"}, {"completion", "fish"}, {"completion", "powershell"}, {"man"}} {
		got := execute(t, piped(), "", args...)
		if got.code != exitOK || got.stderr != "" {
			t.Errorf("%v: exit code %d, stderr %q", args, got.code, got.stderr)
		}
		text := strings.ReplaceAll(got.stdout, `\-`, "-")
		for _, c := range program.Commands {
			if !strings.Contains(text, c.Name) {
				t.Errorf("%v: no command %s", args, c.Name)
			}
			for _, f := range c.Flags {
				if !strings.Contains(text, "--"+f.Long) && !strings.Contains(text, "-l "+f.Long) {
					t.Errorf("%v: no flag %s of %s", args, f.Long, c.Name)
				}
			}
		}
	}
}

func TestCompletionTrouble(t *testing.T) {
	got := execute(t, piped(), "", "completion", "tcsh")
	if got.code != exitTrouble || got.stdout != "" || !strings.Contains(got.stderr, "bash") {
		t.Errorf("exit code %d, stdout %q, stderr %q", got.code, got.stdout, got.stderr)
	}
}

// script writes the output of a command to a file.
func script(t *testing.T, name string, args ...string) string {
	t.Helper()
	return tempFile(t, name, execute(t, piped(), "", args...).stdout)
}

// needs skips a test where a program is missing.
func needs(t *testing.T, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("%s is not here", program)
	}
	return path
}

func TestShellsReadTheirScripts(t *testing.T) {
	for shell, check := range map[string][]string{"bash": {"-n"}, "zsh": {"-n"}, "fish": {"--no-execute"}} {
		t.Run(shell, func(t *testing.T) {
			program := needs(t, shell)
			path := script(t, "completion", "completion", shell)
			if out, err := exec.Command(program, append(check, path)...).CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// TestBashCompletes runs the function as bash does when Tab is pressed behind the last
// word.
func TestBashCompletes(t *testing.T) {
	bash := needs(t, "bash")
	path := script(t, "completion", "completion", "bash")
	folder := filepath.Dir(path)
	tests := []struct {
		words []string
		want  []string
		not   []string
	}{
		{[]string{"stacktriage", "se"}, []string{"series"}, []string{"report"}},
		{[]string{"stacktriage", "com"}, []string{"completion"}, nil}, // the file in this folder
		{[]string{"stacktriage", "--fo"}, []string{"--focus", "--format"}, []string{"--every"}},
		{[]string{"stacktriage", "series", "--"}, []string{"--every", "--fail-on"}, []string{"--focus"}},
		{[]string{"stacktriage", "series", "--fail-on", ""}, []string{"growing", "same-place"}, []string{"starved"}},
		{[]string{"stacktriage", "--fail-on", "star"}, []string{"starved"}, nil},
		{[]string{"stacktriage", "--format", "=", "js"}, []string{"json"}, nil},
		{[]string{"stacktriage", "--format", "="}, []string{"text", "json"}, nil},
		{[]string{"stacktriage", "-f", "j"}, []string{"json"}, nil},
		{[]string{"stacktriage", "explain", "task-r"}, []string{"task-result"}, []string{"task-wait"}},
		{[]string{"stacktriage", "completion", ""}, []string{"bash", "fish"}, []string{"report"}},
		{[]string{"stacktriage", "--top", ""}, nil, []string{"completion"}},
	}
	for _, tt := range tests {
		var quoted []string
		for _, w := range tt.words {
			quoted = append(quoted, "'"+w+"'")
		}
		run := exec.Command(bash, "--norc", "-c", `. "$0"; COMP_WORDS=(`+strings.Join(quoted, " ")+`); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _stacktriage; printf '%s\n' "${COMPREPLY[@]}"`, path)
		run.Dir = folder
		out, err := run.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v: %s", tt.words, err, out)
		}
		got := strings.Fields(string(out))
		for _, w := range tt.want {
			if !slices.Contains(got, w) {
				t.Errorf("%q: %v lacks %s", tt.words, got, w)
			}
		}
		for _, w := range tt.not {
			if slices.Contains(got, w) {
				t.Errorf("%q: %v has %s", tt.words, got, w)
			}
		}
	}
}

func TestManualIsWellFormed(t *testing.T) {
	page := execute(t, piped(), "", "man").stdout
	for _, part := range []string{".TH STACKTRIAGE 1", ".SH NAME", ".SH EXIT STATUS", `\fB\-\-fail\-on\fR`} {
		if !strings.Contains(page, part) {
			t.Errorf("%q is not in the page", part)
		}
	}
	run := exec.Command(needs(t, "groff"), "-man", "-Tutf8", "-ww")
	run.Stdin = strings.NewReader(page)
	var warnings strings.Builder
	run.Stderr = &warnings
	out, err := run.Output()
	if err != nil || warnings.String() != "" || len(out) < 2000 {
		t.Errorf("%v, %d bytes: %s", err, len(out), warnings.String())
	}
}
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
		if examples := strings.Count(got.stderr, "\n    "); examples != 2 {
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
			if len(line) > 80+1 {
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
	for _, part := range []string{"  diff ", "\n  learn ", "\n  completion ", "\n  man ", "\nExamples:\n", "\nFlags:\n"} {
		if !strings.Contains(below, part) {
			t.Errorf("%q is not below", part)
		}
	}
}
