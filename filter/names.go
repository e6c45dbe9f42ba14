package filter

import (
	"slices"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/frame"
	"stacktriage/group"
)

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
