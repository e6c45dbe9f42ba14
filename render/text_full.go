package render

import (
	"fmt"
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
)

// fullStacks writes every frame of the groups as it stands in the input, with a bar
// along the frames that wait and the labels of the folded form.
func (t *textReport) fullStacks(groups []*group.Group, of int) {
	for _, g := range groups {
		t.blank()
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
	t.prose([]span{plain("  ")}, head, t.pal.Count)
	t.list([]span{plain("  ")}, t.threadIDs([]*group.Group{g}), t.pal.Dim)
}

func (t *textReport) rawFrames(g *group.Group) {
	f := folder{group: g}
	for i, frame := range g.Stack.Frames {
		label, paint := "", Paint(nil)
		switch {
		case i == g.Class.CulpritFrame:
			label, paint = "culprit ▸", t.pal.Culprit
		case i == g.Class.APIFrame:
			label, paint = "API ▸", t.pal.API
		case i == 0:
			label = "leaf"
		case i == g.Class.RootFrame:
			label = "root"
		}
		bar := " "
		if f.waits(i) {
			bar = "┃"
		}
		if paint == nil && bar != " " {
			paint = t.pal.Wait
		}
		if paint == nil && g.Class.Kinds[i] != classify.KindUser {
			paint = t.pal.Dim
		}
		t.line(span{padLeft(t.sign(label), fullLabelWidth), t.pal.Label}, plain(" "), span{bar, t.pal.Wait}, plain(" "), span{t.raw(frame.Raw), paint})
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
			t.blank()
			t.line(span{strings.ToUpper("set aside"), t.pal.OK}, plain("  idle, or in the wait it spends its life in"))
			first = false
		}
		t.fullStacks([]*group.Group{g}, g.Count())
	}
}
