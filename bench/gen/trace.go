package gen

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	nt "stacktriage/nettrace/nettracetest"
)

// Numbers of the definitions in a trace.
const (
	sample = iota + 1
	methodEnd
	moduleEnd
)

const (
	codeStart  = 0x7f00_0000_0000
	codeSize   = 0x200
	sampler    = 1
	roundsEach = 8          // in one block of events, about 100 KB
	pointEvery = 10_000_000 // bytes between sequence points, as runtimes set them
	interval   = time.Millisecond
)

// Trace says what a recording is made of.
type Trace struct {
	Threads int // at most as many as the report has
	Bytes   int64
	// Moves is the share of samples in which a thread is in another stack than before.
	Moves float64
	Seed  uint64
}

// tracer writes the samples of a report's threads.
type tracer struct {
	w       *nt.Writer
	out     *counted
	report  *Report
	code    map[string]uint64 // address by frame
	frames  []string          // in the order of their addresses
	at      []int             // the stack of each thread
	numbers map[int]uint32    // of the stacks since the last sequence point
	round   int
	event   uint32 // last number of the sampler's events
	random  *rand.Rand
}

// WriteTrace writes a recording of the sample profiler, one round a millisecond, with
// the rundown at its end: the same stacks as the report, in which threads move about.
func (r *Report) WriteTrace(to io.Writer, c Trace) error {
	t := &tracer{
		out: &counted{w: to}, report: r, code: map[string]uint64{}, numbers: map[int]uint32{},
		random: rand.New(rand.NewPCG(c.Seed, 7)),
	}
	t.w = nt.NewWriter(t.out, nt.Options{PID: 4711, Start: time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)})
	t.w.Define(sample, nt.SampleProfiler, 0, "")
	t.w.Define(methodEnd, nt.Rundown, 144, "")
	t.w.Define(moduleEnd, nt.Rundown, 154, "")
	t.at = make([]int, min(c.Threads, len(r.Threads)))
	for i := range t.at {
		t.at[i] = r.Threads[i].Stack
	}
	for point := int64(pointEvery); t.out.n < c.Bytes; {
		t.rounds(c.Moves)
		if t.out.n >= point {
			t.w.SequencePoint(map[uint64]uint32{sampler: t.event})
			clear(t.numbers)
			point = t.out.n + pointEvery
		}
	}
	t.rundown()
	if err := t.w.Close(); err != nil {
		return fmt.Errorf("write the trace: %w", err)
	}
	return nil
}

// rounds writes a block of samples and before it the stacks that are new in it.
func (t *tracer) rounds(moves float64) {
	var events []nt.Event
	var fresh [][]uint64
	first := uint32(len(t.numbers) + 1)
	for range roundsEach {
		for i := range t.at {
			if t.random.Float64() < moves {
				t.at[i] = t.report.Threads[t.random.IntN(len(t.report.Threads))].Stack
			}
			number, known := t.numbers[t.at[i]]
			if !known {
				number = uint32(len(t.numbers) + 1)
				t.numbers[t.at[i]] = number
				fresh = append(fresh, t.addresses(t.at[i]))
			}
			events = append(events, nt.Event{
				Definition: sample, Thread: uint64(0x1000 + i), Writer: sampler, Stack: number,
				At: time.Duration(t.round)*interval + time.Duration(i)*time.Microsecond, Payload: nt.Numbers(uint32(1)),
			})
		}
		t.round++
	}
	if fresh != nil {
		t.w.Stacks(first, fresh...)
	}
	t.w.Events(events...)
	t.event += uint32(len(events))
}

// addresses gives a stack's frames an address each.
func (t *tracer) addresses(stack int) []uint64 {
	list := make([]uint64, len(t.report.Stacks[stack]))
	for i, frame := range t.report.Stacks[stack] {
		at, known := t.code[frame]
		if !known {
			at = codeStart + uint64(len(t.frames))*codeSize
			t.code[frame] = at
			t.frames = append(t.frames, frame)
		}
		list[i] = at + 0x10
	}
	return list
}

// rundown names the methods of all frames.
func (t *tracer) rundown() {
	at := time.Duration(t.round) * interval
	modules := map[string]uint64{}
	for i, frame := range t.frames {
		module, rest, _ := strings.Cut(frame, "!")
		name, signature := rest, ""
		if cut := strings.IndexByte(rest, '('); cut >= 0 {
			name, signature = rest[:cut], "void  "+rest[cut:]
		}
		namespace := ""
		if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
			namespace, name = name[:dot], name[dot+1:]
		}
		var events []nt.Event
		id, known := modules[module]
		if !known {
			id = uint64(len(modules) + 1)
			modules[module] = id
			events = append(events, nt.Event{
				Definition: moduleEnd, Thread: sampler + 1, At: at, Payload: nt.Module(id, "/app/"+module+".dll"),
			})
		}
		start := codeStart + uint64(i)*codeSize
		events = append(events, nt.Event{
			Definition: methodEnd, Thread: sampler + 1, At: at,
			Payload: nt.Method(start, codeSize, id, namespace, name, signature),
		})
		t.w.Events(events...)
	}
}

// counted counts what is written.
type counted struct {
	w io.Writer
	n int64
}

func (c *counted) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}
