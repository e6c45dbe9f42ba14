package capture

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"

	"stacktriage/nettrace"
)

const (
	// bufferMB is the circular buffer of a session in the process, at most.
	bufferMB = 64
	// maxStream bounds the stream that is kept: a rundown of the largest process takes
	// some 30 MB.
	maxStream = 256 << 20
	// stalled is how long the stream may stand still after the session was stopped.
	stalled = 5 * time.Second
	// hurried is how long the end of the stream is waited for when the context has ended.
	hurried = 3 * time.Second
)

// Rundown says which names the runtime lists at the end of a session.
type Rundown uint64

// The rundowns: none; methods and modules; and with them the maps from IL to native code,
// by which source lines are found. The maps made a stream of 2.4 MB one of 2.8 MB, and
// its 0.16 s 0.21 s, on .NET 9 with 8,400 methods.
const (
	NoRundown Rundown = 0
	Names     Rundown = 0x38    // Loader, Jit, NGen
	Lines     Rundown = 0x20038 // and JittedMethodILToNativeMap
)

// Request says what a session records.
type Request struct {
	Providers []Provider
	Rundown   Rundown
	Length    time.Duration
}

// Recording is the stream of a session.
type Recording struct {
	Stream []byte // .nettrace, complete or not
	// Ended says that the process closed the stream before the session was stopped: it
	// ended, or stopped answering.
	Ended bool
}

// Record runs one session and returns its stream. The session is stopped in the process
// on every path: when its time is over, when the context ends, on an error and on a
// panic. A context that ends is no error: what came until then is returned.
func (t Target) Record(ctx context.Context, r Request) (*Recording, error) {
	stream, id, err := t.startSession(ctx, r)
	if err != nil {
		return nil, err
	}
	defer stream.Close()
	running := true
	defer func() {
		if running {
			_ = t.stopSession(ctx, id) // on a panic there is nobody to tell
		}
	}()
	in := receive(stream)
	timer := time.NewTimer(r.Length)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	case <-in.done:
		running = false
		return in.recording(true), nil
	}
	running = false
	if err := t.stopSession(ctx, id); err != nil && !in.finished() {
		stream.Close() // the runtime ends a session whose stream is closed
		<-in.done
		return in.recording(true), t.stopFailed(err, in)
	}
	in.drain(ctx, stream)
	return in.recording(false), nil
}

// stopFailed explains why a session could not be stopped; nil if the process is gone,
// which the recording tells.
func (t Target) stopFailed(err error, in *receiver) error {
	explained := t.explain(err)
	var known *Error
	if errors.As(explained, &known) && (known.Reason == Silent || known.Reason == Stopped) && !in.hasEvents() {
		return explained
	}
	return nil
}

// receiver reads a stream as it comes: the runtime must never wait for its reader.
type receiver struct {
	data []byte
	done chan struct{}
	size atomic.Int64
}

func receive(from io.Reader) *receiver {
	in := &receiver{done: make(chan struct{})}
	go func() {
		defer close(in.done)
		buf := make([]byte, 64<<10)
		for {
			n, err := from.Read(buf)
			if keep := min(n, maxStream-len(in.data)); keep > 0 {
				in.data = append(in.data, buf[:keep]...)
			}
			in.size.Add(int64(n))
			if err != nil {
				return
			}
		}
	}()
	return in
}

// finished says whether the stream has ended.
func (in *receiver) finished() bool {
	select {
	case <-in.done:
		return true
	default:
		return false
	}
}

// hasEvents says whether more came than the head of a stream.
func (in *receiver) hasEvents() bool { return in.size.Load() > 1<<10 }

// drain waits for the end of the stream for as long as something comes.
func (in *receiver) drain(ctx context.Context, stream conn) {
	const look = 50 * time.Millisecond
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	size, since := in.size.Load(), time.Now()
	var ended time.Time
	for {
		select {
		case <-in.done:
			return
		case now := <-ticker.C:
			if ctx.Err() != nil && ended.IsZero() {
				ended = now
			}
			if got := in.size.Load(); got != size {
				size, since = got, now
			}
			if now.Sub(since) > stalled || !ended.IsZero() && now.Sub(ended) > hurried {
				_ = stream.SetReadDeadline(now) // wakes the reader
				<-in.done
				return
			}
		}
	}
}

// recording is what came. It is asked when the stream has ended.
func (in *receiver) recording(ended bool) *Recording {
	return &Recording{Stream: in.data, Ended: ended}
}

// sampleProvider asks for the stack of each thread once a millisecond.
var sampleProvider = Provider{Name: "Microsoft-DotNETCore-SampleProfiler", Keywords: 0xF00000000000, Level: 4}

// eventProviders ask for waits, the pool, contended locks and counters. Wait events need
// level 5. The interval is one that every runtime takes, and at which a second has
// several values.
var eventProviders = []Provider{
	{Name: "Microsoft-Windows-DotNETRuntime", Keywords: 0x40000000000 | 0x10000 | 0x4000, Level: 5},
	counterProvider,
}

var counterProvider = Provider{Name: "System.Runtime", Level: 4, Arguments: "EventCounterIntervalSec=0.125"}

// secondly asks for counters alone, once a second.
var secondly = Provider{Name: "System.Runtime", Level: 4, Arguments: "EventCounterIntervalSec=1"}

// past is a deadline that wakes a reader.
var past = time.Unix(1, 0)

// samplesIn counts the sampled threads of a stream; 0 where it cannot be read.
func samplesIn(stream []byte) int {
	r, err := nettrace.NewReader(bytes.NewReader(stream))
	if err != nil {
		return 0
	}
	for {
		if _, err := r.Next(); err != nil {
			return r.Trace().Threads
		}
	}
}
