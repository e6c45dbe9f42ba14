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
	normal  []string             // the normalised text of each frame
	located map[frameNumber]bool // frames with a source line
	lines   map[string]knownLine // by line as printed
	// keys are the frames by normalised text, where that is not their line, too.
	keys    map[string]frameNumber
	aliases int                  // lines that are not the first of their frame
	stacks  map[string]*distinct // by the numbers of their frames
	size    *int                 // bytes remembered, by all that share the bound

	snapshots int // begun so far
	scratch   []byte
	text      []byte // of the frames of a stack
}

// knownLine is the frame of a line. pristine says that isPristine was asked about the line,
// and said so.
type knownLine struct {
	frame    frameNumber
	pristine bool
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
		lines:   make(map[string]knownLine),
		keys:    make(map[string]frameNumber),
		stacks:  make(map[string]*distinct),
		size:    new(int),
	}
}

// full says that nothing new can be remembered.
func (n *interner) full() bool { return *n.size > maxDistinct }

// known returns the number of a frame line that was seen before.
func (n *interner) known(text []byte) (frameNumber, bool) {
	l, ok := n.lines[string(text)]
	return l.frame, ok
}

// pristine returns the number of a line that is a frame without a trace of damage; false
// if it is none.
func (n *interner) pristine(text []byte) (frameNumber, bool) {
	if l, ok := n.lines[string(text)]; ok {
		return l.frame, l.pristine || isPristine(text)
	}
	if !isPristine(text) {
		return 0, false
	}
	f, ok := frame.Decode(string(text))
	if !ok {
		return 0, false
	}
	return n.addLine(f, true), true
}

// add returns the number of a decoded frame. Frames that differ in their source line
// alone are two.
func (n *interner) add(f frame.Frame) frameNumber { return n.addLine(f, false) }

func (n *interner) addLine(f frame.Frame, pristine bool) frameNumber {
	key := f.Key()
	normal := key
	at, located := f.Location()
	if located {
		key = fmt.Sprintf("%s\n%s:%d-%d", key, at.File, at.First, at.Last)
	}
	num, ok := n.byKey(key)
	if ok {
		if n.aliases < maxAliases {
			n.aliases++
			n.lines[f.Raw] = knownLine{num, pristine}
		}
		return num
	}
	num = frameNumber(len(n.frames))
	if located {
		n.located[num] = true
	}
	n.frames = append(n.frames, &f)
	n.normal = append(n.normal, normal)
	if key != f.Raw {
		n.keys[key] = num
	}
	n.lines[f.Raw] = knownLine{num, pristine}
	*n.size += len(f.Raw) + len(key)
	return num
}

// byKey finds a frame by its normalised text.
func (n *interner) byKey(key string) (frameNumber, bool) {
	if num, ok := n.keys[key]; ok {
		return num, true
	}
	l, ok := n.lines[key]
	return l.frame, ok && n.normal[l.frame] == key && !n.located[l.frame]
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
	n.text = n.text[:0]
	for i, f := range frames {
		d.stack.Frames[i] = n.frames[f]
		d.located = d.located || len(n.located) > 0 && n.located[f]
		n.text = append(append(n.text, n.normal[f]...), '\n')
	}
	d.stack.ID = hashOf(n.text, incomplete)
	d.traits = traitsOf(d.stack.Frames)
	n.stacks[string(n.scratch)] = d
	*n.size += 12*len(frames) + 128
	return d
}

// stackID is the first 12 hex digits of SHA-256 over the normalised frames. A stack
// that the end of the input cut never has the id of a whole one.
func stackID(s Stack) string {
	var text []byte
	for _, f := range s.Frames {
		text = append(append(text, f.Key()...), '\n')
	}
	return hashOf(text, s.Incomplete)
}

// hashOf is stackID over the normalised frames, a line each.
func hashOf(text []byte, incomplete bool) string {
	if incomplete {
		text = append(text, "…"...)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6])
}
