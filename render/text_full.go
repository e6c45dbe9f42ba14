package render

import (
	"fmt"
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/layout"
)

// fullStacks writes every frame of the groups as it stands in the input, with a bar
// along the frames that wait and the labels of the folded form.
func (t *textReport) fullStacks(groups []*group.Group, of int) {
	for _, g := range groups {
		t.Blank()
		t.groupHead(g, of)
		t.rawFrames(g)
	}
}

func (t *textReport) groupHead(g *group.Group, of int) {
	head := fmt.Sprintf("%s: %d", g.Stack.ID, g.Count())
	if of != g.Count() {
		head += fmt.Sprintf(" of the %d", of)
	}
	head += fmt.Sprintf(" · %s %s · marker: %d native, %d cpu", g.Class.Role, g.Class.State, g.Native, g.CPU)
	if g.Stack.Incomplete {
		head += " · cut by the end of the input"
	}
	t.Prose(layout.Line{layout.Blanks(2)}, head, layout.Count)
	t.List(layout.Line{layout.Blanks(2)}, t.threadIDs([]*group.Group{g}), layout.Dim)
}

func (t *textReport) rawFrames(g *group.Group) {
	f := folder{group: g}
	for i, frame := range g.Stack.Frames {
		label, style := "", layout.Plain
		switch {
		case i == g.Class.CulpritFrame:
			label, style = "culprit ▸", layout.Culprit
		case i == g.Class.APIFrame:
			label, style = "API ▸", layout.API
		case i == 0:
			label = "leaf"
		case i == g.Class.RootFrame:
			label = "root"
		}
		bar := " "
		if f.waits(i) {
			bar = "┃"
		}
		if style == layout.Plain && bar != " " {
			style = layout.Wait
		}
		if style == layout.Plain && g.Class.Kinds[i] != classify.KindUser {
			style = layout.Dim
		}
		t.Line(
			layout.Label.Of(layout.PadLeft(t.Sign(label), fullLabelWidth)), layout.Blanks(1), layout.Bar.Of(bar),
			layout.Blanks(1), style.Of(t.Raw(frame.Raw)),
		)
	}
}

const fullLabelWidth = 9

// asideInFull lists the groups that no site holds.
func (t *textReport) asideInFull() {
	placed := map[*group.Group]bool{}
	for _, s := range t.snap.Sites {
		for _, g := range s.Groups {
			placed[g] = true
		}
	}
	first := true
	for _, g := range t.snap.Groups {
		if placed[g] {
			continue
		}
		if first {
			t.Blank()
			t.Line(
				layout.OK.Of(strings.ToUpper("set aside")),
				layout.Plain.Of("  idle, or in the wait it spends its life in"),
			)
			first = false
		}
		t.fullStacks([]*group.Group{g}, g.Count())
	}
}
