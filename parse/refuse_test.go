package parse

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"stacktriage/parse/internal/text"
)

func TestRefusalsNameTheInput(t *testing.T) {
	core := "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\x00\x3e\x00" + strings.Repeat("\x00", 100)
	etl := "\x00\x00\x01\x00\x48\x0f\x00\x00" + strings.Repeat("\x00", 64) + "\x02\x00\x02\xc0" + strings.Repeat("\x00",
		28) + "\x00\x00\x01\x00" + strings.Repeat("\x01\x00", 50)
	tests := []struct {
		name, text string
		kind       Kind
		words      string // what the message must contain
	}{
		{"empty", "", Empty, "--duration 00:00:00:01"},
		{"blank", " \r\n\t\n", Empty, "--duration 00:00:00:01"},
		{"blank with a mark", "\ufeff\n", Empty, "--duration 00:00:00:01"},
		{"letter", "Dear Sir or Madam\nHello\n", Unknown, `"Dear Sir or Madam"`},
		{"control characters in the first line", "Dear\x1b[31m \x01Sir\n", Unknown, "\"Dear \ufffdSir\""},
		{"nettrace", "Nettrace\x14\x00\x00\x00!FastSerialization.1" + strings.Repeat("\x00\x01", 50), Foreign, ".nettrace"},
		{"gcdump", "\x14\x00\x00\x00!FastSerialization.1\x05\x04\x00\x00", Foreign, ".gcdump"},
		{"netperf", "\x14\x00\x00\x00!FastSerialization.1\x05\x05\x01\x03\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00Trace\x06\x00\x00", Foreign, ".netperf"},
		{"etlx", "\x14\x00\x00\x00!FastSerialization.1\x05\x05\x01\x4b\x00\x00\x00\x3c\x00\x00\x00\x2b\x00\x00\x00Microsoft.Diagnostics.Tracing.Etlx.TraceLog\x06", Foreign, ".etlx"},
		{"etl", etl, Foreign, ".etl file"},
		{"core", core, Foreign, "core dump"},
		{"minidump", "MDMP\x93\xa7\x00\x00\x0f\x00\x00\x00", Foreign, "minidump"},
		{"exe", "MZ\x90\x00\x03\x00\x00\x00", Foreign, "Windows program"},
		{"png", "\x89PNG\r\n\x1a\n\x00\x00", Foreign, "picture"},
		{"pdf", "%PDF-1.7\n1 0 obj", Foreign, "PDF"},
		{"xz", "\xfd7zXZ\x00\x00\x04", Foreign, "unpack"},
		{"noise", "\x03\x00\x01\x02\x05\x06\x04\x01\x00\x02\x0f\x01\x00\x00\x02", Foreign, "binary"},
		{"speedscope", `{"exporter":"x","$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[{"name":"Lab!Acme.Program.Main()"}]}}`, Foreign, "speedscope"},
		{"chromium", `{"traceEvents":[{"name":"Lab!Acme.Program.Main()"}]}`, Foreign, "Chromium"},
		{"crash report", `{"payload":{"threads":[{"stack_frames":[{"method_name":"Main"}]}]}}`, Foreign, "createdump"},
		{"topN", "Top 5 Functions (Exclusive)                    Inclusive           Exclusive\n" +
			"1. Program.Main()      90%  10%\n", Foreign, "topN"},
		{"counters", "Timestamp,Provider,Counter Name,Counter Type,Mean/Increment\n" +
			"11/30/2026,System.Runtime,CPU Usage (%),Metric,0\n", Foreign, "dotnet-counters"},
		{"go", "goroutine 1 [running]:\nmain.main()\n\t/src/main.go:5 +0x1d\n", Foreign, "Go program"},
		{"java", "Full thread dump OpenJDK 64-Bit Server VM:\n\n\"main\" #1 prio=5 tid=0x1 nid=0x2 runnable\n",
			Foreign, "Java"},
		{"python", "Traceback (most recent call last):\n  File \"a.py\", line 1\n", Foreign, "Python"},
		{"gdb", "Thread 2 (Thread 0x7f0a (LWP 12)):\n#0  0x00007f in futex_wait ()\n", Foreign, "gdb"},
		{"html", "<!DOCTYPE html>\n<html><body>404</body></html>\n", Foreign, "HTML"},
		{"folded", "Main;Run;Work 12\nMain;Run;Sleep 3\n", Foreign, "folded"},
		{"ps", " 10812  dotnet  /usr/share/dotnet/dotnet  dotnet out/Lab/Lab.dll soa 8  \n\n", FailedCapture,
			"dotnet-stack report -p PID"},
		{"no process", "No supported .NET processes were found\n", FailedCapture, "user of the process"},
		{"two names", "[ERROR] There are more than one active processes with the given name: api\n", FailedCapture,
			"by its id"},
		{"not installed", "bash: dotnet-stack: command not found\n", FailedCapture, "dotnet tool install"},
		{"in a container", `OCI runtime exec failed: exec failed: unable to start container process: exec: ` +
			`"dotnet-stack": executable file not found in $PATH: unknown` + "\n", FailedCapture, "dotnet tool install"},
		{"some other failure", "[ERROR] System.Exception: new\n   at A.B()\n", FailedCapture, "look at its message"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := readString(tt.text)
			var refusal *InputError
			if !errors.As(err, &refusal) {
				t.Fatalf("got %v", err)
			}
			if refusal.Kind != tt.kind || !strings.Contains(err.Error(), tt.words) {
				t.Errorf("kind %d, want %d: %s", refusal.Kind, tt.kind, err)
			}
			if !errors.Is(err, ErrNoThread) || strings.ContainsAny(err.Error(), "\n\x1b\x01") {
				t.Errorf("%q", err.Error())
			}
		})
	}
}

func TestFailedCapturesOfTheCorpus(t *testing.T) {
	tests := map[string]string{
		"fail-native-aot":                "no diagnostic port",
		"fail-no-such-pid":               "no process with that id",
		"fail-other-user":                "not allowed to connect",
		"fail-reverse-connect-suspended": "suspended at its start",
		"large-1500-empty":               "--duration",
		"other-ps":                       "list of processes",
	}
	for name, words := range tests {
		f, err := os.Open("../testdata/stacks/real/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		_, err = Read(f, name)
		f.Close()
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestReportBesideErrorsIsRead(t *testing.T) {
	text := "[ERROR] something about another process\n" + real(t, "real/variant-base.txt", 2)
	if s := mustRead(t, text)[0]; len(s.Threads) != 2 || s.SkippedLines != 1 {
		t.Errorf("%d threads, %d skipped", len(s.Threads), s.SkippedLines)
	}
}

// endless repeats a text.
type endless struct {
	text []byte
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = e.text[e.at]
		e.at = (e.at + 1) % len(e.text)
	}
	return len(p), nil
}

func TestEndlessTextIsGivenUp(t *testing.T) {
	endings := []string{"x", "x\n", "a line of a log that tells nothing about threads\n"}
	for _, text := range endings[:sampled(len(endings), 1)] {
		_, err := Read(&endless{text: []byte(text)}, "x")
		var input *InputError
		if !errors.As(err, &input) || !strings.Contains(input.What, "long text") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestBlankLinesAreReadThrough: a report behind millions of empty lines is one.
func TestBlankLinesAreReadThrough(t *testing.T) {
	report := real(t, "web/stack-bad.txt", 5)
	snaps, err := readString(strings.Repeat("\n", sampled(5_000_000, 2_500_000)) + report)
	if err != nil || len(snaps) != 1 || len(snaps[0].Threads) != 5 {
		t.Errorf("%s, %v", describe(snaps), err)
	}
	_, err = Read(&endless{text: []byte("\n")}, "x")
	var input *InputError
	if !errors.As(err, &input) || !strings.Contains(input.What, "blank") {
		t.Errorf("endless blank lines: %v", err)
	}
}

// TestEndlessStackIsBounded: a thread without an end keeps no more frames than a thread
// can have, and says so.
func TestEndlessStackIsBounded(t *testing.T) {
	const more = 100
	text := "Thread (0x1A):\n" + strings.Repeat("  Acme!Acme.Deep.Call()\n", maxFrames+more) + "\n"
	s := read(t, text)[0]
	if n := len(s.Stacks[0].Frames); n != maxFrames {
		t.Errorf("%d frames kept", n)
	}
	if !slices.ContainsFunc(s.Problems, func(p Problem) bool { return strings.HasPrefix(p.Reason, "100 frames at the root not kept") }) {
		t.Errorf("problems %v", s.Problems)
	}
}

func TestNoiseIsRefused(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		noise := make([]byte, 20000)
		for i := range noise {
			noise[i] = byte(rng.Uint32())
		}
		if snaps, err := Read(bytes.NewReader(noise), "x"); err == nil {
			t.Errorf("seed %d: read as %s", seed, describe(snaps))
		}
	}
}

func TestBase64IsNamed(t *testing.T) {
	body := base64.StdEncoding.EncodeToString([]byte(real(t, "web/stack-bad.txt", 5)))
	var wrapped strings.Builder
	for ; len(body) > 76; body = body[76:] {
		wrapped.WriteString(body[:76] + "\r\n")
	}
	for _, text := range []string{wrapped.String(), "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n" +
		wrapped.String()} {
		if _, err := readString(text); err == nil || !strings.Contains(err.Error(), "base64") {
			t.Errorf("%v", err)
		}
	}
}

func TestUTF32(t *testing.T) {
	clean := real(t, "web/stack-bad.txt", 20)
	for name, order := range map[string]binary.AppendByteOrder{text.UTF32LE: binary.LittleEndian,
		text.UTF32BE: binary.BigEndian} {
		raw := order.AppendUint32(nil, 0xfeff)
		for _, r := range clean {
			raw = order.AppendUint32(raw, uint32(r))
		}
		checkSame(t, clean, string(raw), false)
		if snaps, err := Read(bytes.NewReader(raw), "x"); err != nil || snaps[0].Source.Encoding != name {
			t.Errorf("%s: %v", name, err)
		}
	}
}
