package parse

import (
	"strings"
	"testing"
)

// shape says how many threads each snapshot has.
func shape(snaps []*Snapshot) []int {
	var n []int
	for _, s := range snaps {
		n = append(n, len(s.Threads))
	}
	return n
}

func sameInts(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestSeveralReportsInOneInput(t *testing.T) {
	four := real(t, "real/variant-base.txt", 4)
	other := real(t, "web/stack-bad.txt", 3)
	blocks := strings.SplitAfter(four, "\n\n")
	const note = "# Sufficiently large applications can cause this command to take non-trivial amounts of time\n"
	tests := []struct {
		name, text string
		want       []int
		skipped    int
	}{
		{"one", four, []int{4}, 0},
		{"the same twice", four + four, []int{4, 4}, 0},
		{"the same three times", four + four + four, []int{4, 4, 4}, 0},
		{"one thread, twice", blocks[0] + blocks[0], []int{1, 1}, 0},
		{"other processes, command lines between", "$ dotnet-stack report -p 1\n" + four + "$ dotnet-stack report -p 2\n" +
			other, []int{4, 3}, 0},
		{"Windows prompts", `C:\tools>dotnet-stack report -p 1` + "\n" + four + `C:\tools>dotnet-stack report -p 2` + "\n" +
			other + `C:\tools>` + "\n", []int{4, 3}, 0},
		{"PowerShell prompts", "PS C:\\> dotnet-stack report -p 1\n" + four + "PS C:\\> dotnet-stack report -p 2\n" + other,
			[]int{4, 3}, 0},
		{"the tool's comment", note + four + note + other, []int{4, 3}, 0},
		{"a comment", four + "# second\n" + other, []int{4, 3}, 0},
		{"two lines of prose", four + "That was the first one.\nHere is the second:\n\n" + other, []int{4, 3}, 2},
		{"prose within a report", blocks[0] + blocks[1] + "warn: disk is slow\nwarn: disk is still slow\n" + blocks[2] +
			blocks[3], []int{4}, 2},
		{"comment at a frame", strings.Replace(four, "\n  Lab!", "\n# this one\n  Lab!", 1), []int{4}, 0},
		{"typescript", "Script started on 2026-11-30 09:17:00+00:00\n# dotnet-stack report -p 1\n" + four +
			"# exit\n\nScript done on 2026-11-30 09:18:00+00:00\n", []int{4}, 0},
		{"fences", "```\n" + four + "```\nand\n```\n" + four + "```\n", []int{4, 4}, 1},
		{"second report begins in the middle", four + blocks[1] + blocks[2], []int{4, 2}, 0},
		{"damaged id that repeats another", blocks[0] + blocks[1] + strings.Replace(blocks[2], "0x7A13", "0x7A12", 1) +
			blocks[3], []int{4}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			snaps := mustRead(t, tt.text)
			if got := shape(snaps); !sameInts(got, tt.want) {
				t.Fatalf("threads %v, want %v; %s", got, tt.want, describe(snaps))
			}
			skipped := 0
			for i, s := range snaps {
				skipped += s.SkippedLines
				if s.Source.Index != i+1 || s.Source.Of != len(snaps) {
					t.Errorf("snapshot %d is number %d of %d", i, s.Source.Index, s.Source.Of)
				}
				if s.Truncated || s.HeadMissing {
					t.Errorf("truncated %v, head missing %v", s.Truncated, s.HeadMissing)
				}
			}
			if skipped != tt.skipped {
				t.Errorf("%d lines skipped, want %d; %s", skipped, tt.skipped, describe(snaps))
			}
		})
	}
}

func TestUnrelatedLinesAreCountedAndQuoted(t *testing.T) {
	blocks := strings.SplitAfter(real(t, "real/variant-base.txt", 2), "\n\n")
	text := "Hi all,\nsee below.\n" + blocks[0] + "a line between\n" + blocks[1] + "Best regards\n"
	snaps := mustRead(t, text)
	if len(snaps) != 1 || len(snaps[0].Threads) != 2 {
		t.Fatalf("threads %v", shape(snaps))
	}
	s := snaps[0]
	if s.SkippedLines != 4 || len(s.Problems) != 4 {
		t.Fatalf("%d skipped, %d problems", s.SkippedLines, len(s.Problems))
	}
	if p := s.Problems[0]; p.Line != 1 || p.Text != "Hi all," {
		t.Errorf("first problem is %+v", p)
	}
	if last := s.Problems[3]; last.Line != strings.Count(text, "\n") {
		t.Errorf("last problem is %+v", last)
	}
}

func TestHeadIsMissing(t *testing.T) {
	text := real(t, "real/variant-base.txt", 3)
	_, rest, _ := strings.Cut(text, "\n")
	snaps := mustRead(t, rest)
	s := snaps[0]
	if len(s.Threads) != 3 || s.ID(0) != "" || !s.HeadMissing {
		t.Errorf("%d threads, id %q, head missing %v", len(s.Threads), s.ID(0), s.HeadMissing)
	}
	if len(s.Problems) != 1 || s.Problems[0].Line != 1 {
		t.Errorf("problems %+v", s.Problems)
	}
}

func TestElidedFramesAreNamed(t *testing.T) {
	text := real(t, "real/variant-base.txt", 2)
	text = strings.Replace(text, "\n  Lab!", "\n  ...\n  Lab!", 1)
	s := mustRead(t, text)[0]
	if len(s.Threads) != 2 || len(s.Problems) != 1 || s.Problems[0].Reason != "frames were left out here" {
		t.Errorf("%d threads, %+v", len(s.Threads), s.Problems)
	}
}

func TestNamesBehindIDsAreKept(t *testing.T) {
	s := mustRead(t, replace("):\n", ") (.NET TP Worker):\n")(real(t, "real/variant-base.txt", 2)))[0]
	if s.Name(0) != ".NET TP Worker" || s.ID(0) != "0x7A0A" {
		t.Errorf("name %q, id %q", s.Name(0), s.ID(0))
	}
}

func TestLongLines(t *testing.T) {
	block := "Thread (0x1A):\n  [Native Frames]\n  Lab!Lab.Program.Long(%s)\n  Lab!Lab.Program.Work(class Lab.Job)\n\n"
	clean := real(t, "real/variant-base.txt", 2)
	for _, size := range []int{70 << 10, 900 << 10} {
		s := mustRead(t, strings.Replace(block, "%s", strings.Repeat("int32,", size/6)+"int32", 1)+clean)[0]
		if len(s.Threads) != 3 || len(s.Stacks[0].Frames) != 2 || len(s.Problems) != 0 {
			t.Errorf("%d bytes: %d threads, %d frames, %+v", size, len(s.Threads), len(s.Stacks[0].Frames), s.Problems)
		}
	}
	s := mustRead(t, strings.Replace(block, "%s", strings.Repeat("int32,", 400<<10)+"int32", 1)+clean)[0]
	if len(s.Threads) != 3 || len(s.Problems) == 0 || s.Problems[0].Line != 3 || !strings.HasPrefix(s.Problems[0].Text,
		"Lab!Lab.Program.Long(int32,") {
		t.Errorf("longer than the bound: %d threads, problems %+v", len(s.Threads), s.Problems)
	}
}

// TestStacksBelowWords: stacks of which each stands below somebody's words are threads of
// their own, not one.
func TestStacksBelowWords(t *testing.T) {
	const wait, enter = "    System.Private.CoreLib!System.Threading.Monitor.Wait(class System.Object)\n    Acme!Acme.Store.Load(int32)\n",
		"    System.Private.CoreLib!System.Threading.Monitor.Enter(class System.Object)\n    Acme!Acme.Store.Save(int32)\n"
	for text, want := range map[string]int{
		"First one:\n\n" + wait + "\nand the second:\n\n" + enter: 2,
		wait + "\n" + enter: 1, // nothing says that it is not one
		"Thread (0x1A):\n" + wait + "a line of a log\n" + enter: 1,
	} {
		if s := read(t, text)[0]; len(s.Threads) != want {
			t.Errorf("%d threads, want %d, in\n%s", len(s.Threads), want, text)
		}
	}
}
