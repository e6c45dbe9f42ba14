package schema

import (
	"io"

	"stacktriage/classify"
	"stacktriage/compare"
	"stacktriage/diagnose"
	"stacktriage/group"
)

// WriteDiff writes a comparison as one object.
func WriteDiff(w io.Writer, d *compare.Diff, version string) error {
	j := begin(w, version)
	j.text(",")
	j.side("before", d.Before)
	j.side("after", d.After)
	j.field("process", d.Process)
	j.field("verdict", verdictOf(d))
	j.field("regressions", notNil(d.Regressions()))
	j.array("sites", len(d.Sites), func(i int) any { return sitePairOf(d.Sites[i]) })
	j.text(",")
	j.array("groups", len(d.Groups), func(i int) any { return groupPairOf(d.Groups[i]) })
	j.text(",")
	j.array("setAside", len(d.Aside), func(i int) any { return Aside(d.Aside[i]) })
	j.text(",")
	j.text("\n" + `"notes": `)
	j.value(notNil(d.Notes))
	return j.end()
}

// side writes what a report says of one snapshot by itself; its sites and groups are
// in the pairs.
func (j *writer) side(name string, s *diagnose.Snapshot) {
	j.text("\n" + `"` + name + `": {`)
	j.field("source", sourceOf(s.Input.Source))
	j.field("counts", countsOf(s.Counts))
	j.field("headline", s.Headline)
	j.array("findings", len(s.Findings), func(i int) any { return findingOf(&s.Findings[i]) })
	j.text(",")
	j.field("evidence", evidenceOf(s.Evidence))
	problems := problems(s.Input)
	j.array("problems", len(problems), func(i int) any { return problems[i] })
	j.text("},")
}

// Verdict is what became of the trouble.
type Verdict struct {
	Kind     compare.Kind      `json:"kind"`
	Word     string            `json:"word"`
	Sentence string            `json:"sentence"`
	Severity diagnose.Severity `json:"severity"`
	Load     bool              `json:"load"`
	From     *int              `json:"from"` // index into sites
	To       *int              `json:"to"`
}

func verdictOf(d *compare.Diff) Verdict {
	v := &d.Verdict
	return Verdict{
		Kind: v.Kind, Word: v.Word, Sentence: v.Sentence, Severity: v.Severity, Load: v.Load,
		From: siteIndex(d, v.From), To: siteIndex(d, v.To),
	}
}

func siteIndex(d *compare.Diff, s *compare.Site) *int {
	for i := range d.Sites {
		if s != nil && d.Sites[i] == s {
			return &i
		}
	}
	return nil
}

// Match is how a place was found again.
type Match struct {
	How      compare.How `json:"how"`
	Probable bool        `json:"probable"`
	Note     *string     `json:"note"`
}

func matchOf(m compare.Match) *Match {
	if m.How == compare.None {
		return nil
	}
	return &Match{How: m.How, Probable: m.Probable, Note: orNull(m.Note)}
}

// Stacks are how many distinct stacks a place has.
type Stacks struct {
	Before int `json:"before"`
	After  int `json:"after"`
	Common int `json:"common"`
}

// IDs are ids of groups on both sides.
type IDs struct {
	Before []string `json:"before"`
	After  []string `json:"after"`
}

// SitePair is one place on both sides.
type SitePair struct {
	Role        classify.Role  `json:"role"`
	State       classify.State `json:"state"`
	Cause       *Cause         `json:"cause"`
	Via         *string        `json:"via"`
	Culprit     *Culprit       `json:"culprit"`
	Signature   string         `json:"signature"`
	Before      int            `json:"before"`
	After       int            `json:"after"`
	Status      compare.Status `json:"status"`
	Match       *Match         `json:"match"`
	Trouble     bool           `json:"trouble"`
	Routine     bool           `json:"routine"`
	SameThreads *int           `json:"sameThreads"`
	Stacks      Stacks         `json:"stacks"`
	Groups      IDs            `json:"groups"`
	Frames      []DiffFrame    `json:"frames"`
}

func sitePairOf(s *compare.Site) SitePair {
	shown := siteOf(s.Shown())
	p := SitePair{
		Role: shown.Role, State: shown.State, Cause: shown.Cause, Via: shown.Via, Culprit: shown.Culprit,
		Signature: shown.Signature,
		Before:    s.BeforeThreads(), After: s.AfterThreads(), Status: s.Status, Match: matchOf(s.Match),
		Trouble: s.Trouble, Routine: s.Routine,
		Groups: IDs{Before: groupIDs(groupsOf(s.Before)), After: groupIDs(groupsOf(s.After))},
		Stacks: Stacks{Before: len(groupsOf(s.Before)), After: len(groupsOf(s.After)), Common: s.CommonStacks},
		Frames: diffFramesOf(s),
	}
	if s.SameThreads >= 0 {
		p.SameThreads = &s.SameThreads
	}
	return p
}

func groupsOf(s *group.Site) []*group.Group {
	if s == nil {
		return nil
	}
	return s.Groups
}

// DiffFrame is a frame of the difference between two stacks.
type DiffFrame struct {
	Op string `json:"op"` // "+", "-" or "="
	Frame
}

// diffFramesOf is null where there is nothing to compare.
func diffFramesOf(s *compare.Site) []DiffFrame {
	var frames []DiffFrame
	for _, f := range s.Frames {
		side := s.Before
		op := "="
		switch f.Op {
		case compare.Insert:
			side, op = s.After, "+"
		case compare.Delete:
			op = "-"
		}
		g := side.Groups[0]
		frames = append(frames, DiffFrame{op, frameOf(g.Stack.Frames[f.Index], g.Class.Kinds[f.Index])})
	}
	return frames
}

// GroupPair is threads with the same stack on both sides.
type GroupPair struct {
	Role    classify.Role  `json:"role"`
	State   classify.State `json:"state"`
	Cause   *Cause         `json:"cause"`
	Culprit *Culprit       `json:"culprit"`
	Before  int            `json:"before"`
	After   int            `json:"after"`
	Status  compare.Status `json:"status"`
	Match   *Match         `json:"match"`
	IDs     IDs            `json:"ids"`
	Frames  []Frame        `json:"frames"`
}

func groupPairOf(p *compare.Group) GroupPair {
	shown := p.Shown()
	frames := make([]Frame, len(shown.Stack.Frames))
	for i, f := range shown.Stack.Frames {
		frames[i] = frameOf(f, shown.Class.Kinds[i])
	}
	return GroupPair{
		Role: shown.Class.Role, State: shown.Class.State,
		Cause: causeOf(shown.Class.Cause), Culprit: culpritOf(shown.Class.Culprit),
		Before: p.BeforeThreads(), After: p.AfterThreads(), Status: p.Status, Match: matchOf(p.Match),
		IDs: IDs{Before: groupIDs(p.Before), After: groupIDs(p.After)}, Frames: frames,
	}
}

// Aside is what was set aside on both sides.
type Aside struct {
	Label  string `json:"label"`
	Idle   bool   `json:"idle"`
	Before int    `json:"before"`
	After  int    `json:"after"`
}

// notNil makes an empty list [] and not null.
func notNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
