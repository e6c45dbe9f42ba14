package group

import (
	"cmp"
	"slices"

	"stacktriage/classify"
)

// siteKey is what the groups of one site share. The cause is told by its API, so
// that one call that waits in two ways stays one site; running and
// unclear threads are told by their culprit alone, because what they stand in
// changes from sample to sample.
type siteKey struct {
	role    classify.Role
	state   classify.State
	api     string
	culprit string
}

// sites puts the groups that are blocked, running or unclear together.
func sites(set *Set) []*Site {
	byKey := make(map[siteKey]*Site, len(set.Groups)/2)
	var all []*Site
	for _, g := range set.Groups {
		if !inSites(g) {
			continue
		}
		key := keyOf(g)
		s := byKey[key]
		if s == nil {
			s = &Site{Role: key.role, State: key.state, Culprit: g.Class.Culprit}
			byKey[key] = s
			all = append(all, s)
		}
		s.Groups = append(s.Groups, g)
		s.Threads += g.Count()
	}
	all = joinUnnamed(all)
	for _, s := range all {
		finish(s)
	}
	slices.SortFunc(all, bySeverity)
	return all
}

func inSites(g *Group) bool {
	switch g.Class.State {
	case classify.Blocked, classify.Running, classify.Unclear:
		return true
	}
	return false
}

func keyOf(g *Group) siteKey {
	key := siteKey{role: g.Class.Role, state: g.Class.State, culprit: culpritKey(g)}
	if g.Class.Cause != nil && (g.Class.State == classify.Blocked || key.culprit == "") {
		key.api = g.Class.Cause.API
	}
	return key
}

// culpritKey is the culprit's identity for sites: its frame without addresses.
func culpritKey(g *Group) string {
	c := g.Class.Culprit
	if c == nil {
		return ""
	}
	if c.Kind == classify.CulpritInferred {
		return c.Frame.Key()
	}
	return g.Stack.Frames[g.Class.CulpritFrame].Key()
}

// joinUnnamed moves sites whose API was inlined away to the named site at the same
// culprit, if there is exactly one.
func joinUnnamed(all []*Site) []*Site {
	if !slices.ContainsFunc(all, func(s *Site) bool { return s.Culprit != nil && isUnnamed(s) }) {
		return all
	}
	named := namedTwins(all)
	kept := all[:0:0]
	for _, s := range all {
		var to *Site
		if s.Culprit != nil && isUnnamed(s) {
			to = named[placeOf(s)]
		}
		if to == nil {
			kept = append(kept, s)
			continue
		}
		to.Groups = append(to.Groups, s.Groups...)
		to.Threads += s.Threads
	}
	return kept
}

// namedTwins are the sites that wait for a task by a known API, by place; nil at a
// place where there are several.
func namedTwins(all []*Site) map[siteKey]*Site {
	named := map[siteKey]*Site{}
	for _, s := range all {
		cause := s.Groups[0].Class.Cause
		if s.Culprit == nil || cause == nil || isUnnamed(s) || cause.Category != classify.CategorySyncOverAsync {
			continue
		}
		place := placeOf(s)
		if _, taken := named[place]; taken {
			s = nil
		}
		named[place] = s
	}
	return named
}

// placeOf is a site's key without the API.
func placeOf(s *Site) siteKey {
	return siteKey{role: s.Role, state: s.State, culprit: culpritKey(s.Groups[0])}
}

func isUnnamed(s *Site) bool {
	c := s.Groups[0].Class.Cause
	return c != nil && c.Rule == classify.RuleTaskUnnamed
}

// finish orders the groups of a site and fills in what they share.
func finish(s *Site) {
	if len(s.Groups) == 1 {
		s.Cause, s.Via = s.Groups[0].Class.Cause, s.Groups[0].Class.Via
	} else {
		slices.SortFunc(s.Groups, byCount)
		s.Cause, s.Via = commonCause(s.Groups), commonVia(s.Groups)
	}
	if s.Culprit != nil && s.Culprit.Wrapper {
		s.Callers = callers(s.Groups)
	}
}

// commonCause is the cause of most threads of the site, among the named ones where
// there are any.
func commonCause(groups []*Group) *classify.Cause {
	count := map[classify.Cause]int{}
	var best *classify.Cause
	for _, g := range groups {
		c := g.Class.Cause
		if c == nil {
			continue
		}
		count[*c] += g.Count()
		if best == nil || better(*c, *best, count) {
			best = c
		}
	}
	return best
}

func better(c, best classify.Cause, count map[classify.Cause]int) bool {
	if (c.Rule == classify.RuleTaskUnnamed) != (best.Rule == classify.RuleTaskUnnamed) {
		return best.Rule == classify.RuleTaskUnnamed
	}
	return count[c] > count[best]
}

func commonVia(groups []*Group) string {
	count := map[string]int{}
	best := ""
	for _, g := range groups {
		count[g.Class.Via] += g.Count()
		if count[g.Class.Via] > count[best] {
			best = g.Class.Via
		}
	}
	return best
}

// callers are the distinct own frames that called a wrapper, the commonest first.
func callers(groups []*Group) []string {
	count := map[string]int{}
	for _, g := range groups {
		if i := g.Class.Caller; i >= 0 {
			count[g.Stack.Frames[i].ShortName()] += g.Count()
		}
	}
	names := make([]string, 0, len(count))
	for name := range count {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	return names
}

// SortSites puts sites into the order of a Set.
func SortSites(all []*Site) { slices.SortStableFunc(all, bySeverity) }

// bySeverity orders sites: blocked workers, other blocked, running, unclear; each by
// threads descending, then name.
func bySeverity(a, b *Site) int {
	return cmp.Or(cmp.Compare(class(a), class(b)), cmp.Compare(b.Threads, a.Threads),
		cmp.Compare(culpritName(a), culpritName(b)), cmp.Compare(apiName(a), apiName(b)), cmp.Compare(a.Role, b.Role),
		cmp.Compare(a.Groups[0].Stack.ID, b.Groups[0].Stack.ID))
}

func class(s *Site) int {
	switch {
	case s.State == classify.Blocked && s.Role == classify.Worker:
		return 0
	case s.State == classify.Blocked:
		return 1
	case s.State == classify.Running:
		return 2
	}
	return 3
}

func culpritName(s *Site) string {
	if s.Culprit == nil {
		return ""
	}
	return s.Culprit.Name
}

func apiName(s *Site) string {
	if s.Cause == nil {
		return ""
	}
	return s.Cause.API
}
