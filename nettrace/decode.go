package nettrace

import (
	"math/bits"
	"time"
)

// event decodes the event at hand; false if it is none to give. Event and cursor are
// kept in the reader: on the stack they would escape to the decoders.
func (r *Reader) event() (*Event, bool) {
	b := &r.events.at
	if b.metadata != 0 {
		r.drops.event(b.writer, b.number)
	}
	d := r.lookUp(b.metadata)
	if d == nil {
		r.damage(r.events.offset(), "an event of an unknown kind, the rest of its block is lost")
		r.events = blobs{}
		return nil, false
	}
	e, c := &r.at, &r.payload
	*e = Event{At: r.since(b.time), Thread: b.thread}
	r.clock(d, e.At)
	if d.decode == nil {
		if !d.rundown {
			r.trace.Unread++
		}
		return nil, false
	}
	*c = cursor{data: b.payload}
	given := r.decode(d, c, e)
	if c.bad {
		r.damage(r.events.offset(), "the payload of an event is cut off")
		return nil, false
	}
	if !given {
		return nil, false
	}
	r.counts[e.Kind]++
	r.addStack(e, b.stack)
	return e, true
}

// lookUp gives the definition of a number; most events are of the kind of the one before.
func (r *Reader) lookUp(number uint32) *definition {
	if r.latest == nil || number != r.latestNumber {
		r.latest, r.latestNumber = r.defined[number], number
	}
	return r.latest
}

// decode reads the payload of the event at hand.
func (r *Reader) decode(d *definition, c *cursor, e *Event) bool {
	if d.fields != nil {
		e.Kind, e.Counter = CounterValue, &Counter{Provider: d.provider}
		return readCounter(c, d.fields, e.Counter)
	}
	return d.decode(r, c, e)
}

// clock notes the end of the session: the first event of the rundown, else the last event.
func (r *Reader) clock(d *definition, at time.Duration) {
	switch {
	case r.stopped:
	case d.rundown:
		r.stopped = true
		r.trace.End = max(r.trace.End, at)
	default:
		r.trace.End = max(r.trace.End, at)
	}
}

// addStack gives the event its stack and remembers the first sample of each thread.
func (r *Reader) addStack(e *Event, number uint32) {
	if number != 0 {
		id, ok := r.stacks.intern(number, r.trace.PointerSize)
		if !ok {
			r.trace.LostStacks++
		}
		e.Stack = id
	}
	if e.Kind == Sample {
		r.first.add(e)
	}
}

// since gives the time between the beginning of the session and a time of its clock.
func (r *Reader) since(ticks uint64) time.Duration {
	t := int64(ticks) - r.ticks
	if t <= 0 {
		return 0
	}
	if r.second == int64(time.Second) {
		return time.Duration(t)
	}
	high, low := bits.Mul64(uint64(t), uint64(time.Second))
	if high >= uint64(r.second) {
		return 0 // no time of a session
	}
	d, _ := bits.Div64(high, low, uint64(r.second))
	return time.Duration(d & (1<<63 - 1))
}

func decodeSample(_ *Reader, c *cursor, e *Event) bool {
	e.Kind, e.Sample = Sample, SampleType(c.u32())
	return true
}

func decodeWaitStart(r *Reader, c *cursor, e *Event) bool {
	e.Kind = WaitStart
	e.Source, e.Object = WaitSource(c.u8()), c.pointer(r.trace.PointerSize)
	return true
}

func decodeWaitStop(_ *Reader, _ *cursor, e *Event) bool {
	e.Kind = WaitStop
	return true
}

// decodeContentionStart reads version 2, which names lock and owner, and version 1.
func decodeContentionStart(r *Reader, c *cursor, e *Event) bool {
	e.Kind = ContentionStart
	c.skip(3) // flags, number of the runtime
	if size := r.trace.PointerSize; c.left() >= 2*size+8 {
		e.Lock, e.Object = c.pointer(size), c.pointer(size)
		e.Owner = c.u64()
	}
	return true
}

// decodeContentionStop reads version 1, which tells the duration, and version 0.
func decodeContentionStop(_ *Reader, c *cursor, e *Event) bool {
	e.Kind = ContentionStop
	c.skip(3)
	if c.left() >= 8 {
		if ns := c.f64(); ns > 0 && ns < float64(1<<62) {
			e.Duration = time.Duration(ns)
		}
	}
	return true
}

func decodeAdjustment(_ *Reader, c *cursor, e *Event) bool {
	e.Kind, e.Throughput = Adjustment, c.f64()
	e.Workers, e.Reason = int(c.u32()), AdjustmentReason(c.u32())
	return true
}

func decodeWorkers(_ *Reader, c *cursor, e *Event) bool {
	e.Kind, e.Workers = WorkerCount, int(c.u32())
	return true
}

func decodeProcess(r *Reader, c *cursor, e *Event) bool {
	e.Kind = ProcessInfo
	command, os, architecture := c.text(), c.text(), c.text()
	if c.bad {
		return false
	}
	r.trace.CommandLine, r.trace.OS, r.trace.Architecture = command, os, architecture
	return true
}

// decodeMethod reads MethodLoadVerbose and its likes. Addresses have 8 bytes also in
// 32-bit processes; what later versions append is not needed.
func decodeMethod(r *Reader, c *cursor, _ *Event) bool {
	m := method{id: c.u64(), module: c.u64(), start: c.u64(), size: c.u32(), token: c.u32()}
	c.skip(4) // flags
	name := r.symbols.readName(c)
	if !c.bad {
		r.symbols.addMethod(m, name)
	}
	return false
}

// decodeILMap reads MethodILToNativeMap and its like of the rundown: the method's id, the
// id of a rewritten version, an extent, and the offsets into IL, then those into code.
func decodeILMap(r *Reader, c *cursor, _ *Event) bool {
	id := c.u64()
	c.skip(8 + 1)
	n := int(c.u16())
	offsets := c.take(8 * n)
	if !c.bad {
		r.symbols.maps.add(id, n, offsets)
	}
	return false
}

// decodeModule reads ModuleLoad and its likes.
func decodeModule(r *Reader, c *cursor, _ *Event) bool {
	id := c.u64()
	c.skip(8 + 4 + 4) // assembly id, flags, reserved
	in := module{path: c.text()}
	if c.bad {
		return false
	}
	c.text() // path of the native image
	c.skip(2)
	guid := c.take(len(in.pdb.GUID))
	c.skip(4) // age
	if built := c.text(); !c.bad {
		in.pdb.Path = built
		copy(in.pdb.GUID[:], guid)
	}
	c.bad = false // the first version of the event says nothing of the PDB
	r.symbols.addModule(id, in)
	return false
}

// decodeCounter marks event counters in a definition, see Reader.decode.
func decodeCounter(*Reader, *cursor, *Event) bool { return false }
