// Package nettracetest writes .nettrace streams of version 4 for tests and benchmarks:
// both forms of event headers, both pointer sizes, and as much that is wrong as a test
// asks for. It knows the layout of the stream, not what a runtime would put into it.
package nettracetest

import (
	"encoding/binary"
	"io"
	"time"
)

// Options describe a stream.
type Options struct {
	PointerSize int  // 8 if 0
	Long        bool // event headers of 80 bytes instead of compressed ones
	PID         int
	Start       time.Time
}

// second is the number of ticks per second of the streams' clock: they are nanoseconds.
const second = uint64(time.Second)

// FirstTick is the clock's time at the start of the session.
const FirstTick = 1_000_000_000_000

// Event is one event of a block.
type Event struct {
	Definition uint32 // as given to Define
	Number     uint32 // of its writer; 0 is one more than the last one
	Thread     uint64
	Writer     uint64 // Thread if 0
	Stack      uint32
	At         time.Duration
	Payload    []byte
}

// Writer writes one stream. The first error that the underlying writer returns is kept;
// Close returns it.
type Writer struct {
	w       io.Writer
	o       Options
	offset  int64
	err     error
	numbers map[uint64]uint32
	block   []byte
}

// NewWriter begins a stream with the preamble and the Trace object.
func NewWriter(to io.Writer, o Options) *Writer {
	if o.PointerSize == 0 {
		o.PointerSize = 8
	}
	w := &Writer{w: to, o: o, numbers: map[uint64]uint32{}}
	w.write([]byte("Nettrace\x14\x00\x00\x00!FastSerialization.1"))
	w.begin("Trace", 4, 4)
	t := o.Start.UTC()
	var b []byte
	for _, n := range [...]int{
		t.Year(), int(t.Month()), int(t.Weekday()), t.Day(),
		t.Hour(), t.Minute(), t.Second(), t.Nanosecond() / int(time.Millisecond),
	} {
		b = binary.LittleEndian.AppendUint16(b, uint16(n))
	}
	b = binary.LittleEndian.AppendUint64(b, FirstTick)
	b = binary.LittleEndian.AppendUint64(b, second)
	for _, n := range [...]int{o.PointerSize, o.PID, 2, 1_000_000} {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	w.write(append(b, endTag))
	return w
}

const endTag = 6

func (w *Writer) write(b []byte) {
	if w.err != nil {
		return
	}
	n, err := w.w.Write(b)
	w.offset += int64(n)
	w.err = err
}

func (w *Writer) begin(name string, version, oldest uint32) {
	b := []byte{5, 5, 1}
	b = binary.LittleEndian.AppendUint32(b, version)
	b = binary.LittleEndian.AppendUint32(b, oldest)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(name)))
	w.write(append(append(b, name...), endTag))
}

// Object writes a block of any name.
func (w *Writer) Object(name string, body []byte) {
	w.begin(name, 2, 2)
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(body)))
	for (w.offset+int64(len(b)))%4 != 0 {
		b = append(b, 0)
	}
	w.write(b)
	w.write(body)
	w.write([]byte{endTag})
}

// Define says which event of which provider a number stands for. The bytes of more
// follow the name of the event, keywords, version and level: fields and tags.
func (w *Writer) Define(number uint32, provider string, id uint32, name string, more ...byte) {
	b := binary.LittleEndian.AppendUint32(nil, number)
	b = append(b, Text(provider)...)
	b = binary.LittleEndian.AppendUint32(b, id)
	b = append(b, Text(name)...)
	b = append(b, make([]byte, 8+4+4)...)
	if more == nil {
		more = make([]byte, 4)
	}
	w.Object("MetadataBlock", w.events([]Event{{Thread: 1, Payload: append(b, more...)}}))
}

// Stacks writes a block of stacks, innermost frame first, with numbers from first on.
func (w *Writer) Stacks(first uint32, stacks ...[]uint64) {
	b := binary.LittleEndian.AppendUint32(nil, first)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(stacks)))
	for _, stack := range stacks {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(stack)*w.o.PointerSize))
		for _, address := range stack {
			if w.o.PointerSize == 4 {
				b = binary.LittleEndian.AppendUint32(b, uint32(address))
			} else {
				b = binary.LittleEndian.AppendUint64(b, address)
			}
		}
	}
	w.Object("StackBlock", b)
}

// SequencePoint ends the validity of the stacks and names the last number of each
// thread that wrote events.
func (w *Writer) SequencePoint(last map[uint64]uint32) {
	b := binary.LittleEndian.AppendUint64(nil, FirstTick)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(last)))
	for thread, number := range last {
		b = binary.LittleEndian.AppendUint64(b, thread)
		b = binary.LittleEndian.AppendUint32(b, number)
	}
	w.Object("SPBlock", b)
}

// Events writes a block of events.
func (w *Writer) Events(events ...Event) { w.Object("EventBlock", w.events(events)) }

// Close writes the end of the stream.
func (w *Writer) Close() error {
	w.write([]byte{1})
	return w.err
}

// events gives the body of a block of events.
func (w *Writer) events(events []Event) []byte {
	const header = 20
	b := binary.LittleEndian.AppendUint16(w.block[:0], header)
	flags := uint16(1)
	if w.o.Long {
		flags = 0
	}
	b = binary.LittleEndian.AppendUint16(b, flags)
	b = append(b, make([]byte, header-4)...)
	var last Event
	var lastTick uint64
	for _, e := range events {
		if e.Writer == 0 {
			e.Writer = e.Thread
		}
		if e.Definition != 0 {
			if e.Number == 0 {
				e.Number = w.numbers[e.Writer] + 1
			}
			w.numbers[e.Writer] = e.Number
		}
		tick := uint64(FirstTick + e.At.Nanoseconds())
		if w.o.Long {
			b = appendLong(b, e, tick)
		} else {
			b = appendShort(b, e, last, tick-lastTick)
		}
		last, lastTick = e, tick
	}
	w.block = b
	return b
}

// appendLong appends an event with a header that has everything.
func appendLong(b []byte, e Event, tick uint64) []byte {
	padding := (4 - len(e.Payload)%4) % 4
	b = binary.LittleEndian.AppendUint32(b, uint32(76+len(e.Payload)+padding))
	b = binary.LittleEndian.AppendUint32(b, e.Definition)
	b = binary.LittleEndian.AppendUint32(b, e.Number)
	b = binary.LittleEndian.AppendUint64(b, e.Thread)
	b = binary.LittleEndian.AppendUint64(b, e.Writer)
	b = binary.LittleEndian.AppendUint32(b, 0)
	b = binary.LittleEndian.AppendUint32(b, e.Stack)
	b = binary.LittleEndian.AppendUint64(b, tick)
	b = append(b, make([]byte, 32)...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(e.Payload)))
	b = append(b, e.Payload...)
	return append(b, make([]byte, padding)...)
}

// appendShort appends an event with a header of what differs from the last event.
func appendShort(b []byte, e, last Event, ticks uint64) []byte {
	at := len(b)
	b = append(b, 0)
	if e.Definition != last.Definition {
		b[at] |= 1
		b = binary.AppendUvarint(b, uint64(e.Definition))
	}
	expected := last.Number
	if e.Definition != 0 {
		expected++
	}
	if e.Writer != last.Writer || e.Number != expected {
		b[at] |= 2
		b = binary.AppendUvarint(b, uint64(e.Number-expected))
		b = binary.AppendUvarint(b, e.Writer)
		b = binary.AppendUvarint(b, 0)
	}
	if e.Thread != last.Thread {
		b[at] |= 4
		b = binary.AppendUvarint(b, e.Thread)
	}
	if e.Stack != last.Stack {
		b[at] |= 8
		b = binary.AppendUvarint(b, uint64(e.Stack))
	}
	b = binary.AppendUvarint(b, ticks)
	if len(e.Payload) != len(last.Payload) {
		b[at] |= 128
		b = binary.AppendUvarint(b, uint64(len(e.Payload)))
	}
	return append(b, e.Payload...)
}
