package filter

import (
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/frame"
	"stacktriage/group"
	"stacktriage/parse"
)

// view makes the filtered copy of one snapshot.
type view struct {
	filter *Filter
	from   *diagnose.Snapshot
	names  map[*group.Group][]string     // that its stacks are printed under
	kept   map[*group.Group]*group.Group // to what is shown of it
}

func (v *view) build() *diagnose.Snapshot {
	chosen := v.choose()
	v.dropSmall(chosen)
	v.kept = make(map[*group.Group]*group.Group, len(chosen))
	to := *v.from
	to.Groups, to.Sites = nil, nil
	all := v.from.Counts
	shown := &diagnose.Filtered{OfThreads: all.Threads, OfFrames: all.Frames, By: strings.Join(v.filter.words, " ")}
	var asides []*group.Group
	for _, g := range v.from.Groups {
		if !chosen[g] {
			continue
		}
		asides = append(asides, g)
		v.kept[g] = v.cut(g)
		to.Groups = append(to.Groups, v.kept[g])
		shown.Threads += g.Count()
		shown.Frames += g.Count() * len(v.kept[g].Stack.Frames)
	}
	for _, site := range v.from.Sites {
		if s := v.site(site); s != nil {
			to.Sites = append(to.Sites, s)
		}
	}
	group.SortSites(to.Sites)
	to.SetAside = diagnose.AsideOf(asides)
	to.Findings = v.findings()
	to.Filtered = shown
	return &to
}

// choose finds the groups that pass every filter but --min.
func (v *view) choose() map[*group.Group]bool {
	chosen := map[*group.Group]bool{}
	for _, g := range v.from.Groups {
		if v.passes(g) {
			chosen[g] = true
		}
	}
	return chosen
}

// passes asks about every frame, so that a pattern that matches only what another one
// drops has matched.
func (v *view) passes(g *group.Group) bool {
	f := v.filter
	f.seen[string(g.Class.Role)], f.seen[string(g.Class.State)] = true, true
	names := v.names[g]
	focus, ignore := anyMatch(f.focus, names) || len(f.focus) == 0, anyMatch(f.ignore, names)
	for _, fr := range g.Stack.Frames {
		verdict := f.judge(fr)
		focus = focus || verdict.focus
		ignore = ignore || verdict.ignore
	}
	return focus && !ignore &&
		(len(f.roles) == 0 || slices.Contains(f.roles, g.Class.Role)) &&
		(len(f.states) == 0 || slices.Contains(f.states, g.Class.State))
}

// dropSmall applies --min: to sites by what is left of them, to other threads by how
// many there are of their kind.
func (v *view) dropSmall(chosen map[*group.Group]bool) {
	if v.filter.min <= 1 {
		return
	}
	type kind struct {
		role  classify.Role
		state classify.State
		api   string
	}
	inSite := map[*group.Group]bool{}
	for _, site := range v.from.Sites {
		left := 0
		for _, g := range site.Groups {
			inSite[g] = true
			if chosen[g] {
				left += g.Count()
			}
		}
		for _, g := range site.Groups {
			chosen[g] = chosen[g] && left >= v.filter.min
		}
	}
	kindOf := func(g *group.Group) kind {
		k := kind{role: g.Class.Role, state: g.Class.State}
		if c := g.Class.Cause; c != nil {
			k.api = c.API
		}
		return k
	}
	left := map[kind]int{}
	for g := range chosen {
		if chosen[g] && !inSite[g] {
			left[kindOf(g)] += g.Count()
		}
	}
	for g := range chosen {
		if !inSite[g] {
			chosen[g] = chosen[g] && left[kindOf(g)] >= v.filter.min
		}
	}
}

// site is what is shown of a site; nil for nothing.
func (v *view) site(s *group.Site) *group.Site {
	to := *s
	to.Groups, to.Threads = nil, 0
	for _, g := range s.Groups {
		if shown := v.kept[g]; shown != nil {
			to.Groups = append(to.Groups, shown)
			to.Threads += shown.Count()
		}
	}
	if to.Threads == 0 {
		return nil
	}
	return &to
}

// findings keeps every finding, with those of its groups that are shown.
func (v *view) findings() []diagnose.Finding {
	all := slices.Clone(v.from.Findings)
	for i := range all {
		var groups []*group.Group
		for _, g := range all[i].Groups {
			if shown := v.kept[g]; shown != nil {
				groups = append(groups, shown)
			}
		}
		all[i].Groups = groups
	}
	return all
}

// cut leaves out the frames that are not to be shown. The call that blocks and the
// culprit stay: without them the stack would tell something else.
func (v *view) cut(g *group.Group) *group.Group {
	f := v.filter
	if len(f.show) == 0 && len(f.hide) == 0 {
		return g
	}
	frames := g.Stack.Frames
	stay := make([]bool, len(frames))
	left := 0
	for i, fr := range frames {
		stay[i] = !f.judge(fr).hidden || i == g.Class.APIFrame || i == g.Class.CulpritFrame
		if stay[i] {
			left++
		}
	}
	switch {
	case left == len(frames):
		return g
	case left == 0:
		stay[len(frames)-1] = true // a thread is never shown without a frame
	}
	return without(g, stay)
}

// without copies a group with some of its frames and moves what points at frames.
func without(g *group.Group, stay []bool) *group.Group {
	to := *g
	stack := parse.Stack{ID: g.Stack.ID, Incomplete: g.Stack.Incomplete}
	to.Stack, to.Class.Kinds = &stack, nil
	before := make([]int, len(stay)+1) // frames that stay above each index
	for i, stays := range stay {
		before[i+1] = before[i]
		if stays {
			before[i+1]++
			stack.Frames = append(stack.Frames, g.Stack.Frames[i])
			to.Class.Kinds = append(to.Class.Kinds, g.Class.Kinds[i])
		}
	}
	frameAt := func(i int) int {
		if i < 0 || i >= len(stay) || !stay[i] {
			return -1
		}
		return before[i]
	}
	to.Class.APIFrame = frameAt(g.Class.APIFrame)
	to.Class.CulpritFrame = frameAt(g.Class.CulpritFrame)
	to.Class.Caller = frameAt(g.Class.Caller)
	to.Class.RunEnd, to.Class.RootFrame = boundary(before, g.Class.RunEnd), boundary(before, g.Class.RootFrame)
	return &to
}

// boundary moves an index that divides the frames.
func boundary(before []int, i int) int {
	if i < 0 {
		return i
	}
	return before[min(i, len(before)-1)]
}

// namesOf are the ways in which a frame is written anywhere: what somebody reads in one
// output is to match in every one.
func namesOf(f *frame.Frame) []string {
	return distinct(f.Raw, f.Name(), f.ShortName(), f.Signature(), f.API())
}

// placeNames are the names that the stacks of each group are printed under: the call,
// which need not be a frame, the culprit, which can have been inlined away, and what
// kind of thread it is.
func placeNames(s *diagnose.Snapshot) map[*group.Group][]string {
	names := make(map[*group.Group][]string, len(s.Groups))
	for _, g := range s.Groups {
		own := kindNames(g)
		own = append(own, causeNames(g.Class.Cause)...)
		names[g] = append(own, culpritNames(g.Class.Culprit)...)
	}
	for _, site := range s.Sites {
		shared := append(causeNames(site.Cause), culpritNames(site.Culprit)...)
		for _, g := range site.Groups {
			names[g] = distinct(append(names[g], shared...)...)
		}
	}
	return names
}

func kindNames(g *group.Group) []string {
	names := []string{string(g.Class.Role)}
	if g.Class.Role == classify.Worker {
		names = append(names, "pool worker")
	}
	for _, aside := range diagnose.AsideOf([]*group.Group{g}) {
		names = append(names, aside.Label)
	}
	return names
}

// causeNames are the call and the kind of wait that its folded frames are printed as.
func causeNames(c *classify.Cause) []string {
	if c == nil {
		return nil
	}
	return []string{c.API, string(c.Mechanism)}
}

func culpritNames(c *classify.Culprit) []string {
	if c == nil {
		return nil
	}
	return []string{c.Name, c.Short}
}

func distinct(names ...string) []string {
	var out []string
	for _, name := range names {
		if name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}
