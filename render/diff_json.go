package render

import (
	"io"

	"stacktriage/classify"
	"stacktriage/compare"
	"stacktriage/diagnose"
	"stacktriage/group"
)

// DiffJSON writes a comparison as one object.
func DiffJSON(w io.Writer, d *compare.Diff, o Options) error {
	j := beginJSON(w, o)
	j.text(",")
	j.side("before", d.Before)
	j.side("after", d.After)
	j.field("process", d.Process)
	j.field("verdict", jsonVerdictOf(d))
	j.field("regressions", notNil(d.Regressions()))
	j.array("sites", len(d.Sites), func(i int) any { return jsonSitePairOf(d.Sites[i]) })
	j.text(",")
	j.array("groups", len(d.Groups), func(i int) any { return jsonGroupPairOf(d.Groups[i]) })
	j.text(",")
	j.array("setAside", len(d.Aside), func(i int) any { return jsonAside(d.Aside[i]) })
	j.text(",")
	j.text("\n" + `"notes": `)
	j.value(notNil(d.Notes))
	j.text("}\n")
	return j.flush()
}

// side writes what a report says of one snapshot by itself; its sites and groups are
// in the pairs.
func (j *jsonWriter) side(name string, s *diagnose.Snapshot) {
	j.text("\n" + `"` + name + `": {`)
	j.field("source", jsonSourceOf(s.Input.Source))
	j.field("counts", jsonCountsOf(s.Counts))
	j.field("headline", s.Headline)
	j.array("findings", len(s.Findings), func(i int) any { return jsonFindingOf(&s.Findings[i]) })
	j.text(",")
	problems := jsonProblems(s.Input)
	j.array("problems", len(problems), func(i int) any { return problems[i] })
	j.text("},")
}

type jsonVerdict struct {
	Kind     compare.Kind      `json:"kind"`
	Word     string            `json:"word"`
	Sentence string            `json:"sentence"`
	Severity diagnose.Severity `json:"severity"`
	Load     bool              `json:"load"`
	From     *int              `json:"from"` // index into sites
	To       *int              `json:"to"`
}

func jsonVerdictOf(d *compare.Diff) jsonVerdict {
	v := &d.Verdict
	return jsonVerdict{
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

type jsonMatch struct {
	How      compare.How `json:"how"`
	Probable bool        `json:"probable"`
	Note     *string     `json:"note"`
}

func jsonMatchOf(m compare.Match) *jsonMatch {
	if m.How == compare.None {
		return nil
	}
	return &jsonMatch{How: m.How, Probable: m.Probable, Note: orNull(m.Note)}
}

type jsonStacks struct {
	Before int `json:"before"`
	After  int `json:"after"`
	Common int `json:"common"`
}

type jsonIDs struct {
	Before []string `json:"before"`
	After  []string `json:"after"`
}

type jsonSitePair struct {
	Role        classify.Role   `json:"role"`
	State       classify.State  `json:"state"`
	Cause       *jsonCause      `json:"cause"`
	Via         *string         `json:"via"`
	Culprit     *jsonCulprit    `json:"culprit"`
	Before      int             `json:"before"`
	After       int             `json:"after"`
	Status      compare.Status  `json:"status"`
	Match       *jsonMatch      `json:"match"`
	Trouble     bool            `json:"trouble"`
	Routine     bool            `json:"routine"`
	SameThreads *int            `json:"sameThreads"`
	Stacks      jsonStacks      `json:"stacks"`
	Groups      jsonIDs         `json:"groups"`
	Frames      []jsonDiffFrame `json:"frames"`
}

func jsonSitePairOf(s *compare.Site) jsonSitePair {
	shown := jsonSiteOf(s.Shown())
	p := jsonSitePair{
		Role: shown.Role, State: shown.State, Cause: shown.Cause, Via: shown.Via, Culprit: shown.Culprit,
		Before: s.BeforeThreads(), After: s.AfterThreads(), Status: s.Status, Match: jsonMatchOf(s.Match),
		Trouble: s.Trouble, Routine: s.Routine,
		Groups: jsonIDs{Before: groupIDs(groupsOf(s.Before)), After: groupIDs(groupsOf(s.After))},
		Stacks: jsonStacks{Before: len(groupsOf(s.Before)), After: len(groupsOf(s.After)), Common: s.CommonStacks},
		Frames: jsonDiffFramesOf(s),
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

type jsonDiffFrame struct {
	Op string `json:"op"` // "+", "-" or "="
	jsonFrame
}

// jsonDiffFramesOf is null where there is nothing to compare.
func jsonDiffFramesOf(s *compare.Site) []jsonDiffFrame {
	var frames []jsonDiffFrame
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
		frames = append(frames, jsonDiffFrame{op, jsonFrameOf(g.Stack.Frames[f.Index], g.Class.Kinds[f.Index])})
	}
	return frames
}

type jsonGroupPair struct {
	Role    classify.Role  `json:"role"`
	State   classify.State `json:"state"`
	Cause   *jsonCause     `json:"cause"`
	Culprit *jsonCulprit   `json:"culprit"`
	Before  int            `json:"before"`
	After   int            `json:"after"`
	Status  compare.Status `json:"status"`
	Match   *jsonMatch     `json:"match"`
	IDs     jsonIDs        `json:"ids"`
	Frames  []jsonFrame    `json:"frames"`
}

func jsonGroupPairOf(p *compare.Group) jsonGroupPair {
	shown := p.Shown()
	frames := make([]jsonFrame, len(shown.Stack.Frames))
	for i, f := range shown.Stack.Frames {
		frames[i] = jsonFrameOf(f, shown.Class.Kinds[i])
	}
	return jsonGroupPair{
		Role: shown.Class.Role, State: shown.Class.State, Cause: jsonCauseOf(shown.Class.Cause), Culprit: jsonCulpritOf(shown.Class.Culprit),
		Before: p.BeforeThreads(), After: p.AfterThreads(), Status: p.Status, Match: jsonMatchOf(p.Match),
		IDs: jsonIDs{Before: groupIDs(p.Before), After: groupIDs(p.After)}, Frames: frames,
	}
}

type jsonAside struct {
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
