//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"stacktriage/capture/capturetest"
	"stacktriage/nettrace/nettracetest"
)

// depotRuntime replays one state of the depot program behind a socket.
func depotRuntime(t *testing.T, state string) *capturetest.Runtime {
	t.Helper()
	return capturetest.Replays(t, "../../testdata/evidence/depot/"+state)
}

// A signal that asks the program to end stops the session in the process, and what came
// until then is not lost.
func TestSignalsStopTheSession(t *testing.T) {
	zipped := filepath.Join(t.TempDir(), "incident.zip")
	for _, test := range []struct {
		signal syscall.Signal
		args   string
		code   int
		says   string // on stdout
	}{
		{syscall.SIGINT, "report --for 1m", exitOK, "The capture was interrupted"},
		{syscall.SIGTERM, "report --for 1m", exitOK, "The capture was interrupted"},
		{syscall.SIGHUP, "report --for 1m", exitOK, "The capture was interrupted"},
		{syscall.SIGTERM, "tree --for 1m", exitOK, "ShelfService.CountByResult"},
		{syscall.SIGTERM, "capture --for 1m -o " + zipped, exitOK, "incident.zip"},
		{syscall.SIGTERM, "watch --until queue=100000", exitTrouble, ""},
		{syscall.SIGHUP, "watch --until queue=100000", exitTrouble, ""},
	} {
		t.Run(test.signal.String()+" "+test.args, func(t *testing.T) {
			runtime := depotRuntime(t, "result")
			var once sync.Once
			runtime.Begun = func(provider string) {
				if provider != capturetest.Samples {
					once.Do(func() { syscall.Kill(os.Getpid(), test.signal) })
				}
			}
			capturetest.Serve(t, runtime)
			args := append(strings.Fields(test.args), "--diagnostic-port", runtime.Path)
			begin := time.Now()
			got := execute(t, piped(), "", args...)
			if got.code != test.code || !strings.Contains(got.stdout, test.says) {
				t.Errorf("%d %q\n%s", got.code, got.stderr, got.stdout)
			}
			if n := runtime.Running(); n != 0 {
				t.Errorf("%d sessions were left running: %x", n, runtime.Seen())
			}
			if took := time.Since(begin); took > 10*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
	got := execute(t, piped(), "", "report", zipped)
	if got.code != exitOK || !strings.Contains(got.stdout, "The capture was interrupted") {
		t.Errorf("what was saved: %d %q\n%s", got.code, got.stderr, got.stdout)
	}
}

// Whatever a process does instead of answering has one sentence.
func TestProcessesThatCannotBeCaptured(t *testing.T) {
	nothing := func() []byte { return depotRuntime(t, "idle").Streams[capturetest.Samples]()[:200] }
	for name, test := range map[string]struct {
		runtime *capturetest.Runtime
		says    string
	}{
		"too old": {&capturetest.Runtime{Unknown: []uint16{
			capturetest.CollectTracing, capturetest.CollectTracing2, capturetest.CollectTracing4,
		}}, "knows no command to record events"},
		"no .NET":  {&capturetest.Runtime{Raw: []byte("HTTP/1.1 400 Bad Request\r\n\r\n")}, "not one of a .NET runtime"},
		"ended":    {&capturetest.Runtime{Raw: []byte("DOTNET")}, "it may have ended"},
		"starting": {&capturetest.Runtime{Refuses: 0x8013135B}, "still starting"},
		"failed":   {&capturetest.Runtime{Refuses: 0x80004005}, "failed at the command"},
		"unnamed":  {&capturetest.Runtime{Refuses: 0x80070005}, "0x80070005"},
		"ended while it was sampled": {&capturetest.Runtime{
			Cut: true, Streams: map[string]func() []byte{capturetest.Samples: nothing},
		}, "ended while its stacks were sampled"},
	} {
		t.Run(name, func(t *testing.T) {
			runtime := capturetest.Serve(t, test.runtime)
			assertTrouble(t, execute(t, piped(), "", "report", "--diagnostic-port", runtime.Path), test.says)
		})
	}
}

// A sample that stays empty is tried for longer and longer, and explained then.
func TestNoSamples(t *testing.T) {
	whole := depotRuntime(t, "result").Streams[capturetest.Samples]
	runtime := capturetest.Serve(t, &capturetest.Runtime{Streams: map[string]func() []byte{
		capturetest.Samples: func() []byte { return whole()[:200] },
	}})
	assertTrouble(t, execute(t, piped(), "", "report", "--diagnostic-port", runtime.Path), "without one managed stack")
	if n := strings.Count(string(asBytes(runtime.Seen())), string(asBytes([]uint16{capturetest.CollectTracing4}))); n != 3 {
		t.Errorf("%d tries: %x", n, runtime.Seen())
	}
}

func asBytes(commands []uint16) []byte {
	var b []byte
	for _, c := range commands {
		b = append(b, byte(c>>8), byte(c))
	}
	return b
}

// A NativeAOT program sends stacks whose frames nobody can name.
func TestNativeAOT(t *testing.T) {
	var out bytes.Buffer
	w := nettracetest.NewWriter(&out, nettracetest.Options{PID: 42, Start: time.Unix(1_700_000_000, 0)})
	w.Define(1, nettracetest.SampleProfiler, 0, "")
	w.Stacks(1, []uint64{0x1000, 0x2000, 0x3000})
	for i := range 12 {
		w.Events(nettracetest.Event{Definition: 1, Thread: uint64(10 + i), Stack: 1, Payload: nettracetest.Numbers(uint32(1))})
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	runtime := capturetest.Serve(t, &capturetest.Runtime{Streams: map[string]func() []byte{
		capturetest.Samples: func() []byte { return bytes.Clone(out.Bytes()) },
	}})
	got := execute(t, piped(), "", "report", "--for", "0", "--diagnostic-port", runtime.Path)
	if got.code != exitOK || !strings.Contains(got.stdout+got.stderr, "NativeAOT") || strings.Contains(got.stdout, "Nothing blocked") {
		t.Errorf("%d %q\n%s", got.code, got.stderr, got.stdout)
	}
}

// A series of captures concludes with what was measured beside each.
func TestSeriesOfCaptures(t *testing.T) {
	for _, test := range []struct{ state, says, not string }{
		{"result", "pool starved in 3 of 3 reports (491 → 783 queued)", "nothing queues"},
		{"never", "nothing queues for a thread in any of them", "starved in"},
	} {
		runtime := capturetest.Serve(t, depotRuntime(t, test.state))
		args := []string{"series", "--count", "3", "--every", "20ms", "--for", "5ms", "--diagnostic-port", runtime.Path}
		got := execute(t, piped(), "", args...)
		headline, rest, _ := strings.Cut(strings.ReplaceAll(got.stdout, "\n", " "), "Fix")
		if got.code != exitOK || !strings.Contains(headline, test.says) || strings.Contains(headline, test.not) || rest == "" {
			t.Errorf("%s: %d %q\n%s", test.state, got.code, got.stderr, got.stdout)
		}
		if !strings.Contains(headline, "work items queued for a thread") && !strings.Contains(headline, "Against  nothing queues") {
			t.Errorf("%s: no proof\n%s", test.state, got.stdout)
		}
		if n := runtime.Running(); n != 0 {
			t.Errorf("%d sessions were left running", n)
		}
	}
	runtime := capturetest.Serve(t, depotRuntime(t, "never"))
	json := execute(t, piped(), "", "series", "--count", "2", "--every", "20ms", "--for", "5ms", "--format", "json",
		"--diagnostic-port", runtime.Path)
	if text := strings.Join(strings.Fields(json.stdout), ""); strings.Count(text, `"sources":["samples","events","counters"]`) != 2 {
		t.Errorf("evidence of each report is missing: %d %q\n%.3000s", json.code, json.stderr, json.stdout)
	}
}
