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
	// maxCarried bounds what is remembered from one input to the next, in the same measure.
	maxCarried = 32 << 20
	// maxAliases bounds the frame lines remembered besides one for each frame.
	maxAliases = 4096
)

// frameNumber is a distinct frame of the input. Equal frames have equal numbers.
type frameNumber int32

// interner keeps one copy of each distinct frame and stack of an input, and of those of
// other inputs that were read before. Frames that differ in their module's suffix or in an
// address alone are one frame within an input, the first of them; in each input anew, so
// that what is read does not depend on what was read before.
type interner struct {
	frames  []*frame.Frame
	classOf []classNumber // of each frame
	classes []class
	input   int                  // the number of the input that is read
	lines   map[string]knownLine // by line as printed
	// keys are the classes by normalised text, where that is not a line of theirs, too.
	keys    map[string]classNumber
	aliases int                  // lines that are not the first of their frame
	stacks  map[string]*distinct // by the numbers of their frames
	kept    *kept                // by all that share the bound
	blocks  blockCache           // of undamaged text

	window    []byte // the memory of the text that was read last
	snapshots int    // begun so far
	scratch   []byte
	text      []byte // of the frames of a stack
}

// classNumber is the number of a class of frames that are one frame within an input.
type classNumber int32

type class struct {
	key, normal string      // normal is the normalised text, key that and the source line
	located     bool        // it has a source line
	input       int         // the input in which it was met last
	first       frameNumber // the first of its frames there
}

// knownLine is the frame of a line. shared says that the line is pristine, and the frame's
// own: it is read that way in every input.
type knownLine struct {
	frame    frameNumber
	input    int
	pristine bool // isPristine was asked about the line, and said so
	shared   bool
}

// distinct is a stack that occurs in the input.
type distinct struct {
	stack    Stack
	snapshot int   // the snapshot that index belongs to, from 1
	index    int32 // in that snapshot's Stacks
	located  bool  // some frame has a source line
	traits   traits
}

// kept measures what is remembered, in bytes, and bounds it.
type kept struct{ size, most int }

func newInterner() *interner {
	return &interner{
		input:  1,
		lines:  make(map[string]knownLine),
		keys:   make(map[string]classNumber),
		stacks: make(map[string]*distinct),
		kept:   &kept{most: maxDistinct},
		blocks: newBlockCache(),
	}
}

// takeWindow is the memory of a window that is not in use; nil without one.
func (n *interner) takeWindow() []byte {
	memory := n.window
	n.window = nil
	return memory
}

// full says that nothing new can be remembered.
func (n *interner) full() bool { return n.kept.size > n.kept.most }

// begin starts the next input.
func (n *interner) begin() {
	n.input++
	n.aliases = 0
	n.kept.most = n.kept.size + maxDistinct
}

// known returns the number of a frame line that was seen before in the input.
func (n *interner) known(text []byte) (frameNumber, bool) {
	l, ok := n.lookup(text)
	return l.frame, ok
}

func (n *interner) lookup(text []byte) (knownLine, bool) {
	l, ok := n.lines[string(text)]
	switch {
	case !ok, l.input == n.input:
		return l, ok
	case !l.shared:
		return knownLine{}, false
	}
	l.frame = n.meet(l.frame)
	return l, true
}

// meet is the frame that stands for one in this input: the first of its class.
func (n *interner) meet(f frameNumber) frameNumber {
	c := &n.classes[n.classOf[f]]
	if c.input != n.input {
		c.input, c.first = n.input, f
	}
	return c.first
}

// pristine returns the number of a line that is a frame without a trace of damage; false
// if it is none.
func (n *interner) pristine(text []byte) (frameNumber, bool) {
	if l, ok := n.lookup(text); ok {
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
	number, ok := n.byKey(key)
	if !ok {
		number = classNumber(len(n.classes))
		n.classes = append(n.classes, class{key: key, normal: normal, located: located})
		if key != f.Raw {
			n.keys[key] = number
		}
	}
	c := &n.classes[number]
	if c.input == n.input {
		if n.aliases < maxAliases {
			n.aliases++
			n.lines[f.Raw] = knownLine{frame: c.first, input: n.input, pristine: pristine}
		}
		return c.first
	}
	num := frameNumber(len(n.frames))
	c.input, c.first = n.input, num
	n.frames, n.classOf = append(n.frames, &f), append(n.classOf, number)
	n.lines[f.Raw] = knownLine{frame: num, input: n.input, pristine: pristine, shared: pristine}
	n.kept.size += len(f.Raw) + len(key)
	return num
}

// byKey finds a class by its key.
func (n *interner) byKey(key string) (classNumber, bool) {
	if number, ok := n.keys[key]; ok {
		return number, true
	}
	l, ok := n.lines[key]
	if !ok {
		return 0, false
	}
	number := n.classOf[l.frame]
	return number, n.classes[number].key == key
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
		c := &n.classes[n.classOf[f]]
		d.stack.Frames[i] = n.frames[f]
		d.located = d.located || c.located
		n.text = append(append(n.text, c.normal...), '\n')
	}
	d.stack.ID = hashOf(n.text, incomplete)
	d.traits = traitsOf(d.stack.Frames)
	n.stacks[string(n.scratch)] = d
	n.kept.size += 12*len(frames) + 128
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
