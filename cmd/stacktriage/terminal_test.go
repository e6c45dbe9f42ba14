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

// fakeEnvironment is a terminal with the given variables, as "NAME=value".
func fakeEnvironment(variables ...string) environment {
	values := map[string]string{}
	for _, v := range variables {
		for i := range v {
			if v[i] == '=' {
				values[v[:i]] = v[i+1:]
				break
			}
		}
	}
	return environment{
		lookup:         func(name string) (string, bool) { value, ok := values[name]; return value, ok },
		stdoutTerminal: true,
		width:          80,
		enableColor:    func() bool { return true },
		ttyWidth:       func() int { return 0 },
	}
}

func TestWantColor(t *testing.T) {
	tests := []struct {
		name      string
		mode      string
		variables []string
		piped     bool
		toFile    bool
		old       bool // a console that cannot
		want      bool
	}{
		{name: "terminal", mode: colorAuto, want: true},
		{name: "pipe", mode: colorAuto, piped: true, want: false},
		{name: "always in a pipe", mode: colorAlways, piped: true, want: true},
		{name: "never in a terminal", mode: colorNever, want: false},
		{name: "NO_COLOR=1", mode: colorAuto, variables: []string{"NO_COLOR=1"}, want: false},
		{name: "NO_COLOR=yes", mode: colorAuto, variables: []string{"NO_COLOR=yes"}, want: false},
		{name: "NO_COLOR=0 is a value, too", mode: colorAuto, variables: []string{"NO_COLOR=0"}, want: false},
		{name: "NO_COLOR empty is not set", mode: colorAuto, variables: []string{"NO_COLOR="}, want: true},
		{name: "the flag beats NO_COLOR", mode: colorAlways, variables: []string{"NO_COLOR=1"}, want: true},
		{
			name: "NO_COLOR beats CLICOLOR_FORCE", mode: colorAuto,
			variables: []string{"NO_COLOR=1", "CLICOLOR_FORCE=1"}, want: false,
		},
		{name: "CLICOLOR_FORCE in a pipe", mode: colorAuto, variables: []string{"CLICOLOR_FORCE=1"}, piped: true, want: true},
		{
			name: "CLICOLOR_FORCE=0 forces nothing", mode: colorAuto, variables: []string{"CLICOLOR_FORCE=0"},
			piped: true, want: false,
		},
		{
			name: "CLICOLOR_FORCE beats dumb", mode: colorAuto, variables: []string{"CLICOLOR_FORCE=1", "TERM=dumb"},
			want: true,
		},
		{
			name: "CLICOLOR_FORCE beats dumb and a pipe", mode: colorAuto,
			variables: []string{"CLICOLOR_FORCE=1", "TERM=dumb"}, piped: true, want: true,
		},
		{
			name: "CLICOLOR_FORCE beats CLICOLOR=0", mode: colorAuto,
			variables: []string{"CLICOLOR_FORCE=1", "CLICOLOR=0"}, want: true,
		},
		{
			name: "NO_COLOR beats CLICOLOR_FORCE on dumb", mode: colorAuto,
			variables: []string{"NO_COLOR=1", "CLICOLOR_FORCE=1", "TERM=dumb"}, want: false,
		},
		{name: "FORCE_COLOR in a pipe", mode: colorAuto, variables: []string{"FORCE_COLOR=1"}, piped: true, want: true},
		{name: "FORCE_COLOR=3 in a pipe", mode: colorAuto, variables: []string{"FORCE_COLOR=3"}, piped: true, want: true},
		{name: "FORCE_COLOR=0", mode: colorAuto, variables: []string{"FORCE_COLOR=0"}, want: false},
		{name: "FORCE_COLOR=false", mode: colorAuto, variables: []string{"FORCE_COLOR=false"}, want: false},
		{name: "FORCE_COLOR empty is not set", mode: colorAuto, variables: []string{"FORCE_COLOR="}, want: true},
		{name: "FORCE_COLOR beats dumb", mode: colorAuto, variables: []string{"FORCE_COLOR=1", "TERM=dumb"}, want: true},
		{
			name: "NO_COLOR beats FORCE_COLOR", mode: colorAuto,
			variables: []string{"NO_COLOR=1", "FORCE_COLOR=1"}, want: false,
		},
		{
			name: "FORCE_COLOR=0 beats CLICOLOR_FORCE", mode: colorAuto,
			variables: []string{"FORCE_COLOR=0", "CLICOLOR_FORCE=1"}, want: false,
		},
		{
			name: "never beats FORCE_COLOR", mode: colorNever,
			variables: []string{"FORCE_COLOR=1"}, want: false,
		},
		{
			name: "always beats FORCE_COLOR=0", mode: colorAlways,
			variables: []string{"FORCE_COLOR=0"}, want: true,
		},
		{
			name: "a file, forced by FORCE_COLOR", mode: colorAuto, variables: []string{"FORCE_COLOR=1"},
			toFile: true, want: false,
		},
		{name: "never beats CLICOLOR_FORCE", mode: colorNever, variables: []string{"CLICOLOR_FORCE=1"}, want: false},
		{name: "CLICOLOR=0", mode: colorAuto, variables: []string{"CLICOLOR=0"}, want: false},
		{name: "CLICOLOR=1 in a pipe", mode: colorAuto, variables: []string{"CLICOLOR=1"}, piped: true, want: false},
		{name: "TERM=dumb", mode: colorAuto, variables: []string{"TERM=dumb"}, want: false},
		{name: "a file", mode: colorAuto, toFile: true, want: false},
		{
			name: "a file, forced by environment", mode: colorAuto, variables: []string{"CLICOLOR_FORCE=1"},
			toFile: true, want: false,
		},
		{name: "a file, on demand", mode: colorAlways, toFile: true, want: true},
		{name: "a console without escape sequences", mode: colorAuto, old: true, want: false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			env := fakeEnvironment(tt.variables...)
			env.stdoutTerminal = !tt.piped
			env.enableColor = func() bool { return !tt.old }
			if got := wantColor(tt.mode, env, tt.toFile); got != tt.want {
				t.Errorf("wantColor(%q, %v, piped %v, file %v) = %v, want %v",
					tt.mode, tt.variables, tt.piped, tt.toFile, got, tt.want)
			}
		})
	}
}

// TestForcedColorReachesThePipe: what is decided is what is written.
func TestForcedColorReachesThePipe(t *testing.T) {
	for _, command := range []string{"report", "tree"} {
		env := fakeEnvironment("LANG=C.UTF-8", "TERM=dumb", "CLICOLOR_FORCE=1")
		env.stdoutTerminal = false
		if got := execute(t, env, "", command, stacks+"stack-bad.txt"); !strings.Contains(got.stdout, "\x1b[") {
			t.Errorf("%s: no colour", command)
		}
	}
}

func TestWantUnicode(t *testing.T) {
	tests := []struct {
		variables []string
		windows   bool
		piped     bool
		want      bool
	}{
		{variables: []string{"LANG=en_US.UTF-8"}, want: true},
		{variables: []string{"LANG=C.utf8"}, want: true},
		{variables: []string{"LANG=C"}, want: false},
		{variables: nil, want: false},
		{variables: []string{"LC_ALL=C", "LANG=en_US.UTF-8"}, want: false},
		{variables: []string{"LC_ALL=", "LC_CTYPE=de_DE.UTF-8", "LANG=C"}, want: true},
		{windows: true, want: true},
		{windows: true, piped: true, want: false},
	}
	for _, tt := range tests {
		env := fakeEnvironment(tt.variables...)
		env.windows, env.stdoutTerminal = tt.windows, !tt.piped
		if got := wantUnicode(env); got != tt.want {
			t.Errorf("wantUnicode(%v, windows %v, piped %v) = %v, want %v", tt.variables, tt.windows, tt.piped, got, tt.want)
		}
	}
}
