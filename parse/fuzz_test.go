package parse

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode"

	"stacktriage/parse/internal/line"
)

// FuzzRead reads any bytes. Seeds are a report, each kind of damage to it, and what
// is refused.
func FuzzRead(f *testing.F) {
	clean := real(f, "real/variant-base.txt", 2)
	f.Add([]byte(clean))
	f.Add([]byte(clean + clean))
	f.Add([]byte(clean[:len(clean)-40]))
	for _, d := range damagings {
		f.Add([]byte(d.do(clean)))
	}
	for _, e := range encodings {
		f.Add([]byte(e.do(clean)))
	}
	shop, bank := process("Shop", 0x10, 2), strings.Join(process("Bank", 0x50, 1), "")
	for _, text := range []string{
		strings.Join(shop, "") + "--- second\n" + bank, shop[2] + "--- second\n" + shop[1] + shop[2] + shop[3] + shop[3],
		shop[1] + strings.Replace(shop[2], "0x13", "0x12", 1) + strings.Replace(shop[3], "0x14", "0x12", 1),
		interleave([]string{"[pod/a-1/c] ", "api-1 | "}, []string{strings.Join(shop, ""), bank}), "A |Thread 0X0\nA ",
	} {
		f.Add([]byte(text))
	}
	for _, text := range []string{"", "\n", "[ERROR] x\n", "Thread (", "Thread (0x1):\n  A!B.C(",
		"{\"a\":\"Thread (0x1):\\n", "\x1f\x8b\x08", "PK\x03\x04"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		snaps, err := Read(bytes.NewReader(input), "fuzz")
		if err != nil {
			checkError(t, err)
			return
		}
		checkSnapshots(t, snaps, bytes.Count(input, []byte("\nThread (0x")), len(input))
	})
}

func checkError(t *testing.T, err error) {
	var refusal *InputError
	if errors.As(err, &refusal) && (refusal.What == "" || refusal.Cure == "") {
		t.Errorf("%+v", refusal)
	}
	checkPrintable(t, err.Error())
}

// checkSnapshots checks what must hold whatever the input was. headers is how many
// lines of the input begin a thread.
func checkSnapshots(t *testing.T, snaps []*Snapshot, headers, size int) {
	if len(snaps) == 0 {
		t.Error("no snapshot and no error")
	}
	threads, losses := 0, 0
	for _, s := range snaps {
		threads += len(s.Threads)
		losses += s.SkippedLines + len(s.Problems) + s.MoreProblems
		checkSnapshot(t, s)
	}
	if threads == 0 {
		t.Error("no thread and no error")
	}
	if threads+losses < headers {
		t.Errorf("%d headers, %d threads, %d losses", headers, threads, losses)
	}
	if threads > size {
		t.Errorf("%d threads in %d bytes", threads, size)
	}
}

func checkSnapshot(t *testing.T, s *Snapshot) {
	frames := 0
	used := make([]bool, len(s.Stacks))
	ids := map[string]bool{}
	for i, th := range s.Threads {
		used[th.Stack] = true
		frames += len(s.Stacks[th.Stack].Frames)
		checkPrintable(t, s.ID(i))
		checkPrintable(t, s.Name(i))
	}
	for i, st := range s.Stacks {
		if !used[i] {
			t.Errorf("stack %d has no thread", i)
		}
		if ids[st.ID] {
			t.Errorf("two stacks have the id %s", st.ID)
		}
		ids[st.ID] = true
		for _, f := range st.Frames {
			checkPrintable(t, f.Raw)
		}
	}
	if frames != s.Frames {
		t.Errorf("%d frames, counted %d", frames, s.Frames)
	}
	if len(s.Problems) > maxProblems {
		t.Errorf("%d problems", len(s.Problems))
	}
	for _, p := range s.Problems {
		checkPrintable(t, p.Text)
		checkPrintable(t, p.Reason)
	}
	for _, r := range s.Repairs {
		checkPrintable(t, r)
	}
}

func checkPrintable(t *testing.T, text string) {
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\t' }) {
		t.Errorf("control characters in %q", text)
	}
}

// FuzzTwoDamages does two kinds of damage to a report, at places that the fuzzer
// chooses, and lets it change bytes.
func FuzzTwoDamages(f *testing.F) {
	clean := real(f, "real/variant-base.txt", 3)
	f.Add(uint8(0), uint8(1), uint16(100), byte('x'))
	f.Add(uint8(20), uint8(40), uint16(0), byte('\n'))
	f.Fuzz(func(t *testing.T, a, b uint8, at uint16, wrong byte) {
		first, second := damagings[int(a)%len(damagings)], damagings[int(b)%len(damagings)]
		text := []byte(second.do(first.do(clean)))
		text[int(at)%len(text)] = wrong
		snaps, err := Read(bytes.NewReader(text), "fuzz")
		if err != nil {
			checkError(t, err)
			return
		}
		checkSnapshots(t, snaps, 0, len(text))
	})
}

// FuzzHeader reads any line as a thread's header.
func FuzzHeader(f *testing.F) {
	for _, l := range []string{"Thread (0x1A):", "thread (12) (.NET TP Worker):", "Thr?ad (0x1A):", "Thread (0x1A",
		"Stack for Thread (2207382):", "Thread (0x5hf3):"} {
		f.Add([]byte(l))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if h, ok := line.ParseHeader(text); ok && (len(h.Id) == 0 || !bytes.Contains(text, h.Id)) {
			t.Errorf("id %q of %q", h.Id, text)
		}
	})
}
