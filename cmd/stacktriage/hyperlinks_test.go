package main

import (
	"strings"
	"testing"
)

func TestKnowsLinks(t *testing.T) {
	for _, tt := range []struct {
		variables string
		want      bool
	}{
		{"WT_SESSION=3f2a", true},
		{"VTE_VERSION=7600 TERM=xterm-256color", true},
		{"VTE_VERSION=5000", false},
		{"VTE_VERSION=x", false},
		{"KONSOLE_VERSION=220401", true},
		{"KONSOLE_VERSION=190400", false},
		{"TERM_PROGRAM=iTerm.app", true},
		{"TERM_PROGRAM=vscode", true},
		{"TERM_PROGRAM=WezTerm", true},
		{"TERM_PROGRAM=Apple_Terminal TERM=xterm-256color", false},
		{"TERM=xterm-kitty", true},
		{"TERM=foot", true},
		{"TERM=foot-extra", true},
		{"TERM=footer", false},
		{"TERM=alacritty", true},
		{"TERM=xterm-256color", false},
		{"TERM=linux WT_SESSION=1", false},
		{"TERM=dumb WT_SESSION=1", false},
		{"TERM=screen-256color VTE_VERSION=7600", false},
		{"TERM=tmux-256color TMUX=/tmp/x,1,0 TERM_PROGRAM=tmux TERM_PROGRAM_VERSION=3.4", true},
		{"TERM=screen-256color TMUX=/tmp/x,1,0 TERM_PROGRAM=tmux TERM_PROGRAM_VERSION=3.5a", true},
		{"TERM=tmux-256color TMUX=/tmp/x,1,0 TERM_PROGRAM=tmux TERM_PROGRAM_VERSION=3.3a VTE_VERSION=7600", false},
		{"TERM=tmux-256color TMUX=/tmp/x,1,0 VTE_VERSION=7600", false},
		{"", false},
	} {
		if got := knowsLinks(fakeEnvironment(strings.Fields(tt.variables)...)); got != tt.want {
			t.Errorf("%q: %v, want %v", tt.variables, got, tt.want)
		}
	}
}

func TestWantLinks(t *testing.T) {
	for _, tt := range []struct {
		name           string
		mode           string
		variables      string
		piped, toFile  bool
		withoutColours bool
		want           bool
	}{
		{name: "a terminal that knows them", mode: colorAuto, variables: "WT_SESSION=1", want: true},
		{name: "one that does not", mode: colorAuto, variables: "TERM=xterm"},
		{name: "a pipe", mode: colorAuto, variables: "WT_SESSION=1", piped: true},
		{name: "a file", mode: colorAuto, variables: "WT_SESSION=1", toFile: true},
		{name: "no colour", mode: colorAuto, variables: "WT_SESSION=1", withoutColours: true},
		{name: "forced by the environment", mode: colorAuto, variables: "FORCE_HYPERLINK=1 TERM=xterm", want: true},
		{name: "forbidden by the environment", mode: colorAuto, variables: "FORCE_HYPERLINK=0 WT_SESSION=1"},
		{name: "a pipe, forced by the environment", mode: colorAuto, variables: "FORCE_HYPERLINK=1", piped: true},
		{name: "no colour, forced by the environment", mode: colorAuto, variables: "FORCE_HYPERLINK=1", withoutColours: true},
		{name: "on demand", mode: colorAlways, piped: true, withoutColours: true, want: true},
		{name: "not wanted", mode: colorNever, variables: "WT_SESSION=1 FORCE_HYPERLINK=1"},
	} {
		env := fakeEnvironment(strings.Fields(tt.variables)...)
		env.stdoutTerminal = !tt.piped
		if got := wantLinks(tt.mode, env, tt.toFile, !tt.withoutColours); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestColumns: a page is as wide as where it is read.
func TestColumns(t *testing.T) {
	for _, tt := range []struct {
		name            string
		terminal, pipe  bool
		width, err, tty int
		columns         string
		want            int
	}{
		{name: "a terminal", terminal: true, width: 120, err: 90, tty: 80, columns: "70", want: 120},
		{name: "a pipe beside a terminal", pipe: true, err: 90, tty: 80, want: 90},
		{name: "a pipe below a terminal", pipe: true, tty: 80, want: 80},
		{name: "a pipe, COLUMNS", pipe: true, err: 90, tty: 80, columns: "132", want: 132},
		{name: "a pipe, COLUMNS without sense", pipe: true, err: 90, columns: "wide", want: 90},
		{name: "a pipe, COLUMNS=0", pipe: true, err: 90, columns: "0", want: 90},
		{name: "a pipe in a service", pipe: true},
		{name: "a file", err: 90, tty: 80, columns: "132"},
	} {
		env := fakeEnvironment("COLUMNS=" + tt.columns)
		env.stdoutTerminal, env.stdoutPipe, env.width, env.stderrWidth = tt.terminal, tt.pipe, tt.width, tt.err
		env.ttyWidth = func() int { return tt.tty }
		if got := env.columns(); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}
