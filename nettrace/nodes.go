package nettrace

import (
	"math/bits"
	"math/rand/v2"
)

// nodeIndex finds the number of a frame among all that are known. It is a table of numbers
// alone: a map would hold each frame a second time.
type nodeIndex struct {
	slots []StackID // 0 for a free one; their number is a power of two
	seed  [2]uint64
}

// find gives the slot of a frame, or the free one where it belongs, which the caller fills.
func (x *nodeIndex) find(n frameNode, nodes []frameNode) uint64 {
	if 4*len(nodes) >= 3*len(x.slots) {
		x.grow(nodes)
	}
	return x.slot(n, nodes)
}

func (x *nodeIndex) slot(n frameNode, nodes []frameNode) uint64 {
	mask := uint64(len(x.slots) - 1)
	for at := x.hash(n) & mask; ; at = (at + 1) & mask {
		if id := x.slots[at]; id == 0 || nodes[id] == n {
			return at
		}
	}
}

// grow makes room, and puts all frames where they belong.
func (x *nodeIndex) grow(nodes []frameNode) {
	const least = 1 << 10
	if x.slots == nil {
		x.seed = [2]uint64{rand.Uint64(), rand.Uint64()} // so that no input can know where its frames go
	}
	x.slots = make([]StackID, max(least, 2*len(x.slots)))
	for id := 1; id < len(nodes); id++ {
		x.slots[x.slot(nodes[id], nodes)] = StackID(id)
	}
}

func (x *nodeIndex) hash(n frameNode) uint64 {
	high, low := bits.Mul64(n.address^x.seed[0], uint64(n.caller)^x.seed[1])
	high, low = bits.Mul64(high^low^x.seed[0], 0x9E3779B97F4A7C15)
	return high ^ low
}
