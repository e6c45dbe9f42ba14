package parse

import (
	"bytes"
	"strings"

	"stacktriage/frame"
	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// dotnetMonitorJSON is dotnet-monitor's /stacks as application/json. Versions before
// 8.0 say className for typeName and print no tokens. Source: dotnet/dotnet-monitor
// src/Microsoft.Diagnostics.Monitoring.WebApi/Models/CallStack.cs.
var dotnetMonitorJSON = &dialect{
	name:   "dotnet-monitor-json",
	whole:  true,
	claims: opensMonitorJSON,
	fits:   opensMonitorJSON,
	open: func(b *builder) dialectReader {
		r := &monitorJSON{threadMaker: threadMaker{b: b}, marks: monitorMarks{b: b, from: len(b.done)}, thread: noThread}
		r.scan.On = r
		return r
	},
}

// monitorKeys are fields of the JSON; the first two stand in front of all others.
var monitorKeys = [][]byte{
	[]byte(`"stacks"`), []byte(`"threadId"`), []byte(`"threadName"`), []byte(`"frames"`),
	[]byte(`"methodName"`), []byte(`"typeName"`), []byte(`"className"`), []byte(`"moduleName"`),
}

// noThread is where no thread is: outside of all brackets is -1.
const noThread = -2

// opensMonitorJSON recognises a line of JSON with one of its keys.
func opensMonitorJSON(text []byte) bool {
	if len(text) == 0 || text[0] != '{' && text[0] != '[' && text[0] != '"' {
		return false
	}
	for _, key := range monitorKeys {
		if i := bytes.Index(text, key); i >= 0 {
			rest := bytes.TrimLeft(text[i+len(key):], " \t")
			return len(rest) > 0 && rest[0] == ':'
		}
	}
	return false
}

// monitorJSON reads the JSON in pieces; a whole document is often one line.
type monitorJSON struct {
	threadMaker
	scan  text.JSONScanner
	marks monitorMarks

	no     int  // of the current line
	thread int  // depth of the object that is the current thread, or noThread
	native bool // the current thread is in native code
	tail   part

	method, typ, module string // of the frame that is being read
}

func (r *monitorJSON) line(l text.Line) bool {
	if len(l.Text) == 0 {
		return true
	}
	if !r.goesOn(l.Text) {
		return false
	}
	r.take(l)
	return true
}

// rest takes what follows of a line that is too long for one piece.
func (r *monitorJSON) rest(l text.Line) { r.take(l) }

func (r *monitorJSON) take(l text.Line) {
	r.no = l.No
	r.scan.Feed(l.Text)
	if !l.More {
		r.scan.LineEnd()
		r.tail = part{text: bytes.Clone(l.Text[:min(len(l.Text), 200)]), no: l.No, last: l.Last}
	}
}

// goesOn says whether a line can be one of the document.
func (r *monitorJSON) goesOn(raw []byte) bool {
	structural := text.IsJSONLine(raw) || raw[0] == ',' || raw[0] == '['
	if r.scan.State == text.JSONString {
		if structural {
			r.scan.CloseString()
		}
		return structural || !line.DotnetHeader(raw)
	}
	if structural || !r.scan.Inside() {
		return structural
	}
	return text.IsJSONWord(raw[0]) && len(raw) < 24 || raw[0] == ':'
}

func (r *monitorJSON) Opened(l text.JSONLevel) {
	if l.Array && strings.EqualFold(l.Key, "frames") {
		r.begin(l.Depth - 1)
	}
	if r.isFrame(l) {
		r.method, r.typ, r.module = "", "", ""
	}
}

// isFrame reports an object in the array of a thread's frames.
func (r *monitorJSON) isFrame(l text.JSONLevel) bool {
	return !l.Array && r.thread != noThread && l.Depth == r.thread+2
}

// begin starts a thread at the object of this depth, unless it was begun already.
func (r *monitorJSON) begin(depth int) {
	if r.thread != noThread {
		return
	}
	r.start(r.no, nil, nil)
	r.thread, r.native = depth, false
}

func (r *monitorJSON) Value(l text.JSONLevel, key, text string) {
	switch strings.ToLower(key) {
	case "threadid":
		if r.begin(l.Depth); l.Depth == r.thread {
			r.id = append(r.id[:0], text...)
		}
	case "threadname":
		if r.begin(l.Depth); l.Depth == r.thread {
			r.name = append(r.name[:0], text...)
		}
	case "methodname":
		r.method = text
	case "typename", "classname":
		r.typ = text
	case "modulename":
		r.module = text
	}
}

func (r *monitorJSON) Closed(l text.JSONLevel) {
	switch {
	case r.isFrame(l):
		r.frame()
	case l.Depth == r.thread:
		r.cur.marker = r.marks.of(r.native)
		r.thread = noThread
		r.flush()
	}
}

// frame adds the frame whose fields are complete. The text of the frame is put
// together as dotnet-monitor's own text has it.
func (r *monitorJSON) frame() {
	if r.module == line.MonitorNative || r.method == line.MonitorNative {
		r.native = r.native || len(r.frames) == 0
		return
	}
	member := r.method
	if r.typ != "" && r.method != "" {
		member = r.typ + "." + r.method
	}
	switch {
	case r.method == "":
		r.unresolved([]byte(line.MonitorUnknown))
	case r.module == "":
		r.add(r.b.bareFrame([]byte(member)))
	default:
		text := frame.Clean(r.module + "!" + member)
		if n, ok := r.b.frame([]byte(text)); ok {
			r.add(n)
			return
		}
		r.unresolved([]byte(text))
	}
}

func (r *monitorJSON) skipped(text.Line) {}

func (r *monitorJSON) end() {
	cut := r.open && r.thread != noThread
	if cut {
		r.cur.marker = r.marks.of(r.native)
	}
	r.threadMaker.end(cut, r.tail)
	r.marks.settle()
}
