package group

import (
	"cmp"
	"slices"

	"stacktriage/classify"
	"stacktriage/parse"
)

// Set is the groups and sites of one snapshot.
type Set struct {
	Snapshot   *parse.Snapshot
	Classifier *classify.Classifier
	// Groups are ordered by count descending, then id.
	Groups []*Group
	Sites  []*Site
}

// Build groups the threads of a snapshot, classifies each distinct stack once, and
// adds what several stacks of this snapshot tell together.
func Build(s *parse.Snapshot, opt classify.Options) *Set { return new(Builder).Build(s, opt) }

// Builder builds the sets of several snapshots: a stack that it has seen in one of them is
// not classified again. The zero value is usable, by one goroutine at a time.
type Builder struct{ memory classify.Memory }

// Build is the function of that name.
func (b *Builder) Build(s *parse.Snapshot, opt classify.Options) *Set {
	set := &Set{Snapshot: s, Classifier: b.memory.New(s, opt)}
	set.Groups = gather(s)
	first := int32(-1)
	if len(s.Threads) > 0 {
		first = s.Threads[0].Stack
	}
	for i, g := range set.Groups {
		marks := classify.Marks{Native: g.Native, CPU: g.CPU}
		g.Class = set.Classifier.Classify(g.Stack, marks, int32(i) == first && g.Count() == 1)
	}
	slices.SortFunc(set.Groups, byCount)
	markerOnly(set)
	infer([]*Set{set})
	set.Sites = sites(set)
	return set
}

// Together returns the sets of snapshots of one process, where a handler that was inlined
// in one is named by what another shows. The sets it is given stay as they are.
func Together(sets []*Set) []*Set {
	joint := make([]*Set, len(sets))
	for i, set := range sets {
		copied := *set
		copied.Groups = make([]*Group, len(set.Groups))
		for j, g := range set.Groups {
			group := *g
			copied.Groups[j] = &group
		}
		joint[i] = &copied
	}
	infer(joint)
	for _, set := range joint {
		set.Sites = sites(set)
	}
	return joint
}

// infer names culprits that some stacks do not show by what others show.
func infer(sets []*Set) {
	inferHandlers(sets)
	inferLoops(sets)
}

// gather makes one group per stack, in the order of the snapshot's stacks.
func gather(s *parse.Snapshot) []*Group {
	sizes := make([]int32, len(s.Stacks))
	for i := range s.Threads {
		sizes[s.Threads[i].Stack]++
	}
	groups := make([]*Group, len(s.Stacks))
	for i := range s.Stacks {
		groups[i] = &Group{Stack: &s.Stacks[i], Threads: make([]int32, 0, sizes[i])}
	}
	for i := range s.Threads {
		t := &s.Threads[i]
		g := groups[t.Stack]
		g.Threads = append(g.Threads, int32(i))
		switch t.Marker {
		case parse.MarkerNative:
			g.Native++
		case parse.MarkerCPU:
			g.CPU++
		}
	}
	return groups
}

func byCount(a, b *Group) int {
	return cmp.Or(cmp.Compare(b.Count(), a.Count()), cmp.Compare(a.Stack.ID, b.Stack.ID))
}

// Across puts the groups of several snapshots of one process into common sites, so
// that one place is one site however often and in whichever snapshot it was seen. The
// groups stay those of their snapshots.
func Across(sets []*Set) []*Site {
	var all []*Group
	for _, set := range sets {
		all = append(all, set.Groups...)
	}
	return sites(&Set{Groups: all})
}
