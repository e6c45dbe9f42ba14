package nettrace

// Names of the providers whose events are decoded.
const (
	sampleProfiler = "Microsoft-DotNETCore-SampleProfiler"
	runtime        = "Microsoft-Windows-DotNETRuntime"
	rundown        = "Microsoft-Windows-DotNETRuntimeRundown"
	eventPipe      = "Microsoft-DotNETCore-EventPipe"
)

// maxDefinitions bounds the events that a stream may define.
const maxDefinitions = 1 << 16

// decoder reads the payload of an event; false if it is none to give, or cut off.
type decoder func(r *Reader, c *cursor, e *Event) bool

// definition is an event of a provider that a number stands for in this stream.
type definition struct {
	decode   decoder // nil if the event is not read
	rundown  bool
	provider string
	fields   []field // of event counters
}

// known are the events that are decoded, by provider and id. Ids mean other events at
// other providers.
var known = map[string]map[uint32]decoder{
	sampleProfiler: {0: decodeSample},
	runtime: {
		50: decodeWorkers, 51: decodeWorkers, 57: decodeWorkers,
		55:  decodeAdjustment,
		81:  decodeContentionStart,
		91:  decodeContentionStop,
		143: decodeMethod, // MethodLoadVerbose
		152: decodeModule, // ModuleLoad
		190: decodeILMap,  // MethodILToNativeMap
		301: decodeWaitStart,
		302: decodeWaitStop,
	},
	rundown: {
		143: decodeMethod, 144: decodeMethod, // MethodDCStartVerbose, MethodDCEndVerbose
		149: decodeILMap, 150: decodeILMap, // MethodDCStartILToNativeMap, MethodDCEndILToNativeMap
		153: decodeModule, 154: decodeModule, // ModuleDCStart, ModuleDCEnd
	},
	eventPipe: {1: decodeProcess},
}

// define reads a MetadataBlock: what the numbers of events stand for.
func (r *Reader) define(at int64) {
	b := openBlobs(r.buf, at)
	for b.next() {
		c := &cursor{data: b.at.payload}
		id, d := r.definition(c)
		switch {
		case c.bad:
			r.damage(b.offset(), "the description of an event is cut off")
		case len(r.defined) >= maxDefinitions:
			r.damage(b.offset(), "more than 65536 kinds of events")
			return
		default:
			r.defined[id] = d
			r.latest = nil
			r.provider(d.provider)
		}
	}
	if b.bad() {
		r.damage(b.offset(), "a block of descriptions is damaged, the rest of it is lost")
	}
}

// definition reads one description of an event.
func (r *Reader) definition(c *cursor) (uint32, *definition) {
	id := c.u32()
	d := &definition{provider: c.text()}
	event, name := c.u32(), c.text()
	c.skip(8 + 4 + 4) // keywords, version, level
	if c.bad {
		return id, d
	}
	d.rundown = d.provider == rundown
	d.decode = known[d.provider][event]
	if name == "EventCounters" {
		if d.fields = counterFields(c); d.fields != nil {
			d.decode = decodeCounter
		}
		c.bad = false // a description that breaks off is one that is not read
	}
	return id, d
}
