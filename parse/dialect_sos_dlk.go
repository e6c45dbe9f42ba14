package parse

import (
	"bytes"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// sosex's dlk searches a dump for deadlocks. For each thread of one it prints
//
//	CLR thread 3 holds the lock on SyncBlock 00bc5a7c OBJ:0214e1b4[System.Object]
//	...and is waiting for the lock on SyncBlock 00bc5a4c OBJ:0214e1a8[System.Object]
//
// Its numbers are those of the runtime; the ID column of threads tells whose they are.

// heldLock is a lock, the thread that holds it, and the ones that wait for it.
type heldLock struct {
	object  string
	owner   uint64
	waiting []uint64
}

// dlkReport is what dlk says: locks by the address of their object, in order.
type dlkReport struct {
	locks  map[string]*heldLock
	order  []string
	thread uint64 // of the last line
}

const (
	dlkHolds = " holds the lock on "
	dlkWaits = "is waiting for the lock on "
)

func isDlkHead(raw []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(raw, "*"), []byte("DEADLOCK DETECTED")) ||
		bytes.HasPrefix(raw, []byte("Examining SyncBlocks"))
}

// dlkLine takes a line of dlk.
func (s *sosBlocks) dlkLine(raw []byte) bool {
	p := s.b.paste(pastedDlk)
	if p.dlk == nil {
		p.dlk = &dlkReport{locks: map[string]*heldLock{}}
	}
	d := p.dlk
	if i := bytes.Index(raw, []byte(dlkHolds)); i > 0 {
		words := bytes.Fields(raw[:i])
		n, ok := clrThreadNumber(words[len(words)-1])
		l := d.lock(raw[i:])
		if !ok || l == nil {
			return false
		}
		d.thread, l.owner = n, n
		return true
	}
	if i := bytes.Index(raw, []byte(dlkWaits)); i >= 0 && d.thread > 0 {
		if l := d.lock(raw[i:]); l != nil {
			l.waiting = append(l.waiting, d.thread)
			return true
		}
	}
	return isDlkHead(raw) || bytes.HasPrefix(raw, []byte("Examining ")) || bytes.HasPrefix(raw, []byte("Scanning for ")) ||
		bytes.HasPrefix(raw, []byte("Holds ")) || bytes.HasPrefix(raw, []byte("CLR ")) ||
		bytes.HasSuffix(raw, []byte(" detected."))
}

func clrThreadNumber(word []byte) (uint64, bool) {
	if n, ok := line.ThreadNumber(word); ok && n > 0 {
		return n, true
	}
	return 0, false
}

// lock finds the lock by "OBJ:0214e1b4[System.Object]", or by its SyncBlock.
func (d *dlkReport) lock(raw []byte) *heldLock {
	_, name, ok := bytes.Cut(raw, []byte("OBJ:"))
	if !ok {
		return nil
	}
	address, object, _ := bytes.Cut(name, []byte("["))
	object, _, _ = bytes.Cut(object, []byte("]"))
	key := text.Excerpt(bytes.TrimSpace(address))
	l := d.locks[key]
	if l == nil && len(d.order) < maxLocks {
		l = &heldLock{object: text.Excerpt(object)}
		d.locks[key] = l
		d.order = append(d.order, key)
	}
	return l
}

// known are the locks whose owner and waiters are threads of the snapshot. clr maps the
// runtime's numbers of threads to those of the operating system.
func (d *dlkReport) known(s *Snapshot, clr map[uint64]uint64) []Lock {
	places := make(map[uint64]int, len(s.Threads))
	for i := range s.Threads {
		if n, ok := line.ThreadNumber([]byte(s.ID(i))); ok {
			places[n] = i
		}
	}
	ids := threadIDs(s)
	var locks []Lock
	for _, key := range d.order {
		l := d.locks[key]
		lock := Lock{Object: l.object, Address: key, From: "dlk", Waiters: len(l.waiting)}
		if id, ok := ids[clr[l.owner]]; ok {
			lock.OwnerID = id
		}
		for _, w := range l.waiting {
			if at, ok := places[clr[w]]; ok && clr[w] != 0 {
				lock.Waiting = append(lock.Waiting, at)
			}
		}
		if lock.OwnerID != "" && len(lock.Waiting) == lock.Waiters {
			locks = append(locks, lock)
		}
	}
	return locks
}
