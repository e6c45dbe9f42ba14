package main

import (
	"strings"
	"testing"
)

func TestNumbersWithoutAMeaning(t *testing.T) {
	bad := stacks + "stack-bad.txt"
	for _, args := range [][]string{
		{
			"report", "--width", "0"}, {"report", "--width", "-1"}, {"report", "--width=-1"}, {"rules", "--width",
			"0"}, {"diff", bad, "--width", "0"},
		{"report", "--top", "-1"}, {"diff", bad, "--top", "-1"}, {"series", bad, "--top", "-1"}, {"tree", "--top", "-1"},
		{
			"report", "--ids", "-2"}, {"tree", "--ids", "-2"}, {"series", bad, "--ids", "-2"}, {"report", "--width",
			"99999999999999999999999",
		},
	} {
		if args[0] != "rules" {
			args = append(args, bad)
		}
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			assertTrouble(t, execute(t, piped(), "", args...), "--")
		})
	}
}

// TestWideLines: a page is as wide as its words, whatever width is allowed.
func TestWideLines(t *testing.T) {
	bad, fixed := stacks+"stack-bad.txt", stacks+"stack-fixed.txt"
	for _, args := range [][]string{{"report", bad}, {"report", bad, fixed}, {"report", "--full", bad}, {"diff", bad, fixed}, {"series", bad, bad}, {"tree", bad}, {"report", "--overview", bad, fixed}} {
		want := execute(t, piped(), "", append(args, "--width", "1000")...)
		for _, width := range []string{"10000000", "99999999999999"} {
			got := execute(t, piped(), "", append(args, "--width", width)...)
			if got.code != exitOK || got.stdout != want.stdout {
				t.Errorf("%q --width %s: exit code %d, %d bytes, want the %d of --width 1000",
					args, width, got.code, len(got.stdout), len(want.stdout))
			}
		}
		for line := range strings.SplitSeq(want.stdout, "\n") {
			if blanks := len(line) - len(strings.TrimLeft(line, " ")); len(line) > 600 || blanks > 100 || strings.Contains(line, strings.Repeat(" ", 100)) {
				t.Errorf("%q: a line is padded: %q", args, line)
			}
		}
	}
}
