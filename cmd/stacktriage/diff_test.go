package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

func TestDiffInputs(t *testing.T) {
	bad, fixed := stacks+"web/stack-bad.txt", stacks+"web/stack-fixed.txt"
	both := tempFile(t, "both.txt", readFile(t, stacks+"web/bad-1.txt")+"\n"+readFile(t, stacks+"web/bad-2.txt"))
	tests := []struct {
		name  string
		stdin string
		args  []string
		says  []string
	}{
		{"two files", "", []string{bad, fixed}, []string{"GONE  60 workers", "blocked 60 → 0"}},
		{"stdin after", readFile(t, fixed), []string{bad, "-"}, []string{"GONE  60 workers"}},
		{"stdin before", readFile(t, fixed), []string{"-", bad}, []string{"WORSE  60 workers"}},
		{"labels", readFile(t, fixed), []string{"monday=" + bad, "tuesday=-"}, []string{"0   monday\n", "9   tuesday\n"}},
		{
			"one file with two", "", []string{both},
			[]string{"WORSE  48 → 68 workers", "both.txt, report 1 of 2", "both.txt, report 2 of 2"},
		},
		{"stdin with two", readFile(t, both), []string{"-"}, []string{"WORSE  48 → 68 workers"}},
		{"stdin nobody named", readFile(t, both), nil, []string{"WORSE  48 → 68 workers"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := execute(t, piped(), tt.stdin, append([]string{"diff", "--width", "200"}, tt.args...)...)
			if got.code != exitOK {
				t.Errorf("exit code %d: %s", got.code, got.stderr)
			}
			for _, part := range tt.says {
				if !strings.Contains(got.stdout, part) {
					t.Errorf("%q is missing in\n%s", part, got.stdout)
				}
			}
		})
	}
}

func TestDiffTrouble(t *testing.T) {
	bad, fixed := stacks+"web/stack-bad.txt", stacks+"web/stack-fixed.txt"
	three := stacks + "real/three-reports-healthy-healthy-starved.txt"
	tests := []struct {
		name  string
		stdin string
		args  []string
		says  []string
	}{
		{"one report", "", []string{bad}, []string{"stack-bad.txt: holds one report", "diff BEFORE AFTER"}},
		{"three in one file", "", []string{three}, []string{"holds 3 reports", "series"}},
		{"three in AFTER", "", []string{bad, three}, []string{"holds 3 reports", "file of its own"}},
		{"three files", "", []string{bad, fixed, bad}, []string{"3 inputs", "series"}},
		{
			"empty AFTER", "", []string{bad, tempFile(t, "empty.txt", "")},
			[]string{"empty.txt: ", "empty", "--duration 00:00:00:01"},
		},
		{"empty BEFORE", "", []string{tempFile(t, "blank.txt", " \r\n"), bad}, []string{"blank.txt: ", "empty"}},
		{
			"both are missing", "", []string{"no-before.txt", "no-after.txt"},
			[]string{"no-before.txt: no such file", "no-after.txt: no such file"},
		},
		{"no input", "", nil, []string{"no input given"}},
		{"stdin twice", "", []string{"-", "-"}, []string{"only once"}},
		{"unknown format", "", []string{"--format", "xml", bad, fixed}, []string{"text"}},
		{"unknown gate", "", []string{"--fail-on", "starvd", bad, fixed}, []string{"starved"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := execute(t, piped(), tt.stdin, append([]string{"diff"}, tt.args...)...)
			if got.code != exitTrouble || got.stdout != "" {
				t.Errorf("exit code %d, stdout\n%s", got.code, got.stdout)
			}
			for _, part := range tt.says {
				if !strings.Contains(got.stderr, part) {
					t.Errorf("%q is missing in %q", part, got.stderr)
				}
			}
		})
	}
}

func TestDiffWithoutInputOnATerminalHelps(t *testing.T) {
	env := piped()
	env.stdinTerminal = true
	if got := execute(t, env, "", "diff"); got.code != exitTrouble || got.stdout != "" || !strings.Contains(got.stderr, "stacktriage diff --help") {
		t.Errorf("exit code %d, stdout %q, stderr %q", got.code, got.stdout, got.stderr)
	}
}

func TestDiffGates(t *testing.T) {
	web := stacks + "web/"
	tests := []struct {
		name string
		args []string
		code int
		says string
	}{
		{"gone", []string{"--exit-code", web + "stack-bad.txt", web + "stack-fixed.txt"}, exitOK, ""},
		{"unchanged", []string{"--exit-code", web + "hang-1.txt", web + "hang-2.txt"}, exitOK, ""},
		{
			"grew", []string{"--exit-code", web + "bad-1.txt", web + "bad-2.txt"}, exitTripped,
			"blocking grew: 48 → 68 threads",
		},
		{
			"new", []string{"--exit-code", web + "stack-bad.txt", web + "hang-1.txt"}, exitTripped,
			"new blocked place: 12 workers on Task<T>.Result in Program.Main lambda #11",
		},
		{"grew, not asked", []string{web + "bad-1.txt", web + "bad-2.txt"}, exitOK, ""},
		{
			"cannot be judged", []string{"--exit-code", web + "stack-bad.txt", stacks + "acme/net10-idle_pool.txt"},
			exitTrouble, "two different programs",
		},
		{"cannot be judged, not asked", []string{web + "stack-bad.txt", stacks + "acme/net10-idle_pool.txt"}, exitOK, ""},
		{
			"AFTER is starved", []string{"--fail-on", "starved", web + "stack-fixed.txt", web + "stack-bad.txt"},
			exitTripped, "--fail-on starved: found in",
		},
		{"BEFORE is starved", []string{"--fail-on", "starved", web + "stack-bad.txt", web + "stack-fixed.txt"}, exitOK, ""},
		{
			"AFTER is cut",
			[]string{"--strict", stacks + "real/variant-base.txt", stacks + "real/variant-truncated-half.txt"},
			exitTrouble, "--strict",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := execute(t, piped(), "", append([]string{"diff"}, tt.args...)...)
			if got.code != tt.code || !strings.Contains(got.stderr, tt.says) || tt.says == "" && got.stderr != "" {
				t.Errorf("exit code %d, want %d; stderr %q", got.code, tt.code, got.stderr)
			}
			if got.stdout == "" {
				t.Error("the comparison is missing")
			}
		})
	}
}

func TestDiffOutputs(t *testing.T) {
	bad, fixed := stacks+"web/stack-bad.txt", stacks+"web/stack-fixed.txt"
	got := execute(t, piped(), "", "diff", "--format", "json", bad, fixed)
	var object struct {
		Verdict struct{ Kind string }
		Sites   []struct {
			Before, After int
			Status        string
		}
	}
	if err := json.Unmarshal([]byte(got.stdout), &object); err != nil || got.code != exitOK {
		t.Fatalf("exit code %d, %v:\n%s", got.code, err, got.stdout)
	}
	if s := object.Sites; object.Verdict.Kind != "not-proven" || len(s) != 1 || s[0].Before != 60 || s[0].After != 0 || s[0].Status != "gone" {
		t.Errorf("%+v", object)
	}
	path := filepath.Join(t.TempDir(), "diff.txt")
	got = execute(t, piped(), "", "diff", "-o", path, bad, fixed)
	if got.code != exitOK || got.stdout != "" || !strings.HasPrefix(readFile(t, path), "GONE  60 workers") {
		t.Errorf("exit code %d, stdout %q, file\n%s", got.code, got.stdout, readFile(t, path))
	}
	if got = execute(t, piped(), "", "diff", "--color", "always", bad, fixed); !strings.HasPrefix(got.stdout, "\x1b[") {
		t.Errorf("no colour in %q", got.stdout)
	}
}
