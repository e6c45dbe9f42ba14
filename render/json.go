package render

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/frame"
	"stacktriage/group"
	"stacktriage/layout"
	"stacktriage/parse"
	"stacktriage/wording"
)

// schemaVersion rises on a breaking change; adding a field is none.
const schemaVersion = 1

// JSON writes the report as one object. Groups, which hold nearly all of the text,
// are encoded one at a time, so that memory does not grow with the report.
func JSON(w io.Writer, r *diagnose.Report, o Options) error {
	out := NewJSONStream(w, o)
	for _, s := range r.Snapshots {
		out.Add(s)
	}
	return out.Close()
}

// JSONStream writes what JSON writes, one snapshot after the other, so that no more
// than one of them need be in memory. The first error sticks until Close.
type JSONStream struct {
	j     *jsonWriter
	added bool
}

// NewJSONStream begins the object.
func NewJSONStream(w io.Writer, o Options) *JSONStream {
	j := beginJSON(w, o)
	j.text(",\n\"snapshots\": [")
	return &JSONStream{j: j}
}

// Add writes a snapshot.
func (s *JSONStream) Add(snap *diagnose.Snapshot) {
	if s.added {
		s.j.text(",")
	}
	s.added = true
	s.j.snapshot(snap)
}

// Close ends the object.
func (s *JSONStream) Close() error {
	s.j.text("]}\n")
	return s.j.flush()
}

// jsonWriter composes the outer object by hand and encodes its parts with
// encoding/json. The first error sticks.
type jsonWriter struct {
	out *bufio.Writer
	buf bytes.Buffer
	enc *json.Encoder
	err error
}

// beginJSON begins the object with the fields that every JSON output has.
func beginJSON(w io.Writer, o Options) *jsonWriter {
	j := &jsonWriter{out: bufio.NewWriterSize(w, 64<<10)}
	j.enc = json.NewEncoder(&j.buf)
	j.enc.SetEscapeHTML(false)
	j.text(`{"schemaVersion": `)
	j.value(schemaVersion)
	j.text(`, "tool": "stacktriage", "version": `)
	j.value(o.Version)
	return j
}

func (j *jsonWriter) flush() error {
	if j.err != nil {
		return j.err
	}
	return j.out.Flush()
}

func (j *jsonWriter) text(s string) {
	if j.err == nil {
		_, j.err = j.out.WriteString(s)
	}
}

func (j *jsonWriter) value(v any) {
	if j.err != nil {
		return
	}
	j.buf.Reset()
	if j.err = j.enc.Encode(v); j.err != nil {
		return
	}
	j.err = writeEscaped(j.out, bytes.TrimSuffix(j.buf.Bytes(), []byte("\n")))
}

// field writes a name and an encoded value on a line of its own.
func (j *jsonWriter) field(name string, v any) {
	j.text("\n" + `"` + name + `": `)
	j.value(v)
	j.text(",")
}

// array writes n encoded elements, one a line.
func (j *jsonWriter) array(name string, n int, element func(int) any) {
	j.text("\n" + `"` + name + `": [`)
	for i := range n {
		if i > 0 {
			j.text(",")
		}
		j.text("\n ")
		j.value(element(i))
	}
	j.text("]")
}

func (j *jsonWriter) snapshot(s *diagnose.Snapshot) {
	j.text("\n{")
	j.field("source", jsonSourceOf(s.Input.Source))
	j.field("counts", jsonCountsOf(s.Counts))
	if s.Filtered != nil {
		j.field("filtered", jsonFiltered(*s.Filtered))
	}
	j.field("headline", s.Headline)
	j.array("findings", len(s.Findings), func(i int) any { return jsonFindingOf(&s.Findings[i]) })
	j.text(",")
	j.array("sites", len(s.Sites), func(i int) any { return jsonSiteOf(s.Sites[i]) })
	j.text(",")
	j.array("groups", len(s.Groups), func(i int) any { return jsonGroupOf(s.Input, s.Groups[i]) })
	j.text(",")
	problems := jsonProblems(s.Input)
	j.array("problems", len(problems), func(i int) any { return problems[i] })
	j.text("}")
}

type jsonSource struct {
	Label    string `json:"label"`
	Dialect  string `json:"dialect"`
	Encoding string `json:"encoding"`
	Index    int    `json:"index"`
	Of       int    `json:"of"`
}

func jsonSourceOf(s parse.Source) jsonSource {
	return jsonSource(s)
}

type jsonCounts struct {
	Threads      int                   `json:"threads"`
	Frames       int                   `json:"frames"`
	Stacks       int                   `json:"stacks"`
	SkippedLines int                   `json:"skippedLines"`
	Workers      jsonWorkers           `json:"workers"`
	Roles        map[classify.Role]int `json:"roles"`
}

// jsonFiltered is there only where groups and sites are not all there is.
type jsonFiltered struct {
	Threads   int    `json:"threads"`
	OfThreads int    `json:"ofThreads"`
	Frames    int    `json:"frames"`
	OfFrames  int    `json:"ofFrames"`
	By        string `json:"by"`
}

type jsonWorkers struct {
	Total   int `json:"total"`
	Blocked int `json:"blocked"`
	Running int `json:"running"`
	Idle    int `json:"idle"`
	Unclear int `json:"unclear"`
}

func jsonCountsOf(c diagnose.Counts) jsonCounts {
	roles := c.Roles
	if roles == nil {
		roles = map[classify.Role]int{}
	}
	return jsonCounts{
		Threads: c.Threads, Frames: c.Frames, Stacks: c.Stacks, SkippedLines: c.SkippedLines,
		Workers: jsonWorkers(c.Workers), Roles: roles,
	}
}

type jsonFinding struct {
	ID         string              `json:"id"`
	Severity   diagnose.Severity   `json:"severity"`
	Confidence diagnose.Confidence `json:"confidence"`
	Starved    bool                `json:"starved"`
	Threads    int                 `json:"threads"`
	Workers    int                 `json:"workers"`
	Sentence   string              `json:"sentence"`
	Advice     *string             `json:"advice"`
	Link       *string             `json:"link"`
	Groups     []string            `json:"groups"`
}

func jsonFindingOf(f *diagnose.Finding) jsonFinding {
	return jsonFinding{
		ID: string(f.ID), Severity: f.Severity, Confidence: f.Confidence, Starved: f.Starved,
		Threads: f.Threads, Workers: f.Workers, Sentence: f.Sentence,
		Advice: orNull(f.Advice), Link: orNull(f.Link), Groups: groupIDs(f.Groups),
	}
}

type jsonCause struct {
	Rule      classify.RuleID     `json:"rule"`
	API       *string             `json:"api"`
	Category  *classify.Category  `json:"category"`
	Mechanism *classify.Mechanism `json:"mechanism"`
}

func jsonCauseOf(c *classify.Cause) *jsonCause {
	if c == nil {
		return nil
	}
	api := c.API
	if api == "" {
		api = string(c.Mechanism) // own code that runs has called nothing: readers expect a name all the same
	}
	return &jsonCause{Rule: c.Rule, API: orNull(api), Category: orNull(c.Category), Mechanism: orNull(c.Mechanism)}
}

type jsonCulprit struct {
	Kind   classify.CulpritKind `json:"kind"`
	Name   string               `json:"name"`
	Module *string              `json:"module"`
	Raw    string               `json:"raw"`
}

func jsonCulpritOf(c *classify.Culprit) *jsonCulprit {
	if c == nil {
		return nil
	}
	return &jsonCulprit{Kind: c.Kind, Name: c.Name, Module: orNull(c.Frame.Module), Raw: c.Frame.Raw}
}

type jsonSite struct {
	Role    classify.Role  `json:"role"`
	State   classify.State `json:"state"`
	Cause   *jsonCause     `json:"cause"`
	Via     *string        `json:"via"`
	Culprit *jsonCulprit   `json:"culprit"`
	Threads int            `json:"threads"`
	Stacks  int            `json:"stacks"`
	Groups  []string       `json:"groups"`
}

func jsonSiteOf(s *group.Site) jsonSite {
	return jsonSite{
		Role: s.Role, State: s.State, Cause: jsonCauseOf(s.Cause), Via: orNull(s.Via),
		Culprit: jsonCulpritOf(s.Culprit), Threads: s.Threads, Stacks: len(s.Groups),
		Groups: groupIDs(s.Groups),
	}
}

type jsonGroup struct {
	ID         string         `json:"id"`
	Role       classify.Role  `json:"role"`
	State      classify.State `json:"state"`
	Cause      *jsonCause     `json:"cause"`
	Culprit    *jsonCulprit   `json:"culprit"`
	Count      int            `json:"count"`
	ThreadIDs  []string       `json:"threadIds"`
	Markers    jsonMarkers    `json:"markers"`
	Incomplete bool           `json:"incomplete"`
	Frames     []jsonFrame    `json:"frames"`
}

type jsonMarkers struct {
	Native int `json:"native"`
	CPU    int `json:"cpu"`
}

type jsonFrame struct {
	Raw    string  `json:"raw"`
	Name   string  `json:"name"`
	Module *string `json:"module"`
	Kind   string  `json:"kind"`
}

func jsonGroupOf(in *parse.Snapshot, g *group.Group) jsonGroup {
	ids := make([]string, len(g.Threads))
	for i, t := range g.Threads {
		ids[i] = in.ID(int(t))
	}
	frames := make([]jsonFrame, len(g.Stack.Frames))
	for i, f := range g.Stack.Frames {
		frames[i] = jsonFrameOf(f, g.Class.Kinds[i])
	}
	return jsonGroup{
		ID: g.Stack.ID, Role: g.Class.Role, State: g.Class.State,
		Cause: jsonCauseOf(g.Class.Cause), Culprit: jsonCulpritOf(g.Class.Culprit),
		Count: g.Count(), ThreadIDs: ids, Markers: jsonMarkers{Native: g.Native, CPU: g.CPU},
		Incomplete: g.Stack.Incomplete, Frames: frames,
	}
}

func jsonFrameOf(f *frame.Frame, kind classify.FrameKind) jsonFrame {
	return jsonFrame{Raw: f.Raw, Name: f.Name(), Module: orNull(f.Module), Kind: kind.String()}
}

// jsonProblem is a line that was lost or altered, or, on line 0, a fact about the whole
// input.
type jsonProblem struct {
	Line   int     `json:"line"`
	Text   *string `json:"text"`
	Reason string  `json:"reason"`
}

// jsonProblems are what standard error says, too: what was undone to the whole input,
// what was lost by line, and how much more than is listed.
func jsonProblems(s *parse.Snapshot) []jsonProblem {
	out := []jsonProblem{}
	for _, repair := range s.Repairs {
		out = append(out, jsonProblem{Reason: repair})
	}
	for _, p := range s.Problems {
		out = append(out, jsonProblem{Line: p.Line, Text: orNull(p.Text), Reason: p.Reason})
	}
	if s.MoreProblems > 0 {
		out = append(out, jsonProblem{Reason: wording.Count(s.MoreProblems, "more problem")})
	}
	return out
}

// groupIDs is never nil: an empty list is [] and not null.
func groupIDs(groups []*group.Group) []string {
	ids := make([]string, len(groups))
	for i, g := range groups {
		ids[i] = g.Stack.ID
	}
	return ids
}

// orNull turns "none" into null: readers of the JSON never meet an empty string.
func orNull[S ~string](s S) *S {
	if s == "" {
		return nil
	}
	return &s
}

// writeEscaped writes encoded JSON and escapes what encoding/json leaves as it is
// though a terminal obeys it or an eye is misled by it: DEL, the C1 controls (U+009B
// starts an escape sequence just as ESC [ does) and the invisible characters that
// reorder text. Outside of strings none of them occurs.
func writeEscaped(w *bufio.Writer, text []byte) error {
	start := 0
	for i := 0; i < len(text); {
		if text[i] < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if layout.Hidden(r) {
			w.Write(text[start:i])
			escapeRune(w, r)
			start = i + size
		}
		i += size
	}
	_, err := w.Write(text[start:])
	return err
}

func escapeRune(w *bufio.Writer, r rune) {
	if r > 0xffff {
		high, low := utf16.EncodeRune(r)
		fmt.Fprintf(w, `\u%04x\u%04x`, high, low)
		return
	}
	fmt.Fprintf(w, `\u%04x`, r)
}
