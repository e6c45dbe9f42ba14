package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stacktriage/frame"
	"stacktriage/group"
	"stacktriage/parse"
)

// matcher brings the sites and groups of two snapshots together.
type matcher struct {
	before, after *group.Set
	process       Process
	// loose says that the two dialects print frames in different detail, so that only
	// names can be compared.
	loose   bool
	keys    map[*frame.Frame]string
	stacks  map[*parse.Stack]string // by stack: its identity in the other snapshot
	anchors map[string]int          // by family: the highest number of a lambda that both show
}

func newMatcher(before, after *group.Set, p Process) *matcher {
	m := &matcher{before: before, after: after, process: p, keys: map[*frame.Frame]string{},
		stacks: map[*parse.Stack]string{}}
	m.loose = before.Snapshot.Source.Dialect != after.Snapshot.Source.Dialect
	m.anchors = anchors(before, after)
	return m
}

// literal says that a frame reads the same in both snapshots, numbers included.
func (m *matcher) literal() bool { return m.process == SameProcess && !m.loose }

// stable is a frame's identity where builds, or dialects, differ.
func (m *matcher) stable(f *frame.Frame) string {
	if key, ok := m.keys[f]; ok {
		return key
	}
	key := f.CrossBuildKey()
	if m.loose {
		key, _ = lambdaOf(f)
	}
	m.keys[f] = key
	return key
}

// pass is one way of matching: places with equal keys belong together. A key of ""
// takes no part.
type pass struct {
	how  How
	key  func(*place) string
	fits func(b, a *place) bool // nil: always
	note func(b, a *place) string
	// probable marks matches that can be wrong.
	probable bool
}

// sites pairs the sites of both snapshots. Each pass looks only at what the surer ones
// before it left, and none depends on which snapshot came first.
func (m *matcher) sites() []*Site {
	before, after := m.places(m.before), m.places(m.after)
	var all []*Site
	for _, p := range m.passes() {
		pairs, restBefore, restAfter := p.run(before, after)
		all = append(all, pairs...)
		before, after = restBefore, restAfter
	}
	for _, b := range before {
		all = append(all, &Site{Before: b.site})
	}
	for _, a := range after {
		all = append(all, &Site{After: a.site})
	}
	return all
}

func (m *matcher) places(set *group.Set) []*place {
	places := make([]*place, 0, len(set.Sites))
	for _, s := range set.Sites {
		places = append(places, m.placeOf(set, s))
	}
	return places
}

func (m *matcher) passes() []pass {
	passes := []pass{
		{how: Exact, key: m.exactKey},
		{how: Call, key: func(p *place) string { return ownKey(p, p.category(), p.exact) }, note: m.callNote},
	}
	if !m.literal() {
		passes = append(passes,
			pass{how: Build, key: func(p *place) string { return ownKey(p, p.api, p.stable, p.lambda) }, note: m.buildNote},
			pass{how: Build, key: func(p *place) string { return ownKey(p, p.category(), p.stable, p.lambda) },
				note: m.callNote},
			pass{how: Renumber, key: func(p *place) string { return delegateKey(p, p.api, p.delegate) }, fits: bothInlined,
				note: delegateNote, probable: true},
			pass{how: Build, key: func(p *place) string { return ownKey(p, p.api, p.stable) }, fits: sameDelegate,
				note: lambdaNote},
			pass{how: Renumber, key: func(p *place) string { return ownKey(p, p.api, p.stable) }, fits: m.renumbered,
				note: lambdaNote, probable: true},
		)
	}
	passes = append(passes,
		pass{how: Inlined, key: func(p *place) string { return delegateKey(p, p.category(), p.delegate) }, fits: oneInlined,
			note: inlinedNote, probable: true})
	if !m.literal() {
		passes = append(passes,
			pass{how: Renumber, key: func(p *place) string { return delegateKey(p, p.api) }, fits: bothInlined,
				note: delegateNote, probable: true},
			pass{how: Inlined, key: func(p *place) string { return delegateKey(p, p.category()) }, fits: oneInlined,
				note: inlinedNote, probable: true},
		)
	}
	return passes
}

// exactKey is for places that are the same to the last letter. The number of a
// delegate says nothing outside of its process.
func (m *matcher) exactKey(p *place) string {
	if p.inlined && !m.literal() {
		return ""
	}
	return join(p.base, p.api, p.exact)
}

// ownKey is for places with a frame of their own.
func ownKey(p *place, parts ...any) string {
	if p.culprit == nil {
		return ""
	}
	return join(append([]any{p.base}, parts...)...)
}

// delegateKey is for places at or directly above a compiled delegate.
func delegateKey(p *place, parts ...any) string {
	if p.handler == "" || p.delegate < 0 {
		return ""
	}
	return join(append([]any{p.base, p.handler}, parts...)...)
}

func join(parts ...any) string {
	var b strings.Builder
	for _, p := range parts {
		fmt.Fprintf(&b, "%v\x00", p)
	}
	return b.String()
}

// run pairs what has equal keys, where both sides have equally many: in the order of
// the lambdas and delegates, which an edit does not change.
func (p pass) run(before, after []*place) (pairs []*Site, restBefore, restAfter []*place) {
	byBefore, byAfter := p.byKey(before), p.byKey(after)
	taken := map[*place]bool{}
	for _, first := range before {
		key := p.key(first)
		bs, as := byBefore[key], byAfter[key]
		if key == "" || taken[first] || len(bs) != len(as) {
			continue
		}
		for i, b := range bs {
			a := as[i]
			if taken[b] || p.fits != nil && !p.fits(b, a) {
				continue
			}
			taken[b], taken[a] = true, true
			pairs = append(pairs, p.pair(b, a))
		}
	}
	return pairs, without(before, taken), without(after, taken)
}

func (p pass) byKey(places []*place) map[string][]*place {
	byKey := map[string][]*place{}
	for _, x := range places {
		if key := p.key(x); key != "" {
			byKey[key] = append(byKey[key], x)
		}
	}
	for _, list := range byKey {
		slices.SortStableFunc(list, func(x, y *place) int {
			return cmp.Or(cmp.Compare(x.lambda, y.lambda), cmp.Compare(x.delegate, y.delegate), cmp.Compare(x.exact, y.exact))
		})
	}
	return byKey
}

func (p pass) pair(b, a *place) *Site {
	s := &Site{Before: b.site, After: a.site, Match: Match{How: p.how, Probable: p.probable}}
	if p.note != nil {
		s.Match.Note = p.note(b, a)
	}
	return s
}

func without(places []*place, taken map[*place]bool) []*place {
	return slices.DeleteFunc(places, func(p *place) bool { return taken[p] })
}

func bothInlined(b, a *place) bool { return b.inlined && a.inlined }

func oneInlined(b, a *place) bool { return b.inlined != a.inlined }

// sameDelegate reports two lambdas that one and the same endpoint calls: the delegates
// of endpoints are numbered apart from lambdas, so an edit renumbered the lambda.
func sameDelegate(b, a *place) bool { return b.delegate >= 0 && b.delegate == a.delegate }

// renumbered reports that two lambdas of one method, with the same parameters and the
// same call, are probably one that an edit gave another number. Another lambda of the
// method with the same number in both snapshots, at or above these, speaks against
// it, and so does an endpoint whose number moved together with the lambda's by more
// than one: that is what two endpoints of one program look like.
func (m *matcher) renumbered(b, a *place) bool {
	if b.lambda < 0 || a.lambda < 0 {
		return b.lambda == a.lambda
	}
	if anchor, ok := m.anchors[b.family]; ok && anchor > min(b.lambda, a.lambda) {
		return false
	}
	shift := a.lambda - b.lambda
	together := b.delegate >= 0 && a.delegate >= 0 && a.delegate-b.delegate == shift
	return !together || shift == 1 || shift == -1
}

// anchors finds the lambdas that stand with the same number in both snapshots.
func anchors(before, after *group.Set) map[string]int {
	seen := map[string]bool{}
	ownLambdas(before, func(f *frame.Frame, _ string, _ int) { seen[f.Key()] = true })
	found := map[string]int{}
	ownLambdas(after, func(f *frame.Frame, family string, lambda int) {
		if seen[f.Key()] {
			found[family] = max(found[family], lambda)
		}
	})
	return found
}

func (m *matcher) callNote(b, a *place) string {
	if b.api == a.api {
		return m.buildNote(b, a)
	}
	return fmt.Sprintf("the call reads %s in BEFORE and %s in AFTER", orNoName(b.api), orNoName(a.api))
}

func orNoName(api string) string {
	if api == "" {
		return "as no name"
	}
	return api
}

func (m *matcher) buildNote(_, _ *place) string {
	if m.loose {
		return "matched by name: the reports are of two kinds"
	}
	return "matched by name: the builds differ"
}

func lambdaNote(b, a *place) string {
	text := fmt.Sprintf("lambda #%d in BEFORE, #%d in AFTER", b.lambda, a.lambda)
	if b.lambda < 0 || a.lambda < 0 {
		text = "matched by name"
	}
	if b.delegate >= 0 && b.delegate == a.delegate {
		return text + fmt.Sprintf(": both are called by %s%d", compiledDelegate, b.delegate)
	}
	return text + ": an edit can renumber it, so probably the same"
}

func delegateNote(b, a *place) string {
	if b.delegate == a.delegate {
		return fmt.Sprintf("no name on either side: probably the same, by the number of %s%d", compiledDelegate, b.delegate)
	}
	return fmt.Sprintf("%s%d in BEFORE, %s%d in AFTER: probably the same, the only %s with this call in each",
		compiledDelegate, b.delegate, compiledDelegate, a.delegate, b.handler)
}

func inlinedNote(b, a *place) string {
	shown, side, in := a, "BEFORE", b
	if a.inlined {
		shown, side, in = b, "AFTER", a
	}
	return fmt.Sprintf("probably the same: %s seems inlined into %s in %s", shown.site.Culprit.Short,
		compiledDelegate+strconv.Itoa(in.delegate), side)
}
