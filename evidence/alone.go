package evidence

import (
	"fmt"
	"strings"
	"time"

	"stacktriage/classify"
	"stacktriage/counters"
	"stacktriage/diagnose"
	"stacktriage/parse"
	"stacktriage/wording"
)

// report is that of sources without stacks: a file of counters, or a recording of events
// without samples.
func (m *measurement) report(c *Case) *diagnose.Snapshot {
	snap := &diagnose.Snapshot{
		Input:    c.input,
		Counts:   diagnose.Counts{Roles: map[classify.Role]int{}, SkippedLines: c.input.SkippedLines},
		Evidence: m.Evidence,
	}
	if len(c.src.Traces) > 0 {
		m.Remarks = append([]string{remarkNoStacks}, m.Remarks...)
	}
	snap.Findings = m.alone(c.src)
	for i := range snap.Findings {
		f := &snap.Findings[i]
		f.Said = wording.Plain(f.Sentence)
		f.Now = append(m.lookLonger(f), diagnose.FindStacks(c.input)...)
		m.Proof, m.Against = appendNew(m.Proof, f.Proof), appendNew(m.Against, f.Against)
	}
	snap.Headline, snap.HeadlineText = snap.Findings[0].Sentence, snap.Findings[0].Said
	return snap
}

const remarkNoStacks = "This recording has no samples of stacks: threads that waited before it began are not in it."

// withoutStacks stands for an input that has no stacks.
func withoutStacks(label string, src Sources) *parse.Snapshot {
	s := &parse.Snapshot{Source: parse.Source{Label: label, Dialect: "nettrace", Encoding: Encoding, Index: 1, Of: 1}}
	for _, c := range src.Counters {
		s.Source.Dialect, s.Source.Encoding = string(c.Recording.Kind), "utf-8"
		s.SkippedLines = c.Recording.Skipped
		s.Repairs = c.Recording.Repairs
		for _, p := range c.Recording.Problems {
			s.Problems = append(s.Problems, parse.Problem{Line: p.Line, Reason: p.Reason, Lost: parse.LostLine})
		}
	}
	for _, t := range src.Traces {
		s.Problems = append(s.Problems, t.problems()...)
	}
	return s
}

// Bounds of a judgement without stacks.
const (
	// longWait is how long a work item waits for a thread where that is trouble.
	longWait = time.Second
	// busyCPU is the CPU in percent above which work queues because processors are busy.
	busyCPU = 80
	// longLock is the median of waits for a lock from which on they are trouble.
	longLock = 100 * time.Millisecond
)

// alone are the findings that the measurement makes by itself, the gravest first.
func (m *measurement) alone(src Sources) []diagnose.Finding {
	var out []diagnose.Finding
	switch {
	case m.queue.fact == diagnose.QueueStands && m.hurts():
		out = append(out, m.starved(src))
	case m.queue.fact == diagnose.QueueUnknown && m.lookOfQueue():
		out = append(out, m.lookAtQueue())
	}
	starves := len(out) > 0
	for _, w := range m.Waits {
		if w.Open > 1 && w.Ended == 0 {
			f := m.stuckWaits(w)
			if !starves {
				f.Proof = append(m.growth(), f.Proof...)
			}
			out = append(out, f)
			break
		}
	}
	for _, l := range m.Locks {
		if l.Open > 1 || l.Median != nil && *l.Median >= longLock && l.Waits > 1 {
			out = append(out, m.lockWaits(l))
			break
		}
	}
	switch {
	case len(out) > 0:
		return out
	case m.broken, m.nothingDone():
		return []diagnose.Finding{m.unclear()}
	case m.queue.fact == diagnose.QueueEmpty, m.unchanged(), m.queue.single && m.mostlyEmpty():
		return []diagnose.Finding{m.calm()}
	}
	return []diagnose.Finding{m.unclear()}
}

// hurts tells starvation from a busy pool with a backlog: threads are added while the
// queue stands, or work waits long for a thread.
func (m *measurement) hurts() bool {
	s := m.queue.stood
	grew := values(within(m.tracks.Threads, s))
	growing := grew != nil && grew.Last-grew.First >= max(2, s.length().Seconds()/4)
	a := m.tracks.adjustments
	return growing || m.waitingTime() >= longWait || a != nil && a.starvation+a.blocking > 0
}

// starved is the finding that the pool starves.
func (m *measurement) starved(src Sources) diagnose.Finding {
	s := m.queue.stood
	f := diagnose.Finding{
		ID: diagnose.PoolStarvation, Severity: diagnose.Critical, Starved: true, StarvedProof: diagnose.StarvedProven,
		Confidence: diagnose.High, Proof: m.starvationProof(),
		Advice: diagnose.AdvicePoolStarvation, Link: diagnose.LinkStarvation,
	}
	if !m.tracks.Queue.Absolute {
		f.Confidence = diagnose.Medium
	}
	f.Sentence = fmt.Sprintf("Thread pool starved for %s%s: %s",
		seconds(s.length()), m.since(src, s.first()), m.symptoms(s))
	if cpu := within(m.tracks.CPU, s).Mean(); cpu != nil && *cpu >= busyCPU {
		f.Confidence = diagnose.Low
		text := fmt.Sprintf("the CPU is busy at %s %%: work may queue because it computes, not because it blocks",
			number(*cpu))
		f.Against = append(f.Against, diagnose.Proof{ID: diagnose.ProofRunOrWait, For: diagnose.ForStarved, Sentence: text})
	}
	return f
}

// symptoms is what a starved pool looks like, in a line.
func (m *measurement) symptoms(s span) string {
	parts := []string{m.queued(s)}
	if done := within(m.tracks.Completed, s).Mean(); done != nil {
		parts = append(parts, fmt.Sprintf("%s a second completed", number(*done)))
	}
	if text := m.rise(within(m.tracks.Threads, s), s.length()); text != "" {
		parts = append(parts, text)
	}
	if cpu := within(m.tracks.CPU, s).Mean(); cpu != nil {
		parts = append(parts, fmt.Sprintf("CPU %s %%", number(*cpu)))
	}
	text := strings.Join(parts, ", ")
	if len(m.Waits) > 0 && m.Waits[0].Open > 0 {
		text += "; workers wait on " + placeName(m.Waits[0].Cause, m.Waits[0].Culprit)
	}
	return text
}

// since is the time of day at which something began, where the sources have one.
func (m *measurement) since(src Sources, at counters.Point) string {
	for _, c := range src.Counters {
		if c.Recording.Timed {
			return " from " + clock(c.Recording, at.At)
		}
	}
	for _, t := range src.Traces {
		if !t.Info.Start.IsZero() {
			return " from " + t.Info.Start.Add(at.At).Format("15:04:05") + " UTC"
		}
	}
	return ""
}

// lookOfQueue reports a queue of which too few values are there to judge it.
func (m *measurement) lookOfQueue() bool {
	return len(m.queue.stood.points) > 0 && m.queue.stood.toEnd && m.tracks.Queue.Absolute
}

// lookAtQueue is the finding of a single look.
func (m *measurement) lookAtQueue() diagnose.Finding {
	last := m.queue.stood.last().Value
	text := fmt.Sprintf("%s work items queued for a thread at this moment", number(last))
	if v := m.Pool.Threads; v != nil {
		text += fmt.Sprintf(", on %s pool threads", number(v.Last))
	}
	return diagnose.Finding{
		ID: diagnose.PoolStarvation, Severity: diagnose.Warning, Confidence: diagnose.Low,
		Sentence: text + ": the pool is starved if it stays so for seconds",
		Advice:   diagnose.AdvicePoolStarvation, Link: diagnose.LinkStarvation,
	}
}

const adviceBeside = "The stacks of a report show which threads stand there and what else they hold."

// lookLonger is how to measure what was not measured for long enough.
func (m *measurement) lookLonger(f *diagnose.Finding) []diagnose.Step {
	if f.Confidence != diagnose.Low || f.Severity == diagnose.Critical {
		return nil
	}
	return []diagnose.Step{{Do: "Record the counters for a minute while the process is slow:", Commands: []string{
		"dotnet-counters collect -p PID --counters System.Runtime --format csv -o counters.csv",
	}}}
}

// stuckWaits is the finding of waits of which none ended.
func (m *measurement) stuckWaits(w diagnose.WaitPlace) diagnose.Finding {
	f := diagnose.Finding{
		ID: findingOf(w.Cause), Severity: diagnose.Warning, Confidence: diagnose.Medium,
		Proof:  []diagnose.Proof{{ID: diagnose.ProofDurations, For: string(findingOf(w.Cause)), Sentence: m.durations(w)}},
		Advice: adviceBeside,
	}
	f.Sentence = fmt.Sprintf("%d pool workers began to wait on %s %s, and none of them has gone on",
		w.Open, placeName(w.Cause, w.Culprit), m.length(m.Window.Length))
	return f
}

// lockWaits is the finding of waits for a lock.
func (m *measurement) lockWaits(l diagnose.LockPlace) diagnose.Finding {
	w := diagnose.WaitPlace{Begun: l.Waits, Open: l.Open, Ended: l.Waits - l.Open, Median: l.Median, Max: l.Max}
	f := diagnose.Finding{
		ID: diagnose.LockContention, Severity: diagnose.Warning, Confidence: diagnose.High, Advice: adviceBeside,
		Proof: []diagnose.Proof{{
			ID: diagnose.ProofDurations, For: string(diagnose.LockContention), Sentence: m.durations(w),
		}},
	}
	f.Sentence = fmt.Sprintf("%s for the %s: %s",
		count(l.Waits, "wait", "waits"), placeName(l.Cause, l.Culprit), m.lasting(w))
	if p, against, ok := ownerProof(f.ID, l); ok && !against {
		f.Proof = append([]diagnose.Proof{p}, f.Proof...)
	}
	return f
}

// nothingDone reports a pool that has threads all the time and completes no work item on
// them: it has nothing to do, or each of its threads is blocked.
func (m *measurement) nothingDone() bool {
	threads, done := values(m.tracks.Threads), values(m.tracks.Completed)
	return threads != nil && done != nil && threads.Absolute && m.tracks.Queue.Absolute && threads.Min >= 1 &&
		done.Max == 0
}

// mostlyEmpty reports a queue that was empty at most times, and is at the end.
func (m *measurement) mostlyEmpty() bool {
	v := values(m.tracks.Queue)
	return v != nil && v.Absolute && 2*v.AboveZero < v.Count && v.Last == 0
}

// findingOf is the finding that blocked workers with one cause make.
func findingOf(c *classify.Cause) diagnose.FindingID {
	switch {
	case c == nil:
		return diagnose.BlockingWait
	case c.Category == classify.CategorySyncOverAsync:
		return diagnose.SyncOverAsync
	case c.Category == classify.CategoryLock && c.Rule != classify.RuleSemaphoreSlim:
		return diagnose.LockContention
	case c.Category == classify.CategoryIO:
		return diagnose.SyncIO
	}
	return diagnose.BlockingWait
}

// unchanged reports a queue of which only changes are known and that never changed: it
// was empty, or stood still with all that was in it.
func (m *measurement) unchanged() bool {
	q := m.tracks.Queue
	return len(q.Points) > 1 && !q.Absolute && len(m.queue.stood.points) == 0
}

// calm is the finding that nothing waits for a thread.
func (m *measurement) calm() diagnose.Finding {
	length := span{points: m.tracks.Queue.Points}.length()
	f := diagnose.Finding{
		ID: diagnose.Healthy, Severity: diagnose.OK, Confidence: diagnose.High,
		Sentence: fmt.Sprintf("No sign of starvation %s: nothing queued for a thread", m.length(length)),
		Advice:   "Counters show the pool, not the threads: one that is blocked while nothing queues is not seen here.",
	}
	switch {
	case !m.tracks.Queue.Absolute:
		f.Confidence = diagnose.Low
		f.Sentence = fmt.Sprintf("No sign of starvation %s: the queue did not grow", m.length(length))
	case m.queue.single:
		f.Confidence = diagnose.Medium
		v := values(m.tracks.Queue)
		f.Sentence = fmt.Sprintf("No sign of starvation %s: %s queued in %d of %d values, and nothing in the others",
			m.length(length), count(int(v.Max), "work item", "work items"), v.AboveZero, v.Count)
		f.Against = []diagnose.Proof{m.oneValue()}
	default:
		f.Against = []diagnose.Proof{m.emptyQueue()}
	}
	if length < 10*time.Second {
		f.Confidence = lower(f.Confidence, diagnose.Medium)
	}
	if done := m.tracks.Completed.Mean(); done != nil && m.tracks.Queue.Absolute {
		f.Sentence += fmt.Sprintf(", %s work items a second completed", number(*done))
	}
	return f
}

// lower is the lower one of two grades of confidence.
func lower(a, b diagnose.Confidence) diagnose.Confidence {
	if a == diagnose.High || b == diagnose.Low {
		return b
	}
	return a
}

// unclear is the finding where neither is proven.
func (m *measurement) unclear() diagnose.Finding {
	f := diagnose.Finding{
		ID: diagnose.Unclear, Severity: diagnose.Note, Confidence: diagnose.Low,
		Advice: "A recording of a minute while the process is slow decides it.",
	}
	switch {
	case m.queue.fact == diagnose.QueueEmpty && m.broken:
		f.Sentence = "Unclear: nothing queued for a thread, but the recording is not whole"
		f.Against = []diagnose.Proof{m.emptyQueue()}
	case m.queue.fact == diagnose.QueueEmpty && m.nothingDone():
		f.Sentence = fmt.Sprintf("Unclear: nothing queued for a thread, and none of %s completed a work item %s: "+
			"they have nothing to do, or all of them are blocked",
			count(int(values(m.tracks.Threads).Last), "pool thread", "pool threads"), m.length(m.Window.Length))
		f.Against = []diagnose.Proof{m.emptyQueue()}
		f.Advice = "Take the stacks: they show which of the two it is."
	case m.queue.single:
		p := m.oneValue()
		f.Against = []diagnose.Proof{p}
		f.Sentence = "Unclear whether the pool is starved: " + p.Sentence
	case m.queue.fact == diagnose.QueueStands:
		f.Sentence = fmt.Sprintf("Unclear whether the pool is starved: %s, but it moves and no threads are added",
			m.queued(m.queue.stood))
	case len(m.tracks.Queue.Points) > 0:
		f.Sentence = "Unclear whether the pool is starved: the values of the queue are too few"
	case len(m.Waits)+len(m.Locks) > 0:
		f.Sentence = fmt.Sprintf("Unclear whether the pool is starved: waits and locks were recorded %s, but not the queue",
			m.length(m.Window.Length))
	default:
		f.Sentence = "Unclear whether the pool is starved: this recording has no queue and no wait of a pool worker"
	}
	return f
}
