package main

import (
	"strings"
	"testing"
	"unicode"
)

// TestLabelsOfAnyTextStayOnOneLine: a label is what somebody typed, or a script pasted.
func TestLabelsOfAnyTextStayOnOneLine(t *testing.T) {
	const label = "mon\nday\r\x1b[31m\x07\u202e\"|`<x"
	bad, fixed := label+"="+stacks+"stack-bad.txt", stacks+"stack-fixed.txt"
	commands := [][]string{
		{"report", bad}, {"report", bad, fixed}, {"report", "--overview", bad, fixed}, {"report", "--full", bad},
		{
			"report", "--format", "json", bad}, {"report", "--format", "html", bad, fixed}, {"report", "--format",
			"svg", bad, fixed,
		},
		{"report", "--format", "folded", bad, fixed}, {"report", "--format", "speedscope", bad},
		{
			"report", "--chat", "slack", bad, fixed}, {"report", "--chat", "discord", bad, fixed}, {"report",
			"--chat", "github", bad, fixed}, {"report", "--chat", "plain", bad, fixed},
		{
			"report", "--fail-on", "starved", bad}, {"report", label + "=no-such-file"}, {"report",
			label + "=" + tempFile(t, "empty.txt", ""),
		},
		{"diff", bad, fixed}, {"diff", "--format", "json", bad, fixed}, {"diff", "--chat", "github", bad, fixed},
		{
			"tree", bad, fixed}, {"series", label + "=" + stacks + "web/hang-1.txt",
			stacks + "web/hang-2.txt"}, {"series", bad, fixed},
	}
	for _, args := range commands {
		got := execute(t, piped(), "", args...)
		for _, r := range got.stdout + got.stderr {
			colours := r == '\x1b' && args[1] == "--chat" && args[2] == "discord"
			if r != '\n' && !colours && unicode.In(r, unicode.Cc, unicode.Cf) {
				t.Errorf("%q prints %q", args, r)
				break
			}
		}
		for line := range strings.Lines(got.stdout + got.stderr) {
			if strings.HasPrefix(line, "day") {
				t.Errorf("%q breaks the label: %q", args, line)
			}
		}
	}
}
