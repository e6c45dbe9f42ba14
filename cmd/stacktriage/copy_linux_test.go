package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestCopyReachesTheTerminalBehindPipes: with stdout and stderr in pipes the clipboard
// of the controlling terminal is still set, and the pipes stay clean.
func TestCopyReachesTheTerminalBehindPipes(t *testing.T) {
	var stdout, stderr strings.Builder
	cmd := exec.Command(buildProgram(t), "--copy", "--chat", "plain", stacks+"stack-bad.txt")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	seen, err := runOnTerminal(t, cmd)
	if err != nil {
		t.Errorf("%v: %s", err, stderr.String())
	}
	if text := clipped(t, string(seen)); text != stdout.String() || !strings.HasPrefix(text, "CRITICAL: 60 of 60") {
		t.Errorf("the clipboard gets %q, stdout %q", text, stdout.String())
	}
	if strings.Contains(stdout.String()+stderr.String(), "\x1b") || !strings.Contains(stderr.String(), "sent ") {
		t.Errorf("stdout %q, stderr %q", stdout.String(), stderr.String())
	}
}
