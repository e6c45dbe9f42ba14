package evidence

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"stacktriage/counters"
	"stacktriage/lines"
	"stacktriage/nettrace"
	"stacktriage/parse"
)

// Trace is what a recording of events holds.
type Trace struct {
	Label string
	Info  nettrace.Trace
	// Snapshot is the first sample of each thread; nil where the recording has no samples.
	Snapshot *parse.Snapshot

	names       *nettrace.Symbols
	waits       *waitLog
	adjustments adjustments
	gate        uint64 // the pool's gate thread, where it waited; else 0
	pool        counters.Pool
	// threads and times are of samples over time; nil for one look.
	threads   []nettrace.ThreadProfile
	times     []nettrace.StackTime
	stacks    map[nettrace.StackID][]string // those that waits, locks and the profile name
	unnamed   int                           // stacks for which there was no room
	adopted   bool                          // its names are those of another recording, too
	hasStacks bool                          // there were stacks of waits, locks or the profile
	once      bool                          // they are given away when they are classified
}

// Encoding is what the source of a snapshot has for an encoding that was made from a
// recording of events.
const Encoding = "nettrace"

// adjustments are the changes of the number of workers.
type adjustments struct {
	starvation, blocking, other int
	first, last                 int // workers before the first change and after the last; 0 without
}

// ReadTrace reads a .nettrace stream. The text of its samples is what dotnet-stack would
// print, read by the same parser as a report. A stream without any event that is known
// here is an error.
func ReadTrace(r io.Reader, label string) (*Trace, error) { return readTrace(r, label, traceOptions{}) }

// traceOptions say how a recording is read.
type traceOptions struct {
	find        *lines.Finder     // names source lines where it is not nil
	names       *nettrace.Symbols // of the same process, for a recording that broke off before its own
	evenNothing bool              // takes a recording in which nothing happened
}

// readTrace is ReadTrace with options.
func readTrace(r io.Reader, label string, o traceOptions) (*Trace, error) {
	in, err := nettrace.NewReader(r)
	if err != nil {
		return nil, err
	}
	t := &Trace{Label: label, waits: newWaitLog()}
	profile := nettrace.NewProfile()
	for {
		e, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		t.take(e)
		profile.Add(e)
	}
	t.Info = in.Trace()
	t.waits.close(t.Info.End)
	if longestOf(profile.Threads()) >= longestSample { // else its first samples are the report
		t.threads, t.times = profile.Threads(), profile.Times()
	}
	t.names = in.Symbols()
	t.names.Adopt(o.names)
	t.adopted = o.names != nil
	t.keepStacks(in)
	t.hasStacks, t.gate = len(t.stacks) > 0, t.gateThread()
	if err := t.readSamples(in, o.find); err != nil {
		return nil, err
	}
	if t.Snapshot == nil && !t.hasEvents() && !o.evenNothing {
		return nil, &NothingError{t.Info}
	}
	return t, nil
}

// take files an event.
func (t *Trace) take(e nettrace.Event) {
	switch e.Kind {
	case nettrace.WaitStart, nettrace.WaitStop, nettrace.ContentionStart, nettrace.ContentionStop:
		t.waits.take(e)
	case nettrace.Adjustment:
		t.adjustments.take(e)
	case nettrace.CounterValue:
		t.counter(e)
	}
}

func (a *adjustments) take(e nettrace.Event) {
	switch e.Reason {
	case nettrace.Starvation:
		a.starvation++
	case nettrace.CooperativeBlocking:
		a.blocking++
	default:
		a.other++
	}
	if a.first == 0 {
		a.first = e.Workers
	}
	a.last = e.Workers
}

// counter files a value of the runtime's event counters.
func (t *Trace) counter(e nettrace.Event) {
	c := e.Counter
	if c == nil || c.Provider != "System.Runtime" {
		return
	}
	to := t.trackOf(c.Name)
	if to == nil {
		return
	}
	value := c.Value
	if c.Incrementing && c.Interval > 0 {
		value /= c.Interval.Seconds()
	}
	at := e.At
	if n := len(to.Points); n > 0 {
		at = max(at, to.Points[n-1].At)
	}
	to.Absolute = true
	to.Points = append(to.Points, counters.Point{At: at, Value: value})
}

// trackOf is where the values of an event counter of System.Runtime go; nil for others.
func (t *Trace) trackOf(name string) *counters.Track {
	switch name {
	case "threadpool-queue-length":
		return &t.pool.Queue
	case "threadpool-thread-count":
		return &t.pool.Threads
	case "threadpool-completed-items-count":
		return &t.pool.Completed
	case "monitor-lock-contention-count":
		return &t.pool.Contentions
	case "cpu-usage":
		return &t.pool.CPU
	}
	return nil
}

// maxStacks bounds the distinct stacks that are named. Waits and locks come first, then
// the stacks of a recording over time in which threads spent most of it.
const maxStacks = 20_000

// keepStacks names the frames of the stacks that are asked for later.
func (t *Trace) keepStacks(in *nettrace.Reader) {
	t.stacks = map[nettrace.StackID][]string{}
	keep := func(id nettrace.StackID) {
		switch {
		case id == 0 || t.stacks[id] != nil:
			return
		case len(t.stacks) == maxStacks:
			t.unnamed++
			return
		}
		t.stacks[id] = in.Frames(id)
	}
	for id := range t.waits.waits {
		keep(id)
	}
	for id := range t.waits.locks {
		keep(id)
	}
	if !t.overTime() {
		return
	}
	times := slices.Clone(t.times)
	slices.SortStableFunc(times, func(a, b nettrace.StackTime) int { return cmp.Compare(b.Duration, a.Duration) })
	for _, s := range times {
		keep(s.Stack)
	}
}

// gateThread is the thread that waited in the pool's gate; 0 without one.
func (t *Trace) gateThread() uint64 {
	for id, tally := range t.waits.waits {
		if slices.ContainsFunc(t.stacks[id], func(f string) bool {
			return strings.Contains(f, "PortableThreadPool+GateThread.")
		}) {
			return tally.thread
		}
	}
	return 0
}

// takeStacks gives the stacks to be classified.
func (t *Trace) takeStacks() map[nettrace.StackID][]string {
	stacks := t.stacks
	if t.once {
		t.stacks = nil
	}
	return stacks
}

// longestSample is the length up to which samples are one look, and not a recording
// over time.
const longestSample = time.Second

// overTime reports samples that were taken over a time that is worth a share.
func (t *Trace) overTime() bool { return t.threads != nil }

// longestOf is the time over which the longest sampled thread was sampled.
func longestOf(threads []nettrace.ThreadProfile) (longest time.Duration) {
	for _, thread := range threads {
		longest = max(longest, thread.Duration)
	}
	return longest
}

// readSamples reads the first samples as the report that they are.
func (t *Trace) readSamples(in *nettrace.Reader, find *lines.Finder) error {
	if !t.Info.Sampled() {
		return nil
	}
	var text bytes.Buffer
	write := in.WriteReport
	if find != nil {
		write = func(w io.Writer) error { return in.WriteReportWithLines(w, find.Locate) }
	}
	if err := write(&text); err != nil {
		return err
	}
	snaps, err := parse.Read(&text, t.Label)
	if err != nil {
		return fmt.Errorf("reading the samples: %w", err)
	}
	t.Snapshot = snaps[0]
	t.Snapshot.PID = max(t.Info.PID, 0)
	t.Snapshot.Source.Encoding = Encoding
	if find != nil {
		t.Snapshot.Lines = &parse.Lines{URLs: find.URLs(), Missing: find.Missing()}
	}
	t.Snapshot.Problems = append(t.Snapshot.Problems, t.problems()...)
	return nil
}

func (t *Trace) hasEvents() bool {
	counted := len(t.pool.Queue.Points)+len(t.pool.Threads.Points) > 0
	return counted || len(t.waits.waits)+len(t.waits.locks) > 0 || t.adjustments != adjustments{}
}

// problems are what was lost as the problems of an input.
func (t *Trace) problems() []parse.Problem {
	var out []parse.Problem
	for _, lost := range t.Lost() {
		out = append(out, parse.Problem{Reason: lost, Lost: parse.LostReport})
	}
	return out
}

// Lost says what the recording lacks, one sentence each.
func (t *Trace) Lost() []string {
	var out []string
	if t.Info.Truncated {
		lost := "what came later and names of methods may be missing"
		if t.adopted {
			lost = "what came later is missing"
		}
		out = append(out, "the recording breaks off, so that "+lost)
	}
	if t.Info.Dropped > 0 {
		out = append(out, count(int(min(t.Info.Dropped, 1<<31-1)), "event was", "events were")+" dropped by the runtime")
	}
	if t.Info.Damaged > 0 {
		out = append(out, count(t.Info.Damaged, "place", "places")+" of the recording cannot be read")
	}
	if t.Info.LostStacks > 0 {
		out = append(out, count(t.Info.LostStacks, "event has", "events have")+" lost the stack")
	}
	if t.unnamed > 0 {
		out = append(out, count(t.unnamed, "rare stack is", "rare stacks are")+" left out of what is measured over time")
	}
	if t.Info.Methods == 0 && !t.adopted && (t.Info.Sampled() || t.hasStacks) {
		out = append(out, "the recording has no rundown, so that methods have no names: "+
			"record it to its end, with the rundown on")
	}
	return out
}

// NothingError says that a recording holds nothing that tells of threads.
type NothingError struct{ info nettrace.Trace }

// Error is a clause without its cure.
func (e *NothingError) Error() string {
	what := "this .nettrace file has no samples of stacks, waits, locks or counters of the thread pool"
	if e.info.Truncated {
		what += " before it breaks off"
	}
	return what
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
