// Package schema writes everything that is for programs as JSON, the contract with them:
// every name of a field is decided here, once, and docs/schema.json lists them all. Adding
// a field is no change of the contract; removing or renaming one is. It draws no
// conclusion and reads no JSON.
package schema

import (
	"io"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/parse"
)

// Version rises on a breaking change; adding a field is none.
const Version = 1

// WriteReport writes the report as one object. Groups, which hold nearly all of the text,
// are encoded one at a time, so that memory does not grow with the report.
func WriteReport(w io.Writer, r *diagnose.Report, version string) error {
	out := NewStream(w, version)
	for _, s := range r.Snapshots {
		out.Add(s)
	}
	return out.Close()
}

// Stream writes what WriteReport writes, one snapshot after the other, so that no more
// than one of them need be in memory. The first error sticks until Close.
type Stream struct {
	j     *writer
	added bool
}

// NewStream begins the object.
func NewStream(w io.Writer, version string) *Stream {
	j := begin(w, version)
	j.text(",\n\"snapshots\": [")
	return &Stream{j: j}
}

// Add writes a snapshot.
func (s *Stream) Add(snap *diagnose.Snapshot) {
	if s.added {
		s.j.text(",")
	}
	s.added = true
	s.j.snapshot(snap)
}

// Close ends the object.
func (s *Stream) Close() error {
	s.j.text("]}\n")
	return s.j.flush()
}

func (j *writer) snapshot(s *diagnose.Snapshot) {
	j.text("\n{")
	j.field("source", sourceOf(s.Input.Source))
	j.field("counts", countsOf(s.Counts))
	if s.Filtered != nil {
		j.field("filtered", Filtered(*s.Filtered))
	}
	j.field("headline", s.Headline)
	j.array("findings", len(s.Findings), func(i int) any { return findingOf(&s.Findings[i]) })
	j.text(",")
	j.array("sites", len(s.Sites), func(i int) any { return siteOf(s.Sites[i]) })
	j.text(",")
	j.array("groups", len(s.Groups), func(i int) any { return groupOf(s.Input, s.Groups[i]) })
	j.text(",")
	j.field("evidence", evidenceOf(s.Evidence))
	if s.OS != nil {
		j.field("os", osOf(s.OS))
	}
	problems := problems(s.Input)
	j.array("problems", len(problems), func(i int) any { return problems[i] })
	j.text("}")
}

// Source is where a snapshot comes from.
type Source struct {
	Label    string `json:"label"`
	Dialect  string `json:"dialect"`
	Encoding string `json:"encoding"`
	Index    int    `json:"index"`
	Of       int    `json:"of"`
}

func sourceOf(s parse.Source) Source {
	return Source(s)
}

// Counts are the totals of a snapshot.
type Counts struct {
	Threads      int                   `json:"threads"`
	Frames       int                   `json:"frames"`
	Stacks       int                   `json:"stacks"`
	SkippedLines int                   `json:"skippedLines"`
	Workers      Workers               `json:"workers"`
	Roles        map[classify.Role]int `json:"roles"`
}

// Filtered is there only where groups and sites are not all there is.
type Filtered struct {
	Threads   int    `json:"threads"`
	OfThreads int    `json:"ofThreads"`
	Frames    int    `json:"frames"`
	OfFrames  int    `json:"ofFrames"`
	By        string `json:"by"`
}

// Workers are the pool workers by state.
type Workers struct {
	Total   int `json:"total"`
	Blocked int `json:"blocked"`
	Running int `json:"running"`
	Idle    int `json:"idle"`
	Unclear int `json:"unclear"`
}

func countsOf(c diagnose.Counts) Counts {
	roles := c.Roles
	if roles == nil {
		roles = map[classify.Role]int{}
	}
	return Counts{
		Threads: c.Threads, Frames: c.Frames, Stacks: c.Stacks, SkippedLines: c.SkippedLines,
		Workers: Workers(c.Workers), Roles: roles,
	}
}

// Finding is one diagnosis.
type Finding struct {
	ID         string              `json:"id"`
	Severity   diagnose.Severity   `json:"severity"`
	Confidence diagnose.Confidence `json:"confidence"`
	Starved    bool                `json:"starved"`
	// StarvedProof is what was measured beside the stacks; null without.
	StarvedProof *diagnose.StarvedProof `json:"starvedProof"`
	Threads      int                    `json:"threads"`
	Workers      int                    `json:"workers"`
	Sentence     string                 `json:"sentence"`
	// Means is what follows from it; Now is what to do about the process, in order, Advice
	// what to do about the code.
	Means  *string  `json:"means"`
	Now    []Step   `json:"now"`
	Advice *string  `json:"advice"`
	Link   *string  `json:"link"`
	Groups []string `json:"groups"`
}

// Step is one thing to do now, and the commands for it. PID in them stands for an id that
// the input does not have.
type Step struct {
	Do       string   `json:"do"`
	Commands []string `json:"commands"`
}

func stepsOf(steps []diagnose.Step) []Step {
	out := make([]Step, len(steps))
	for i, s := range steps {
		out[i] = Step{Do: s.Do, Commands: append([]string{}, s.Commands...)}
	}
	return out
}

func findingOf(f *diagnose.Finding) Finding {
	return Finding{
		ID: string(f.ID), Severity: f.Severity, Confidence: f.Confidence, Starved: f.Starved,
		StarvedProof: orNull(f.StarvedProof),
		Threads:      f.Threads, Workers: f.Workers, Sentence: f.Sentence,
		Means: orNull(f.Means), Now: stepsOf(f.Now),
		Advice: orNull(f.Advice), Link: orNull(f.Link), Groups: groupIDs(f.Groups),
	}
}
