package evidence

import (
	"fmt"
	"time"

	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/parse"
)

// leastCPU is the CPU time of a thread that ran: less is what waking up once costs.
const leastCPU = 10 * time.Millisecond

// observe lets the operating system decide what frames leave open: whether a thread runs
// or waits for a lock. It returns how many do which.
func observe(set *group.Set, threads map[string]diagnose.OSThread) (waiting, running int) {
	if len(threads) == 0 {
		return 0, 0
	}
	return group.Observed(set, func(i int32) group.Motion {
		t, known := threads[normalID(set.Snapshot.ID(int(i)))]
		if !known {
			return group.NotObserved
		}
		return motionOf(t)
	})
}

// motionOf reads what two readings of a thread say. A thread that sleeps at both may have
// run between them, which its CPU time tells.
func motionOf(t diagnose.OSThread) group.Motion {
	switch {
	case t.CPU >= leastCPU, t.State == "R" && t.FirstState == "R":
		return group.Runs
	case t.CPU == 0 && asleep(t.State) && asleep(t.FirstState):
		return group.Sleeps
	}
	return group.NotObserved
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
	p.Sentence = fmt.Sprintf("of %s whose frames do not tell, the operating system says that %d run and %d wait",
		count(m.waiting+m.running, "thread", "threads"), m.running, m.waiting)
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
			if t, known := threads[normalID(snap.ID(int(i)))]; known && motionOf(t) == group.Sleeps {
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
