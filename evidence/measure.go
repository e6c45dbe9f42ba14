package evidence

import (
	"slices"
	"time"

	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/parse"
)

// measurement is what the sources say together.
type measurement struct {
	*diagnose.Evidence
	tracks poolTracks
	queue  queueFact
	locks  []*waitSum
	owners map[string]*group.Group // threads of the report
	// broken says that a recording of events is not whole, so that waits may be missing.
	broken bool
	// strange says that the events are of threads that the report does not have.
	strange bool
	// waiting and running are the threads about which the operating system decided.
	waiting, running int
	// stood and moved are threads that waited all the time that they were watched, and that
	// did not.
	stood, moved map[string]bool
	watched      time.Duration
}

// measure reads the sources of a case.
func (c *Case) measure() *measurement {
	m := &measurement{Evidence: &diagnose.Evidence{}}
	if len(c.src.Traces) > 0 {
		m.owners = threadsOf(c.set)
	}
	var samples []sample
	if c.set != nil {
		m.source(diagnose.FromSamples)
	}
	if c.set != nil && len(c.more) > 0 {
		samples = append(samples, sampleOf(c.set, 0))
	}
	for i, t := range c.src.Traces {
		m.trace(t, c.places[i])
	}
	for _, more := range c.more {
		samples = append(samples, sampleOf(more.set, more.apart))
		m.source(diagnose.FromSamples)
	}
	for _, file := range c.src.Counters {
		m.counters(file)
	}
	if len(c.src.OS) > 0 {
		m.source(diagnose.FromOS)
	}
	if m.Standing == nil {
		m.Standing = standingOf(samples)
	}
	c.watch(m)
	m.Pool, m.Charts, m.queue = m.tracks.measured(), m.tracks.charts(), judgeQueue(m.tracks.Queue)
	m.Joined, m.strange = c.src.Joined, c.strange()
	m.Remarks = append(append(m.Remarks, c.doubts()...), c.src.Remarks...)
	return m
}

// trace takes a recording of events in.
func (m *measurement) trace(t *Trace, p *places) {
	m.window(t.Info.End, t.Info.Start)
	m.broken = m.broken || t.Info.Truncated || t.Info.Damaged > 0
	if t.hasEvents() {
		m.source(diagnose.FromEvents)
	}
	if len(t.pool.Queue.Points)+len(t.pool.Threads.Points) > 0 {
		m.source(diagnose.FromCounters)
		m.tracks.Pool = t.pool
	}
	if t.adjustments != (adjustments{}) || len(t.pool.Queue.Points) > 0 {
		m.tracks.adjustments = &t.adjustments
	}
	waits, others, bookkeeping := waitPlaces(t, p)
	m.Waits, m.OtherWaits = append(m.Waits, waits...), append(m.OtherWaits, others...)
	slices.SortStableFunc(m.Waits, byOpenWaits)
	slices.SortStableFunc(m.OtherWaits, byOpenWaits)
	sums, more := lockSums(t, p)
	m.locks = append(m.locks, sums...)
	m.Locks = lockPlaces(m.locks, m.owners)
	m.Bookkeeping += bookkeeping + more
	m.Remarks = append(m.Remarks, remarksOn(t)...)
	if p.unread {
		m.Remarks = append(m.Remarks, "The stacks of the events cannot be read: where threads waited is not known.")
	}
	if shares, standing := profileShares(t, p); shares != nil {
		m.Shares, m.Standing = shares, standing
	}
}

// counters takes a file of counters in; values that a trace has already are kept.
func (m *measurement) counters(c *Counters) {
	m.source(diagnose.FromCounters)
	r := c.Recording
	pool := r.Pool()
	if len(m.tracks.Queue.Points) == 0 {
		adjusted := m.tracks.adjustments
		m.tracks = poolTracks{Pool: pool, adjustments: adjusted}
	}
	m.window(r.Length, startOf(r))
	m.Remarks = append(m.Remarks, remarksOnCounters(c, pool)...)
}

func (m *measurement) source(s diagnose.EvidenceSource) {
	if !slices.Contains(m.Window.Sources, s) {
		m.Window.Sources = append(m.Window.Sources, s)
	}
}

// window widens the time that was watched.
func (m *measurement) window(length time.Duration, start time.Time) {
	m.Window.Length = max(m.Window.Length, length)
	if m.Window.Start.IsZero() || !start.IsZero() && start.Before(m.Window.Start) {
		m.Window.Start = start
	}
}

// facts are what changes the conclusions over the stacks.
func (m *measurement) facts() diagnose.Facts {
	f := diagnose.Facts{Queue: m.queue.fact, QueueLength: -1}
	if q := m.Pool; q != nil && q.Queue != nil && q.Queue.Absolute {
		f.QueueLength = int(q.Queue.Last)
	}
	f.Computes = m.burns()
	f.Stood, f.Moved, f.Watched = m.stood, m.moved, m.watched
	for i, l := range m.Locks {
		if brief(l) {
			continue
		}
		f.LocksMove = f.LocksMove || l.Waits > l.Open
		if len(l.Owners) > 0 && f.Locks == nil {
			f.Locks = []parse.Lock{} // the owners are known, also where they change
		}
		if owner, ok := mainOwner(l); ok {
			f.Locks = append(f.Locks, parse.Lock{OwnerID: owner.ThreadID, Waiters: max(len(m.locks[i].open), 1)})
		}
	}
	return f
}

// burning is from how many percent of the machine on a process does more than idle: what
// the recording itself costs stays well below.
const burning = 4

// burns reports a process that computes: it uses CPU, and the events of waits and
// contentions, which were recorded, show none.
func (m *measurement) burns() bool {
	p := m.Pool
	if p == nil || p.CPUPercent == nil || p.ContentionsPerSecond == nil {
		return false
	}
	if !slices.Contains(m.Window.Sources, diagnose.FromEvents) {
		return false
	}
	return *p.CPUPercent >= burning && *p.ContentionsPerSecond == 0 && len(m.Waits)+len(m.Locks) == 0
}

// mainOwner is the owner that most waits name: nearly all of those that name one. One
// wait says little, unless it has not ended.
func mainOwner(l diagnose.LockPlace) (diagnose.LockOwner, bool) {
	named := 0
	for _, o := range l.Owners {
		named += o.Waits
	}
	stuck := named > 0 && l.Open == l.Waits // nobody has let go of it since
	if named < 2 && !stuck || 5*l.Owners[0].Waits < 4*named {
		return diagnose.LockOwner{}, false
	}
	return l.Owners[0], true
}
