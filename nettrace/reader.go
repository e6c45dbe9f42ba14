package nettrace

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

const (
	magic     = "Nettrace"
	preamble  = "\x14\x00\x00\x00!FastSerialization.1"
	traceSize = 48
	// newestFormat is the newest version of the layout that is read here.
	newestFormat = 5
	// maxDamage is how many places of damage are told one by one.
	maxDamage = 20
)

// tags of the objects in the stream.
const (
	tagNull  = 1
	tagBegin = 5
	tagEnd   = 6
)

// Reader reads one stream.
type Reader struct {
	src     *source
	trace   Trace
	ticks   int64 // of the trace's clock at Start
	second  int64 // ticks per second
	stacks  *stackTable
	drops   sequences
	symbols *Symbols
	defined map[uint32]*definition
	first   firstSamples
	counts  [ProcessInfo + 1]int

	latest       *definition // of the event before
	latestNumber uint32

	buf     []byte // the block at hand
	events  blobs  // the events left in it
	at      Event  // the event at hand
	payload cursor // its payload
	stopped bool   // the rundown has begun
	ended   bool
}

// NewReader reads what stands before the first event. It refuses what is no .nettrace
// stream of version 4 or 5 with an UnsupportedError or a CorruptError.
func NewReader(r io.Reader) (*Reader, error) {
	rd := &Reader{
		src:     newSource(r),
		stacks:  newStackTable(),
		drops:   sequences{last: map[uint64]uint32{}},
		symbols: newSymbols(),
		defined: map[uint32]*definition{},
	}
	if err := rd.open(); err != nil {
		return nil, err
	}
	return rd, nil
}

// IsStream says whether an input that begins with head is for this package to read or
// to refuse.
func IsStream(head []byte) bool {
	return bytes.HasPrefix(head, []byte(magic)) || isNetPerf(head)
}

// isNetPerf says whether input is of the format before version 4: it has no magic, and
// its first object is the Trace as well. Others that are serialised alike are .etlx and .gcdump.
func isNetPerf(head []byte) bool {
	rest, ok := bytes.CutPrefix(head, []byte(preamble))
	return ok && bytes.HasPrefix(rest, []byte{tagBegin, tagBegin, tagNull}) &&
		len(rest) >= 20 && string(rest[15:20]) == "Trace"
}

// open reads the preamble and the Trace object.
func (r *Reader) open() error {
	head, _ := r.src.r.Peek(len(magic) + len(preamble) + 24)
	if isNetPerf(head) {
		return &UnsupportedError{
			"this is a .netperf file (version 3), as .NET Core 2.1 wrote it",
			"record with dotnet-trace on .NET Core 3.0 or later, which writes version 4",
		}
	}
	rest, ok := bytes.CutPrefix(head, []byte(magic))
	if !ok {
		return &UnsupportedError{"this is no .nettrace file", "record one with 'dotnet-trace collect -p PID'"}
	}
	if len(rest) >= 8 && binary.LittleEndian.Uint32(rest) == 0 {
		return &UnsupportedError{
			fmt.Sprintf("this is a .nettrace file of version %d, as 'dotnet-trace collect-linux' writes it",
				binary.LittleEndian.Uint32(rest[4:])),
			"record with 'dotnet-trace collect -p PID', which writes version 4",
		}
	}
	if !bytes.HasPrefix(rest, []byte(preamble)) {
		return r.corrupt("it ends or breaks within its first 32 bytes")
	}
	if _, err := r.src.read(nil, len(magic)+len(preamble)); err != nil {
		return fmt.Errorf("reading .nettrace: %w", err)
	}
	name, err := r.object()
	if err != nil || name != "Trace" {
		return r.corrupt("its first object is not the description of the trace")
	}
	return r.openTrace()
}

func (r *Reader) corrupt(what string) error {
	return &CorruptError{Damage{r.src.offset, what}}
}

// openTrace reads the Trace object, which describes the session.
func (r *Reader) openTrace() error {
	b, err := r.src.read(nil, traceSize+1)
	if err != nil || b[traceSize] != tagEnd {
		return r.corrupt("the description of the trace is cut off")
	}
	c := &cursor{data: b}
	var date [8]int
	for i := range date {
		date[i] = int(c.u16())
	}
	r.trace.Start = startOf(date)
	r.ticks, r.second = int64(c.u64()), int64(c.u64())
	r.trace.PointerSize = int(int32(c.u32()))
	r.trace.PID, r.trace.Processors = int(int32(c.u32())), int(int32(c.u32()))
	switch {
	case r.trace.PointerSize != 4 && r.trace.PointerSize != 8:
		return r.corrupt("its pointers are neither of 4 nor of 8 bytes")
	case r.second <= 0:
		return r.corrupt("its clock has no ticks")
	}
	return nil
}

// startOf makes a time of year, month, day of week, day, hour, minute, second and
// millisecond; the zero time if they are none.
func startOf(d [8]int) time.Time {
	t := time.Date(d[0], time.Month(d[1]), d[3], d[4], d[5], d[6], d[7]*int(time.Millisecond), time.UTC)
	if d[0] < 2000 || d[0] > 9999 || int(t.Month()) != d[1] || t.Day() != d[3] || t.Hour() != d[4] {
		return time.Time{}
	}
	return t
}

// object reads the beginning of an object up to its name; "" is the end of the stream.
func (r *Reader) object() (string, error) {
	tag, err := r.src.byte()
	if err != nil || tag == tagNull {
		return "", err
	}
	b, err := r.src.read(nil, 14)
	if err != nil {
		return "", err
	}
	c := &cursor{data: b}
	second, third := c.u8(), c.u8()
	version, oldest, length := int32(c.u32()), int32(c.u32()), int32(c.u32())
	const longest = 256
	if tag != tagBegin || second != tagBegin || third != tagNull || length < 1 || length > longest {
		return "", errFraming
	}
	name, err := r.src.read(nil, int(length)+1)
	if err != nil {
		return "", err
	}
	if name[length] != tagEnd {
		return "", errFraming
	}
	if string(name[:length]) == "Trace" {
		if oldest > newestFormat {
			return "", errFraming
		}
		r.trace.Version = int(version)
	}
	return string(name[:length]), nil
}

// errFraming says that no object begins or ends where one must.
var errFraming = errors.New("no object stands where one must")

// Next gives the next event that this package knows. It returns io.EOF at the end of the
// stream, also of one that broke off or is corrupt: Trace tells. Any other error is that
// of the underlying reader, and what was read until then stays at hand.
func (r *Reader) Next() (Event, error) {
	for !r.ended {
		for r.events.next() {
			if e, ok := r.event(); ok {
				return *e, nil
			}
		}
		if r.events.bad() {
			r.damage(r.events.offset(), "a block of events is damaged, the rest of it is lost")
		}
		r.events = blobs{}
		if err := r.block(); err != nil {
			return Event{}, r.end(err)
		}
	}
	return Event{}, io.EOF
}

// end notes why the stream ended.
func (r *Reader) end(err error) error {
	r.ended = true
	r.drops.keep()
	switch {
	case errors.Is(err, io.EOF):
	case errors.Is(err, io.ErrUnexpectedEOF):
		r.trace.Truncated = true
	case errors.Is(err, errFraming):
		r.trace.Truncated = true
		r.damage(r.src.offset, "no block stands where one must, the rest of the stream is lost")
	default:
		r.trace.Truncated = true
		return fmt.Errorf("reading .nettrace: %w", err)
	}
	return io.EOF
}

func (r *Reader) damage(offset int64, what string) {
	r.trace.Damaged++
	if len(r.trace.Damage) < maxDamage {
		r.trace.Damage = append(r.trace.Damage, Damage{offset, what})
	}
}

// block reads the next object of the stream; io.EOF at its end.
func (r *Reader) block() error {
	name, err := r.object()
	if err != nil {
		return err
	}
	if name == "" {
		return io.EOF
	}
	at, err := r.body()
	if err != nil {
		return err
	}
	c := &cursor{data: r.buf}
	switch name {
	case "EventBlock":
		r.events = openBlobs(r.buf, at)
		return nil
	case "MetadataBlock":
		r.define(at)
	case "StackBlock":
		r.stacks.block(c)
	case "SPBlock":
		r.sequencePoint(c)
	}
	if c.bad {
		r.damage(at, "a block is damaged, a part of it is lost")
	}
	return nil
}

// body reads the body of a block into r.buf and gives its offset.
func (r *Reader) body() (at int64, err error) {
	b, err := r.src.read(r.buf, 4)
	if err != nil {
		return 0, err
	}
	size := int32(binary.LittleEndian.Uint32(b))
	if size < 0 || size > maxBlock {
		return 0, errFraming
	}
	if err := r.src.pad(); err != nil {
		return 0, err
	}
	at = r.src.offset
	if r.buf, err = r.src.read(b, int(size)); err != nil {
		return at, err
	}
	tag, err := r.src.byte()
	if err == nil && tag != tagEnd {
		err = errFraming
	}
	return at, err
}

// sequencePoint ends the validity of stacks and names the last event of each thread.
func (r *Reader) sequencePoint(c *cursor) {
	c.skip(8)
	for n := c.u32(); n > 0 && c.left() > 0; n-- {
		thread, number := c.u64(), c.u32()
		if !c.bad {
			r.drops.point(thread, number)
		}
	}
	r.stacks.forget()
}

// Trace gives what is known of the stream so far.
func (r *Reader) Trace() Trace {
	t := r.trace
	t.Counts = map[Kind]int{}
	for kind, n := range r.counts {
		if n > 0 {
			t.Counts[Kind(kind)] = n
		}
	}
	t.Dropped = r.drops.dropped
	t.Methods, t.Modules = len(r.symbols.methods), len(r.symbols.modules)
	t.Rounds, t.Threads = r.first.rounds, len(r.first.samples)
	return t
}

// Symbols gives the names of methods; they are complete at the end of the stream.
func (r *Reader) Symbols() *Symbols { return r.symbols }

// Frames gives the frames of a stack, innermost first, as dotnet-stack prints them;
// Unresolved stands for those without a name. It is to be asked at the end of the stream.
func (r *Reader) Frames(id StackID) []string {
	addresses := r.stacks.addresses(id)
	frames := make([]string, len(addresses))
	for i, a := range addresses {
		frames[i] = r.symbols.Name(a)
	}
	return frames
}

// provider notes the name of a provider whose events the stream defines.
func (r *Reader) provider(name string) {
	const most, longest = 64, 256
	for _, known := range r.trace.Providers {
		if known == name {
			return
		}
	}
	if len(r.trace.Providers) < most && len(name) <= longest {
		r.trace.Providers = append(r.trace.Providers, strings.Clone(name))
	}
}
