package evidence

import (
	"bytes"
	"strings"
	"testing"
	"time"

	nt "stacktriage/nettrace/nettracetest"
)

// Numbers of the definitions of a recorder's stream.
const (
	sampleEvent = iota + 1
	waitStart
	waitStop
	contentionStart
	contentionStop
	adjustmentEvent
	methodEnd
	moduleEnd
	gauge
	rate
)

// recorder writes a recording as a runtime would: its stacks are frames as dotnet-stack
// prints them, innermost first, separated by " < ".
type recorder struct {
	out     bytes.Buffer
	w       *nt.Writer
	methods map[string]uint64 // frame → address
	stacks  map[string]uint32
	modules map[string]uint64
	end     time.Duration
}

func newRecorder(pid int) *recorder {
	return newRecorderAt(pid, time.Date(2026, 11, 30, 8, 43, 9, 0, time.UTC))
}

func newRecorderAt(pid int, start time.Time) *recorder {
	r := &recorder{methods: map[string]uint64{}, stacks: map[string]uint32{}, modules: map[string]uint64{}}
	r.w = nt.NewWriter(&r.out, nt.Options{PID: pid, Start: start})
	r.w.Define(sampleEvent, nt.SampleProfiler, 0, "")
	r.w.Define(waitStart, nt.Runtime, 301, "")
	r.w.Define(waitStop, nt.Runtime, 302, "")
	r.w.Define(contentionStart, nt.Runtime, 81, "")
	r.w.Define(contentionStop, nt.Runtime, 91, "")
	r.w.Define(adjustmentEvent, nt.Runtime, 55, "")
	r.w.Define(methodEnd, nt.Rundown, 144, "")
	r.w.Define(moduleEnd, nt.Rundown, 154, "")
	r.w.Define(gauge, nt.SystemRuntime, 1, "EventCounters", nt.CounterFields(false)...)
	r.w.Define(rate, nt.SystemRuntime, 2, "EventCounters", nt.CounterFields(true)...)
	return r
}

// shorthand are frames that most stacks have.
var shorthand = strings.NewReplacer(
	"@pool", "System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch() < "+
		"System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()",
	"@task", "System.Private.CoreLib!System.Threading.ManualResetEventSlim.Wait(int32,value class System.Threading.CancellationToken) < "+
		"System.Private.CoreLib!System.Threading.Tasks.Task.SpinThenBlockingWait(int32,value class System.Threading.CancellationToken) < "+
		"System.Private.CoreLib!System.Threading.Tasks.Task.InternalWaitCore(int32,value class System.Threading.CancellationToken) < "+
		"System.Private.CoreLib!System.Threading.Tasks.Task`1[System.__Canon].GetResultCore(bool)",
	"@sleep", "System.Private.CoreLib!System.Threading.Thread.Sleep(int32)",
	"@lock", "System.Private.CoreLib!System.Threading.Monitor.Enter_Slowpath(class System.Object)",
	"@idle", "System.Private.CoreLib!System.Threading.LowLevelLifoSemaphore.WaitForSignal(int32) < "+
		"System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()",
	"@main", "System.Private.CoreLib!System.Threading.Thread.Sleep(int32) < Acme!Acme.Program.Main(class System.String[])",
)

func (r *recorder) stack(text string) uint32 {
	if id, known := r.stacks[text]; known {
		return id
	}
	var addresses []uint64
	for _, frame := range strings.Split(shorthand.Replace(text), " < ") {
		if r.methods[frame] == 0 {
			r.methods[frame] = 0x1000 * uint64(len(r.methods)+1)
		}
		addresses = append(addresses, r.methods[frame]+1)
	}
	id := uint32(len(r.stacks) + 1)
	r.w.Stacks(id, addresses)
	r.stacks[text] = id
	return id
}

func (r *recorder) event(definition uint32, at time.Duration, thread uint64, stack string, payload ...any) {
	e := nt.Event{Definition: definition, At: at, Thread: thread, Payload: nt.Numbers(payload...)}
	if stack != "" {
		e.Stack = r.stack(stack)
	}
	r.end = max(r.end, at)
	r.w.Events(e)
}

func (r *recorder) sample(at time.Duration, thread uint64, stack string) {
	r.event(sampleEvent, at, thread, stack, uint32(1))
}

func (r *recorder) wait(at time.Duration, thread uint64, stack string) {
	r.event(waitStart, at, thread, stack, uint8(1), uint64(0), uint16(0))
}

func (r *recorder) goOn(at time.Duration, thread uint64) {
	r.event(waitStop, at, thread, "", uint16(0))
}

func (r *recorder) contend(at time.Duration, thread uint64, stack string, owner uint64) {
	r.event(contentionStart, at, thread, stack, uint8(0), uint16(0), uint64(1), uint64(2), owner)
}

func (r *recorder) acquire(at time.Duration, thread uint64, took time.Duration) {
	r.event(contentionStop, at, thread, "", uint8(0), uint16(0), float64(took))
}

func (r *recorder) adjust(at time.Duration, workers, reason uint32) {
	r.event(adjustmentEvent, at, 1, "", float64(1), workers, reason, uint16(0))
}

func (r *recorder) counter(at time.Duration, name string, value float64) {
	definition := uint32(gauge)
	if name == "threadpool-completed-items-count" {
		definition = rate
	}
	e := nt.Event{Definition: definition, At: at, Thread: 1, Payload: nt.Counter(definition == rate, name, value)}
	r.end = max(r.end, at)
	r.w.Events(e)
}

// queue writes the values of the queue, one a second.
func (r *recorder) queue(values ...float64) {
	for i, v := range values {
		r.counter(time.Duration(i+1)*time.Second, "threadpool-queue-length", v)
	}
}

// bytes ends the recording at a time, with the names of all methods.
func (r *recorder) bytes(t *testing.T, end time.Duration) []byte {
	t.Helper()
	end = max(end, r.end)
	for frame := range r.methods {
		module, _, _ := strings.Cut(frame, "!")
		if r.modules[module] == 0 {
			r.modules[module] = uint64(len(r.modules) + 1)
			r.w.Events(nt.Event{Definition: moduleEnd, Thread: 9, At: end, Payload: nt.Module(r.modules[module], "/app/"+module+".dll")})
		}
	}
	for frame, address := range r.methods {
		module, rest, _ := strings.Cut(frame, "!")
		name, signature, _ := strings.Cut(rest, "(")
		at := strings.LastIndexByte(name, '.')
		if strings.HasSuffix(name, "..cctor") {
			at--
		}
		method := nt.Method(address, 0x100, r.modules[module], name[:at], name[at+1:], "void  ("+signature)
		r.w.Events(nt.Event{Definition: methodEnd, Thread: 9, At: end, Payload: method})
	}
	if err := r.w.Close(); err != nil {
		t.Fatal(err)
	}
	return r.out.Bytes()
}
