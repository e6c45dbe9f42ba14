package parse

import (
	"bytes"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// exceptionText is the stack trace of an exception or of Environment.StackTrace: one
// stack without a thread, from where it was thrown to where it was caught.
//
//	System.TimeoutException: The operation has timed out.
//	   at Acme.Store.Load(Int32 id) in /src/Store.cs:line 12
//	--- End of stack trace from previous location ---
var exceptionText = &dialect{
	name: "exception",
	claims: func(text []byte) bool {
		_, ok := traceFrame(text)
		return ok
	},
	fits: func(text []byte) bool {
		_, ok := traceFrame(text)
		return ok
	},
	lastResort: true,
	open:       func(b *builder) dialectReader { return &exceptionReader{threadMaker: threadMaker{b: b}} },
}

// traceFrame reads "at Type.Method(Type name) in File.cs:line 12", and returns what
// stands behind the first word.
func traceFrame(text []byte) (frame []byte, ok bool) {
	for _, w := range line.TraceWords {
		if rest, ok := bytes.CutPrefix(text, w); ok {
			return traceMember(bytes.TrimSpace(rest))
		}
	}
	return nil, false
}

func traceMember(text []byte) (frame []byte, ok bool) {
	open := bytes.IndexByte(text, '(')
	if open <= 0 {
		return nil, false
	}
	if head, _, ok := assemblyBehind(text); ok {
		return text, isCallHead(head)
	}
	end := open + line.ParamsEnd(text[open:])
	if end < open || end < len(text) && text[end] != ' ' {
		return nil, false
	}
	head, params := text[:open], text[open:end]
	if bytes.IndexByte(head, '.') < 0 || bytes.IndexByte(head, ' ') >= 0 || bytes.IndexByte(head, '!') >= 0 ||
		isForeignPlace(params) {
		return nil, false
	}
	if !bytes.HasPrefix(text[end:], []byte(" in ")) {
		return text[:end], true
	}
	return text, true
}

// assemblyBehind parts what Application Insights prints in place of parameters from the
// method: the assembly's full name, and behind a colon the source.
//
//	Acme.Store.Load (Acme.Shop, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null: /src/Store.cs:12)
func assemblyBehind(text []byte) (member, assembly []byte, ok bool) {
	member, rest, ok := bytes.Cut(text, []byte(" ("))
	if !ok || !bytes.Contains(rest, []byte(", Version=")) {
		return nil, nil, false
	}
	assembly, _, _ = bytes.Cut(rest, []byte(","))
	return member, assembly, line.IsModule(assembly)
}

// isForeignPlace recognises what other platforms print in place of parameters: the
// file and line.
func isForeignPlace(params []byte) bool {
	for _, p := range [...]string{".java:", ".kt:", ".scala:", ".js:", ".ts:", ".py:", ".go:", "Native Method",
		"Unknown Source", "<anonymous>"} {
		if bytes.Contains(params, []byte(p)) {
			return true
		}
	}
	return false
}

// isTraceRule recognises the lines between the parts of a trace.
func isTraceRule(text []byte) bool {
	text = bytes.Trim(text, "- ")
	return bytes.HasPrefix(text, []byte("End of stack trace from previous location")) ||
		bytes.HasPrefix(text, []byte("End of inner exception stack trace")) ||
		bytes.HasPrefix(text, []byte("End of inner ExceptionDetail stack trace"))
}

// isInnerEnd recognises the line behind which the trace of the exception goes on that
// holds the one before: another stack, of the place that caught it.
func isInnerEnd(text []byte) bool { return bytes.Contains(text, []byte("End of inner ")) }

// maxException is how much of what was thrown is kept, in runes: exceptions hold others.
const maxException = 400

// exceptionReader reads the first trace of a text.
type exceptionReader struct {
	threadMaker
	thrown []byte    // the exceptions in front of the first frame
	done   bool      // the first trace is complete
	apart  bool      // text of somebody else stands behind the last frame
	inner  bool      // and is that of the innermost exception of several
	more   int       // frames of other traces
	first  text.Line // of them
}

func (r *exceptionReader) line(l text.Line) bool {
	if len(l.Text) == 0 {
		return true
	}
	if isTraceRule(l.Text) {
		r.inner = r.inner || r.open && !r.done && isInnerEnd(l.Text)
		r.done = r.done || r.inner
		return r.open
	}
	if exception, ok := line.ExceptionIn(l.Text); ok {
		r.exception(exception)
		return true
	}
	frame, ok := traceFrame(l.Text)
	if !ok {
		return false
	}
	if r.apart {
		r.done = true
	}
	if r.done {
		if r.more++; r.more == 1 {
			r.first = text.Line{Text: bytes.Clone(l.Text), No: l.No}
		}
		return true
	}
	if !r.open {
		r.start(l.No, nil, nil)
	}
	if member, assembly, ok := assemblyBehind(frame); ok {
		r.add(r.b.moduleFrame(member, assembly, member))
	} else {
		r.add(r.b.bareFrame(frame))
	}
	return true
}

// exception notes what was thrown, or that another trace begins.
func (r *exceptionReader) exception(thrown []byte) {
	switch {
	case r.open:
		r.apart = true
	case len(r.thrown) == 0:
		r.thrown = append(r.thrown, thrown...)
	case len(r.thrown) < text.MaxLine:
		r.thrown = append(append(r.thrown, " ---> "...), thrown...)
	}
}

func (r *exceptionReader) skipped(text.Line) { r.apart = r.open }

func (r *exceptionReader) end() {
	if r.more > 0 {
		kept := "the first"
		if r.inner {
			kept = "that of the innermost exception"
		}
		r.b.problemf(r.first.No, r.first.Text, "%d frames of other stack traces not read: only %s is", r.more, kept)
	}
	if r.open {
		r.flush()
		r.b.cur.Exception = text.ExcerptOf(r.thrown, maxException)
	}
}
