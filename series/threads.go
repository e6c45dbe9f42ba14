package series

import (
	"cmp"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
)

// Same is the threads that stand at one place in several snapshots in a row: the same
// id, the same place, called in the same way.
type Same struct {
	// Span is the number of consecutive snapshots: all of them where the threads stay
	// that long, else three (two in a series of two).
	Span int
	// Of is the number of threads the place has in the smallest of these snapshots.
	Of int
	// Threads are the ids, smaller ids first.
	Threads []string
	// Stacks is the number of different ways in which they were called. More than one
	// makes it unlikely that the same threads came back: each would have had to come
	// back in its own way.
	Stacks int
}

// enoughReports is the number of consecutive reports after which a thread that did not
// move is worth a word.
const enoughReports = 3

// watch follows threads by their ids.
type watch struct {
	sets       []*group.Set
	snapshotOf map[*group.Group]int
	noIDs      bool
}

func newWatch(sets []*group.Set) *watch {
	w := &watch{sets: sets, snapshotOf: map[*group.Group]int{}}
	for i, set := range sets {
		for _, g := range set.Groups {
			w.snapshotOf[g] = i
		}
		w.noIDs = w.noIDs || len(idsOf(set.Snapshot)) == 0
	}
	return w
}

// placesOf says of each group at which place it is.
func (w *watch) placesOf(places []*Place) map[*group.Group]int {
	placeOf := map[*group.Group]int{}
	for i, p := range places {
		for _, g := range p.Site.Groups {
			placeOf[g] = i
		}
	}
	return placeOf
}

// steps lists the new and the vanished threads.
func (w *watch) steps() []Step {
	steps := make([]Step, len(w.sets))
	if w.noIDs {
		return steps
	}
	for i := 1; i < len(w.sets); i++ {
		steps[i].New = w.onlyIn(i, i-1)
		steps[i].Vanished = w.onlyIn(i-1, i)
	}
	return steps
}

// onlyIn lists the ids of one snapshot that another does not have, in input order.
func (w *watch) onlyIn(here, there int) []string {
	known := idsOf(w.sets[there].Snapshot)
	s := w.sets[here].Snapshot
	var ids []string
	for i := range s.Threads {
		if id := s.ID(i); id != "" && !known[id] {
			ids = append(ids, id)
		}
	}
	return ids
}

// same finds the threads that stay at a place.
func (w *watch) same(p *Place) Same {
	if w.noIDs {
		return Same{}
	}
	at := w.presence(p.Site)
	n := len(w.sets)
	whole := stayers(at, p.Counts, 0, n)
	best := whole
	for from := 0; from+enoughReports <= n; from++ {
		if s := stayers(at, p.Counts, from, from+enoughReports); len(s.Threads) > len(best.Threads) || best.Of == 0 {
			best = s
		}
	}
	if 10*len(whole.Threads) >= 9*len(best.Threads) && whole.Of > 0 {
		return whole
	}
	return best
}

// presence is, for each snapshot, which threads are at a site and how they got there.
func (w *watch) presence(site *group.Site) []map[string]string {
	at := make([]map[string]string, len(w.sets))
	for i := range at {
		at[i] = map[string]string{}
	}
	for _, g := range site.Groups {
		i, way := w.snapshotOf[g], workOf(g)
		for _, t := range g.Threads {
			if id := w.sets[i].Snapshot.ID(int(t)); id != "" {
				at[i][id] = way
			}
		}
	}
	return at
}

// stayers are the threads that are at the place in each of the snapshots [from, to) and
// got there in the same way. A thread that waits cannot change its callers: where they
// differ, it has left and come back.
func stayers(at []map[string]string, counts []int, from, to int) Same {
	s := Same{Span: to - from, Of: slices.Min(counts[from:to])}
	ways := map[string]int{}
	for id, way := range at[from] {
		if stays(at[from+1:to], id, way) {
			s.Threads = append(s.Threads, id)
			ways[way]++
		}
	}
	slices.SortFunc(s.Threads, byNumber)
	s.Stacks = len(ways)
	return s
}

func stays(at []map[string]string, id, way string) bool {
	for _, there := range at {
		if other, ok := there[id]; !ok || other != way {
			return false
		}
	}
	return true
}

// byNumber orders ids as the runtime gives them: shorter ones first.
func byNumber(a, b string) int {
	return cmp.Or(len(a)-len(b), strings.Compare(a, b))
}

// workOf is the identity of the frames that cannot change while a thread waits: those
// from the culprit, or from the end of the run, downwards. The frames above it are
// volatile: a wait spins before it sleeps. So is the end of a stack that the runtime cut
// off, whose length follows that of its top.
func workOf(g *group.Group) string {
	frames := g.Stack.Frames[g.Class.RunEnd:] // at the culprit, where there is one
	if g.Class.Role == classify.Unknown || g.Stack.Incomplete {
		frames = frames[:min(1, len(frames))]
	}
	var b strings.Builder
	for _, f := range frames {
		b.WriteString(f.Key())
		b.WriteByte('\n')
	}
	return b.String()
}
