package nettrace

import (
	"cmp"
	"slices"
	"time"
)

// Profile adds up samples over time: for how long each thread stood in each stack. A
// sample stands for the time until the thread's next one, as in TraceEvent's
// SampleProfilerThreadTimeComputer; the last sample of a thread stands for nothing.
type Profile struct {
	threads map[uint64]*threadProfile
	rows    int
	lost    int
}

// threadProfile is the time of one thread.
type threadProfile struct {
	rows map[StackID]*ProfileRow
	last *ProfileRow // where its last sample was; nil if that was lost
	at   time.Duration
}

// ProfileRow is the time of one thread in one stack.
type ProfileRow struct {
	Thread   uint64
	Stack    StackID
	Samples  int
	Managed  int           // samples that were said to be in managed code
	Duration time.Duration // to the next samples of the thread
	First    time.Duration // when it was seen first, since the session began
}

// maxRows bounds the rows of a profile.
const maxRows = 1 << 20

// NewProfile gives an empty profile.
func NewProfile() *Profile { return &Profile{threads: map[uint64]*threadProfile{}} }

// Add takes a sample in; other events are none of its business.
func (p *Profile) Add(e Event) {
	if e.Kind != Sample || e.Stack == 0 {
		return
	}
	t := p.threads[e.Thread]
	if t == nil {
		if len(p.threads) >= maxThreads {
			p.lost++
			return
		}
		t = &threadProfile{rows: map[StackID]*ProfileRow{}}
		p.threads[e.Thread] = t
	}
	if t.last != nil && e.At > t.at {
		t.last.Duration += e.At - t.at
	}
	t.at = e.At
	if t.last == nil || t.last.Stack != e.Stack {
		t.last = p.row(t, e)
	}
	if t.last == nil {
		p.lost++
		return
	}
	t.last.Samples++
	if e.Sample == SampleManaged {
		t.last.Managed++
	}
}

// row gives the row of a sample; nil if there is no room for a new one.
func (p *Profile) row(t *threadProfile, e Event) *ProfileRow {
	if row := t.rows[e.Stack]; row != nil {
		return row
	}
	if p.rows >= maxRows {
		return nil
	}
	p.rows++
	row := &ProfileRow{Thread: e.Thread, Stack: e.Stack, First: e.At}
	t.rows[e.Stack] = row
	return row
}

// Rows gives all rows, those of a thread together in the order in which they were seen.
func (p *Profile) Rows() []ProfileRow {
	rows := make([]ProfileRow, 0, p.rows)
	for _, t := range p.threads {
		for _, row := range t.rows {
			rows = append(rows, *row)
		}
	}
	slices.SortFunc(rows, func(a, b ProfileRow) int {
		return cmp.Or(cmp.Compare(a.Thread, b.Thread), cmp.Compare(a.First, b.First), cmp.Compare(a.Stack, b.Stack))
	})
	return rows
}

// Lost is the number of samples for which there was no room.
func (p *Profile) Lost() int { return p.lost }
