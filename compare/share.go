package compare

import (
	"stacktriage/classify"
	"stacktriage/diagnose"
)

// sameShare reports a smaller pool in which every place holds as large a part of the
// busy workers as before. Fewer blocked workers are no improvement then: fewer of them
// were at work. Workers that were set free would be idle or running.
func sameShare(d *Diff) bool {
	b, a := d.Before.Counts.Workers, d.After.Counts.Workers
	if busyWorkers(b) == 0 || busyWorkers(a) < fewest || a.Idle-b.Idle > max(1, a.Blocked/6) {
		return false
	}
	for _, s := range d.Sites {
		if s.Trouble && !kept(s, b, a) {
			return false
		}
	}
	return true
}

// kept reports a place that holds about the same part of the busy workers in both: a
// tenth is what two instants differ by.
func kept(s *Site, b, a diagnose.Workers) bool {
	before, after := s.BeforeThreads(), s.AfterThreads()
	if s.Shown().Role != classify.Worker {
		return after >= before
	}
	apart := before*busyWorkers(a) - after*busyWorkers(b)
	return 10*max(apart, -apart) <= busyWorkers(b)*busyWorkers(a)
}

// busyWorkers are those that are not parked.
func busyWorkers(w diagnose.Workers) int { return w.Total - w.Idle }
