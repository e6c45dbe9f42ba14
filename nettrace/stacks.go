package nettrace

import (
	"encoding/binary"
	"hash/maphash"
)

// StackID names an interned stack of a Reader; 0 is none. Equal stacks have equal ids.
type StackID uint32

const (
	// maxNodes bounds the frames of all distinct stacks; equal callers are shared.
	maxNodes = 2 << 20
	// maxPending bounds the stacks between two sequence points. Runtimes set a sequence
	// point after 10 MB of events.
	maxPending = 64 << 20
	// maxDepth bounds the frames of one stack. The runtime records at most 100.
	maxDepth = 4096
)

// frameNode is a frame and the stack below it, up to the root of the thread.
type frameNode struct {
	address uint64
	caller  StackID
}

// stackTable interns stacks frame by frame from the root, so that stacks share what
// called them. Stacks that come again, as they do after each sequence point, are found as
// a whole.
type stackTable struct {
	nodes []frameNode
	index nodeIndex
	whole map[uint64]StackID // by a hash of the bytes
	seed  maphash.Seed

	// between two sequence points
	pending map[uint32]pendingStack
	raw     []byte
}

// pendingStack is a stack that may be named by events until the next sequence point.
type pendingStack struct {
	from, to uint32
	id       StackID // once it was asked for
}

func newStackTable() *stackTable {
	return &stackTable{
		nodes:   make([]frameNode, 1),
		whole:   map[uint64]StackID{},
		seed:    maphash.MakeSeed(),
		pending: map[uint32]pendingStack{},
	}
}

// block takes the stacks of a StackBlock in; they are interned when an event names one.
func (t *stackTable) block(c *cursor) {
	id, n := c.u32(), c.u32()
	for ; n > 0 && c.left() > 0; n-- {
		b := c.take(int(int32(c.u32())))
		if c.bad {
			return
		}
		if len(t.raw)+len(b) <= maxPending {
			from := uint32(len(t.raw))
			t.raw = append(t.raw, b...)
			t.pending[id] = pendingStack{from: from, to: uint32(len(t.raw))}
		}
		id++
	}
}

// forget ends the validity of the stacks' numbers.
func (t *stackTable) forget() {
	clear(t.pending)
	t.raw = t.raw[:0]
}

// intern gives the stack that a number stands for; false if it is not known.
func (t *stackTable) intern(number uint32, pointerSize int) (StackID, bool) {
	p, ok := t.pending[number]
	if !ok || p.id != 0 {
		return p.id, ok
	}
	raw := t.raw[p.from:p.to]
	if len(raw)%pointerSize != 0 || len(raw) > maxDepth*pointerSize {
		return 0, false
	}
	hash := maphash.Bytes(t.seed, raw)
	if id := t.whole[hash]; id != 0 && t.is(id, raw, pointerSize) {
		p.id = id
	} else {
		for at := len(raw) - pointerSize; at >= 0; at -= pointerSize {
			if p.id, ok = t.node(frameNode{addressIn(raw[at:], pointerSize), p.id}); !ok {
				return 0, false
			}
		}
		t.whole[hash] = p.id
	}
	t.pending[number] = p
	return p.id, true
}

// addressIn reads an address of the traced process.
func addressIn(raw []byte, pointerSize int) uint64 {
	if pointerSize == 4 {
		return uint64(binary.LittleEndian.Uint32(raw))
	}
	return binary.LittleEndian.Uint64(raw)
}

// is reports whether a stack has these frames.
func (t *stackTable) is(id StackID, raw []byte, pointerSize int) bool {
	for ; len(raw) > 0; raw = raw[pointerSize:] {
		n := t.nodes[id]
		if id == 0 || n.address != addressIn(raw, pointerSize) {
			return false
		}
		id = n.caller
	}
	return id == 0
}

// node interns one frame on top of a stack; false if there is no room.
func (t *stackTable) node(n frameNode) (StackID, bool) {
	at := t.index.find(n, t.nodes)
	if id := t.index.slots[at]; id != 0 {
		return id, true
	}
	if len(t.nodes) >= maxNodes {
		return 0, false
	}
	id := StackID(len(t.nodes))
	t.nodes = append(t.nodes, n)
	t.index.slots[at] = id
	return id, true
}

// addresses gives the frames of a stack, innermost first.
func (t *stackTable) addresses(id StackID) []uint64 {
	var list []uint64
	for id != 0 && int(id) < len(t.nodes) {
		list = append(list, t.nodes[id].address)
		id = t.nodes[id].caller
	}
	return list
}
