package gen

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteDotnet writes the report as dotnet-stack does.
func (r *Report) WriteDotnet(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<20)
	for i, t := range r.Threads {
		marker := "[Native Frames]"
		if t.CPU {
			marker = "CPU_TIME"
		}
		fmt.Fprintf(out, "Thread (0x%X):\n  %s\n", 0x1000+i, marker)
		for _, f := range r.Stacks[t.Stack] {
			out.WriteString("  ")
			out.WriteString(f)
			out.WriteByte('\n')
		}
		out.WriteByte('\n')
	}
	return out.Flush()
}

// WriteGoroutines writes the same threads, frames and distinct stacks as the Go
// runtime prints goroutines. The pointers among the arguments differ from goroutine to
// goroutine, so that a tool has to tell them from the call.
func (r *Report) WriteGoroutines(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<20)
	calls := map[string]goCall{}
	for i, t := range r.Threads {
		fmt.Fprintf(out, "goroutine %d [chan receive]:\n", i+1)
		for _, f := range r.Stacks[t.Stack] {
			call, ok := calls[f]
			if !ok {
				call = newGoCall(f, len(calls)+1)
				calls[f] = call
			}
			fmt.Fprintf(out, "%s(0xc%09x, 0x1)\n%s\n", call.function, i*64, call.position)
		}
		out.WriteByte('\n')
	}
	return out.Flush()
}

// goCall is what the Go runtime would print for a frame.
type goCall struct{ function, position string }

// newGoCall keeps module, type and method; the line number tells frames apart that
// differ in what Go has no letters for.
func newGoCall(frame string, line int) goCall {
	module, member, _ := strings.Cut(frame, "!")
	head, _, _ := strings.Cut(member, "(")
	typ, method := "T", head
	if dot := strings.LastIndexByte(head, '.'); dot > 0 {
		typ, method = head[:dot], head[dot+1:]
	}
	path := "example.com/" + strings.ToLower(letters(module, '/'))
	return goCall{
		function: fmt.Sprintf("%s.(*%s).%s", path, letters(typ, '_'), letters(method, '_')),
		position: fmt.Sprintf("\t/src/%s/%s.go:%d +0x1d", path, strings.ToLower(letters(method, '_')), line),
	}
}

// letters replaces what a Go identifier cannot have.
func letters(name string, by rune) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		}
		return by
	}, name)
}
