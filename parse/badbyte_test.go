package parse

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"stacktriage/parse/internal/text"
)

// hostileBytes are those that mean something in a report.
const hostileBytes = "\n\r\t\x00\x1b\xff!(). :<>[]0T"

// TestBadByteCostsOneThread puts a wrong byte somewhere: all threads but the one it
// stands in must be read as before, and the loss must be named.
func TestBadByteCostsOneThread(t *testing.T) {
	rounds := sampled(300, 25)
	clean := real(t, "web/stack-bad.txt", 9)
	forms := []struct {
		name string
		make func(string) string
	}{
		{"plain", func(s string) string { return s }},
		{"crlf", replace("\n", "\r\n")},
		{"utf-16", encoded(text.UTF16LE, true)},
		{"prefix", prefixed("2026-11-30T%02d:%02d:%02d.%06dZ ", clock)},
		{"json", func(s string) string { return `{"log": ` + quotedJSON(s) + "}\n" }},
	}
	changes := []struct {
		name   string
		change func(text string, at int, b byte) string
	}{
		{"replaced", func(s string, at int, b byte) string { return s[:at] + string([]byte{b}) + s[at+1:] }},
		{"added", func(s string, at int, b byte) string { return s[:at] + string([]byte{b}) + s[at:] }},
		{"lost", func(s string, at int, _ byte) string { return s[:at] + s[at+1:] }},
	}
	rng := rand.New(rand.NewSource(1))
	for _, form := range forms {
		text := form.make(clean)
		want := strings.Split(picture(mustRead(t, text), true), "\n")
		for _, c := range changes {
			t.Run(form.name+"/"+c.name, func(t *testing.T) {
				for range rounds {
					at, b := rng.Intn(len(text)), byte(rng.Intn(256))
					if rng.Intn(2) == 0 {
						b = hostileBytes[rng.Intn(len(hostileBytes))]
					}
					if why := costsMore(c.change(text, at, b), want); why != "" {
						t.Errorf("byte %q at %d of %q: %s", b, at, text[max(0, at-40):min(len(text), at+20)], why)
					}
				}
			})
		}
	}
}

// costsMore says why damaged text costs more than one thread; empty if it does not.
func costsMore(damaged string, want []string) string {
	snaps, err := readString(damaged)
	if err != nil {
		return err.Error()
	}
	got := strings.Split(picture(snaps, true), "\n")
	if len(got) != len(want) {
		return fmt.Sprintf("%d lines instead of %d: %s", len(got), len(want), describe(snaps))
	}
	different := 0
	for i := range want {
		if want[i] != got[i] {
			different++
		}
	}
	if different > 1 {
		return fmt.Sprintf("%d threads differ: %s", different, describe(snaps))
	}
	return ""
}

// TestWrongBytesAreNamed puts bytes that no text has into a report.
func TestWrongBytesAreNamed(t *testing.T) {
	clean := real(t, "web/stack-bad.txt", 9)
	rng := rand.New(rand.NewSource(2))
	for range sampled(500, 150) {
		at := rng.Intn(len(clean))
		if clean[at] == '\n' || clean[at] == ' ' {
			continue
		}
		b := "\x00\x01\x1b\x7f\x80\xff"[rng.Intn(6)]
		snaps := mustRead(t, clean[:at]+string([]byte{b})+clean[at+1:])
		no := strings.Count(clean[:at], "\n") + 1
		if len(snaps[0].Problems) == 0 || snaps[0].Problems[0].Line != no {
			t.Errorf("byte %q in line %d: %s", b, no, describe(snaps))
		}
	}
}

// TestCutAnywhere cuts a report at each byte: the threads before the cut are whole,
// and the cut is noticed unless it is behind a whole stack.
func TestCutAnywhere(t *testing.T) {
	clean := real(t, "web/stack-bad.txt", sampled(6, 3))
	want := strings.Split(picture(mustRead(t, clean), true), "\n")
	whole := map[int]bool{}
	at := 0
	for _, block := range strings.SplitAfter(clean, "\n\n") {
		at += len(block)
		whole[at], whole[at-1], whole[at-2] = true, true, true
	}
	for at := strings.Index(clean, "\n") + 1; at < len(clean); at++ {
		snaps := mustRead(t, clean[:at])
		headers := strings.Count(clean[:at], "):\n")
		if n := len(snaps[0].Threads); len(snaps) != 1 || n != headers && n != headers+1 {
			t.Fatalf("cut at %d: %d snapshots, %d threads, %d headers", at, len(snaps), n, headers)
		}
		got := strings.Split(picture(snaps, true), "\n")
		for i := 0; i < headers; i++ {
			if got[i] != want[i] {
				t.Fatalf("cut at %d: line %d is %s, want %s", at, i, got[i], want[i])
			}
		}
		if snaps[0].Truncated == whole[at] {
			t.Errorf("cut at %d behind %q: truncated is %v; %s", at, clean[max(0, at-30):at], snaps[0].Truncated,
				describe(snaps))
		}
	}
}

func mustRead(t testing.TB, text string) []*Snapshot {
	t.Helper()
	snaps, err := readString(text)
	if err != nil {
		t.Fatalf("%v in %.60q", err, text)
	}
	return snaps
}
