package evidence

import (
	"fmt"
	"path"
	"strings"

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
// of a recording: the program's file, without path and extension.
func otherName(t *Trace, c *Counters) error {
	name := c.Recording.Process
	if name == "" || t.Info.CommandLine == "" {
		return nil
	}
	program := strings.Trim(strings.Fields(t.Info.CommandLine + " ")[0], `"`)
	program = path.Base(strings.ReplaceAll(program, `\`, "/"))
	if strings.EqualFold(strings.TrimSuffix(program, ".exe"), name) {
		return nil
	}
	return &ProcessError{"the names of the programs differ"}
}
