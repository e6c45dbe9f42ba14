package nettrace_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"stacktriage/nettrace"
	nt "stacktriage/nettrace/nettracetest"
)

// FuzzReader reads any bytes to their end: no panic, no endless loop, no line of input
// in what is said about damage, and a report of as many threads as were sampled.
func FuzzReader(f *testing.F) {
	for _, name := range []string{"depot/idle-stacks.nettrace.gz", "depot/lockheld-events.nettrace.gz"} {
		whole := recording(f, name)
		f.Add(whole[:8192])
		f.Add(append(bytes.Clone(whole[:4096]), whole[len(whole)-4096:]...))
	}
	for _, long := range []bool{false, true} {
		for _, size := range []int{4, 8} {
			o := nt.Options{Long: long, PointerSize: size}
			f.Add(stream(o, func(w *nt.Writer) { writeForm(w, size, 1) }))
			f.Add(stream(o, func(w *nt.Writer) {
				w.Define(20, nt.SystemRuntime, 155, "EventCounters", nt.CounterFields(false)...)
				w.Events(nt.Event{Definition: 20, Thread: 1, Payload: nt.Counter(false, "threadpool-queue-length", 491)})
				w.SequencePoint(map[uint64]uint32{1: 7})
			}))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := nettrace.NewReader(bytes.NewReader(data))
		if err != nil {
			return
		}
		p := nettrace.NewProfile()
		for n := 0; ; n++ {
			e, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("an error without a failing reader: %v", err)
			}
			if n > 8*len(data) {
				t.Fatalf("more events than bits")
			}
			p.Add(e)
			r.Frames(e.Stack)
		}
		var text bytes.Buffer
		if err := r.WriteReport(&text); err != nil {
			t.Fatal(err)
		}
		if threads := strings.Count("\n"+text.String(), "\nThread ("); threads != r.Trace().Threads {
			t.Errorf("%d threads in the report of %d", threads, r.Trace().Threads)
		}
		for i, d := range r.Trace().Damage {
			if d.Offset < 0 || d.Offset > int64(len(data)) {
				t.Errorf("damage %d at %d of %d bytes", i, d.Offset, len(data))
			}
		}
		p.Times()
	})
}
