//go:build unix

package capture

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stacktriage/capture/capturetest"
	"stacktriage/nettrace"
)

// wantReason checks that an error is an Error with a reason and a sentence.
func wantReason(t *testing.T, err error, want Reason, words ...string) {
	t.Helper()
	var known *Error
	if !errors.As(err, &known) || known.Reason != want {
		t.Fatalf("error %v, want %s", err, want)
	}
	for _, word := range words {
		if !strings.Contains(known.Error(), word) {
			t.Errorf("%q lacks %q", known.Error(), word)
		}
	}
}

func TestInfo(t *testing.T) {
	for _, test := range []struct {
		unknown []uint16
		want    Info
	}{
		{nil, Info{42, "/app/Shop.Api --port 80", "Linux", "x64", "Shop.Api", "9.0.5", "linux-musl-x64"}},
		{[]uint16{capturetest.ProcessInfo3}, Info{42, "/app/Shop.Api --port 80", "Linux", "x64", "Shop.Api", "9.0.5", ""}},
		{[]uint16{capturetest.ProcessInfo3, capturetest.ProcessInfo2}, Info{42, "/app/Shop.Api --port 80", "Linux", "x64", "", "", ""}},
	} {
		// A connection that stays open after an error must not hold the client up.
		f := serve(t, &capturetest.Runtime{Unknown: test.unknown, Open: true})
		got, err := f.target.Info(t.Context())
		if err != nil || got != test.want {
			t.Errorf("without %x: %+v, %v", test.unknown, got, err)
		}
		if name := programName(got); name != "Shop.Api" {
			t.Errorf("program %q", name)
		}
	}
	if got := (Info{Runtime: "10.0.9"}).Major(); got != 10 {
		t.Errorf("major version %d", got)
	}
}

func TestRecord(t *testing.T) {
	for _, unknown := range [][]uint16{
		nil, {capturetest.CollectTracing4}, {capturetest.CollectTracing4, capturetest.CollectTracing2},
	} {
		old := runtimeOf(t, "result")
		old.Unknown = unknown
		f := serve(t, old)
		r, err := f.target.Record(t.Context(), Request{Providers: []Provider{sampleProvider}, Rundown: Names,
			Length: time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(r.Stream, f.Streams[capturetest.Samples]()) || r.Ended {
			t.Errorf("%d bytes of %d, ended %v", len(r.Stream), len(f.Streams[capturetest.Samples]()), r.Ended)
		}
		if seen := f.Seen(); len(seen) != len(unknown)+2 || seen[len(seen)-1] != capturetest.StopTracing {
			t.Errorf("commands %x", seen)
		}
	}
	f := serve(t, &capturetest.Runtime{
		Unknown: []uint16{capturetest.CollectTracing, capturetest.CollectTracing2, capturetest.CollectTracing4},
	})
	_, err := f.target.Record(t.Context(), Request{})
	wantReason(t, err, TooOld)
}

// A session is stopped when the context ends, and what came is not lost.
func TestRecordInterrupted(t *testing.T) {
	f := serve(t, runtimeOf(t, "result"))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	r, err := f.target.Record(ctx, Request{Providers: []Provider{sampleProvider}, Length: time.Hour})
	if err != nil || !bytes.Equal(r.Stream, f.Streams[capturetest.Samples]()) {
		t.Fatalf("%d bytes, %v", len(r.Stream), err)
	}
	if !slices.Contains(f.Seen(), capturetest.StopTracing) {
		t.Errorf("the session was left running: %x", f.Seen())
	}
}

// A process that ends in the middle leaves what came, and nobody to stop.
func TestRecordEnded(t *testing.T) {
	cut := runtimeOf(t, "result")
	cut.Cut = true
	f := serve(t, cut)
	r, err := f.target.Record(t.Context(), Request{Providers: []Provider{sampleProvider}, Length: time.Hour})
	if err != nil || !r.Ended || len(r.Stream) == 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	if slices.Contains(f.Seen(), capturetest.StopTracing) {
		t.Errorf("a process that ended was told to stop: %x", f.Seen())
	}
}

// A watch that panics leaves no session behind.
func TestStoppedOnPanic(t *testing.T) {
	f := serve(t, runtimeOf(t, "result"))
	func() {
		defer func() { recover() }()
		_ = f.target.Counters(t.Context(), func(nettrace.Event) bool { panic("no") })
	}()
	if seen := f.Seen(); seen[len(seen)-1] != capturetest.StopTracing {
		t.Errorf("the session was left running: %x", seen)
	}
}

func TestCounters(t *testing.T) {
	f := serve(t, runtimeOf(t, "result"))
	var queue []float64
	err := f.target.Counters(t.Context(), func(e nettrace.Event) bool {
		if e.Counter.Name == "threadpool-queue-length" {
			queue = append(queue, e.Counter.Value)
		}
		return len(queue) < 3
	})
	if err != nil || len(queue) != 3 || queue[0] != 491 {
		t.Errorf("%v %v", queue, err)
	}
	if seen := f.Seen(); seen[len(seen)-1] != capturetest.StopTracing {
		t.Errorf("the session was left running: %x", seen)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	interrupt := func(nettrace.Event) bool { cancel(); return true }
	if err := f.target.Counters(ctx, interrupt); err != nil {
		t.Errorf("a watch that was interrupted: %v", err)
	}
}

func TestTake(t *testing.T) {
	f := serve(t, runtimeOf(t, "result"))
	var steps []string
	c, err := Take(t.Context(), f.target, Options{Sample: time.Millisecond, Events: time.Millisecond,
		Progress: func(s string) { steps = append(steps, s) }})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.First) == 0 || len(c.Events) == 0 || len(c.Second) == 0 || len(c.Remarks) != 0 || len(steps) != 3 ||
		c.Target.Name != "Shop.Api" {
		t.Errorf("%d, %d and %d bytes, remarks %v, steps %v", len(c.First), len(c.Events), len(c.Second), c.Remarks, steps)
	}
	c, err = Take(t.Context(), f.target, Options{Sample: time.Millisecond})
	if err != nil || c.Events != nil || c.Second != nil {
		t.Errorf("sample alone: %v, events %d bytes", err, len(c.Events))
	}
}

// A sample that brings nothing is tried again for longer, and explained in the end.
func TestTakeWithoutSamples(t *testing.T) {
	stacks := recorded(t, "result-stacks")
	replay := runtimeOf(t, "result")
	tries := 0
	replay.Streams[capturetest.Samples] = func() []byte {
		if tries++; tries == 1 {
			return stacks()[:200]
		}
		return stacks()
	}
	f := serve(t, replay)
	c, err := Take(t.Context(), f.target, Options{Sample: time.Millisecond})
	if err != nil || tries != 2 || len(c.Remarks) != 1 || !strings.Contains(c.Remarks[0], "under load") {
		t.Errorf("%d tries, %v, remarks %v", tries, err, c.Remarks)
	}
	replay = runtimeOf(t, "result")
	replay.Streams[capturetest.Samples] = func() []byte { return stacks()[:200] }
	f = serve(t, replay)
	_, err = Take(t.Context(), f.target, Options{Sample: time.Second})
	wantReason(t, err, NoSamples, "1s", "NativeAOT")
}

func TestTakeEnded(t *testing.T) {
	replay := runtimeOf(t, "result")
	replay.Cut = true
	replay.Streams[capturetest.Samples] = func() []byte { return make([]byte, 100) }
	f := serve(t, replay)
	_, err := Take(t.Context(), f.target, Options{Sample: time.Second})
	wantReason(t, err, Ended, "ended while")
}

func TestBadAnswers(t *testing.T) {
	short := message(replyOK, nil)
	short[14] = headerSize - 1
	for name, raw := range map[string][]byte{
		"a size below the header's": short,
		"another magic":             bytes.Repeat([]byte("HTTP"), 10),
		"an unknown reply":          message(0x1234, nil),
		"an error without a number": message(replyError, nil),
		"an unknown error":          message(replyError, []byte{1, 2, 3, 4}),
		"a reply cut off":           message(replyOK, make([]byte, 30)),
	} {
		f := serve(t, &capturetest.Runtime{Raw: raw})
		_, err := f.target.Info(t.Context())
		var known *Error
		if !errors.As(err, &known) || known.Reason != Protocol {
			t.Errorf("%s: %v", name, err)
		}
	}
	f := serve(t, &capturetest.Runtime{Raw: message(replyOK, nil)[:10]})
	_, err := f.target.Info(t.Context())
	wantReason(t, err, Ended)
}

func TestSilent(t *testing.T) {
	f := serve(t, &capturetest.Runtime{Silent: true})
	f.target.within = 30 * time.Millisecond
	_, err := f.target.Info(t.Context())
	wantReason(t, err, Silent, "does not answer within 30ms")
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	f.target.within = time.Hour
	if _, err = f.target.Info(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

func TestUnreachable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	_, err := AtPort(path).Info(t.Context())
	wantReason(t, err, NoSocket, path)
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Skip("the path of the test is too long for a socket:", err)
	}
	listener.(*net.UnixListener).SetUnlinkOnClose(false)
	listener.Close()
	_, err = AtPort(path).Info(t.Context())
	wantReason(t, err, Stale, "nobody listens")
}

// On Linux a path that is too long for an address is no hindrance; elsewhere it is told.
func TestLongPath(t *testing.T) {
	short := serve(t, &capturetest.Runtime{})
	folder := filepath.Join(filepath.Dir(short.target.Path), strings.Repeat("long", 30))
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "s")
	if err := os.Rename(short.target.Path, path); err != nil {
		t.Fatal(err)
	}
	info, err := AtPort(path).Info(t.Context())
	var known *Error
	switch {
	case err == nil && info.PID == 42:
	case errors.As(err, &known) && known.Reason == LongPath:
	default:
		t.Errorf("%+v, %v", info, err)
	}
}

func FuzzReply(f *testing.F) {
	f.Add(message(replyOK, capturetest.Info(capturetest.ProcessInfo3)))
	f.Add(message(replyOK, capturetest.Info(capturetest.ProcessInfo)))
	f.Add(message(replyError, []byte{0x85, 0x13, 0x13, 0x80}))
	f.Fuzz(func(t *testing.T, data []byte) {
		reply, err := readReply(bytes.NewReader(data))
		if err != nil {
			return
		}
		for _, c := range [...]command{processInfo3, processInfo2, processInfo} {
			if i, err := readInfo(c, reply); err == nil && len(i.CommandLine) > 3*len(data) {
				t.Errorf("a command line longer than the reply")
			}
		}
	})
}
