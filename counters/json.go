package counters

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"
)

// isJSON reports a JSON of collect by the names of its fields; the first of them were
// written with a blank by the tool of .NET Core 3.1.
func isJSON(text []byte) bool {
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		return false
	}
	has := func(name string) bool { return bytes.Contains(text, []byte(`"`+name+`"`)) }
	return (has("TargetProcess") || has("Target Process")) && has("Events") || has("counterType") || has("counter type")
}

// jsonEvent is one value. The tool composes the text by hand, so that each event is read
// on its own: one that is broken costs no other.
type jsonEvent struct {
	Timestamp string   `json:"timestamp"`
	Provider  string   `json:"provider"`
	Name      string   `json:"name"`
	Tags      string   `json:"tags"`
	Type      string   `json:"counterType"`
	OldType   string   `json:"counter type"`
	Value     *float64 `json:"value"`
}

func (r *Recording) readJSON(in *bufio.Reader, times *clock) error {
	o := objects{in: in}
	for n := 1; ; n++ {
		text, err := o.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if text == nil {
			r.problem(n, "longer than an event can be")
			continue
		}
		r.jsonEvent(n, text, times)
	}
	r.Process = processOf(o.head)
	r.Truncated = !o.closed
	return nil
}

// commaValue is a value with a decimal comma, which is no JSON.
var commaValue = regexp.MustCompile(`("value":\s*-?\d+),(\d+\s*\}?)$`)

func (r *Recording) jsonEvent(n int, text []byte, times *clock) {
	var e jsonEvent
	err := json.Unmarshal(text, &e)
	if err != nil && commaValue.Match(text) {
		if err = json.Unmarshal(commaValue.ReplaceAll(text, []byte("$1.$2")), &e); err == nil {
			r.repair("decimal commas read")
		}
	}
	kind := e.Type + e.OldType
	switch {
	case err != nil:
		r.problem(n, "not an event of a counter")
		return
	case e.Value == nil || kind != "Metric" && kind != "Rate":
		r.problem(n, "no value of a counter")
		return
	}
	at, ok := times.take(e.Timestamp)
	if !ok {
		r.problem(n, badStamp)
		return
	}
	change := kind == "Rate" || intervalOf(e.Name) > 0
	r.add(row{line: n, stamp: at, provider: e.Provider, name: e.Name, tags: e.Tags, change: change, value: *e.Value})
}

// processOf reads the name of the process from what stands before the events.
func processOf(head []byte) string {
	front, _, ok := strings.Cut(string(head), `"Events"`)
	if !ok {
		return ""
	}
	var h struct {
		Process    string `json:"TargetProcess"`
		OldProcess string `json:"Target Process"`
	}
	// A path in the name may be escaped wrongly: then there is no name.
	if json.Unmarshal([]byte(front+`"Events":[]}`), &h) != nil {
		return ""
	}
	return h.Process + h.OldProcess
}

// maxEvent bounds the text of an event and of what stands before the events.
const maxEvent = 64 << 10

// objects finds the objects within the outer one, without trust in what lies between.
type objects struct {
	in     *bufio.Reader
	head   []byte // of the outer object, before the first one within
	within bool   // an object within has begun
	depth  int
	text   bool // within a string
	escape bool
	closed bool // the outer object has ended
}

// next returns the text of the next object; nil where it is too long.
func (o *objects) next() ([]byte, error) {
	var object []byte
	long := false
	for {
		b, err := o.in.ReadByte()
		if err != nil {
			return nil, err
		}
		ended := o.step(b)
		if o.depth < 2 && !(ended && o.depth == 1) {
			o.outer(b, ended)
			continue
		}
		o.within = true
		if long = long || len(object) == maxEvent; !long {
			object = append(object, b)
		}
		if ended && o.depth == 1 {
			if long {
				return nil, nil
			}
			return object, nil
		}
	}
}

// outer takes a byte that is in no object within.
func (o *objects) outer(b byte, ended bool) {
	if !o.within && len(o.head) < maxEvent {
		o.head = append(o.head, b)
	}
	if ended && o.depth == 0 {
		o.closed = true
	}
}

// step follows one byte and reports that an object ended with it.
func (o *objects) step(b byte) (ended bool) {
	switch {
	case o.escape:
		o.escape = false
	case o.text && b == '\\':
		o.escape = true
	case b == '"':
		o.text = !o.text
	case o.text:
	case b == '{':
		o.depth++
	case b == '}' && o.depth > 0:
		o.depth--
		return true
	}
	return false
}
