package render

import (
	"fmt"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/layout"
	"stacktriage/parse"
)

// source is where a frame stands in the source, short enough to stand beside it.
type source struct {
	text string // "Program.cs:17"; empty where that is not known
	link string // where it can be read, or empty
}

const (
	sourceGap = 2
	// maxLines is how many lines of one method are named beside it.
	maxLines = 3
)

// sourceOf says where frames stand. Threads at several lines of one file are at all of
// them; of several files, none is the frame's.
func sourceOf(in *parse.Snapshot, places []parse.Location) source {
	if len(places) == 0 || slices.ContainsFunc(places, func(p parse.Location) bool { return p.File != places[0].File }) {
		return source{}
	}
	file := places[0].File
	var numbers []string
	for _, p := range places {
		numbers = append(numbers, linesOf(p))
	}
	s := source{text: file[strings.LastIndexAny(file, `/\`)+1:] + ":" + listOf(numbers, maxLines)}
	if len(places) == 1 {
		s.link = in.Lines.Link(places[0])
	}
	return s
}

// linesOf is the line, or the first and the last of those that it can be.
func linesOf(p parse.Location) string {
	if p.Last > p.First {
		return fmt.Sprintf("%d–%d", p.First, p.Last)
	}
	return fmt.Sprint(p.First)
}

// frameSource is where an own frame of a stack stands.
func (t *textReport) frameSource(g *group.Group, i int) source {
	if i < 0 || g.Class.Kinds[i] != classify.KindUser {
		return source{}
	}
	return sourceOf(t.snap.Input, g.Stack.Locations(i))
}

// columns is the room that the source takes behind a frame.
func (s source) columns(p *page) int {
	if s.text == "" {
		return 0
	}
	return sourceGap + layout.Columns(p.Clean(s.text))
}

// spans are what stands behind the frame.
func (s source) spans() layout.Line {
	if s.text == "" {
		return nil
	}
	return layout.Line{layout.Blanks(sourceGap), {Text: s.text, Style: layout.Dim, Link: s.link}}
}

// beside writes a text in so much room that the source fits behind it. Where the text
// would lose a name by that, the source goes.
func (p *page) beside(room int, s source, text func(room int) string) (string, source) {
	if s.text != "" {
		short := text(room - s.columns(p))
		whole := text(room)
		if layout.Columns(p.Clean(short))+s.columns(p) <= room && keepsName(short, whole) {
			return short, s
		}
	}
	return text(room), source{}
}

// keepsName says that a shortened frame lost nothing but its parameters.
func keepsName(short, whole string) bool {
	name, _, _ := strings.Cut(short, "(")
	return strings.HasPrefix(whole, name)
}

// nodeSource is where the own frame of a node of the tree stands, over all of its threads.
func nodeSource(in *parse.Snapshot, n *group.Node) source {
	var places []parse.Location
	for _, s := range n.Spans {
		if s.At < 0 {
			continue
		}
		for _, at := range s.Group.Stack.Locations(s.At) {
			if !slices.Contains(places, at) {
				places = append(places, at)
			}
		}
	}
	return sourceOf(in, places)
}

// missingLines says why own code has no lines, where symbol files were asked for them.
func (t *textReport) missingLines() {
	in := t.snap.Input.Lines
	if !t.opt.Full || in == nil {
		return
	}
	for _, why := range in.Missing {
		t.note("No source lines for " + why + ".")
	}
}
