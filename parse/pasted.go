package parse

import (
	"time"

	"stacktriage/parse/internal/line"
)

// pasted is what the blocks of a debugger say of the snapshot in the same paste.
type pasted struct {
	at     int // the snapshot it belongs to, by its place among all
	kinds  pastedKind
	locks  []pastedLock
	pool   *PoolCounts
	roles  map[uint64]string // by the operating system's thread id
	native int               // threads without managed code
	async  *asyncRows
	dlk    *dlkReport
	clr    map[uint64]uint64        // the runtime's numbers of threads to the operating system's
	cpu    map[uint64]time.Duration // by the operating system's thread id
}

// pastedKind is a set of kinds of blocks.
type pastedKind uint8

const (
	pastedLocks pastedKind = 1 << iota
	pastedPool
	pastedRoles
	pastedNative
	pastedAsync
	pastedCPU
	pastedDlk
)

// pastedLock is a lock whose owner is known by number.
type pastedLock struct {
	Lock
	owner uint64 // 0 if nobody owns it
}

// Bounds on what blocks can make the reader remember.
const (
	maxLocks = 1 << 14
	maxRoles = 1 << 18
	// maxPasted bounds the blocks of one kind.
	maxPasted = 1 << 14
)

// paste returns where the facts of a kind are kept: those of the current snapshot,
// which may have no thread yet. Blocks stand behind the stacks or in front of them.
func (b *builder) paste(kind pastedKind) *pasted {
	if n := len(b.pasted); n > 0 && (b.pasted[n-1].at >= len(b.done) || n == maxPasted) {
		p := b.pasted[n-1]
		p.kinds |= kind
		return p
	}
	p := &pasted{at: len(b.done), kinds: kind}
	b.pasted = append(b.pasted, p)
	return p
}

// pasteNew is paste for the beginning of a block. A second block of a kind belongs to
// the next snapshot.
func (b *builder) pasteNew(kind pastedKind) *pasted {
	n := len(b.pasted)
	if n == 0 || b.pasted[n-1].at < len(b.done) || b.pasted[n-1].kinds&kind == 0 || n == maxPasted {
		return b.paste(kind)
	}
	p := &pasted{at: b.pasted[n-1].at + 1, kinds: kind}
	b.pasted = append(b.pasted, p)
	return p
}

// noteRole keeps what a debugger says of the kind of a thread.
func (b *builder) noteRole(number uint64, role string) {
	p := b.paste(pastedRoles)
	if p.roles == nil {
		p.roles = make(map[uint64]string)
	}
	if len(p.roles) < maxRoles {
		p.roles[number] = role
	}
}

// attachPasted hands the facts to their snapshots; those behind the last one belong
// to it.
func (b *builder) attachPasted(snaps []*Snapshot) {
	if len(snaps) == 0 {
		return
	}
	for i := len(b.pasted) - 1; i >= 0; i-- {
		p := b.pasted[i]
		p.attach(snaps[min(p.at, len(snaps)-1)])
	}
	b.pasted = nil
}

// attach fills in what is not known of the snapshot yet.
func (p *pasted) attach(s *Snapshot) {
	if s.Debugger == nil {
		s.Debugger = &Debugger{}
	}
	d := s.Debugger
	d.NativeThreads += p.native
	if d.Workers == nil {
		d.Workers = p.pool
	}
	needLocks := d.Locks == nil && p.kinds&pastedLocks != 0
	needRoles := d.Roles == nil && len(p.roles) > 0
	if d.Async == nil && p.async != nil {
		d.Async = p.async.sorted()
	}
	if d.Locks == nil && p.dlk != nil {
		d.Locks = p.dlk.known(s, p.clr)
	}
	needCPU := d.CPU == nil && len(p.cpu) > 0
	if !needLocks && !needRoles && !needCPU {
		return
	}
	ids := threadIDs(s)
	if needLocks {
		d.Locks = p.ownedBy(ids)
	}
	if needRoles {
		d.Roles = make(map[string]string, len(p.roles))
		for number, role := range p.roles {
			d.Roles[idOf(ids, number)] = role
		}
	}
	if needCPU {
		d.CPU = make(map[string]time.Duration, len(p.cpu))
		for number, used := range p.cpu {
			d.CPU[idOf(ids, number)] = used
		}
	}
}

// ownedBy names the owners of the locks by the ids of the snapshot's threads.
func (p *pasted) ownedBy(ids map[uint64]string) []Lock {
	locks := make([]Lock, 0, len(p.locks))
	for _, l := range p.locks {
		if l.owner != 0 {
			l.OwnerID = idOf(ids, l.owner)
		}
		locks = append(locks, l.Lock)
	}
	return locks
}

// threadIDs maps the numbers of a snapshot's threads to their ids as printed.
func threadIDs(s *Snapshot) map[uint64]string {
	ids := make(map[uint64]string, len(s.Threads))
	for i := range s.Threads {
		if n, ok := line.ThreadNumber([]byte(s.ID(i))); ok {
			ids[n] = s.ID(i)
		}
	}
	return ids
}

// idOf is the id of a thread in the form of the stacks.
func idOf(ids map[uint64]string, number uint64) string {
	if id, ok := ids[number]; ok {
		return id
	}
	return line.HexID(number)
}
