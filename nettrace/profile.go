package nettrace

import (
	"slices"
	"time"
)

// Profile adds up samples over time: how long threads stood in each stack, and through
// which stacks each of them went. A sample stands for the time until the thread's next
// one, as in TraceEvent's SampleProfilerThreadTimeComputer; the last sample of a thread
// stands for nothing. What it keeps grows with the stacks and with the threads, not with
// both together.
type Profile struct {
	index   threadIndex
	threads []ThreadProfile
	times   []time.Duration // by stack
	known   int             // stacks in all threads
	lost    int
}

// ThreadProfile is how one thread went through the samples.
type ThreadProfile struct {
	Thread   uint64
	Samples  int
	Duration time.Duration // from its first sample to its last
	// Stacks are those in which it stood, each once, in the order in which they were seen;
	// More says that there were others for which there was no room.
	Stacks []StackID
	More   bool

	last StackID
	at   time.Duration
}

// StackTime is how long threads stood in a stack, taken together.
type StackTime struct {
	Stack    StackID
	Duration time.Duration
}

const (
	// maxStacksEach bounds the stacks that are known of one thread: one that moves through
	// more of them does not stand.
	maxStacksEach = 64
	// maxStacksKnown bounds them in all threads.
	maxStacksKnown = 1 << 20
)

// NewProfile gives an empty profile.
func NewProfile() *Profile { return &Profile{} }

// Add takes a sample in; other events are none of its business.
func (p *Profile) Add(e Event) {
	if e.Kind != Sample || e.Stack == 0 {
		return
	}
	i, known := p.index.find(e.Thread)
	if !known {
		if i = p.index.add(e.Thread); i < 0 {
			p.lost++
			return
		}
		p.threads = append(p.threads, ThreadProfile{Thread: e.Thread, at: e.At})
	}
	t := &p.threads[i]
	t.Samples++
	if t.last != 0 && e.At > t.at {
		p.times[t.last] += e.At - t.at
		t.Duration += e.At - t.at
	}
	t.at = e.At
	if t.last != e.Stack {
		t.last = e.Stack
		p.meet(t)
	}
}

// meet notes the stack in which a thread stands now.
func (p *Profile) meet(t *ThreadProfile) {
	for len(p.times) <= int(t.last) {
		p.times = append(p.times, unseen)
	}
	p.times[t.last] = max(p.times[t.last], 0)
	if t.More || slices.Contains(t.Stacks, t.last) {
		return
	}
	if len(t.Stacks) == maxStacksEach || p.known == maxStacksKnown {
		t.More = true
		return
	}
	t.Stacks = append(t.Stacks, t.last)
	p.known++
}

// Threads gives the threads in the order in which they were seen.
func (p *Profile) Threads() []ThreadProfile { return p.threads }

// unseen stands for the time of a stack in which no thread stood.
const unseen = -1

// Times gives the stacks in which threads stood, in the order of their ids.
func (p *Profile) Times() []StackTime {
	var out []StackTime
	for id, d := range p.times {
		if d != unseen {
			out = append(out, StackTime{StackID(id), d})
		}
	}
	return out
}

// Lost is the number of samples for which there was no room.
func (p *Profile) Lost() int { return p.lost }
