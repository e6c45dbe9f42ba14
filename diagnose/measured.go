package diagnose

import (
	"strings"
	"time"

	"stacktriage/classify"
)

// Evidence is what other sources than the stacks of one instant say about a process:
// events of a recording, counters, the operating system, a second sample. A part for
// which no source was there is nil, never zero.
type Evidence struct {
	Window Window
	Pool   *Pool
	// Waits are the waits that began or went on in the window, by place: those with open
	// waits first, then by total time.
	Waits []WaitPlace
	// OtherWaits are the same of threads that are no pool workers.
	OtherWaits []WaitPlace
	// Bookkeeping counts the waits and contentions of the runtime's own threads and of
	// the pool's administration, which are in no place.
	Bookkeeping int
	Locks       []LockPlace
	Standing    *Standing
	Shares      *Shares
	Charts      []Chart
	// Proof is what supports the findings, Against what speaks against them, strongest
	// first. Each is in the finding it is for, too.
	Proof, Against []Proof
	// Remarks are what this evidence cannot show and what was lost of it, one sentence
	// each.
	Remarks []string
	// Joined names the inputs that were joined to the stacks, as they were given.
	Joined []string
}

// EvidenceSource is a kind of source.
type EvidenceSource string

// The kinds of sources.
const (
	FromSamples  EvidenceSource = "samples"
	FromEvents   EvidenceSource = "events"
	FromCounters EvidenceSource = "counters"
	FromOS       EvidenceSource = "os"
)

// Window is the time that was watched.
type Window struct {
	Length  time.Duration
	Start   time.Time // zero where the sources name no time
	Sources []EvidenceSource
}

// Pool is what was measured of the thread pool.
type Pool struct {
	Queue, Threads *Values
	// The next three are nil where they were not measured. CPUPercent is of the whole
	// machine, as the runtime's cpu-usage counter is.
	CompletedPerSecond, CPUPercent, ContentionsPerSecond *float64
	Adjustments                                          *Adjustments
}

// Values is a row of values of one counter.
type Values struct {
	First, Last, Min, Max float64
	Count                 int
	AboveZero             int // values above 0
	// Absolute is false where only changes were recorded: the values are then the sums
	// since the recording began, not what was there.
	Absolute bool
}

// Adjustments counts the changes of the number of workers, by reason
// (ThreadPoolWorkerThreadAdjustment, event 55 of Microsoft-Windows-DotNETRuntime).
type Adjustments struct {
	Starvation, CooperativeBlocking, Other int
}

// WaitPlace is the waits of threads of one role at one place.
type WaitPlace struct {
	Role    classify.Role
	Cause   *classify.Cause
	Culprit *classify.Culprit // nil without own code
	// Begun counts the waits that began in the window, Ended those of them that ended,
	// Open those that had not ended when it closed.
	Begun, Ended, Open int
	// Median and Max are of the ended waits; nil without any.
	Median, Max *time.Duration
	// OpenAtLeast is how long the longest open wait had lasted; nil without an open one.
	OpenAtLeast *time.Duration
	Total       time.Duration // of ended and open waits together
}

// LockPlace is the waits for locks at one place.
type LockPlace struct {
	Cause   *classify.Cause
	Culprit *classify.Culprit // the waiter's
	Waits   int
	Open    int
	// Median and Max are of the ended waits; nil without any.
	Median, Max *time.Duration
	Owners      []LockOwner // most waits first
}

// LockOwner is a thread that held a lock when others began to wait for it, and what it
// did in the sample of the same process.
type LockOwner struct {
	ThreadID string // in the form of the stacks, "0x3FF"
	Waits    int    // that began while it held the lock
	State    classify.State
	Cause    *classify.Cause
	Culprit  *classify.Culprit // of its own call; nil where its stack is not known
}

// Standing says how many of the blocked threads stood in one place over several samples.
type Standing struct {
	Samples int
	Length  time.Duration
	Threads int // that stood
	Of      int // blocked threads
}

// Shares says what pool workers did over a recording, in thread seconds.
type Shares struct {
	Threads int
	Total   time.Duration
	Places  []Share // most time first
}

// Share is the time workers spent at one place, or idle.
type Share struct {
	State   classify.State
	Cause   *classify.Cause
	Culprit *classify.Culprit
	Time    time.Duration
}

// ChartKind is what a chart shows.
type ChartKind string

// The charts, in the order in which they are drawn.
const (
	ChartQueue       ChartKind = "queue"
	ChartThreads     ChartKind = "threads"
	ChartCompleted   ChartKind = "completed"
	ChartCPU         ChartKind = "cpu"
	ChartContentions ChartKind = "contentions"
)

// Chart is the course of one value. Points are in order of time.
type Chart struct {
	Kind ChartKind
	// Title names the value with its unit: "work items queued", "completed a second".
	Title    string
	Absolute bool // as in Values
	Points   []Point
}

// Point is a value at a time since the beginning of the window.
type Point struct {
	At    time.Duration
	Value float64
}

// ProofID names a rule of evidence.
type ProofID string

// The rules of evidence.
const (
	ProofQueueStands  ProofID = "E1" // work waits for a thread for a second or more
	ProofQueueEmpty   ProofID = "E2" // nothing waits for a thread
	ProofOneValue     ProofID = "E3" // a single value proves nothing
	ProofPoolGrows    ProofID = "E4" // threads are added because others block
	ProofNoCompletion ProofID = "E5" // little completes beside a queue
	ProofDurations    ProofID = "E6" // how long waits last
	ProofOwner        ProofID = "E7" // who holds the lock
	ProofRunOrWait    ProofID = "E8" // what the operating system says of threads
	ProofStanding     ProofID = "E9" // the same threads at the same place in two samples
	ProofDeadlock     ProofID = "E10"
)

// ForStarved is what a Proof is for that is about the starvation of the pool.
const ForStarved = "starved"

// Proof is one measured fact, and what it is for.
type Proof struct {
	ID       ProofID
	For      string // ForStarved, or the id of a finding
	Sentence string // without a full stop
}

// StarvedProof is what the evidence says of a finding's starvation.
type StarvedProof string

// The verdicts on starvation. The zero value is for no evidence.
const (
	StarvedProven  StarvedProof = "proven"
	StarvedRefuted StarvedProof = "refuted"
)

// OSThread is what the operating system says of a thread.
type OSThread struct {
	Name string // as in /proc/PID/task/TID/comm, cut at 15 bytes
	// State is the letter of the last reading (R, S, D, T, Z), FirstState that of the
	// first.
	State, FirstState string
	CPU               time.Duration // spent between the readings
	// Wait is the function of the kernel in which it slept at the last reading, as in
	// /proc/PID/task/TID/wchan; empty where that is not told.
	Wait string
}

// InNative reports a thread that slept in a call which no lock of the runtime makes: they
// wait in a futex.
func (t OSThread) InNative() bool { return t.Wait != "" && !strings.Contains(t.Wait, "futex") }
