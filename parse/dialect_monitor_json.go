package parse

import (
	"bytes"
	"strings"

	"stacktriage/frame"
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
		r.scan.on = r
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
	scan  jsonScanner
	marks monitorMarks

	no     int  // of the current line
	thread int  // depth of the object that is the current thread, or noThread
	native bool // the current thread is in native code
	tail   part

	method, typ, module string // of the frame that is being read
}

func (r *monitorJSON) line(l line) bool {
	if len(l.text) == 0 {
		return true
	}
	if !r.goesOn(l.text) {
		return false
	}
	r.take(l)
	return true
}

// rest takes what follows of a line that is too long for one piece.
func (r *monitorJSON) rest(l line) { r.take(l) }

func (r *monitorJSON) take(l line) {
	r.no = l.no
	r.scan.feed(l.text)
	if !l.more {
		r.scan.lineEnd()
		r.tail = part{text: bytes.Clone(l.text[:min(len(l.text), 200)]), no: l.no, last: l.last}
	}
}

// goesOn says whether a line can be one of the document.
func (r *monitorJSON) goesOn(raw []byte) bool {
	structural := isJSONLine(raw) || raw[0] == ',' || raw[0] == '['
	if r.scan.state == jsonString {
		if structural {
			r.scan.closeString()
		}
		return structural || !dotnetHeader(raw)
	}
	if structural || !r.scan.inside() {
		return structural
	}
	return isJSONWord(raw[0]) && len(raw) < 24 || raw[0] == ':'
}

func (r *monitorJSON) opened(l jsonLevel) {
	if l.array && strings.EqualFold(l.key, "frames") {
		r.begin(l.depth - 1)
	}
	if r.isFrame(l) {
		r.method, r.typ, r.module = "", "", ""
	}
}

// isFrame reports an object in the array of a thread's frames.
func (r *monitorJSON) isFrame(l jsonLevel) bool {
	return !l.array && r.thread != noThread && l.depth == r.thread+2
}

// begin starts a thread at the object of this depth, unless it was begun already.
func (r *monitorJSON) begin(depth int) {
	if r.thread != noThread {
		return
	}
	r.start(r.no, nil, nil)
	r.thread, r.native = depth, false
}

func (r *monitorJSON) value(l jsonLevel, key, text string) {
	switch strings.ToLower(key) {
	case "threadid":
		if r.begin(l.depth); l.depth == r.thread {
			r.id = append(r.id[:0], text...)
		}
	case "threadname":
		if r.begin(l.depth); l.depth == r.thread {
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

func (r *monitorJSON) closed(l jsonLevel) {
	switch {
	case r.isFrame(l):
		r.frame()
	case l.depth == r.thread:
		r.cur.marker = r.marks.of(r.native)
		r.thread = noThread
		r.flush()
	}
}

// frame adds the frame whose fields are complete. The text of the frame is put
// together as dotnet-monitor's own text has it.
func (r *monitorJSON) frame() {
	if r.module == monitorNative || r.method == monitorNative {
		r.native = r.native || len(r.frames) == 0
		return
	}
	member := r.method
	if r.typ != "" && r.method != "" {
		member = r.typ + "." + r.method
	}
	switch {
	case r.method == "":
		r.unresolved([]byte(monitorUnknown))
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

func (r *monitorJSON) skipped(line) {}

func (r *monitorJSON) end() {
	cut := r.open && r.thread != noThread
	if cut {
		r.cur.marker = r.marks.of(r.native)
	}
	r.threadMaker.end(cut, r.tail)
	r.marks.settle()
}
