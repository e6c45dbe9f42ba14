package evidence

import (
	"bytes"
	"fmt"
	"time"

	"stacktriage/diagnose"
	"stacktriage/parse"
)

// Live is what was taken from a running process: streams of the sample profiler, a stream
// of events and counters between them, and the threads of the operating system at both
// ends.
type Live struct {
	First, Events, Second []byte // .nettrace streams; only First must be there
	PID                   int    // as the capturing system counts; 0 if it is not known
	OS                    map[string]diagnose.OSThread
	Between               time.Duration // from the first sample to the second
	Remarks               []string      // what did not go as planned
}

// Live makes the snapshot of the first sample, with all else beside it.
func (r *Reader) Live(l Live, label string) (*parse.Snapshot, error) {
	first, err := readTrace(bytes.NewReader(l.First), label, traceOptions{find: r.Lines})
	if err != nil {
		return nil, fmt.Errorf("reading the first sample: %w", err)
	}
	if first.Snapshot == nil {
		return nil, &NothingError{first.Info}
	}
	if l.PID > 0 {
		first.Snapshot.PID = l.PID
	}
	src := Sources{Traces: []*Trace{first}, OS: l.OS, Between: l.Between, Remarks: l.Remarks}
	if len(l.Events) > 0 {
		events, err := readTrace(bytes.NewReader(l.Events), label, traceOptions{names: first.names, evenNothing: true})
		if err != nil {
			return nil, fmt.Errorf("reading the events: %w", err)
		}
		src.Traces = append(src.Traces, events)
	}
	if len(l.Second) > 0 {
		second, err := ReadTrace(bytes.NewReader(l.Second), label)
		if err != nil {
			return nil, fmt.Errorf("reading the second sample: %w", err)
		}
		if second.Snapshot != nil {
			src.Samples, src.Apart = append(src.Samples, second.Snapshot), append(src.Apart, l.Between)
		}
	}
	for _, t := range src.Traces {
		t.names, t.once = nil, true // all that is asked for has its name now
	}
	r.beside[first.Snapshot] = src
	return first.Snapshot, nil
}
