package evidence

import (
	"slices"
	"time"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
)

// Judge draws the conclusions over the stacks and what is known beside them; over that
// alone where there are no stacks.
func (c *Case) Judge() *diagnose.Snapshot {
	if sets := c.sets(); len(sets) > 1 {
		// A handler that was inlined in one stack is named by what another shows.
		for i, set := range group.Together(sets) {
			*c.slots()[i] = set
		}
	}
	waiting, running := 0, 0
	if c.set != nil {
		waiting, running = c.observe(c.set)
	}
	for _, later := range c.more {
		c.observe(later.set)
	}
	m := c.measure()
	m.waiting, m.running = waiting, running
	if c.set == nil {
		return m.report(c)
	}
	facts := m.facts()
	if m.strange {
		facts = diagnose.Facts{QueueLength: -1}
	}
	facts.Repeated = c.repeated
	snap := diagnose.DiagnoseWith(c.set, facts)
	if !m.strange {
		m.prove(snap, c.src.OS)
	}
	if !c.src.Empty() {
		snap.Evidence, snap.OS = m.Evidence, c.src.OS
	}
	return snap
}

// prove gives each finding what was measured for it and against it.
func (m *measurement) prove(snap *diagnose.Snapshot, threads map[string]diagnose.OSThread) {
	for i := range snap.Findings {
		f := &snap.Findings[i]
		m.proveStarvation(f)
		m.proveOwner(f)
		m.proveDeadlock(f, snap.Input, threads)
		m.proveDurations(f)
		m.proveRunOrWait(f)
		m.proveStanding(f)
	}
	m.Proof, m.Against = nil, nil
	for _, f := range snap.Findings {
		m.Proof = appendNew(m.Proof, f.Proof)
		m.Against = appendNew(m.Against, f.Against)
	}
	if len(m.Proof)+len(m.Against) == 0 && m.queue.fact == diagnose.QueueEmpty {
		m.Against = []diagnose.Proof{m.emptyQueue()}
	}
}

func appendNew(to, more []diagnose.Proof) []diagnose.Proof {
	for _, p := range more {
		if !slices.Contains(to, p) {
			to = append(to, p)
		}
	}
	return to
}

// proveStarvation says whether work queues, for findings about blocked workers.
func (m *measurement) proveStarvation(f *diagnose.Finding) {
	if f.Workers == 0 || !slices.ContainsFunc(f.Groups, isBlockedWorker) {
		return
	}
	switch {
	case m.queue.fact == diagnose.QueueStands && f.Starved:
		f.StarvedProof = diagnose.StarvedProven
		f.Proof = append(f.Proof, m.starvationProof()...)
	case m.queue.fact == diagnose.QueueStands:
		f.Proof = append(f.Proof, m.standingQueue())
	case m.queue.fact == diagnose.QueueEmpty:
		f.StarvedProof = diagnose.StarvedRefuted
		f.Against = append(f.Against, m.emptyQueue())
	case m.queue.single:
		f.Against = append(f.Against, m.oneValue())
	default:
		f.Proof = append(f.Proof, m.growth()...)
	}
}

func isBlockedWorker(g *group.Group) bool {
	return g.Class.Role == classify.Worker && g.Class.State == classify.Blocked
}

// starvationProof is the queue, the growth of the pool and how little completes.
func (m *measurement) starvationProof() []diagnose.Proof {
	out := []diagnose.Proof{m.standingQueue()}
	out = append(out, m.growth()...)
	if p, ok := m.littleCompletes(); ok {
		out = append(out, p)
	}
	return out
}

// placesOfFinding are the places at which the threads of a finding stand.
func placesOfFinding(f *diagnose.Finding) map[string]bool {
	out := map[string]bool{}
	for _, g := range f.Groups {
		if g.Class.Culprit != nil && g.Class.State == classify.Blocked {
			out[culpritKey(g.Class.Culprit)] = true
		}
	}
	return out
}

// proveOwner names who holds the locks that the threads of a finding wait for.
func (m *measurement) proveOwner(f *diagnose.Finding) {
	switch f.ID {
	case diagnose.LockHolderBlocked, diagnose.LockContention, diagnose.Deadlock:
	default:
		return
	}
	at := placesOfFinding(f)
	for _, l := range m.Locks {
		if l.Culprit == nil || !at[culpritKey(l.Culprit)] {
			continue
		}
		if p, against, ok := ownerProof(f.ID, l); ok && !against {
			f.Proof = append(f.Proof, p)
		} else if ok {
			f.Against = append(f.Against, p)
		}
	}
}

// proveDurations says how long the waits at the places of a finding last.
func (m *measurement) proveDurations(f *diagnose.Finding) {
	at := placesOfFinding(f)
	for _, w := range m.Waits {
		if w.Culprit != nil && at[culpritKey(w.Culprit)] {
			f.Proof = append(f.Proof, diagnose.Proof{ID: diagnose.ProofDurations, For: string(f.ID), Sentence: m.durations(w)})
			return
		}
	}
	for _, l := range m.Locks {
		if l.Culprit != nil && at[culpritKey(l.Culprit)] {
			w := diagnose.WaitPlace{Begun: l.Waits, Open: l.Open, Ended: l.Waits - l.Open, Median: l.Median, Max: l.Max}
			f.Proof = append(f.Proof, diagnose.Proof{ID: diagnose.ProofDurations, For: string(f.ID), Sentence: m.durations(w)})
			return
		}
	}
}

// proveStanding says whether the blocked threads stood still.
func (m *measurement) proveStanding(f *diagnose.Finding) {
	s := m.Standing
	if s == nil || s.Of == 0 || !slices.ContainsFunc(f.Groups, stands) {
		return
	}
	p := diagnose.Proof{ID: diagnose.ProofStanding, For: string(f.ID), Sentence: standingSentence(s)}
	if 2*s.Threads < s.Of {
		f.Against = append(f.Against, p)
		return
	}
	f.Proof = append(f.Proof, p)
}

// length is the time that was watched, for a sentence.
func (m *measurement) length(d time.Duration) string { return "in " + seconds(d) }
