package nettrace

import (
	"bufio"
	"fmt"
	"io"
)

// firstSamples are the first samples of each thread, in the order of the stream. They
// are all from one suspension of the process, but for threads that began later.
type firstSamples struct {
	samples []firstSample
	index   threadIndex
	rounds  int
}

type firstSample struct {
	thread uint64
	stack  StackID
	typ    SampleType
	seen   int // samples of the thread
}

func (f *firstSamples) add(e *Event) {
	i, known := f.index.find(e.Thread)
	if !known {
		if e.Stack == 0 {
			return
		}
		if i = f.index.add(e.Thread); i < 0 {
			return
		}
		f.samples = append(f.samples, firstSample{thread: e.Thread, stack: e.Stack, typ: e.Sample})
	}
	f.samples[i].seen++
	f.rounds = max(f.rounds, f.samples[i].seen)
}

// WriteReport writes the first sample of each thread as the text that dotnet-stack
// prints. It is to be asked at the end of the stream, when the names are known.
// dotnet-stack leaves out threads of which it saw but one sample; here they are.
func (r *Reader) WriteReport(w io.Writer) error {
	return r.WriteReportWithLines(w, func(ILOffset) (SourceLines, bool) { return SourceLines{}, false })
}

// WriteReportWithLines writes the same with the source line of each frame of which locate
// knows it, in the form of SOS: " [/src/Orders.cs @ 42]".
func (r *Reader) WriteReportWithLines(w io.Writer, locate Locate) error {
	out := bufio.NewWriter(w)
	for _, s := range r.first.samples {
		fmt.Fprintf(out, "Thread (0x%X):\n  %s\n", s.thread, s.typ.marker())
		for i, address := range r.stacks.addresses(s.stack) {
			out.WriteString("  ")
			out.WriteString(r.symbols.Name(address))
			out.WriteString(r.line(callSite(address, i == 0, s.typ), locate))
			out.WriteByte('\n')
		}
		out.WriteByte('\n')
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}

// marker is the line that dotnet-stack prints above the frames.
func (t SampleType) marker() string {
	if t == SampleExternal {
		return "[Native Frames]"
	}
	return "CPU_TIME"
}

// Unresolved gives the number of frames without a name in the first samples, and of all
// frames in them.
func (r *Reader) Unresolved() (unresolved, frames int) {
	for _, s := range r.first.samples {
		for _, frame := range r.Frames(s.stack) {
			frames++
			if frame == Unresolved {
				unresolved++
			}
		}
	}
	return unresolved, frames
}
