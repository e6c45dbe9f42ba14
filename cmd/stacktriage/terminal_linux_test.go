package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"stacktriage/layout"
)

// TestSilentTerminal runs the program on a terminal that answers nothing. A colour
// library that asks such a terminal for its background waits 5 s for the answer.
func TestSilentTerminal(t *testing.T) {
	cmd := exec.Command(buildProgram(t), stacks+"stack-bad.txt")
	start := time.Now()
	seen, err := runOnTerminal(t, cmd)
	if err != nil {
		t.Error(err)
	}
	took := time.Since(start)
	if took > 3*time.Second {
		t.Errorf("took %v on a silent terminal", took)
	}
	if bytes.Contains(seen, []byte("\x1b]11")) || bytes.Contains(seen, []byte("\x1b[6n")) {
		t.Errorf("the terminal was asked: %q", seen[:min(len(seen), 200)])
	}
	if !bytes.Contains(seen, []byte("\x1b[")) {
		t.Errorf("no colour on a terminal: %q", seen[:min(len(seen), 200)])
	}
}

// terminalColumns is the width of the pseudo-terminal.
const terminalColumns = 72

// TestWidthOfPipes: what goes to a pager is as wide as the terminal it is shown on, which
// is that of the messages, or the one that the program was started from.
func TestWidthOfPipes(t *testing.T) {
	binary := buildProgram(t)
	input := absolute(t, stacks+"stack-bad.txt")
	for _, tt := range []struct {
		name, command string
		columns       int
	}{
		{"stderr is the terminal", "%s %s | cat", terminalColumns},
		{"stderr is no terminal", "%s %s 2>/dev/null | cat", terminalColumns},
		{"COLUMNS", "COLUMNS=90 %s %s | cat", 90},
		{"a flag", "COLUMNS=90 %s --width 110 %s | cat", 110},
		{"a file", "%s %s > out.txt; cat out.txt", 100},
	} {
		cmd := exec.Command("sh", "-c", fmt.Sprintf(tt.command, binary, input))
		cmd.Dir = t.TempDir()
		seen, err := runOnTerminal(t, cmd)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		wide := 0
		for line := range strings.Lines(string(seen)) {
			if !strings.Contains(line, "://") { // a link is never broken
				wide = max(wide, layout.Columns(strings.TrimRight(line, "\r\n")))
			}
		}
		if wide > tt.columns || wide < tt.columns-12 {
			t.Errorf("%s: %d columns, want about %d:\n%s", tt.name, wide, tt.columns, seen)
		}
	}
}

// TestLinksOnTerminals: a link can be clicked on a terminal that is known for it, and its
// address is in no other output but as text.
func TestLinksOnTerminals(t *testing.T) {
	binary := buildProgram(t)
	input := absolute(t, stacks+"stack-bad.txt")
	const guide = "https://github.com/davidfowl/AspNetCoreDiagnosticScenarios/blob/master/AsyncGuidance.md"
	for _, tt := range []struct {
		name, command string
		variables     []string
		want          bool
	}{
		{"Windows Terminal", "%s %s", []string{"WT_SESSION=1"}, true},
		{"GNOME", "%s %s", []string{"VTE_VERSION=7600"}, true},
		{"unknown", "%s %s", nil, false},
		{"unknown, forced", "%s %s", []string{"FORCE_HYPERLINK=1"}, true},
		{"unknown, on demand", "%s --links=always %s", nil, true},
		{"forbidden", "%s %s", []string{"WT_SESSION=1", "FORCE_HYPERLINK=0"}, false},
		{"not wanted", "%s --links=never %s", []string{"WT_SESSION=1"}, false},
		{"NO_COLOR", "%s %s", []string{"WT_SESSION=1", "NO_COLOR=1"}, false},
		{"--color=never", "%s --color=never %s", []string{"WT_SESSION=1"}, false},
		{"a pipe", "%s %s | cat", []string{"WT_SESSION=1"}, false},
		{"a coloured pipe", "%s --color=always %s | cat", []string{"WT_SESSION=1"}, false},
	} {
		cmd := exec.Command("sh", "-c", fmt.Sprintf(tt.command, binary, input))
		cmd.Env = tt.variables
		seen, err := runOnTerminal(t, cmd)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		begin := "\x1b]8;;" + guide + "\x1b\\"
		if got := bytes.Contains(seen, []byte(begin+guide+"\x1b]8;;\x1b\\")); got != tt.want {
			t.Errorf("%s: a link %v, want %v:\n%q", tt.name, got, tt.want, seen)
		}
		if !tt.want && bytes.Contains(seen, []byte("\x1b]8")) {
			t.Errorf("%s: a part of a link: %q", tt.name, seen)
		}
		if !bytes.Contains(seen, []byte(guide)) {
			t.Errorf("%s: the address is broken or missing: %q", tt.name, seen)
		}
	}
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// buildProgram builds the program of this package and returns its path.
func buildProgram(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "stacktriage")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return binary
}

// runOnTerminal runs cmd with a new pseudo-terminal as its controlling one, its standard
// input and the outputs that are not set, and returns what the program wrote to it.
func runOnTerminal(t *testing.T, cmd *exec.Cmd) (seen []byte, err error) {
	t.Helper()
	control, terminal := openTerminal(t)
	size := &unix.Winsize{Row: 50, Col: terminalColumns}
	if err := unix.IoctlSetWinsize(int(terminal.Fd()), unix.TIOCSWINSZ, size); err != nil {
		t.Fatal(err)
	}
	cmd.Stdin = terminal
	if cmd.Stdout == nil {
		cmd.Stdout = terminal
	}
	if cmd.Stderr == nil {
		cmd.Stderr = terminal
	}
	cmd.Env = append([]string{"TERM=xterm-256color", "LANG=C.UTF-8"}, cmd.Env...)
	cmd.SysProcAttr = &unix.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	terminal.Close()
	var screen bytes.Buffer
	done := make(chan struct{})
	go func() {
		defer close(done)
		screen.ReadFrom(control) // ends with EIO when the program does
	}()
	err = cmd.Wait()
	<-done
	return screen.Bytes(), err
}

// openTerminal returns both ends of a pseudo-terminal.
func openTerminal(t *testing.T) (control, terminal *os.File) {
	t.Helper()
	control, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	t.Cleanup(func() { control.Close() })
	fd := int(control.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	return control, terminal
}
