//go:build linux

// Package action tests the script of the GitHub Action: what it runs of a program that
// stands in for stacktriage, and what becomes of the command.
package action

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// standIn is a program in place of stacktriage that notes how it was called.
const standIn = `#!/bin/sh
echo "$*" >>"$CALLS"
case "$1 $2" in
"ps --json") printf '{\n  "processes": [\n    {\n      "pid": 41,\n      "name": "testhost",\n      "pid": 42,\n      "name": "msbuild",\n    }\n' ;;
"report --chat") echo "summary of $4" ;;
"report --color") echo "60 of 60 pool workers blocked, 100% of them" ;;
esac
`

type ran struct {
	code                   int
	output, calls, summary string
}

func run(t *testing.T, settings []string, command ...string) ran {
	t.Helper()
	dir := t.TempDir()
	program, calls, summary := filepath.Join(dir, "stacktriage"), filepath.Join(dir, "calls"), filepath.Join(dir, "summary")
	if err := os.WriteFile(program, []byte(standIn), 0o700); err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("hang.sh")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(script, command...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "STACKTRIAGE="+program, "CALLS="+calls, "GITHUB_STEP_SUMMARY="+summary,
		"STACKTRIAGE_PAUSE=0")
	cmd.Env = append(cmd.Env, settings...)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return ran{cmd.ProcessState.ExitCode(), string(out), text(t, calls), text(t, summary)}
}

func text(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(data)
}

func TestCommandThatEnds(t *testing.T) {
	got := run(t, nil, "sh", "-c", "echo done; exit 3")
	if got.code != 3 || got.calls != "" || !strings.Contains(got.output, "done") {
		t.Errorf("%+v", got)
	}
}

func TestCommandThatHangs(t *testing.T) {
	began := time.Now()
	got := run(t, []string{"STACKTRIAGE_AFTER=1", "STACKTRIAGE_NAME=testhost"}, "sh", "-c", "sleep 300 & wait")
	if got.code != 124 {
		t.Errorf("exit code %d, want 124", got.code)
	}
	for _, call := range []string{
		"capture -p 41 -o stacktriage/41-1\n", "capture -p 41 -o stacktriage/41-2\n", "capture -p 41 -o stacktriage/41-3\n",
	} {
		if !strings.Contains(got.calls, call) {
			t.Errorf("no %q in\n%s", call, got.calls)
		}
	}
	if strings.Contains(got.calls, "42") {
		t.Errorf("a process of another name was captured:\n%s", got.calls)
	}
	if got.summary != "summary of stacktriage/41-3\n" {
		t.Errorf("summary %q", got.summary)
	}
	if want := "::error title=Hang after 1 s::60 of 60 pool workers blocked, 100%25 of them\n"; !strings.Contains(got.output, want) {
		t.Errorf("no %q in\n%s", want, got.output)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("what the command had started was waited for: %v", took)
	}
}

func TestEveryProcess(t *testing.T) {
	got := run(t, []string{"STACKTRIAGE_AFTER=1"}, "sleep", "300")
	if !strings.Contains(got.calls, "-p 41 ") || !strings.Contains(got.calls, "-p 42 ") || got.code != 124 {
		t.Errorf("%+v", got)
	}
}

func TestUsage(t *testing.T) {
	if got := run(t, nil); got.code != 2 || !strings.Contains(got.output, "no command given") {
		t.Errorf("%+v", got)
	}
	if got := run(t, []string{"STACKTRIAGE=/nowhere/stacktriage"}, "true"); got.code != 2 {
		t.Errorf("%+v", got)
	}
}
