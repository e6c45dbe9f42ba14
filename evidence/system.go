package evidence

import (
	"fmt"
	"slices"
	"time"

	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/parse"
)

// leastCPU is the CPU time of a thread that ran: less is what waking up once costs.
const leastCPU = 10 * time.Millisecond

// observe decides what frames leave open, whether a thread runs or waits for a lock: by
// what the operating system says of it; by the time that it waited for the lock while
// events were recorded; or because it stood still while the process used no CPU. It
// returns how many threads do which.
func (c *Case) observe(set *group.Set) (waiting, running int) {
	atLocks, stood := c.timeAtLocks(), c.stoodStill()
	if len(c.src.OS)+len(atLocks)+len(stood) == 0 {
		return 0, 0
	}
	return group.Observed(set, func(g *group.Group, i int32) group.Motion {
		id := normalID(set.Snapshot.ID(int(i)))
		t, known := c.src.OS[id]
		at := threadPlace{id, culpritKey(g.Class.Culprit)}
		switch {
		case known && runs(t, c.src.Between):
			return group.Runs
		case known && still(t) && t.InNative():
			return group.InNative
		case known && still(t):
			return group.Sleeps
		case at.culprit == "":
			return group.NotObserved
		case atLocks[at] >= 0.5 && known && t.FirstState == "R":
			return group.Runs // it has the lock now, and waits most of the time
		case atLocks[at] >= 0.5, stood[at] && !known:
			return group.Sleeps
		}
		return group.NotObserved
	})
}

// threadPlace is a thread at own code.
type threadPlace struct{ thread, culprit string }

// timeAtLocks is the share of the recorded time that each thread waited for a lock in
// own code.
func (c *Case) timeAtLocks() map[threadPlace]float64 {
	out := map[threadPlace]float64{}
	for i, t := range c.src.Traces {
		if t.Info.End <= 0 {
			continue
		}
		for w, took := range t.waits.lockTime {
			g := c.places[i].group(w.stack)
			if g != nil && g.Class.Culprit != nil && !isBookkeeping(g) {
				out[threadPlace{threadID(w.thread), culpritKey(g.Class.Culprit)}] += took.Seconds() / t.Info.End.Seconds()
			}
		}
	}
	return out
}

// stoodStill are the threads that stood in the same own code in samples a second or more
// apart while the process used less CPU than half a thread that computes.
func (c *Case) stoodStill() map[threadPlace]bool {
	if c.set == nil || !c.idleCPU() {
		return nil
	}
	out := map[threadPlace]bool{}
	first := threadsOf(c.set)
	for _, later := range c.more {
		if later.apart < shortestWatch {
			continue
		}
		for id, g := range threadsOf(later.set) {
			before := first[id]
			if before == nil || g.Class.Culprit == nil || before.Class.Culprit == nil {
				continue
			}
			if key := culpritKey(g.Class.Culprit); key == culpritKey(before.Class.Culprit) {
				out[threadPlace{id, key}] = true
			}
		}
	}
	return out
}

// idleCPU reports a process that used less than half a processor while it was watched.
func (c *Case) idleCPU() bool {
	for _, t := range c.src.Traces {
		if cpu := t.pool.CPU.Mean(); cpu != nil && t.Info.Processors > 0 {
			return *cpu/100*float64(t.Info.Processors) < 0.5
		}
	}
	return false
}

// runs reports a thread that computed at least half of the time between two readings, or
// ran at both.
func runs(t diagnose.OSThread, between time.Duration) bool {
	switch {
	case between > 0 && 2*t.CPU >= between, between <= 0 && t.CPU >= leastCPU:
		return true
	}
	return t.State == "R" && t.FirstState == "R"
}

// still reports a thread that slept at both readings and spent no CPU between them.
func still(t diagnose.OSThread) bool {
	return t.CPU == 0 && asleep(t.State) && asleep(t.FirstState)
}

func asleep(state string) bool { return state == "S" || state == "D" }

// proveRunOrWait is E8, for findings about threads whose frames do not tell.
func (m *measurement) proveRunOrWait(f *diagnose.Finding) {
	if m.waiting+m.running == 0 {
		return
	}
	p := diagnose.Proof{ID: diagnose.ProofRunOrWait, For: string(f.ID)}
	switch f.ID {
	case diagnose.LockContention, diagnose.LockHolderBlocked, diagnose.Deadlock, diagnose.CPU:
	default:
		return
	}
	of := count(m.waiting+m.running, "thread", "threads")
	switch {
	case slices.Contains(m.Window.Sources, diagnose.FromOS):
		p.Sentence = fmt.Sprintf("of %s whose frames do not tell, the operating system says that %d run and %d wait",
			of, m.running, m.waiting)
	case len(m.locks) > 0:
		p.Sentence = fmt.Sprintf("%s whose frames do not tell waited for this lock most of the time", of)
	default:
		p.Sentence = fmt.Sprintf("%s whose frames do not tell stood still while the process used no CPU", of)
	}
	f.Proof = append(f.Proof, p)
}

// proveDeadlock is E10: threads at locks that did not move and spent no CPU.
func (m *measurement) proveDeadlock(f *diagnose.Finding, snap *parse.Snapshot, threads map[string]diagnose.OSThread) {
	if f.ID != diagnose.Deadlock {
		return
	}
	stood, idle, of := 0, 0, 0
	for _, g := range f.Groups {
		for _, i := range g.Threads {
			of++
			id := snap.ID(int(i))
			if !m.stood[id] {
				continue
			}
			stood++
			if t, known := threads[normalID(id)]; known && still(t) {
				idle++
			}
		}
	}
	p := diagnose.Proof{ID: diagnose.ProofDeadlock, For: string(f.ID)}
	switch s := m.Standing; {
	case m.stood == nil && s != nil && s.Threads >= 2: // how far apart the samples are is not known
		p.Sentence = fmt.Sprintf("%d of %s stood at their locks in %d samples",
			s.Threads, count(s.Of, "thread", "threads"), s.Samples)
	case stood < 2:
		return
	case idle == of:
		p.Sentence = fmt.Sprintf("none of the %d threads moved in %s or spent CPU", of, seconds(m.watched))
	case stood == of:
		p.Sentence = fmt.Sprintf("none of the %d threads moved in %s, and the process used next to no CPU",
			of, seconds(m.watched))
	default:
		p.Sentence = fmt.Sprintf("%d of the %d threads stood at their locks for %s", stood, of, seconds(m.watched))
	}
	f.Proof = append(f.Proof, p)
}
