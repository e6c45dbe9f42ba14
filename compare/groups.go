package compare

import (
	"cmp"
	"crypto/sha256"
	"io"
	"slices"

	"stacktriage/group"
)

// groupKey is equal for groups that belong together. Groups of different sites never
// do, unless their stacks are identical.
type groupKey struct {
	site *Site
	text string
}

// groupPairs collects the pairs of groups.
type groupPairs struct {
	sites map[*group.Group]*Site // nil for what is set aside
	taken map[*group.Group]bool
	all   []*Group
}

// groups pairs the groups of both snapshots, within the pairs of sites that they
// belong to. Every group ends in exactly one pair.
func (m *matcher) groups(sites []*Site) []*Group {
	p := &groupPairs{sites: map[*group.Group]*Site{}, taken: map[*group.Group]bool{}}
	for _, s := range sites {
		p.index(s.Before, s)
		p.index(s.After, s)
	}
	before, after := m.before.Groups, m.after.Groups
	p.pair(before, after, Match{How: Exact}, func(g *group.Group) (groupKey, bool) {
		return groupKey{text: g.Stack.ID}, true
	})
	if !m.literal() {
		p.pair(before, after, Match{How: Build, Note: m.buildNote(nil, nil)}, func(g *group.Group) (groupKey, bool) {
			return groupKey{p.sites[g], roleOf(g) + m.stableStack(g)}, true
		})
	}
	p.pair(before, after, Match{How: Inlining, Note: "the same place, other frames inlined"},
		func(g *group.Group) (groupKey, bool) {
			return groupKey{site: p.sites[g]}, p.sites[g] != nil
		})
	p.pair(before, after, Match{How: Role, Note: "the same kind of thread"}, func(g *group.Group) (groupKey, bool) {
		return groupKey{text: roleOf(g)}, p.sites[g] == nil
	})
	p.rest(before, after)
	slices.SortFunc(p.all, func(a, b *Group) int {
		return cmp.Or(cmp.Compare(b.BeforeThreads()+b.AfterThreads(), a.BeforeThreads()+a.AfterThreads()),
			cmp.Compare(a.firstID(), b.firstID()))
	})
	return p.all
}

func (p *groupPairs) index(side *group.Site, s *Site) {
	if side == nil {
		return
	}
	for _, g := range side.Groups {
		p.sites[g] = s
	}
}

// pair puts the groups with equal keys together where both snapshots have some.
func (p *groupPairs) pair(before, after []*group.Group, how Match, key func(*group.Group) (groupKey, bool)) {
	found := map[groupKey]*Group{}
	var order []*Group
	for _, g := range before {
		k, ok := key(g)
		if !ok || p.taken[g] {
			continue
		}
		if found[k] == nil {
			found[k] = &Group{Match: how}
			order = append(order, found[k])
		}
		found[k].Before = append(found[k].Before, g)
	}
	for _, g := range after {
		if k, ok := key(g); ok && !p.taken[g] && found[k] != nil {
			found[k].After = append(found[k].After, g)
		}
	}
	for _, pair := range order {
		if len(pair.After) > 0 {
			p.add(pair)
		}
	}
}

// rest adds what is in one snapshot only.
func (p *groupPairs) rest(before, after []*group.Group) {
	for _, g := range before {
		if !p.taken[g] {
			p.add(&Group{Before: []*group.Group{g}})
		}
	}
	for _, g := range after {
		if !p.taken[g] {
			p.add(&Group{After: []*group.Group{g}})
		}
	}
}

func (p *groupPairs) add(pair *Group) {
	for _, g := range pair.Before {
		p.taken[g] = true
	}
	for _, g := range pair.After {
		p.taken[g] = true
	}
	pair.Status = statusOf(pair.BeforeThreads(), pair.AfterThreads())
	p.all = append(p.all, pair)
}

// roleOf tells groups apart that are in no site: by what kind of thread they are and
// what it waits in.
func roleOf(g *group.Group) string {
	api := ""
	if g.Class.Cause != nil {
		api = g.Class.Cause.API
	}
	return join(g.Class.Role, g.Class.State, api)
}

// stableStack is the identity of a stack in the other snapshot: a hash, since there
// can be many stacks.
func (m *matcher) stableStack(g *group.Group) string {
	if m.literal() {
		return g.Stack.ID
	}
	if id, ok := m.stacks[g.Stack]; ok {
		return id
	}
	h := sha256.New()
	for _, f := range g.Stack.Frames {
		io.WriteString(h, m.stable(f))
		io.WriteString(h, "\n")
	}
	id := string(h.Sum(nil))
	m.stacks[g.Stack] = id
	return id
}

// firstID orders groups: the smallest id on either side.
func (g *Group) firstID() string {
	id := ""
	for _, side := range [][]*group.Group{g.Before, g.After} {
		for _, x := range side {
			if id == "" || x.Stack.ID < id {
				id = x.Stack.ID
			}
		}
	}
	return id
}

// countCommon counts the stacks that each pair of sites has on both sides and, where
// there is none, shows how the commonest ones differ.
func (m *matcher) countCommon(d *Diff) {
	for _, s := range d.Sites {
		if s.Before == nil || s.After == nil {
			continue
		}
		after := map[string]bool{}
		for _, g := range s.After.Groups {
			after[m.stableStack(g)] = true
		}
		for _, g := range s.Before.Groups {
			if after[m.stableStack(g)] {
				s.CommonStacks++
			}
		}
		if s.CommonStacks == 0 && !m.loose {
			s.Frames = m.frames(s.Before.Groups[0].Stack, s.After.Groups[0].Stack)
		}
	}
}
