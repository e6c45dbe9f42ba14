package parse

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"stacktriage/frame"
)

// Bounds on what an input can make the reader remember.
const (
	// maxDistinct bounds the text of distinct frames and the numbers of distinct
	// stacks, in bytes. Threads beyond it are kept, their stacks are not.
	maxDistinct = 256 << 20
	// maxAliases bounds the frame lines remembered besides one for each frame.
	maxAliases = 4096
)

// frameNumber is a distinct frame of the input. Equal frames have equal numbers.
type frameNumber int32

// interner keeps one copy of each distinct frame and stack of an input.
type interner struct {
	frames  []*frame.Frame
	located map[frameNumber]bool   // frames with a source line
	lines   map[string]frameNumber // by line as printed
	keys    map[string]frameNumber // by normalised text
	aliases int                    // lines that are not the first of their frame
	stacks  map[string]*distinct   // by the numbers of their frames
	size    *int                   // bytes remembered, by all that share the bound

	snapshots int // begun so far
	scratch   []byte
}

// distinct is a stack that occurs in the input.
type distinct struct {
	stack    Stack
	snapshot int   // the snapshot that index belongs to, from 1
	index    int32 // in that snapshot's Stacks
	located  bool  // some frame has a source line
	traits   traits
}

func newInterner() *interner {
	return &interner{
		located: make(map[frameNumber]bool),
		lines:   make(map[string]frameNumber),
		keys:    make(map[string]frameNumber),
		stacks:  make(map[string]*distinct),
		size:    new(int),
	}
}

// full says that nothing new can be remembered.
func (n *interner) full() bool { return *n.size > maxDistinct }

// known returns the number of a frame line that was seen before.
func (n *interner) known(text []byte) (frameNumber, bool) {
	num, ok := n.lines[string(text)]
	return num, ok
}

// add returns the number of a decoded frame. Frames that differ in their source line
// alone are two.
func (n *interner) add(f frame.Frame) frameNumber {
	key := f.Key()
	file, at, located := f.Location()
	if located {
		key = fmt.Sprintf("%s\n%s:%d", key, file, at)
	}
	num, ok := n.keys[key]
	if !ok {
		num = frameNumber(len(n.frames))
		if located {
			n.located[num] = true
		}
		n.frames = append(n.frames, &f)
		n.keys[key] = num
		n.lines[f.Raw] = num
		*n.size += len(f.Raw) + len(key)
		return num
	}
	if n.aliases < maxAliases {
		n.aliases++
		n.lines[f.Raw] = num
	}
	return num
}

// stack returns the distinct stack made of these frames.
func (n *interner) stack(frames []frameNumber, incomplete bool) *distinct {
	n.scratch = n.scratch[:0]
	for _, f := range frames {
		n.scratch = binary.LittleEndian.AppendUint32(n.scratch, uint32(f))
	}
	if incomplete {
		n.scratch = append(n.scratch, '!')
	}
	if d := n.stacks[string(n.scratch)]; d != nil {
		return d
	}
	d := &distinct{stack: Stack{Frames: make([]*frame.Frame, len(frames)), Incomplete: incomplete}}
	for i, f := range frames {
		d.stack.Frames[i] = n.frames[f]
		d.located = d.located || n.located[f]
	}
	d.stack.ID = stackID(d.stack)
	d.traits = traitsOf(d.stack.Frames)
	n.stacks[string(n.scratch)] = d
	*n.size += 12*len(frames) + 128
	return d
}

// stackID is the first 12 hex digits of SHA-256 over the normalised frames. A stack
// that the end of the input cut never has the id of a whole one.
func stackID(s Stack) string {
	h := sha256.New()
	for _, f := range s.Frames {
		h.Write([]byte(f.Key()))
		h.Write([]byte{'\n'})
	}
	if s.Incomplete {
		h.Write([]byte("…"))
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}
