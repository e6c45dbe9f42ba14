package evidence

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/parse"
)

// Join adds what other inputs hold to a snapshot. What is provably of another process is
// refused: the process id, the command line, or the name of the process differ. Whatever
// else speaks against one process is told in the report.
func (r *Reader) Join(to *parse.Snapshot, others []*parse.Snapshot, name string) error {
	src := r.beside[to]
	for _, s := range others {
		more := r.beside[s]
		if err := contradicts(src, more); err != nil {
			return err
		}
		src.Traces = append(src.Traces, more.Traces...)
		src.Counters = append(src.Counters, more.Counters...)
		if more.Empty() {
			src.Samples = append(src.Samples, s)
		}
		delete(r.beside, s)
	}
	src.Joined = append(src.Joined, name)
	r.beside[to] = src
	return nil
}

// ProcessError says that two inputs are of different processes.
type ProcessError struct{ What string }

// Error is one sentence.
func (e *ProcessError) Error() string {
	return "is of another process: " + e.What + "; give recordings of one process together"
}

// contradicts finds what proves that sources are of different processes.
func contradicts(have, more Sources) error {
	for _, a := range have.Traces {
		for _, b := range more.Traces {
			if err := otherProcess(a, b); err != nil {
				return err
			}
		}
	}
	for _, t := range append(append([]*Trace{}, have.Traces...), more.Traces...) {
		for _, c := range append(append([]*Counters{}, have.Counters...), more.Counters...) {
			if err := otherName(t, c); err != nil {
				return err
			}
		}
	}
	return nil
}

func otherProcess(a, b *Trace) error {
	switch {
	case a.Info.PID != 0 && b.Info.PID != 0 && a.Info.PID != b.Info.PID:
		return &ProcessError{fmt.Sprintf("process id %d against %d", b.Info.PID, a.Info.PID)}
	case a.Info.CommandLine != "" && b.Info.CommandLine != "" && a.Info.CommandLine != b.Info.CommandLine:
		return &ProcessError{"the command lines differ"}
	}
	return nil
}

// otherName compares the name of the process in a file of counters with the command line
// of a recording, in which it must stand.
func otherName(t *Trace, c *Counters) error {
	name, line := c.Recording.Process, t.Info.CommandLine
	if name == "" || line == "" || strings.Contains(strings.ToLower(line), strings.ToLower(name)) {
		return nil
	}
	return &ProcessError{"the names of the programs differ"}
}

// farApart is the time between the beginnings of recordings from which on it is told.
const farApart = 10 * time.Minute

// fewThreads is the number of threads below which it says little that none is known.
const fewThreads = 3

// doubts are what speaks against one process and one state, without proving it.
func (c *Case) doubts() []string {
	var out []string
	if apart := c.apart(); apart >= farApart {
		out = append(out, fmt.Sprintf("The recordings began %s apart: they may show different states of the process.",
			seconds(apart)))
	}
	if c.strange() {
		out = append(out, "None of the threads of the events is in the report: "+
			"they are of another process, or of another time, and nothing is concluded from them.")
	}
	return out
}

// strange reports events of threads of which none is in the report.
func (c *Case) strange() bool {
	if c.set == nil || len(c.src.Traces) == 0 {
		return false
	}
	known := threadsOf(c.set)
	n := 0
	for _, t := range c.src.Traces {
		if t.Snapshot == c.input {
			continue
		}
		threads := t.waits.threads
		if slices.ContainsFunc(threads, func(id uint64) bool { return known[threadID(id)] != nil }) {
			return false
		}
		if known[threadID(t.gate)] != nil {
			return false
		}
		n += len(threads)
		if t.gate != 0 && hasGate(c.set) {
			n += fewThreads // the one thread that watches the pool is another one
		}
	}
	return n >= fewThreads
}

// hasGate says whether the thread that watches the pool is in a report.
func hasGate(set *group.Set) bool {
	return slices.ContainsFunc(set.Groups, func(g *group.Group) bool { return g.Class.Role == classify.Gate })
}

// apart is the longest time between the beginnings of two recordings.
func (c *Case) apart() time.Duration {
	var first, last time.Time
	for _, t := range c.src.Traces {
		start := t.Info.Start
		switch {
		case start.IsZero():
			continue
		case first.IsZero():
			first, last = start, start
		case start.Before(first):
			first = start
		case start.After(last):
			last = start
		}
	}
	return last.Sub(first)
}
