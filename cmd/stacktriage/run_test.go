package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const stacks = "../../testdata/stacks/"

// result is what one command line did.
type result struct {
	code           int
	stdout, stderr string
}

func execute(t *testing.T, env environment, stdin string, args ...string) result {
	t.Helper()
	return executeOn(t, env, strings.NewReader(stdin), args...)
}

func executeOn(t *testing.T, env environment, stdin io.Reader, args ...string) result {
	t.Helper()
	var stdout, stderr strings.Builder
	code := run(context.Background(), args, stdin, &stdout, &stderr, env)
	return result{code, stdout.String(), stderr.String()}
}

// assertTrouble demands exit code 2, one sentence on stderr and nothing on stdout.
func assertTrouble(t *testing.T, got result, says string) {
	t.Helper()
	if got.code != exitTrouble {
		t.Errorf("exit code %d, want %d", got.code, exitTrouble)
	}
	if got.stdout != "" {
		t.Errorf("stdout has %.300q", got.stdout)
	}
	if strings.Count(got.stderr, "\n") != 1 || !strings.Contains(got.stderr, says) {
		t.Errorf("stderr is %q, want one line that says %q", got.stderr, says)
	}
	if strings.ContainsAny(got.stderr, "\x1b\x00\x07") {
		t.Errorf("a control character reached stderr: %q", got.stderr)
	}
}

// piped is an environment without a terminal.
func piped() environment {
	env := fakeEnvironment("LANG=C.UTF-8")
	env.stdoutTerminal, env.width = false, 0
	return env
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func tempFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTroubleIsOneSentenceAndNothingOnStdout(t *testing.T) {
	bad := stacks + "stack-bad.txt"
	tests := []struct {
		name  string
		stdin string
		args  []string
		says  string
	}{
		{"missing file", "", []string{"no-such.txt"}, "no-such.txt: no such file"},
		{"directory", "", []string{"tree", stacks}, "is a directory"},
		{"label and missing file", "", []string{"a=b=bad.txt"}, `"a=b=bad.txt": no such file as "b=bad.txt"`},
		{"label and no thread", "", []string{"monday=" + tempFile(t, "letter.txt", "Dear Sir or Madam\n")}, `letter.txt": `},
		{"blank for a name", "", []string{" "}, `" ": no such file`},
		{"rules are a folder", "", []string{"--rules", stacks, bad}, stacks + ": the rules cannot be read"},
		{"rules that are missing", "", []string{"--rules", "no-rules", bad}, "no-rules: the rules cannot be read"},
		{"empty file", "", []string{tempFile(t, "empty.txt", "")}, "--duration 00:00:00:01"},
		{"white space", "", []string{tempFile(t, "blank.txt", "\r\n  \n")}, "--duration 00:00:00:01"},
		{"empty stdin", "", nil, "no input given"},
		{"empty stdin, named", "", []string{"-"}, "--duration 00:00:00:01"},
		{"stdin twice", "", []string{"-", "-"}, "only once"},
		{"no thread", "", []string{tempFile(t, "letter.txt", "Dear Sir or Madam\n")}, "letter.txt"},
		{"binary", "", []string{tempFile(t, "app.bin", "\x7fELF\x00\x01\x02\x00\x1b[2J")}, "app.bin"},
		{"unknown flag", "", []string{"--fulll", bad}, "--full"},
		{"unknown format", "", []string{"--format", "xml", bad}, "text"},
		{"unknown colour", "", []string{"--color", "blue", bad}, "auto"},
		{"number that is none", "", []string{"--top", "x", bad}, "--top"},
		{"unknown gate", "", []string{"--fail-on", "sync-over-asink", bad}, "sync-over-async"},
		{"output in no folder", "", []string{"-o", filepath.Join(t.TempDir(), "no", "out.txt"), bad}, "cannot be written"},
		{"output is a folder", "", []string{"-o", t.TempDir(), bad}, "cannot be written"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := execute(t, piped(), tt.stdin, tt.args...)
			assertTrouble(t, got, tt.says)
		})
	}
}

func TestOneBadFileDoesNotHideTheOthers(t *testing.T) {
	got := execute(t, piped(), "", "no-such.txt", stacks+"stack-bad.txt")
	if got.code != exitTrouble {
		t.Errorf("exit code %d, want %d", got.code, exitTrouble)
	}
	if !strings.Contains(got.stdout, "60 of 60 pool workers blocked") {
		t.Errorf("the good file is not reported:\n%s", got.stdout)
	}
	if !strings.Contains(got.stderr, "no-such.txt") {
		t.Errorf("the bad file is not named: %q", got.stderr)
	}
}

func TestHelpAndVersion(t *testing.T) {
	help := execute(t, piped(), "", "--help")
	if help.code != exitOK || help.stderr != "" || strings.Count(help.stdout, "\n    ") < 2 {
		t.Errorf("exit code %d, stderr %q, help\n%s", help.code, help.stderr, help.stdout)
	}
	for _, part := range []string{"Examples:", "Exit codes:", "What is shown:", "For scripts:", "--fail-on", "json"} {
		if !strings.Contains(help.stdout, part) {
			t.Errorf("the help does not have %q", part)
		}
	}
	narrow := fakeEnvironment("TERM=xterm", "CLICOLOR_FORCE=1")
	narrow.width = 30
	t.Setenv("COLUMNS", "30")
	if other := execute(t, narrow, "", "--help"); other.stdout != help.stdout {
		t.Error("the help depends on the terminal")
	}
	if version := execute(t, piped(), "", "--version"); version.code != exitOK || !strings.HasPrefix(version.stdout, "stacktriage ") {
		t.Errorf("--version: exit code %d, %q", version.code, version.stdout)
	}
}

func TestTheSameReportByEveryWayIn(t *testing.T) {
	path := stacks + "stack-bad.txt"
	want := execute(t, piped(), "", "report", path).stdout
	if !strings.Contains(want, "60 of 60 pool workers blocked") {
		t.Fatalf("no verdict in\n%s", want)
	}
	text := readFile(t, path)
	for _, args := range [][]string{{path}, {"-"}, {"report", "-"}, {"report"}, {}, {"name=" + path}} {
		got := execute(t, piped(), text, args...)
		// The names of the files to save carry the input's name.
		got.stdout = strings.NewReplacer(" report-more", " stack-bad-more", " name-more", " stack-bad-more").Replace(got.stdout)
		if got.stdout != want || got.stderr != "" || got.code != exitOK {
			t.Errorf("%q: exit code %d, stderr %q, stdout\n%s", args, got.code, got.stderr, got.stdout)
		}
	}
}

func TestFilesNamedLikeSubcommands(t *testing.T) {
	text := readFile(t, stacks+"stack-fixed.txt")
	t.Chdir(t.TempDir())
	for _, name := range []string{"report", "diff"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got := execute(t, piped(), "", "./"+name)
		if got.code != exitOK || !strings.Contains(got.stdout, "Nothing blocked") {
			t.Errorf("./%s: exit code %d, stderr %q", name, got.code, got.stderr)
		}
	}
}

func TestLabelsNameSnapshots(t *testing.T) {
	got := execute(t, piped(), "", "--format", "json", "before="+stacks+"stack-bad.txt", stacks+"stack-fixed.txt")
	var report struct {
		Snapshots []struct{ Source struct{ Label string } }
	}
	if err := json.Unmarshal([]byte(got.stdout), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Snapshots) != 2 || report.Snapshots[0].Source.Label != "before" || report.Snapshots[1].Source.Label != stacks+"stack-fixed.txt" {
		t.Errorf("labels are %+v", report.Snapshots)
	}
}

func TestFailOn(t *testing.T) {
	bad, fixed := stacks+"stack-bad.txt", stacks+"stack-fixed.txt"
	tests := []struct {
		gate  string
		files []string
		want  int
	}{
		{"sync-over-async", []string{bad}, exitTripped},
		{"sync-over-async", []string{fixed}, exitOK},
		{"sync-over-async", []string{fixed, bad}, exitTripped},
		{"sync-over-async=60", []string{bad}, exitTripped},
		{"sync-over-async=61", []string{bad}, exitOK},
		{"deadlock,starved", []string{bad}, exitTripped},
		{"starved", []string{fixed}, exitOK},
		{"task-result", []string{bad}, exitTripped},
		{"task-wait", []string{bad}, exitOK},
		{"sync-over-async", []string{bad, "no-such.txt"}, exitTrouble},
	}
	for _, tt := range tests {
		got := execute(t, piped(), "", append([]string{"--fail-on", tt.gate}, tt.files...)...)
		if got.code != tt.want {
			t.Errorf("--fail-on %s %q: exit code %d, want %d", tt.gate, tt.files, got.code, tt.want)
		}
		if got.stdout == "" {
			t.Errorf("--fail-on %s %q: no report", tt.gate, tt.files)
		}
		if tripped := strings.Contains(got.stderr, "--fail-on"); tripped != (tt.want == exitTripped || tt.want == exitTrouble) {
			t.Errorf("--fail-on %s %q: stderr %q", tt.gate, tt.files, got.stderr)
		}
	}
}

func TestStrict(t *testing.T) {
	whole := readFile(t, stacks+"stack-bad.txt")
	noisy := "some log line\n" + whole
	tests := []struct {
		name, text string
		args       []string
		want       int
	}{
		{"clean", whole, []string{"--strict"}, exitOK},
		{"lost line", noisy, nil, exitOK},
		{"lost line, strict", noisy, []string{"--strict"}, exitTrouble},
	}
	for _, tt := range tests {
		got := execute(t, piped(), tt.text, append(tt.args, "-")...)
		if got.code != tt.want {
			t.Errorf("%s: exit code %d, want %d (stderr %q)", tt.name, got.code, tt.want, got.stderr)
		}
		if !strings.Contains(got.stdout, "60 of 60 pool workers blocked") {
			t.Errorf("%s: no report", tt.name)
		}
		if quiet := got.stderr == ""; quiet != (tt.name == "clean") {
			t.Errorf("%s: stderr %q", tt.name, got.stderr)
		}
	}
}

func TestQuietSaysOnlyTrouble(t *testing.T) {
	noisy := "some log line\n" + readFile(t, stacks+"stack-bad.txt")
	if got := execute(t, piped(), noisy, "-q", "-"); got.code != exitOK || got.stderr != "" || got.stdout == "" {
		t.Errorf("exit code %d, stderr %q", got.code, got.stderr)
	}
	if got := execute(t, piped(), noisy, "-q", "--strict", "-"); got.code != exitTrouble || strings.Count(got.stderr, "\n") != 1 {
		t.Errorf("strict: exit code %d, stderr %q", got.code, got.stderr)
	}
	if got := execute(t, piped(), noisy, "-q", "--fail-on", "starved", "-"); got.code != exitTripped || !strings.Contains(got.stderr, "--fail-on starved") {
		t.Errorf("gate: exit code %d, stderr %q", got.code, got.stderr)
	}
}

func TestOutputFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.txt")
	env := fakeEnvironment("LANG=C.UTF-8", "CLICOLOR_FORCE=1")
	if got := execute(t, env, "", "-o", path, stacks+"stack-bad.txt"); got.code != exitOK || got.stdout != "" {
		t.Fatalf("exit code %d, stdout %q, stderr %q", got.code, got.stdout, got.stderr)
	}
	text := readFile(t, path)
	if !strings.Contains(text, "60 of 60 pool workers blocked") || strings.Contains(text, "\x1b") {
		t.Errorf("the file is coloured, or no report:\n%s", text)
	}
	execute(t, env, "", "--color", "always", "-o", path, stacks+"stack-bad.txt")
	if text := readFile(t, path); !strings.Contains(text, "\x1b[") {
		t.Error("--color always does not colour a file")
	}
	execute(t, env, "", "-o", path, "no-such.txt")
	if readFile(t, path) == "" {
		t.Error("a failed run emptied the file")
	}
}

func TestNamesCannotDriveTheTerminal(t *testing.T) {
	name := "\x1b]0;owned\x07\u202e.txt"
	for _, args := range [][]string{{name}, {name + "=" + stacks + "stack-fixed.txt", stacks + "stack-bad.txt"}} {
		got := execute(t, piped(), "", args...)
		if strings.ContainsAny(got.stdout+got.stderr, "\x1b\x07\u202e") {
			t.Errorf("%q reached the terminal: %q %q", args, got.stdout, got.stderr)
		}
	}
}

func TestJoinNumbers(t *testing.T) {
	tests := []struct{ args, want string }{
		{"--ids -1 a.txt", "--ids=-1 a.txt"},
		{"--ids=4 -1", "--ids=4 -1"},
		{"--ids 4", "--ids 4"},
		{"-- -1", "-- -1"},
		{"-1 --full", "-1 --full"},
		{"a.txt -", "a.txt -"},
	}
	for _, tt := range tests {
		if got := strings.Join(joinNumbers(strings.Fields(tt.args)), " "); got != tt.want {
			t.Errorf("joinNumbers(%q) = %q, want %q", tt.args, got, tt.want)
		}
	}
}
