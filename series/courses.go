package series

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"stacktriage/classify"
)

// Course is threads that were at the same place in each snapshot.
type Course struct {
	// Threads are their ids, smaller ids first.
	Threads []string
	// At is, for each snapshot, the place by its index in Places, or Absent, Parked or
	// Waiting.
	At []int
	// Again says of a snapshot that the threads were at the same place in the one
	// before it, but called in another way: they left and came back.
	Again []bool
}

// Where a thread is that is at no place.
const (
	Absent  = -1 - iota // not in the snapshot
	Parked              // an idle pool worker
	Waiting             // in the wait it spends its life in
)

// Courses are the threads of all snapshots by where they were, those first that were
// most often at the first places. There are none without thread ids.
func (s *Series) Courses() []Course {
	if s.NoIDs {
		return nil
	}
	byKey := map[string]*Course{}
	for id, path := range s.paths() {
		c := path.course()
		key := fmt.Sprint(c.At, c.Again)
		if known := byKey[key]; known != nil {
			c = known
		}
		byKey[key] = c
		c.Threads = append(c.Threads, id)
	}
	courses := make([]Course, 0, len(byKey))
	for _, c := range byKey {
		slices.SortFunc(c.Threads, byNumber)
		courses = append(courses, *c)
	}
	slices.SortFunc(courses, byPlace)
	return courses
}

// path is where one thread is in each snapshot, and how it got there.
type path []struct {
	at  int
	way string
}

// paths follows each thread through the snapshots.
func (s *Series) paths() map[string]path {
	placeOf := s.watch.placesOf(s.Places)
	paths := map[string]path{}
	for i, set := range s.watch.sets {
		for _, g := range set.Groups {
			at, placed := placeOf[g]
			way := ""
			switch {
			case placed:
				way = workOf(g)
			case g.Class.State == classify.Idle:
				at = Parked
			default:
				at = Waiting
			}
			for _, t := range g.Threads {
				id := set.Snapshot.ID(int(t))
				if id == "" {
					continue
				}
				p := paths[id]
				if p == nil {
					p = make(path, len(s.watch.sets))
					for j := range p {
						p[j].at = Absent
					}
					paths[id] = p
				}
				p[i].at, p[i].way = at, way
			}
		}
	}
	return paths
}

// again reports that a thread left a place and came back between two snapshots.
func (p path) again(i int) bool {
	return i > 0 && p[i].at >= 0 && p[i].at == p[i-1].at && p[i].way != p[i-1].way
}

func (p path) course() *Course {
	c := &Course{At: make([]int, len(p)), Again: make([]bool, len(p))}
	for i := range p {
		c.At[i], c.Again[i] = p[i].at, p.again(i)
	}
	return c
}

// byPlace puts those first that were at the first place most often, then the most
// threads. The ids make the order that of no map.
func byPlace(a, b Course) int {
	placeA, timesA := a.first()
	placeB, timesB := b.first()
	return cmp.Or(placeA-placeB, timesB-timesA, len(b.Threads)-len(a.Threads), byNumber(a.Threads[0], b.Threads[0]))
}

// first is the first of the places that the threads were at, and how often. Those at no
// place come last.
func (c *Course) first() (place, times int) {
	place = math.MaxInt
	for _, at := range c.At {
		if at >= 0 {
			place = min(place, at)
		}
	}
	for _, at := range c.At {
		if at == place {
			times++
		}
	}
	return place, times
}
