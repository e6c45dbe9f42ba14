package nettrace_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"stacktriage/nettrace"
	nt "stacktriage/nettrace/nettracetest"
)

// Numbers of the definitions that small gives.
const (
	sample = iota + 1
	waitStart
	waitStop
	contentionStart
	contentionStop
	adjustment
	methodEnd
	moduleEnd
	foreign
)

// stream writes a stream with the usual definitions.
func stream(o nt.Options, write func(w *nt.Writer)) []byte {
	var b bytes.Buffer
	w := nt.NewWriter(&b, o)
	w.Define(sample, nt.SampleProfiler, 0, "")
	w.Define(waitStart, nt.Runtime, 301, "")
	w.Define(waitStop, nt.Runtime, 302, "")
	w.Define(contentionStart, nt.Runtime, 81, "")
	w.Define(contentionStop, nt.Runtime, 91, "")
	w.Define(adjustment, nt.Runtime, 55, "")
	w.Define(methodEnd, nt.Rundown, 144, "")
	w.Define(moduleEnd, nt.Rundown, 154, "")
	w.Define(foreign, "Acme-Orders", 1, "OrderPlaced")
	write(w)
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func event(definition uint32, thread uint64, payload ...any) nt.Event {
	return nt.Event{Definition: definition, Thread: thread, Payload: nt.Numbers(payload...)}
}

func onStack(e nt.Event, number uint32) nt.Event {
	e.Stack = number
	return e
}

// rundown names two methods at 0x1000 and 0x2000.
func rundown(w *nt.Writer) {
	w.Events(
		nt.Event{Definition: moduleEnd, Thread: 9, Payload: nt.Module(7, "/app/Acme.Orders.dll")},
		nt.Event{Definition: methodEnd, Thread: 9, Payload: nt.Method(0x1000, 0x100, 7, "Acme.Orders.Cart", "Total",
			"instance int32  (class System.String)")},
		nt.Event{Definition: methodEnd, Thread: 9, Payload: nt.Method(0x2000, 0x100, 8, "Acme.Orders.Program", "Main",
			"void  ()")},
	)
}

const total, program = "Acme.Orders!Acme.Orders.Cart.Total(class System.String)",
	"ManagedModule!Acme.Orders.Program.Main()"

// Every event comes out as it went in, in both forms of header, with both sizes of
// pointers, at every padding.
func TestForms(t *testing.T) {
	for _, long := range []bool{false, true} {
		for _, size := range []int{4, 8} {
			for pad := range 4 {
				name := fmt.Sprintf("long=%v size=%d pad=%d", long, size, pad)
				o := nt.Options{Long: long, PointerSize: size, PID: 42, Start: time.Date(2026, 11, 30, 1, 2, 3, 4e6, time.UTC)}
				checkForm(t, name, stream(o, func(w *nt.Writer) { writeForm(w, size, pad) }))
			}
		}
	}
}

func writeForm(w *nt.Writer, size, pad int) {
	w.Object("Unknown", make([]byte, pad))
	w.Stacks(1, []uint64{0x1010, 0x2020}, []uint64{0x2020}, []uint64{0x9999, 0x1010, 0x2020})
	object, lock := any(uint64(0xAB)), any(uint64(0xCD))
	if size == 4 {
		object, lock = uint32(0xAB), uint32(0xCD)
	}
	first := onStack(event(sample, 100, uint32(1)), 1)
	first.Writer = 9
	second := onStack(event(sample, 101, uint32(2)), 3)
	second.Writer, second.At = 9, time.Millisecond
	w.Events(
		first, second,
		onStack(event(waitStart, 100, uint8(1), object, uint16(5)), 2),
		event(waitStop, 100, uint16(5)),
		onStack(event(contentionStart, 101, uint8(0), uint16(5), lock, object, uint64(100)), 1),
		event(contentionStop, 101, uint8(0), uint16(5), 7e8),
		event(foreign, 7, "order 4711"),
		event(adjustment, 5, 12.5, uint32(45), uint32(8), uint16(5)),
	)
	rundown(w)
}

func checkForm(t *testing.T, name string, b []byte) {
	t.Helper()
	r, events := readAll(t, b)
	want := []nettrace.Event{
		{Kind: nettrace.Sample, Thread: 100, Sample: nettrace.SampleExternal},
		{Kind: nettrace.Sample, Thread: 101, Sample: nettrace.SampleManaged, At: time.Millisecond},
		{Kind: nettrace.WaitStart, Thread: 100, Source: nettrace.MonitorWait, Object: 0xAB},
		{Kind: nettrace.WaitStop, Thread: 100},
		{Kind: nettrace.ContentionStart, Thread: 101, Lock: 0xCD, Object: 0xAB, Owner: 100},
		{Kind: nettrace.ContentionStop, Thread: 101, Duration: 700 * time.Millisecond},
		{Kind: nettrace.Adjustment, Thread: 5, Workers: 45, Reason: nettrace.CooperativeBlocking, Throughput: 12.5},
	}
	var stacks [][]string
	for i := range events {
		stacks = append(stacks, r.Frames(events[i].Stack))
		events[i].Stack = 0
	}
	if !slices.Equal(events, want) {
		t.Errorf("%s: events\n%+v\nwant\n%+v", name, events, want)
	}
	wantStacks := [][]string{{total, program}, {nettrace.Unresolved, total, program}, {program}, nil, {total, program},
		nil, nil}
	if !slices.EqualFunc(stacks, wantStacks, slices.Equal) {
		t.Errorf("%s: stacks %v", name, stacks)
	}
	const text = "Thread (0x64):\n  [Native Frames]\n  " + total + "\n  " + program + "\n\n" +
		"Thread (0x65):\n  CPU_TIME\n  ?!?\n  " + total + "\n  " + program + "\n\n"
	if got := report(t, r); got != text {
		t.Errorf("%s: report\n%s", name, got)
	}
	tr := r.Trace()
	if tr.PID != 42 || tr.Dropped != 0 || tr.Damaged != 0 || tr.Truncated || tr.LostStacks != 0 || tr.Unread != 1 ||
		tr.Rounds != 1 ||
		tr.Start.Format(time.RFC3339Nano) != "2026-11-30T01:02:03.004Z" {
		t.Errorf("%s: %+v", name, tr)
	}
	if missing, frames := r.Unresolved(); missing != 1 || frames != 5 {
		t.Errorf("%s: %d of %d frames unresolved", name, missing, frames)
	}
}

// A number of a stack means another stack behind a sequence point, and equal stacks are
// one wherever they stand.
func TestSequencePoint(t *testing.T) {
	b := stream(nt.Options{}, func(w *nt.Writer) {
		w.Stacks(1, []uint64{0x1010, 0x2020})
		w.Events(onStack(event(sample, 1, uint32(1)), 1))
		w.SequencePoint(map[uint64]uint32{1: 1})
		w.Stacks(1, []uint64{0x2020}, []uint64{0x1010, 0x2020})
		w.Events(onStack(event(sample, 1, uint32(1)), 1), onStack(event(sample, 1, uint32(1)), 2))
		w.SequencePoint(map[uint64]uint32{1: 3})
		w.Events(onStack(event(sample, 1, uint32(1)), 1))
		rundown(w)
	})
	r, events := readAll(t, b)
	if len(events) != 4 || events[0].Stack != events[2].Stack || events[0].Stack == events[1].Stack ||
		events[3].Stack != 0 {
		t.Errorf("stacks %+v", events)
	}
	if tr := r.Trace(); tr.LostStacks != 1 || tr.Dropped != 0 {
		t.Errorf("%+v", tr)
	}
}

func TestDropped(t *testing.T) {
	numbered := func(thread uint64, number uint32) nt.Event {
		e := event(sample, thread, uint32(1))
		e.Number = number
		return e
	}
	for _, test := range []struct {
		name    string
		numbers [][2]int // thread and number
		point   map[uint64]uint32
		want    uint64
	}{
		{"none", [][2]int{{1, 1}, {2, 1}, {1, 2}, {2, 2}}, map[uint64]uint32{1: 2, 2: 2}, 0},
		{"a gap", [][2]int{{1, 1}, {2, 1}, {1, 5}, {2, 2}}, nil, 3},
		{"the beginning", [][2]int{{1, 4}}, nil, 3},
		{"before a sequence point", [][2]int{{1, 1}}, map[uint64]uint32{1: 3}, 2},
		{"all of a thread", nil, map[uint64]uint32{3: 6}, 6},
		{"an id used again", [][2]int{{1, 1}, {1, 2}, {2, 1}, {1, 1}, {1, 2}}, map[uint64]uint32{1: 2, 2: 1}, 0},
	} {
		b := stream(nt.Options{Long: true}, func(w *nt.Writer) {
			for _, n := range test.numbers {
				w.Events(numbered(uint64(n[0]), uint32(n[1])))
			}
			w.SequencePoint(test.point)
		})
		r, _ := readAll(t, b)
		if got := r.Trace().Dropped; got != test.want {
			t.Errorf("%s: %d dropped, want %d", test.name, got, test.want)
		}
	}
}

// Events that share an id at different providers are different events.
func TestSharedIDs(t *testing.T) {
	var b bytes.Buffer
	w := nt.NewWriter(&b, nt.Options{})
	w.Define(1, nt.Rundown, 152, "") // DomainModuleDCEnd
	w.Define(2, nt.Runtime, 154, "") // AssemblyLoad
	w.Define(3, nt.Runtime, 144, "") // MethodUnloadVerbose
	w.Define(4, "Acme", 301, "")
	for id := uint32(1); id <= 4; id++ {
		w.Events(nt.Event{Definition: id, Thread: 1, Payload: nt.Module(7, "/app/Wrong.dll")})
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, events := readAll(t, b.Bytes())
	if tr := r.Trace(); len(events) != 0 || tr.Methods != 0 || tr.Modules != 0 || tr.Damaged != 0 || tr.Unread != 3 {
		t.Errorf("%v %+v", events, tr)
	}
}

func TestCounterForms(t *testing.T) {
	b := stream(nt.Options{}, func(w *nt.Writer) {
		w.Define(20, nt.SystemRuntime, 155, "EventCounters", nt.CounterFields(false)...)
		w.Define(21, nt.SystemRuntime, 4, "EventCounters", nt.CounterFields(true)...)
		w.Define(22, nt.SystemRuntime, 5, "EventCounters", 1, 0, 0, 0, 99, 0, 0, 0)
		w.Events(
			nt.Event{Definition: 20, Thread: 1, Payload: nt.Counter(false, "threadpool-queue-length", 491)},
			nt.Event{Definition: 21, Thread: 1, Payload: nt.Counter(true, "threadpool-completed-items-count", 4)},
			nt.Event{Definition: 22, Thread: 1, Payload: nt.Counter(true, "of fields that are not known", 4)},
		)
	})
	r, events := readAll(t, b)
	if len(events) != 2 || r.Trace().Damaged != 0 || r.Trace().Unread != 1 {
		t.Fatalf("%v %+v", events, r.Trace())
	}
	queue, completed := *events[0].Counter, *events[1].Counter
	if queue != (nettrace.Counter{Provider: "System.Runtime", Name: "threadpool-queue-length", Value: 491,
		Interval: time.Second}) {
		t.Errorf("%+v", queue)
	}
	if !completed.Incrementing || completed.Value != 4 {
		t.Errorf("%+v", completed)
	}
}

// Names are printed as lines: nothing in them may act on a terminal or begin a thread.
func TestHostileNames(t *testing.T) {
	b := stream(nt.Options{}, func(w *nt.Writer) {
		w.Stacks(1, []uint64{0x1010})
		w.Events(onStack(event(sample, 1, uint32(1)), 1))
		w.Events(nt.Event{Definition: methodEnd, Thread: 9, Payload: nt.Method(0x1000, 0x100, 7, "A\x1b[2J",
			"B\n\nThread (0x2):\n", "(Ж\u2028)")})
	})
	r, _ := readAll(t, b)
	text := report(t, r)
	if strings.Count(text, "\n") != 4 || strings.ContainsAny(text, "\x1b\u2028") || !strings.Contains(text, "Ж") {
		t.Errorf("%q", text)
	}
}

func TestRefused(t *testing.T) {
	for _, test := range []struct{ name, head, want string }{
		{"version 6", "Nettrace\x00\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00", "version 6"},
		{"NetPerf", "\x14\x00\x00\x00!FastSerialization.1\x05\x05\x01\x03\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00Trace\x06", "version 3"},
		{"text", "Thread (0x1):\n  [Native Frames]\n", "no .nettrace file"},
		{"nothing", "", "no .nettrace file"},
	} {
		_, err := nettrace.NewReader(strings.NewReader(test.head))
		var refusal *nettrace.UnsupportedError
		if !errors.As(err, &refusal) || !strings.Contains(refusal.What, test.want) || refusal.Cure == "" {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	whole := stream(nt.Options{}, func(*nt.Writer) {})
	for cut := len("Nettrace"); cut < 102; cut++ {
		_, err := nettrace.NewReader(bytes.NewReader(whole[:cut]))
		var corrupt *nettrace.CorruptError
		if !errors.As(err, &corrupt) {
			t.Fatalf("cut at %d: %v", cut, err)
		}
	}
	var b bytes.Buffer
	nt.NewWriter(&b, nt.Options{PointerSize: 3})
	if _, err := nettrace.NewReader(&b); err == nil || !strings.Contains(err.Error(), "pointers") {
		t.Errorf("pointers of 3 bytes: %v", err)
	}
}

// What is damaged within a block costs that block, not the stream.
func TestDamage(t *testing.T) {
	good := func(w *nt.Writer) {
		w.Stacks(1, []uint64{0x1010})
		w.Events(onStack(event(sample, 1, uint32(1)), 1))
		rundown(w)
	}
	for _, test := range []struct {
		name  string
		write func(w *nt.Writer)
	}{
		{"a header longer than its block", func(w *nt.Writer) { w.Object("EventBlock", []byte{255, 0, 1, 0}) }},
		{"a header shorter than itself", func(w *nt.Writer) { w.Object("EventBlock", []byte{2, 0, 1, 0}) }},
		{"an unknown kind of event", func(w *nt.Writer) { w.Events(event(77, 1, uint32(1))) }},
		{"a payload cut off", func(w *nt.Writer) { w.Events(event(waitStart, 1, uint8(1))) }},
		{"a number of eleven bytes", func(w *nt.Writer) {
			w.Object("EventBlock", append(append([]byte{20, 0, 1, 0}, make([]byte, 16)...),
				"\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"...))
		}},
		{"a stack longer than its block", func(w *nt.Writer) {
			w.Object("StackBlock", nt.Numbers(uint32(5), uint32(1),
				uint32(1<<31)))
		}},
		{"more threads than bytes", func(w *nt.Writer) {
			w.Object("SPBlock", nt.Numbers(uint64(0), uint32(1<<31),
				uint64(1)))
		}},
		{"a description cut off", func(w *nt.Writer) { w.Object("MetadataBlock", []byte{20, 0, 0, 0}) }},
	} {
		b := stream(nt.Options{}, func(w *nt.Writer) { test.write(w); good(w) })
		r, events := readAll(t, b)
		if len(events) != 1 || r.Trace().Damaged != 1 || r.Trace().Damage[0].Offset <= 0 {
			t.Errorf("%s: %d events, %+v", test.name, len(events), r.Trace())
		}
		if got := report(t, r); !strings.Contains(got, total) {
			t.Errorf("%s: %s", test.name, got)
		}
	}
}

// An error of what is read is not the end of the stream.
func TestReadError(t *testing.T) {
	whole := recording(t, "depot/result-stacks.nettrace.gz")
	failure := errors.New("no more disk")
	r, err := nettrace.NewReader(io.MultiReader(bytes.NewReader(whole[:20000]), failing{failure}))
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = r.Next()
	}
	if !errors.Is(err, failure) || !r.Trace().Truncated || r.Trace().Counts[nettrace.Sample] == 0 {
		t.Errorf("%v %+v", err, r.Trace())
	}
	if _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("after the error: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func TestModuleNames(t *testing.T) {
	for path, want := range map[string]string{
		"/usr/share/dotnet/shared/System.Private.CoreLib.dll": "System.Private.CoreLib",
		`C:\app\Shop.Api.EXE`:                        "Shop.Api",
		"Anonymously Hosted DynamicMethods Assembly": "Anonymously Hosted DynamicMethods Assembly",
		"Acme.Generated":                             "Acme.Generated",
		"":                                           "",
	} {
		b := stream(nt.Options{}, func(w *nt.Writer) {
			w.Events(
				nt.Event{Definition: moduleEnd, Thread: 9, Payload: nt.Module(7, path)},
				nt.Event{Definition: methodEnd, Thread: 9, Payload: nt.Method(0x1000, 1, 7, "N", "M", "")},
			)
		})
		r, _ := readAll(t, b)
		if got := r.Symbols().Name(0x1000); got != want+"!N.M" {
			t.Errorf("%q: %q", path, got)
		}
		if got := r.Symbols().Name(0x1001); got != nettrace.Unresolved {
			t.Errorf("behind the method: %q", got)
		}
	}
}
