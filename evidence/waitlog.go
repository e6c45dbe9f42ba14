package evidence

import (
	"slices"
	"time"

	"stacktriage/nettrace"
)

// waitLog pairs the beginnings and the ends of waits, by stack. Neither has an id: of
// the waits of one thread the last begun ends first.
type waitLog struct {
	waits, locks map[nettrace.StackID]*waitTally
	open         map[uint64][]openWait // waits by thread
	openLocks    map[uint64][]openWait
	// lockTime is how long each thread waited at each lock.
	lockTime map[lockWait]time.Duration
	// orphans are ends of waits that began before the recording.
	orphans int
	kept    int      // durations that are kept
	threads []uint64 // that waited, at most maxWaiters
}

// lockWait is the waits of one thread at one stack.
type lockWait struct {
	thread uint64
	stack  nettrace.StackID
}

// openWait is a wait that has not ended.
type openWait struct {
	stack nettrace.StackID
	at    time.Duration
	// lock says that the wait is the one of a contended lock, which is counted there: a
	// contended lock raises both pairs of events.
	lock bool
}

// waitTally is the waits at one stack.
type waitTally struct {
	begun  int
	thread uint64 // the last that began to wait there
	ended  []time.Duration
	more   int // ended waits whose duration was not kept
	total  time.Duration
	owners map[uint64]int // of a lock, by thread
}

// maxDurations bounds the durations that are kept for medians, maxLockWaits the threads
// and stacks for which the time at locks is added up, maxWaiters the threads that are
// looked for in the report.
const (
	maxDurations = 4 << 20
	maxWaiters   = 256
	maxLockWaits = 1 << 16
)

func newWaitLog() *waitLog {
	return &waitLog{
		waits: map[nettrace.StackID]*waitTally{}, locks: map[nettrace.StackID]*waitTally{},
		open: map[uint64][]openWait{}, openLocks: map[uint64][]openWait{}, lockTime: map[lockWait]time.Duration{},
	}
}

func (l *waitLog) take(e nettrace.Event) {
	if len(l.threads) < maxWaiters && !slices.Contains(l.threads, e.Thread) {
		l.threads = append(l.threads, e.Thread)
	}
	switch e.Kind {
	case nettrace.WaitStart:
		l.begin(e)
	case nettrace.WaitStop:
		l.end(e)
	case nettrace.ContentionStart:
		l.contend(e)
	case nettrace.ContentionStop:
		l.acquire(e)
	}
}

func tallyOf(of map[nettrace.StackID]*waitTally, stack nettrace.StackID) *waitTally {
	t := of[stack]
	if t == nil {
		t = &waitTally{owners: map[uint64]int{}}
		of[stack] = t
	}
	return t
}

func (l *waitLog) begin(e nettrace.Event) {
	w := openWait{stack: e.Stack, at: e.At, lock: len(l.openLocks[e.Thread]) > 0}
	l.open[e.Thread] = append(l.open[e.Thread], w)
	if !w.lock {
		t := tallyOf(l.waits, e.Stack)
		t.begun++
		t.thread = e.Thread
	}
}

func (l *waitLog) end(e nettrace.Event) {
	w, ok := pop(l.open, e.Thread)
	if !ok {
		l.orphans++
		return
	}
	if !w.lock {
		l.done(tallyOf(l.waits, w.stack), e.At-w.at)
	}
}

func (l *waitLog) contend(e nettrace.Event) {
	l.openLocks[e.Thread] = append(l.openLocks[e.Thread], openWait{stack: e.Stack, at: e.At})
	t := tallyOf(l.locks, e.Stack)
	t.begun++
	if e.Owner != 0 {
		t.owners[e.Owner]++
	}
}

func (l *waitLog) acquire(e nettrace.Event) {
	w, ok := pop(l.openLocks, e.Thread)
	if !ok {
		l.orphans++
		return
	}
	took := e.Duration
	if took <= 0 {
		took = e.At - w.at
	}
	l.done(tallyOf(l.locks, w.stack), took)
	l.addLockTime(lockWait{e.Thread, w.stack}, took)
}

func (l *waitLog) addLockTime(key lockWait, took time.Duration) {
	if _, known := l.lockTime[key]; known || len(l.lockTime) < maxLockWaits {
		l.lockTime[key] += max(took, 0)
	}
}

// close adds the time of the waits for locks that had not ended.
func (l *waitLog) close(end time.Duration) {
	for thread, waits := range l.openLocks {
		for _, w := range waits {
			l.addLockTime(lockWait{thread, w.stack}, end-w.at)
		}
	}
}

func (l *waitLog) done(t *waitTally, took time.Duration) {
	took = max(took, 0)
	t.total += took
	if l.kept == maxDurations {
		t.more++
		return
	}
	l.kept++
	t.ended = append(t.ended, took)
}

// pop takes the last open wait of a thread away.
func pop(open map[uint64][]openWait, thread uint64) (openWait, bool) {
	of := open[thread]
	if len(of) == 0 {
		return openWait{}, false
	}
	w := of[len(of)-1]
	if len(of) == 1 {
		delete(open, thread)
	} else {
		open[thread] = of[:len(of)-1]
	}
	return w, true
}

// openAt is, by stack, how long each open wait had lasted at the end of the recording.
func openAt(open map[uint64][]openWait, end time.Duration) map[nettrace.StackID][]time.Duration {
	out := map[nettrace.StackID][]time.Duration{}
	for _, waits := range open {
		for _, w := range waits {
			if !w.lock {
				out[w.stack] = append(out[w.stack], max(end-w.at, 0))
			}
		}
	}
	return out
}
