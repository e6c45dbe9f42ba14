package parse

import (
	"bytes"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// wait is what a tool says of one thread: that it waits for a lock of another one.
type wait struct {
	in     *Snapshot
	thread int
	owner  uint64
	said   string // the owner's id as it is written there
	from   string // who says so
}

// waitsFor notes that the thread waits for a lock, and whose; owner is empty where that
// is not said.
func (t *thread) waitsFor(owner []byte, from string) { t.owner, t.ownerFrom = bytes.Clone(owner), from }

// nativeCall notes a native frame: that the thread is in native code, and whether it
// waits there for a lock, if no managed frame was above.
func (m *threadMaker) nativeCall(site []byte) {
	if len(m.frames) > 0 {
		return
	}
	m.cur.marker = MarkerNative
	if m.cur.ownerFrom == "" && isLockEntry(site) {
		m.cur.waitsFor(nil, "the runtime's own frames")
	}
}

// lockEntries are the functions of the runtime in which a thread waits for a monitor: the
// managed call is not on the stack then. Source: dotnet/runtime, src/coreclr/vm/syncblk.cpp
// and jithelpers.cpp.
var lockEntries = [...]string{"AwareLock::Enter", "JIT_MonEnter", "JIT_MonReliableEnter", "JITutil_MonEnter",
	"JITutil_MonReliableEnter"}

func isLockEntry(site []byte) bool {
	for _, entry := range lockEntries {
		if bytes.Contains(site, []byte(entry)) {
			return true
		}
	}
	return false
}

// noteWait keeps what was said of the thread that is placed last.
func (b *builder) noteWait(t thread) {
	number, _ := line.ThreadNumber(t.owner)
	if len(b.waits) >= maxRoles {
		return
	}
	b.waits = append(b.waits, wait{in: b.cur, thread: len(b.cur.Threads) - 1, owner: number,
		said: text.Excerpt(t.owner), from: t.ownerFrom})
}

// attachWaits makes locks of what was said of threads: one for each owner. A lock that
// a debugger's own table lists is not counted twice.
func (b *builder) attachWaits() {
	locks := map[*Snapshot]map[uint64]*Lock{}
	var order []*Lock
	in := map[*Lock]*Snapshot{}
	for _, w := range b.waits {
		if w.in.Debugger != nil && len(w.in.Debugger.Locks) > 0 {
			continue
		}
		byOwner := locks[w.in]
		if byOwner == nil {
			byOwner = map[uint64]*Lock{}
			locks[w.in] = byOwner
		}
		l := byOwner[w.owner]
		if l == nil {
			l = &Lock{OwnerID: w.said, From: w.from}
			if id, ok := threadIDs(w.in)[w.owner]; ok {
				l.OwnerID = id
			}
			byOwner[w.owner] = l
			order, in[l] = append(order, l), w.in
		}
		l.Waiters++
		l.Waiting = append(l.Waiting, w.thread)
	}
	for _, l := range order {
		s := in[l]
		if s.Debugger == nil {
			s.Debugger = &Debugger{}
		}
		s.Debugger.Locks = append(s.Debugger.Locks, *l)
	}
}
