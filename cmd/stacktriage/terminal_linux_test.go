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
	binary := filepath.Join(t.TempDir(), "stacktriage")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	control, terminal := openTerminal(t)
	cmd := exec.Command(binary, stacks+"stack-bad.txt")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal, terminal, terminal
	cmd.Env = []string{"TERM=xterm-256color", "LANG=C.UTF-8"}
	cmd.SysProcAttr = &unix.SysProcAttr{Setsid: true, Setctty: true}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	terminal.Close()
	var seen bytes.Buffer
	done := make(chan struct{})
	go func() {
		defer close(done)
		seen.ReadFrom(control) // ends with EIO when the program does
	}()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	took := time.Since(start)
	<-done
	if took > 3*time.Second {
		t.Errorf("took %v on a silent terminal", took)
	}
	if bytes.Contains(seen.Bytes(), []byte("\x1b]11")) || bytes.Contains(seen.Bytes(), []byte("\x1b[6n")) {
		t.Errorf("the terminal was asked: %q", seen.Bytes()[:min(seen.Len(), 200)])
	}
	if !bytes.Contains(seen.Bytes(), []byte("\x1b[")) {
		t.Errorf("no colour on a terminal: %q", seen.Bytes()[:min(seen.Len(), 200)])
	}
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
