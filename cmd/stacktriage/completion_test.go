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
	s := surfaceOf(parser.Model)
	if len(s.commands) < 5 || slices.Contains(s.names(), "man") {
		t.Fatalf("commands are %v", s.names())
	}
	for _, args := range [][]string{{"completion", "bash"}, {"completion", "zsh"}, {"completion", "fish"}, {"completion", "powershell"}, {"man"}} {
		got := execute(t, piped(), "", args...)
		if got.code != exitOK || got.stderr != "" {
			t.Errorf("%v: exit code %d, stderr %q", args, got.code, got.stderr)
		}
		text := strings.ReplaceAll(got.stdout, `\-`, "-")
		for _, c := range s.commands {
			if !strings.Contains(text, c.name) {
				t.Errorf("%v: no command %s", args, c.name)
			}
			for _, f := range c.flags {
				if !strings.Contains(text, "--"+f.long) && !strings.Contains(text, "-l "+f.long) {
					t.Errorf("%v: no flag %s of %s", args, f.long, c.name)
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
		{[]string{"stacktriage", "--top", ""}, nil, []string{"completion"}},
	}
	for _, tt := range tests {
		var quoted []string
		for _, w := range tt.words {
			quoted = append(quoted, shellQuote(w))
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
	for _, part := range []string{".TH STACKTRIAGE 1", ".SH NAME", ".SH EXIT STATUS", `\fB\-\-fail\-on\fR`, "completion"} {
		if has := strings.Contains(page, part); has == (part == "completion") {
			t.Errorf("%q in the page: %v", part, has)
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

func TestRoff(t *testing.T) {
	for text, want := range map[string]string{".NET": `\&.NET`, "'a'": `\&'a'`, `a\b-c`: `a\eb\-c`, "a\n.b": "a\n\\&.b"} {
		if got := roff(text); got != want {
			t.Errorf("roff(%q) = %q, want %q", text, got, want)
		}
	}
}
