package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestCopyReachesTheTerminalBehindPipes: with stdout and stderr in pipes the clipboard
// of the controlling terminal is still set, and the pipes stay clean.
func TestCopyReachesTheTerminalBehindPipes(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "stacktriage")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	control, terminal := openTerminal(t)
	var stdout, stderr strings.Builder
	cmd := exec.Command(binary, "--copy", "--chat", "plain", stacks+"stack-bad.txt")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal, &stdout, &stderr
	cmd.Env = []string{"TERM=xterm-256color", "LANG=C.UTF-8"}
	cmd.SysProcAttr = &unix.SysProcAttr{Setsid: true, Setctty: true}
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
		t.Errorf("%v: %s", err, stderr.String())
	}
	<-done
	if text := clipped(t, seen.String()); text != stdout.String() || !strings.HasPrefix(text, "CRITICAL: 60 of 60") {
		t.Errorf("the clipboard gets %q, stdout %q", text, stdout.String())
	}
	if strings.Contains(stdout.String()+stderr.String(), "\x1b") || !strings.Contains(stderr.String(), "sent ") {
		t.Errorf("stdout %q, stderr %q", stdout.String(), stderr.String())
	}
}
