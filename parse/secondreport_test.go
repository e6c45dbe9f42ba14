package parse

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// process is a report of a process: its main thread, its gate, and some workers.
func process(name string, ids, workers int) []string {
	block := func(frames ...string) string {
		ids++
		return fmt.Sprintf("Thread (0x%X):\n  [Native Frames]\n  %s\n\n", ids, strings.Join(frames, "\n  "))
	}
	const start = "System.Private.CoreLib!System.Threading.Thread.StartCallback()"
	blocks := []string{
		block(name + "!" + name + ".Program.Main(class System.String[])"),
		block(name+"!"+name+".Ticker.Run()", start),
		block("System.Private.CoreLib!System.Threading.PortableThreadPool+GateThread.GateThreadStart()", start),
	}
	for range workers {
		blocks = append(blocks,
			block("System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()", start))
	}
	return blocks
}

// withPrefix puts text in front of each line.
func withPrefix(prefix, text string) string {
	var b strings.Builder
	for l := range strings.Lines(text) {
		b.WriteString(prefix + l)
	}
	return b.String()
}

func TestReportsOfTwoProcessesWithoutBoundary(t *testing.T) {
	one, other := process("Shop", 0x10, 3), process("Bank", 0x50, 2)
	a, b := strings.Join(one, ""), strings.Join(other, "")
	headless := strings.Join(other[1:], "")
	const doubt = "two gate threads: possibly two reports in one"
	tests := []struct {
		name, text string
		want       []int
		problem    string
	}{
		{"at once", a + b, []int{6, 5}, ""},
		{"three", a + b + strings.Join(process("Post", 0x90, 1), ""), []int{6, 5, 4}, ""},
		{"empty lines", a + "\n\n\n" + b, []int{6, 5}, ""},
		{"a rule", a + "-------\n" + b, []int{6, 5}, ""},
		{"a title", a + "=== AFTER ===\n" + b, []int{6, 5}, notUnderstood},
		{"a date", a + "Mon Nov 30 12:34:06 UTC 2026\n" + b, []int{6, 5}, ""},
		{"fences", "```\n" + a + "```\nand after:\n```\n" + b + "```\n", []int{6, 5}, notUnderstood},
		{"quoted", withPrefix("> ", a) + "--- second\n" + withPrefix("> ", b), []int{6, 5}, notUnderstood},
		{"Windows line ends", replace("\n", "\r\n")(a + b), []int{6, 5}, ""},
		{"one thread, a title", one[0] + "--- second\n" + b, []int{1, 5}, notUnderstood},
		{"no main thread, a title", a + "--- second\n" + headless, []int{6, 4}, notUnderstood},
		{"no main thread, nothing between", a + headless, []int{10}, doubt},
		{"a title in front of the first gate", one[0] + "--- x\n" + strings.Join(one[1:], "") + headless, []int{10}, doubt},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			snaps := mustRead(t, tt.text)
			if got := shape(snaps); !slices.Equal(got, tt.want) {
				t.Fatalf("threads %v, want %v; %s", got, tt.want, describe(snaps))
			}
			checkSums(t, snaps)
			said := reasons(snaps)
			if tt.problem == "" && len(said) > 0 {
				t.Errorf("problems %q", said)
			}
			if !strings.Contains(strings.Join(said, "\n"), tt.problem) {
				t.Errorf("problems %q, want %q", said, tt.problem)
			}
		})
	}
}

// checkSums checks that the counts of snapshots agree with their threads.
func checkSums(t *testing.T, snaps []*Snapshot) {
	t.Helper()
	for n, s := range snaps {
		frames := 0
		used := make([]bool, len(s.Stacks))
		for i, th := range s.Threads {
			frames += len(s.Stacks[th.Stack].Frames)
			used[th.Stack] = true
			if s.ID(i) == "" {
				t.Errorf("snapshot %d: thread %d has no id", n+1, i)
			}
		}
		if frames != s.Frames || slices.Contains(used, false) {
			t.Errorf("snapshot %d: %d frames, counted %d; stacks used %v", n+1, frames, s.Frames, used)
		}
	}
}

// What was said of lines goes with the threads behind them.
func TestSplitReportKeepsItsProblems(t *testing.T) {
	a, b := process("Shop", 0x10, 3), process("Bank", 0x50, 2)
	text := a[0] + "noise 1\n" + strings.Join(a[1:], "") + "--- second\n" + b[1] + "noise 2\n" + strings.Join(b[2:], "")
	snaps := mustRead(t, text)
	if got := shape(snaps); !slices.Equal(got, []int{6, 4}) {
		t.Fatalf("threads %v; %s", got, describe(snaps))
	}
	if snaps[0].SkippedLines != 2 || snaps[1].SkippedLines != 1 || snaps[1].Problems[0].Text != "noise 2" {
		t.Errorf("skipped %d and %d; %+v", snaps[0].SkippedLines, snaps[1].SkippedLines, snaps[1].Problems)
	}
}

// A closing prompt is behind the last thread, whatever was undone to the text.
func TestClosingPromptSplitsNothing(t *testing.T) {
	report := strings.Join(process("Shop", 0x10, 3), "")
	const prompt = "root@api-7f:/app# "
	for name, text := range map[string]string{
		"plain":       prompt + "dotnet-stack report -p 1\n" + report + prompt + "exit\n",
		"no line end": prompt + "dotnet-stack report -p 1\n" + report + prompt,
		"quoted":      withPrefix("> ", prompt+"dotnet-stack report -p 1\n"+report+prompt+"exit\n"),
		"bracketed paste": "\x1b[?2004h" + prompt + "dotnet-stack report -p 1\n\x1b[?2004l" + report + "\x1b[?2004h" +
			prompt + "exit\n\x1b[?2004l\n",
		"coloured prompt": "\x1b[1;32mroot@x\x1b[0m:/app# dotnet-stack report -p 1\n" + report +
			"\x1b[1;32mroot@x\x1b[0m:/app# ",
		"no empty line":    prompt + "dotnet-stack report -p 1\n" + strings.TrimSuffix(report, "\n") + prompt + "exit\n",
		"indentation lost": prompt + "dotnet-stack report -p 1\n" + replace("\n  ", "\n")(report) + prompt + "exit\n",
	} {
		if got := shape(mustRead(t, text)); !slices.Equal(got, []int{6}) {
			t.Errorf("%s: threads %v", name, got)
		}
	}
}
