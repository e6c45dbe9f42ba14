package evidence

import (
	"time"

	"stacktriage/group"
)

// watch says of each blocked thread of the report whether it stood: it was at one place in
// all samples, a second or more apart, and spent no CPU between them.
func (c *Case) watch(m *measurement) {
	if c.set == nil {
		return
	}
	later, apart := c.laterPlaces()
	if later == nil {
		return
	}
	m.stood, m.moved, m.watched = map[string]bool{}, map[string]bool{}, apart
	idle := c.idleCPU()
	for _, g := range c.set.Groups {
		if !stands(g) {
			continue
		}
		place := placeOfGroup(g)
		for _, i := range g.Threads {
			id := c.set.Snapshot.ID(int(i))
			switch c.motionOf(normalID(id), place, later, idle && !m.lockMoves(g)) {
			case group.Sleeps:
				m.stood[id] = true
			case group.Runs:
				m.moved[id] = true
			}
		}
	}
}

// laterPlaces are where threads stood in each further sample, and the time to the last;
// nil without one that is far enough from the first.
func (c *Case) laterPlaces() (later []map[string]placeKey, apart time.Duration) {
	for _, s := range c.more {
		if s.apart < shortestWatch {
			continue
		}
		later = append(later, sampleOf(s.set, s.apart).threads)
		apart = max(apart, s.apart)
	}
	return later, apart
}

// leastWakes is the CPU time of a thread that woke up more than once: about 30 µs each.
const leastWakes = time.Millisecond

// motionOf decides about one thread. idle says that what it waits for did not move and
// that the process used no CPU, for threads of which the system says nothing.
func (c *Case) motionOf(id string, place placeKey, later []map[string]placeKey, idle bool) group.Motion {
	for _, sample := range later {
		if at, there := sample[id]; !there || at != place {
			return group.Runs
		}
	}
	t, known := c.src.OS[id]
	switch {
	case known && still(t), !known && idle:
		return group.Sleeps
	case known && t.CPU >= leastWakes:
		return group.Runs
	}
	return group.NotObserved
}

// lockMoves reports that waits at the place of a group ended while events were recorded.
func (m *measurement) lockMoves(g *group.Group) bool {
	key := culpritKey(g.Class.Culprit)
	for _, l := range m.Locks {
		if l.Waits > l.Open && !brief(l) && culpritKey(l.Culprit) == key {
			return true
		}
	}
	return false
}
