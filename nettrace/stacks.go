package nettrace

import "encoding/binary"

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
// called them.
type stackTable struct {
	nodes []frameNode
	index map[frameNode]StackID

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
		index:   map[frameNode]StackID{},
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
	for at := len(raw) - pointerSize; at >= 0; at -= pointerSize {
		n := frameNode{caller: p.id}
		if pointerSize == 4 {
			n.address = uint64(binary.LittleEndian.Uint32(raw[at:]))
		} else {
			n.address = binary.LittleEndian.Uint64(raw[at:])
		}
		if p.id, ok = t.node(n); !ok {
			return 0, false
		}
	}
	t.pending[number] = p
	return p.id, true
}

// node interns one frame on top of a stack; false if there is no room.
func (t *stackTable) node(n frameNode) (StackID, bool) {
	if id, ok := t.index[n]; ok {
		return id, true
	}
	if len(t.nodes) >= maxNodes {
		return 0, false
	}
	id := StackID(len(t.nodes))
	t.nodes = append(t.nodes, n)
	t.index[n] = id
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
