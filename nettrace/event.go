package nettrace

import "time"

// Kind says what an Event is about, and with that which of its fields are set.
type Kind uint8

// Kinds of events. The numbers are the ids of the events at their provider.
const (
	// Sample is the stack of one thread in one round of the sample profiler.
	Sample Kind = iota + 1
	// WaitStart is the beginning of a wait for a wait handle or a monitor (301, .NET 9 and
	// later). It has a stack and Event.Source.
	WaitStart
	// WaitStop is the end of the last wait that its thread began (302); it has no stack.
	WaitStop
	// ContentionStart is the beginning of a wait for a lock (81), with stack, Lock and Owner.
	ContentionStart
	// ContentionStop is the end of the wait for a lock (91), with Duration.
	ContentionStop
	// Adjustment is a change of the number of pool workers (55), with Workers, Reason and
	// Throughput.
	Adjustment
	// WorkerCount tells how many pool workers there are as one starts, stops or waits
	// (50, 51, 57), with Workers.
	WorkerCount
	// CounterValue is one value of an event counter, with Counter.
	CounterValue
	// ProcessInfo describes the process; it is in Trace, too.
	ProcessInfo
)

// Event is one event of the stream. Which fields beyond the first four are set depends
// on its Kind.
type Event struct {
	Kind Kind
	// At is the time since the session began, see Trace.Start.
	At time.Duration
	// Thread is the id that the operating system has for the thread it is about.
	Thread uint64
	// Stack is where the thread stood; 0 if the event has no stack or it was lost.
	Stack StackID

	// Sample says what a sampled thread was doing.
	Sample SampleType
	// Source says what kind of wait begins.
	Source WaitSource
	// Object is the address of what is waited for, Lock that of the lock; both may be 0.
	Object, Lock uint64
	// Owner is the id of the thread that holds the lock; 0 if the runtime does not say.
	Owner uint64
	// Duration is how long the wait for a lock took; 0 if the runtime does not say.
	Duration time.Duration
	// Workers is the number of pool workers from now on.
	Workers int
	// Reason is why the pool changed their number.
	Reason AdjustmentReason
	// Throughput is what the pool measured, in items a second.
	Throughput float64
	// Counter is the value of an event counter.
	Counter *Counter
}

// SampleType is what the sample profiler says about a sampled thread. It is no proof of
// either: on .NET 5 and 9 many waiting threads are said to be in managed code.
type SampleType uint8

// Types of samples, as in the payload.
const (
	SampleError    SampleType = 0
	SampleExternal SampleType = 1 // waiting or in native code
	SampleManaged  SampleType = 2
)

// WaitSource is what kind of wait begins.
type WaitSource uint8

// Sources of waits, as in the payload.
const (
	WaitHandle  WaitSource = 0 // WaitHandle.WaitOne and the like
	MonitorWait WaitSource = 1 // Monitor.Wait, and with it all waits for tasks
)

// AdjustmentReason is why the pool changes the number of its workers.
type AdjustmentReason uint32

// Reasons of adjustments, as in the payload (ThreadAdjustmentReasonMap of ClrEtwAll.man).
const (
	Warmup AdjustmentReason = iota
	Initializing
	RandomMove
	ClimbingMove
	ChangePoint
	Stabilizing
	Starvation
	ThreadTimedOut
	CooperativeBlocking
)

// Counter is one value of an event counter.
type Counter struct {
	Provider string // "System.Runtime"
	Name     string // "threadpool-queue-length"
	// Incrementing counters give what was added in the interval, the others the mean of
	// the values that were polled in it.
	Incrementing bool
	Value        float64
	Interval     time.Duration
	Units        string
}
