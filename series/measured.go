package series

import (
	"fmt"
	"slices"

	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/wording"
)

// Judging judges one report of a series, in whose set names may have been filled in. It
// returns the set of whose groups the findings are, too.
type Judging func(*group.Set) (*diagnose.Snapshot, *group.Set)

// byStacks judges a report by its stacks alone.
func byStacks(repeated bool) Judging {
	return func(set *group.Set) (*diagnose.Snapshot, *group.Set) {
		return diagnose.DiagnoseWith(set, diagnose.Facts{QueueLength: -1, Repeated: repeated}), set
	}
}

// starvedIn says whether the pool starved in a report: as it was measured, else as the
// counts of its workers have it.
func (s *Series) starvedIn(i int) bool {
	snap := s.Snapshots[i]
	switch starvedProof(snap) {
	case diagnose.StarvedProven:
		return true
	case diagnose.StarvedRefuted:
		return false
	}
	return snap.Counts.Workers.Starved()
}

// starvedProof is what was measured of the pool's starvation; empty where nothing was.
func starvedProof(snap *diagnose.Snapshot) diagnose.StarvedProof {
	proof := diagnose.StarvedProof("")
	for _, f := range snap.Findings {
		if f.StarvedProof == diagnose.StarvedProven || proof == "" {
			proof = f.StarvedProof
		}
	}
	return proof
}

// queue is the length of the pool's queue in each report; nil unless it was measured in all.
func (s *Series) queue() []*diagnose.Values {
	var all []*diagnose.Values
	for _, snap := range s.Snapshots {
		if snap.Evidence == nil || snap.Evidence.Pool == nil {
			return nil
		}
		q := snap.Evidence.Pool.Queue
		if q == nil || !q.Absolute {
			return nil
		}
		all = append(all, q)
	}
	return all
}

// queued is what the queue tells beside the starvation: " (60 → 213 queued)".
func (s *Series) queued() string {
	queue := s.queue()
	if queue == nil {
		return ""
	}
	first, last := queue[0].First, queue[len(queue)-1].Last
	if first == last {
		return fmt.Sprintf(" (%.0f queued)", last)
	}
	return fmt.Sprintf(" (%.0f → %.0f queued)", first, last)
}

// nothingQueued says that no work ever waited for a thread, where that was measured.
func (s *Series) nothingQueued() string {
	queue := s.queue()
	if queue == nil || slices.ContainsFunc(queue, func(q *diagnose.Values) bool { return q.Max > 0 }) {
		return ""
	}
	return "; nothing queues for a thread in any of them"
}

// proved takes over what was measured for and against the finding about a place.
func (s *Series) proved(p *Place) {
	s.Proof, s.Against = p.finding.Proof, p.finding.Against
}

// proven is the deadlock that each report by itself found by what was measured.
func (s *Series) proven(p *Place) (wording.Text, bool) {
	if p.finding.ID != diagnose.Deadlock || p.Reading != Standing {
		return nil, false
	}
	for _, snap := range s.Snapshots {
		if snap.Findings[0].ID != diagnose.Deadlock {
			return nil, false
		}
	}
	return p.finding.Said.Thenf(", in each of %d reports", len(s.Snapshots)), true
}
