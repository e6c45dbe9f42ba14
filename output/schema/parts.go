package schema

import (
	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/frame"
	"stacktriage/group"
	"stacktriage/parse"
	"stacktriage/wording"
)

// Cause is what a blocked thread waits in.
type Cause struct {
	Rule      classify.RuleID     `json:"rule"`
	API       *string             `json:"api"`
	Category  *classify.Category  `json:"category"`
	Mechanism *classify.Mechanism `json:"mechanism"`
}

func causeOf(c *classify.Cause) *Cause {
	if c == nil {
		return nil
	}
	api := c.API
	if api == "" {
		api = string(c.Mechanism) // own code that runs has called nothing: readers expect a name all the same
	}
	return &Cause{Rule: c.Rule, API: orNull(api), Category: orNull(c.Category), Mechanism: orNull(c.Mechanism)}
}

// Culprit is the frame of own code that made the call.
type Culprit struct {
	Kind   classify.CulpritKind `json:"kind"`
	Name   string               `json:"name"`
	Module *string              `json:"module"`
	Raw    string               `json:"raw"`
}

func culpritOf(c *classify.Culprit) *Culprit {
	if c == nil {
		return nil
	}
	return &Culprit{Kind: c.Kind, Name: c.Name, Module: orNull(c.Frame.Module), Raw: c.Frame.Raw}
}

// Site is one place.
type Site struct {
	Role    classify.Role  `json:"role"`
	State   classify.State `json:"state"`
	Cause   *Cause         `json:"cause"`
	Via     *string        `json:"via"`
	Culprit *Culprit       `json:"culprit"`
	// Signature names the place, the same in every run.
	Signature string   `json:"signature"`
	Threads   int      `json:"threads"`
	Stacks    int      `json:"stacks"`
	Groups    []string `json:"groups"`
}

func siteOf(s *group.Site) Site {
	return Site{
		Role: s.Role, State: s.State, Cause: causeOf(s.Cause), Via: orNull(s.Via),
		Culprit: culpritOf(s.Culprit), Signature: diagnose.Signature(s), Threads: s.Threads, Stacks: len(s.Groups),
		Groups: groupIDs(s.Groups),
	}
}

// Group is threads with the same stack.
type Group struct {
	ID         string         `json:"id"`
	Role       classify.Role  `json:"role"`
	State      classify.State `json:"state"`
	Cause      *Cause         `json:"cause"`
	Culprit    *Culprit       `json:"culprit"`
	Count      int            `json:"count"`
	ThreadIDs  []*string      `json:"threadIds"` // null for a thread without one
	Markers    Markers        `json:"markers"`
	Incomplete bool           `json:"incomplete"`
	Frames     []Frame        `json:"frames"`
}

// Markers is how many threads had which marker.
type Markers struct {
	Native int `json:"native"`
	CPU    int `json:"cpu"`
}

// Frame is a frame as it stands in the input, and as a developer writes it.
type Frame struct {
	Raw    string  `json:"raw"`
	Name   string  `json:"name"`
	Module *string `json:"module"`
	Kind   string  `json:"kind"`
	// Source is missing where no source line is known.
	Source []SourceLine `json:"source,omitempty"`
}

// SourceLine is a line of source in which threads of a group stand in a frame.
type SourceLine struct {
	File string `json:"file"`
	Line int    `json:"line"`
	// LastLine is where optimised code is known to be of a few lines, and not of which.
	LastLine int     `json:"lastLine,omitempty"`
	URL      *string `json:"url"`
}

// sourceLines are the lines of frame i, each once.
func sourceLines(in *parse.Snapshot, s *parse.Stack, i int) []SourceLine {
	var all []SourceLine
	for _, at := range s.Locations(i) {
		line := SourceLine{File: at.File, Line: at.First}
		if at.Last > at.First {
			line.LastLine = at.Last
		}
		line.URL = orNull(in.Lines.Address(at.File))
		all = append(all, line)
	}
	return all
}

func groupOf(in *parse.Snapshot, g *group.Group) Group {
	ids := make([]*string, len(g.Threads))
	for i, t := range g.Threads {
		ids[i] = orNull(in.ID(int(t)))
	}
	frames := make([]Frame, len(g.Stack.Frames))
	for i, f := range g.Stack.Frames {
		frames[i] = frameOf(f, g.Class.Kinds[i])
		frames[i].Source = sourceLines(in, g.Stack, i)
	}
	return Group{
		ID: g.Stack.ID, Role: g.Class.Role, State: g.Class.State,
		Cause: causeOf(g.Class.Cause), Culprit: culpritOf(g.Class.Culprit),
		Count: g.Count(), ThreadIDs: ids, Markers: Markers{Native: g.Native, CPU: g.CPU},
		Incomplete: g.Stack.Incomplete, Frames: frames,
	}
}

func frameOf(f *frame.Frame, kind classify.FrameKind) Frame {
	return Frame{Raw: f.Raw, Name: f.Name(), Module: orNull(f.Module), Kind: kind.String()}
}

// Problem is a line that was lost or altered, or, on line 0, a fact about the whole
// input.
type Problem struct {
	Line   int     `json:"line"`
	Text   *string `json:"text"`
	Reason string  `json:"reason"`
}

// problems are what standard error says, too: what was undone to the whole input,
// what was lost by line, and how much more than is listed.
func problems(s *parse.Snapshot) []Problem {
	out := []Problem{}
	for _, repair := range s.Repairs {
		out = append(out, Problem{Reason: repair})
	}
	for _, p := range s.Problems {
		out = append(out, Problem{Line: p.Line, Text: orNull(p.Text), Reason: p.Reason})
	}
	if s.MoreProblems > 0 {
		out = append(out, Problem{Reason: wording.Count(s.MoreProblems, "more problem")})
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
