package evidence

import (
	"fmt"
	"time"

	"stacktriage/classify"
	"stacktriage/counters"
	"stacktriage/diagnose"
)

// standingQueue is E1: work waits for a thread.
func (m *measurement) standingQueue() diagnose.Proof {
	s := m.queue.stood
	text := m.queued(s) + " for " + seconds(s.length()) + m.idleCPU(s)
	return diagnose.Proof{ID: diagnose.ProofQueueStands, For: diagnose.ForStarved, Sentence: text}
}

// queued says how much work waited in a part of the recording.
func (m *measurement) queued(s span) string {
	first, last := s.first().Value, s.last().Value
	most := values(counters.Track{Points: s.points}).Max
	switch {
	case !m.tracks.Queue.Absolute:
		return fmt.Sprintf("the queue grew by up to %s work items and did not empty", number(most))
	case first < last:
		return fmt.Sprintf("%s → %s work items queued for a thread", number(first), number(last))
	}
	return fmt.Sprintf("up to %s work items queued for a thread", number(most))
}

// idleCPU adds the CPU, which tells starvation from overload.
func (m *measurement) idleCPU(s span) string {
	cpu := within(m.tracks.CPU, s).Mean()
	if cpu == nil {
		return ""
	}
	return fmt.Sprintf("; CPU %s %%", number(*cpu))
}

// emptyQueue is E2: nothing waits for a thread.
func (m *measurement) emptyQueue() diagnose.Proof {
	n := len(m.tracks.Queue.Points)
	length := span{points: m.tracks.Queue.Points}.length()
	text := fmt.Sprintf("nothing queues for a thread: 0 in all %d values, %s", n, m.length(length))
	return diagnose.Proof{ID: diagnose.ProofQueueEmpty, For: diagnose.ForStarved, Sentence: text}
}

// oneValue is E3: a value among zeros.
func (m *measurement) oneValue() diagnose.Proof {
	v := values(atLeast(m.tracks.Queue))
	text := fmt.Sprintf("a queue of %s stood in %d of %d values only: a burst, no proof of starvation",
		number(v.Max), v.AboveZero, v.Count)
	return diagnose.Proof{ID: diagnose.ProofOneValue, For: diagnose.ForStarved, Sentence: text}
}

// growth is E4: threads are added because others block.
func (m *measurement) growth() []diagnose.Proof {
	threads, length := m.tracks.Threads, m.Window.Length
	if m.queue.fact == diagnose.QueueStands && len(m.queue.stood.points) > 0 {
		threads, length = within(threads, m.queue.stood), m.queue.stood.length()
	}
	added := 0
	a := m.tracks.adjustments
	if a != nil {
		added = a.starvation + a.blocking
	}
	text := m.rise(threads, length)
	switch {
	case text == "" && added == 0:
		return nil
	case text == "":
		text = fmt.Sprintf("the pool added threads %s because others block", count(added, "time", "times"))
	case added > 0:
		text += fmt.Sprintf(", %s because others block", count(added, "time", "times"))
	}
	return []diagnose.Proof{{ID: diagnose.ProofPoolGrows, For: diagnose.ForStarved, Sentence: text}}
}

// rise says how the number of threads rose; "" where it did not, or by one only.
func (m *measurement) rise(threads counters.Track, length time.Duration) string {
	v := values(threads)
	if v == nil || v.Last-v.First < 2 || length <= 0 {
		return ""
	}
	rate := (v.Last - v.First) / length.Seconds()
	if v.Absolute {
		return fmt.Sprintf("%s → %s pool threads in %s (%s a second)",
			number(v.First), number(v.Last), seconds(length), number(rate))
	}
	return fmt.Sprintf("+%s pool threads in %s (%s a second)", number(v.Last-v.First), seconds(length), number(rate))
}

// littleCompletes is E5: what queues would take longer than anyone waits.
func (m *measurement) littleCompletes() (diagnose.Proof, bool) {
	s := m.queue.stood
	done := within(m.tracks.Completed, s).Mean()
	p := diagnose.Proof{ID: diagnose.ProofNoCompletion, For: diagnose.ForStarved}
	switch {
	case done == nil:
		return p, false
	case *done == 0:
		p.Sentence = "no work item completes"
		return p, true
	}
	p.Sentence = fmt.Sprintf("%s work items complete a second", number(*done))
	if wait := m.waitingTime(); wait >= time.Second {
		p.Sentence += fmt.Sprintf(": what queues takes %s at that rate", seconds(wait))
	}
	return p, true
}

// waitingTime is how long a work item waits for a thread, by the length of the queue and
// what completes (Little's law); 0 where either is not known.
func (m *measurement) waitingTime() time.Duration {
	s := m.queue.stood
	if len(s.points) == 0 {
		return 0
	}
	done := within(m.tracks.Completed, s).Mean()
	if done == nil {
		return 0
	}
	queue := *counters.Track{Points: s.points}.Mean()
	const longest = 24 * time.Hour
	if *done*longest.Seconds() <= queue {
		return longest
	}
	return time.Duration(queue / *done * float64(time.Second))
}

// durations is E6: how long the waits at one place last.
func (m *measurement) durations(w diagnose.WaitPlace) string {
	in := m.length(m.Window.Length)
	switch {
	case w.Ended == 0 && w.OpenAtLeast != nil && w.Open > 1:
		return fmt.Sprintf("none of the %d waits here that began %s has ended, the longest lasts %s",
			w.Begun, in, seconds(*w.OpenAtLeast))
	case w.Ended == 0:
		return fmt.Sprintf("%s here began %s and none has ended", count(w.Begun, "wait", "waits"), in)
	}
	return fmt.Sprintf("%s here began %s: %s", count(w.Begun, "wait", "waits"), in, m.lasting(w))
}

// lasting says how long waits last of which some ended.
func (m *measurement) lasting(w diagnose.WaitPlace) string {
	text := "none has ended"
	if w.Median != nil {
		text = fmt.Sprintf("median %s, longest %s", seconds(*w.Median), seconds(*w.Max))
	}
	if w.Open > 0 {
		text += fmt.Sprintf(", %d still open", w.Open)
	}
	return text
}

// ownerProof is E7: who held a lock when others began to wait for it. Owners that change
// speak against a deadlock.
func ownerProof(id diagnose.FindingID, l diagnose.LockPlace) (p diagnose.Proof, against, ok bool) {
	p = diagnose.Proof{ID: diagnose.ProofOwner, For: string(id)}
	named := 0
	for _, o := range l.Owners {
		named += o.Waits
	}
	switch owner, one := mainOwner(l); {
	case named == 0, brief(l):
		return p, false, false
	case one:
		p.Sentence = fmt.Sprintf("thread %s held the lock when %d of %s began",
			owner.ThreadID, owner.Waits, count(l.Waits, "wait", "waits"))
		if owner.Culprit != nil {
			p.Sentence += ", and " + doing(owner) + " in " + nameOf(nil, owner.Culprit)
		}
		return p, false, true
	case len(l.Owners) > 1:
		p.Sentence = fmt.Sprintf("%d threads held the lock in turn while others waited %s: it changes hands",
			len(l.Owners), count(l.Waits, "time", "times"))
		return p, id != diagnose.LockContention, true
	}
	p.Sentence = fmt.Sprintf("thread %s held the lock", l.Owners[0].ThreadID)
	return p, false, true
}

// brief reports a lock that nobody waits long for, such as the one within a semaphore:
// who holds it says nothing.
func brief(l diagnose.LockPlace) bool {
	return l.Open == 0 && l.Median != nil && *l.Median < time.Millisecond
}

// doing is what an owner does, in words.
func doing(o diagnose.LockOwner) string {
	switch {
	case o.State == classify.Blocked && o.Cause != nil && o.Cause.API != "":
		return "is blocked on " + o.Cause.API
	case o.State == classify.Blocked:
		return "is blocked"
	case o.State == classify.Running:
		return "runs"
	}
	return "stands"
}

// standingSentence is E9: the threads that did not move.
func standingSentence(s *diagnose.Standing) string {
	text := fmt.Sprintf("%d of %s stood at the same place in %d samples",
		s.Threads, count(s.Of, "blocked thread", "blocked threads"), s.Samples)
	if s.Length > 0 {
		text += " over " + seconds(s.Length)
	}
	return text
}
