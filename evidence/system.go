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

// observe lets the operating system decide what frames leave open, whether a thread runs
// or waits for a lock; where it was not asked, the time that threads waited for locks
// while events were recorded. It returns how many do which.
func (c *Case) observe(set *group.Set) (waiting, running int) {
	atLocks := c.timeAtLocks()
	if len(c.src.OS)+len(atLocks) == 0 {
		return 0, 0
	}
	return group.Observed(set, func(g *group.Group, i int32) group.Motion {
		id := normalID(set.Snapshot.ID(int(i)))
		if t, known := c.src.OS[id]; known {
			return motionOf(t, c.src.Between)
		}
		if culprit := culpritKey(g.Class.Culprit); culprit != "" && atLocks[threadPlace{id, culprit}] >= 0.5 {
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

// motionOf reads what two readings of a thread say, of which the first was taken with the
// sample: it runs if it computed most of the time between them, else it does what it did
// at the sample.
func motionOf(t diagnose.OSThread, between time.Duration) group.Motion {
	switch {
	case between > 0 && 2*t.CPU >= between, between <= 0 && t.CPU >= leastCPU:
		return group.Runs
	case asleep(t.FirstState):
		return group.Sleeps
	case t.FirstState == "R":
		return group.Runs
	}
	return group.NotObserved
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
	by := "the events say"
	if slices.Contains(m.Window.Sources, diagnose.FromOS) {
		by = "the operating system says"
	}
	p.Sentence = fmt.Sprintf("of %s whose frames do not tell, %s that %d run and %d wait",
		count(m.waiting+m.running, "thread", "threads"), by, m.running, m.waiting)
	f.Proof = append(f.Proof, p)
}

// proveDeadlock is E10: threads at locks that did not move and spent no CPU.
func (m *measurement) proveDeadlock(f *diagnose.Finding, snap *parse.Snapshot, threads map[string]diagnose.OSThread) {
	s := m.Standing
	if f.ID != diagnose.Deadlock || s == nil {
		return
	}
	idle, of := 0, 0
	for _, g := range f.Groups {
		for _, i := range g.Threads {
			of++
			if t, known := threads[normalID(snap.ID(int(i)))]; known && still(t) {
				idle++
			}
		}
	}
	p := diagnose.Proof{ID: diagnose.ProofDeadlock, For: string(f.ID)}
	switch {
	case s.Threads < 2:
		return
	case idle == of && of > 0:
		p.Sentence = fmt.Sprintf("none of the %d threads moved in %s or spent CPU", of, seconds(s.Length))
	default:
		p.Sentence = fmt.Sprintf("%d of %s stood at their locks in %d samples",
			s.Threads, count(s.Of, "thread", "threads"), s.Samples)
	}
	f.Proof = append(f.Proof, p)
}
