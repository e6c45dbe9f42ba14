package parse

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"stacktriage/frame"
)

// pastes are a report as other tools print it.
var pastes = []struct {
	name  string
	write func(*Snapshot) string
	// lost are damages that destroy what tells the lines of this form.
	lost []string
}{
	{"clrstack", asClrstack, nil},
	{"windbg", asWinDbg, []string{
		"frame-numbers", "frame-numbers-colon", "frame-numbers-brackets", "at", // the index of a thread is such a number
		"log-with-string", "python-bytes", "logfmt", // what stands around the first line looks like a part of it
		"fold-72",              // the offsets behind frames hide the width
		"words-72", "words-80", // names of modules of several words are broken
	}},
	{"visual studio", asStudio, []string{
		"logfmt", "crlf-literal", // the label of the first thread looks like a part of the prefix
		"words-72", "words-80", // names of modules of several words are broken
	}},
	{"mono", asMono, []string{
		"log-with-string", "python-bytes", // quotes within quotes
		"words-72", "words-80", // names of several words are broken
	}},
	{"debugdiag", asDebugDiag, []string{
		"words-72", "words-80", "fold-72", // names of several words are broken; lines end in offsets, so that no width shows
		"br", "br-one-line", "div-per-line", "clef", "log-with-string", "logfmt", // DebugDiag's headings end the search for what stands around lines
	}},
	{"traces", asTraces, []string{
		"words-72", "words-80", // a name stands alone on its line
		"compose", "compose-ansi", "grep-n", "tsv", "logfmt", // the labels are not indented as the frames are, so that no prefix shows
		"br-one-line", "crlf-literal", "log-with-string", "cat-A", // the first label is lost
	}},
}

func asClrstack(s *Snapshot) string {
	return writeThreads(s, func(id string) string { return "OS Thread Id: " + strings.ToLower(id) + "\n" + sosTable }, func(f *frame.Frame, i int) string {
		return fmt.Sprintf("00007F2AE2FB%04X 00007F2FE392%04X %s.%s(%s)\n", 0x4000+16*i, 0xB000+i, f.Type, f.Method, plainParams(f, ", "))
	})
}

func asWinDbg(s *Snapshot) string {
	n := 0
	return writeThreads(s, func(id string) string {
		n++
		return fmt.Sprintf("%4d  Id: 24d0.%s Suspend: 0 Teb: 00000090`249a8000 Unfrozen\n%s", n, strings.ToLower(id[2:]), nativeTable64)
	}, func(f *frame.Frame, i int) string {
		return fmt.Sprintf("%02x 00000090`24b7%04x 00007ffe`9720%04x %s!%s.%s(%s)+0x%x\n", i, 0x4000+16*i, 0xB000+i, f.Module, f.Type, f.Method, plainParams(f, ", "), i+0x14)
	})
}

// plainParams are the parameters of a frame without the words of the runtime.
func plainParams(f *frame.Frame, separator string) string {
	params := strings.NewReplacer("value class ", "", "class ", "", "unsigned ", "").Replace(f.Params)
	return strings.ReplaceAll(params, ",", separator)
}

func writeThreads(s *Snapshot, header func(id string) string, row func(f *frame.Frame, i int) string) string {
	var b strings.Builder
	for i, th := range s.Threads {
		b.WriteString(header(s.ID(i)))
		for j, f := range s.Stacks[th.Stack].Frames {
			if !f.Unresolved() {
				b.WriteString(row(f, j))
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func asStudio(s *Snapshot) string {
	return writeThreads(s, func(id string) string { return "Worker thread " + id + ":\n \t[Managed to Native Transition]\t\n" }, func(f *frame.Frame, i int) string {
		return fmt.Sprintf(" \t%s.dll!%s.%s(%s) Line %d\tC#\n", f.Module, strings.ReplaceAll(f.Type, "+", "."), f.Method, plainParams(f, ", "), i+7)
	})
}

func asMono(s *Snapshot) string {
	return writeThreads(s, func(id string) string {
		return fmt.Sprintf("%q tid=0x%s this=0x0x7f0a331c30 , thread handle : 0x7f0a1, state : waiting\n  at <unknown> <0xffffffff>\n", "Thread Pool Worker", strings.ToLower(id))
	}, func(f *frame.Frame, i int) string {
		return fmt.Sprintf("  at %s.%s (%s) [0x%05x] in <f2e6809acb14476a>:0\n", strings.ReplaceAll(f.Type, "+", "/"), f.Method, plainParams(f, ","), i+7)
	})
}

func asDebugDiag(s *Snapshot) string {
	return writeThreads(s, func(id string) string {
		n, _ := strconv.ParseUint(id, 0, 64)
		return fmt.Sprintf("Thread %d - System ID %d\n.NET Call Stack\n[[GCFrame]]\n", n, n)
	}, func(f *frame.Frame, i int) string {
		return fmt.Sprintf("%s!%s.%s(%s)+%x\n", f.Module, f.Type, f.Method, plainParams(f, ", "), i+0x17)
	})
}

func asTraces(s *Snapshot) string {
	return writeThreads(s, func(id string) string { return "Thread id=" + id + "\n" }, func(f *frame.Frame, _ int) string {
		return fmt.Sprintf("   at %s.%s(%s)\n", strings.ReplaceAll(f.Type, "+", "."), f.Method, plainParams(f, ", "))
	})
}

// TestDamageToPastesIsUndone does the damage of reports to what other tools print.
func TestDamageToPastesIsUndone(t *testing.T) {
	s := mustRead(t, real(t, "web/stack-bad.txt", 7))[0]
	for _, p := range pastes {
		clean := p.write(s)
		if got := mustRead(t, clean); len(got) != 1 || len(got[0].Threads) != len(s.Threads) || got[0].SkippedLines > 0 {
			t.Fatalf("%s: %s", p.name, describe(got))
		}
		for _, d := range damagings {
			if slices.Contains(p.lost, d.name) {
				continue
			}
			t.Run(p.name+"/"+d.name, func(t *testing.T) { checkSame(t, clean, d.do(clean), d.newIDs) })
		}
		for _, e := range encodings {
			t.Run(p.name+"/"+e.name, func(t *testing.T) { checkSame(t, clean, e.do(clean), false) })
		}
	}
}

// TestCutPastes cuts what other tools print anywhere: the threads before the cut are read
// as before, and a frame of which only a part is there is no frame of its thread.
func TestCutPastes(t *testing.T) {
	s := mustRead(t, real(t, "web/stack-bad.txt", 4))[0]
	for _, p := range pastes {
		clean := p.write(s)
		whole := mustRead(t, clean)[0]
		for at := 40; at < len(clean); at += sampled(1, 37) {
			snaps, err := readString(clean[:at])
			if err != nil {
				continue
			}
			got := snaps[0]
			if len(snaps) > 1 || len(got.Threads) > len(whole.Threads) {
				t.Fatalf("%s cut at %d: %s", p.name, at, describe(snaps))
			}
			for i := range len(got.Threads) - 1 {
				if got.Stacks[got.Threads[i].Stack].ID != whole.Stacks[whole.Threads[i].Stack].ID {
					t.Fatalf("%s cut at %d: thread %d has another stack; %s", p.name, at, i, describe(snaps))
				}
			}
			last := len(got.Threads) - 1
			frames := got.Stacks[got.Threads[last].Stack].Frames
			all := whole.Stacks[whole.Threads[last].Stack].Frames
			for i, f := range frames {
				if i < len(frames)-1 && f.Full != all[i].Full {
					t.Fatalf("%s cut at %d: frame %d is %s, want %s", p.name, at, i, f.Full, all[i].Full)
				}
			}
		}
	}
}
