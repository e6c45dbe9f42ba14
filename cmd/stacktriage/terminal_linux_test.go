package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
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
	cmd.Stdin = terminal
	if cmd.Stdout == nil {
		cmd.Stdout = terminal
	}
	if cmd.Stderr == nil {
		cmd.Stderr = terminal
	}
	cmd.Env = []string{"TERM=xterm-256color", "LANG=C.UTF-8"}
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
