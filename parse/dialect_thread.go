package parse

import (
	"stacktriage/frame"
	"stacktriage/parse/internal/text"
)

// threadMaker puts a thread together from the lines of a dialect that prints every
// frame on a line of its own.
type threadMaker struct {
	b      *builder
	open   bool // a thread is being read
	cur    thread
	id     []byte // backs cur.id
	name   []byte // backs cur.name
	frames []frameNumber
	over   int // frames beyond maxFrames
}

// maxFrames bounds the frames of one thread. Stacks of managed threads end at some
// ten thousand frames, when the memory for them does.
const maxFrames = 1 << 18

const tooManyFrames = "%d frames at the root not kept: no thread is that deep"

// start hands over the thread before and begins the next.
func (m *threadMaker) start(no int, id, name []byte) {
	m.flush()
	if l, ok := m.b.takeLabel(); ok && len(id) == 0 && len(name) == 0 {
		id, name = l.id, l.name
	}
	m.open = true
	m.id = append(m.id[:0], id...)
	m.name = append(m.name[:0], name...)
	m.frames = m.frames[:0]
	m.over = 0
	m.cur = thread{line: no}
}

// headless begins a thread whose header is not in the input, unless one is open.
func (m *threadMaker) headless(l text.Line) {
	if m.open {
		return
	}
	if m.b.label != nil {
		m.start(l.No, nil, nil)
		return
	}
	if m.b.threads == 0 {
		m.b.cur.HeadMissing = true
	}
	m.b.problem(l.No, l.Text, "frames without a thread header")
	m.start(l.No, nil, nil)
}

func (m *threadMaker) add(f frameNumber) {
	if len(m.frames) == maxFrames {
		m.over++
		return
	}
	m.frames = append(m.frames, f)
}

// unresolved adds a frame of which the tool knew no name.
func (m *threadMaker) unresolved(text []byte) {
	if n, ok := m.b.known(text); ok {
		m.add(n)
		return
	}
	m.add(m.b.add(frame.Frame{Raw: string(text), Method: "?", NoParams: true}))
}

// flush hands over the thread that is open.
func (m *threadMaker) flush() {
	if !m.open {
		return
	}
	m.open = false
	if m.over > 0 {
		m.b.problemf(m.cur.line, m.id, tooManyFrames, m.over)
	}
	m.cur.id, m.cur.name, m.cur.frames = m.id, m.name, m.frames
	m.b.addThread(m.cur)
}

// end hands over the last thread. cut says that the end of the input is in the middle
// of it.
func (m *threadMaker) end(cut bool, at part) {
	if !m.open {
		return
	}
	m.cur.incomplete = cut
	m.flush()
	if cut {
		m.b.truncated(at)
	}
}
