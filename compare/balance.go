package compare

import "stacktriage/classify"

// balance is the blocked threads of both snapshots that count, and what became of
// them.
type balance struct {
	before, after int
	places        int
	lost, gained  int   // by place
	from, to      *Site // where most were lost and gained; nil where none were
	first         *Site // the place with most threads in BEFORE and AFTER together
	last          *Site // the place with most threads in AFTER; nil where none is blocked
}

func balanceOf(sites []*Site) balance {
	var t balance
	for _, s := range sites {
		if !s.Trouble {
			continue
		}
		b, a := s.BeforeThreads(), s.AfterThreads()
		t.places++
		t.before += b
		t.after += a
		if lost := b - a; lost > 0 {
			t.lost += lost
			if t.from == nil || lost > t.from.BeforeThreads()-t.from.AfterThreads() {
				t.from = s
			}
		}
		if gained := a - b; gained > 0 {
			t.gained += gained
			if t.to == nil || gained > t.to.AfterThreads()-t.to.BeforeThreads() {
				t.to = s
			}
		}
		if a > 0 && (t.last == nil || a > t.last.AfterThreads()) {
			t.last = s
		}
		if t.first == nil || a+b > t.first.AfterThreads()+t.first.BeforeThreads() {
			t.first = s
		}
	}
	return t
}

// moved reports that most of the blocking left its places and most of what is blocked
// in AFTER came up at others. How many threads it holds there says little where the
// pool grows as long as it is starved; a few that are left of many are no move, though,
// and many more are worse than one.
func (t balance) moved() bool {
	return t.from != nil && t.to != nil && 2*t.lost >= t.before && 2*t.gained >= t.after &&
		(t.after >= fewest || 2*t.after >= t.before) && t.after <= 2*t.before
}

// oneWorker reports that AFTER has one blocked thread, a worker: a busy server at any
// instant.
func (t balance) oneWorker() bool {
	return t.after == 1 && t.last.Shown().Role == classify.Worker
}

// margin is the change in blocked threads that two instants of one state can show.
func (t balance) margin() int { return max(1, max(t.before, t.after)/6) }
