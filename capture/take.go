package capture

import (
	"context"
	"fmt"
	"strings"
	"time"
)

const (
	// SampleFor is how long stacks are sampled, as dotnet-stack does: some ten rounds.
	SampleFor = 10 * time.Millisecond
	// LongestSample is what may be sampled without asking for it: the runtime is suspended
	// once a millisecond.
	LongestSample = 2 * time.Second
)

// counterLag is how much longer events are recorded than was asked for: the first values
// of the counters come an interval after the beginning, and the last before the end.
const counterLag = 300 * time.Millisecond

// retries are the windows in which a sample is tried again that brought nothing: under
// load or during a collection the runtime skips rounds.
var retries = [...]time.Duration{100 * time.Millisecond, time.Second}

// Options say what Take asks a process for.
type Options struct {
	Sample time.Duration // SampleFor if 0
	Events time.Duration // length of the session of events and counters; none if 0
	// NoLines leaves out the maps from code to IL, without which frames have no lines.
	NoLines bool
	// Progress is told what is being done, a few words; nil for silence.
	Progress func(string)
}

// Case is the evidence of one process.
type Case struct {
	Target Target
	Info   Info
	Taken  time.Time // when the first sample began
	// First and Second are streams of the sample profiler, Events is one of events and
	// counters; nil where they were not asked for or did not come.
	First, Events, Second []byte
	// Before and After are the threads at both samples; nil where the system does not tell.
	Before, After map[uint64]Thread
	// Between is the time between the two readings of the threads.
	Between time.Duration
	// Remarks are what did not go as planned, one sentence each.
	Remarks []string
}

// Take takes a sample, a session of events and a second sample, one after the other. It
// fails without a first sample; whatever is missing after it is a remark. A context that
// ends leaves what came until then.
func Take(ctx context.Context, t Target, o Options) (*Case, error) {
	if o.Sample == 0 {
		o.Sample = SampleFor
	}
	say := o.Progress
	if say == nil {
		say = func(string) {}
	}
	info, err := t.Info(ctx)
	if err != nil {
		return nil, err
	}
	c := &Case{Target: t.named(info), Info: info, Taken: time.Now()}
	say("sampling stacks")
	c.Before = threadsOf(t)
	read := time.Now()
	if c.First, err = c.sample(ctx, o, say); err != nil {
		return nil, err
	}
	if o.Events == 0 || ctx.Err() != nil {
		c.remarkInterrupted(ctx)
		return c, nil
	}
	say(fmt.Sprintf("recording events for %v", o.Events))
	var ended bool
	c.Events, ended = c.events(ctx, o.Events+counterLag)
	if ctx.Err() == nil && c.Events != nil && !ended {
		say("sampling stacks again")
		if c.Second, err = c.sample(ctx, o, say); err != nil {
			c.remark("the second sample failed: %v", err)
		}
	}
	c.After = threadsOf(t)
	c.Between = time.Since(read)
	c.remarkInterrupted(ctx)
	return c, nil
}

// remark adds a sentence.
func (c *Case) remark(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	c.Remarks = append(c.Remarks, strings.ToUpper(text[:1])+text[1:]+".")
}

func (c *Case) remarkInterrupted(ctx context.Context) {
	if ctx.Err() != nil {
		c.remark("the capture was interrupted: what came until then is shown")
	}
}

// named gives the target the name of its program.
func (t Target) named(i Info) Target {
	if name := programName(i); name != "" {
		t.Name = name
	}
	return t
}

// sample takes the stacks of all threads, and tries again for longer when none came.
func (c *Case) sample(ctx context.Context, o Options, say func(string)) ([]byte, error) {
	window, names := o.Sample, Lines
	if o.NoLines {
		names = Names
	}
	windows := []time.Duration{window}
	for _, longer := range retries {
		if longer > window {
			windows = append(windows, longer)
		}
	}
	for _, w := range windows {
		r, err := c.Target.Record(ctx, Request{Providers: []Provider{sampleProvider}, Rundown: names, Length: w})
		switch {
		case err != nil:
			return nil, err
		case samplesIn(r.Stream) > 0:
			if w > window {
				c.remark("no thread was sampled within %v: it took %v, the process is under load", window, w)
			}
			return r.Stream, nil
		case r.Ended:
			return nil, &Error{Reason: Ended, What: c.Target.String() + " ended while its stacks were sampled"}
		case ctx.Err() != nil:
			return nil, &Error{Reason: NoSamples, What: "interrupted before a thread was sampled"}
		}
		say("no thread was sampled, trying again for longer")
	}
	return nil, &Error{
		Reason: NoSamples,
		What:   fmt.Sprintf("%s was sampled for %v without one managed stack", c.Target, windows[len(windows)-1]),
		Cure: "it has no CPU left, collects garbage without end, or is a NativeAOT program: try again, " +
			"or take a dump with 'dotnet-dump collect'",
	}
}

// events records events and counters; nil if there was no session. ended says that the
// process ended meanwhile.
func (c *Case) events(ctx context.Context, length time.Duration) (stream []byte, ended bool) {
	r, err := c.Target.Record(ctx, Request{Providers: eventProviders, Rundown: Names, Length: length})
	switch {
	case err != nil:
		c.remark("events could not be recorded: %v", err)
		return nil, false
	case r.Ended:
		c.remark("%s ended while its events were recorded", c.Target)
	}
	return r.Stream, r.Ended
}

// threadsOf asks the system about the threads of a target whose id is known.
func threadsOf(t Target) map[uint64]Thread {
	if t.PID == 0 {
		return nil
	}
	return Threads(t.PID)
}
