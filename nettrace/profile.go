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
	rows map[profileKey]*ProfileRow
	last map[uint64]lastSample
	lost int
}

type profileKey struct {
	thread uint64
	stack  StackID
}

type lastSample struct {
	row *ProfileRow
	at  time.Duration
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
func NewProfile() *Profile {
	return &Profile{rows: map[profileKey]*ProfileRow{}, last: map[uint64]lastSample{}}
}

// Add takes a sample in; other events are none of its business.
func (p *Profile) Add(e Event) {
	if e.Kind != Sample || e.Stack == 0 {
		return
	}
	before, known := p.last[e.Thread]
	if known && e.At > before.at {
		before.row.Duration += e.At - before.at
	}
	row := p.row(e)
	if row == nil {
		p.lost++
		delete(p.last, e.Thread)
		return
	}
	row.Samples++
	if e.Sample == SampleManaged {
		row.Managed++
	}
	if known || len(p.last) < maxThreads {
		p.last[e.Thread] = lastSample{row, e.At}
	}
}

// row gives the row of a sample; nil if there is no room for a new one.
func (p *Profile) row(e Event) *ProfileRow {
	key := profileKey{e.Thread, e.Stack}
	if row := p.rows[key]; row != nil {
		return row
	}
	if len(p.rows) >= maxRows {
		return nil
	}
	row := &ProfileRow{Thread: e.Thread, Stack: e.Stack, First: e.At}
	p.rows[key] = row
	return row
}

// Rows gives all rows, those of a thread together in the order in which they were seen.
func (p *Profile) Rows() []ProfileRow {
	rows := make([]ProfileRow, 0, len(p.rows))
	for _, row := range p.rows {
		rows = append(rows, *row)
	}
	slices.SortFunc(rows, func(a, b ProfileRow) int {
		return cmp.Or(cmp.Compare(a.Thread, b.Thread), cmp.Compare(a.First, b.First), cmp.Compare(a.Stack, b.Stack))
	})
	return rows
}

// Lost is the number of samples for which there was no room.
func (p *Profile) Lost() int { return p.lost }
