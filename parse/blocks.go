package parse

import (
	"bytes"
	"hash/maphash"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// blockReader reads text that is dotnet-stack's own, undamaged. Most threads of a
// large process stand in a few distinct stacks, so it looks up the text of a whole
// thread at once and takes only unknown text apart. What is not exactly as the tool
// prints it goes to the router, line by line.
type blockReader struct {
	in    *text.Window
	to    *router
	eol   []byte // how lines end: "\n" or "\r\n"
	gap   []byte // the end of a thread: the end of a line, and an empty line
	lines *text.Reader
	known *blockCache
	// gapless is the offset in the stream before which no gap begins, so that text
	// without gaps is not searched again and again.
	gapless int64
}

// maxBlock bounds the text of one thread that is looked up at once.
const maxBlock = 1 << 20

func newBlockReader(in *text.Window, lines *text.Reader, to *router, eol string) *blockReader {
	return &blockReader{in: in, to: to, eol: []byte(eol), gap: []byte("\n" + eol), lines: lines, known: &to.b.blocks}
}

// run reads to the end of the input, or to a line that shows damage: one in which a
// thread seems to begin, and which no dialect understands. It returns that line; it
// is not counted as skipped.
func (r *blockReader) run() (text.Line, bool) {
	for {
		if id, body, ok := r.header(); ok && r.block(id, body) {
			continue
		}
		l, ok := r.lines.Next()
		if !ok {
			return text.Line{}, false
		}
		if r.to.line(l) {
			continue
		}
		if r.to.forms.AnchorIn(l.Text) >= 0 {
			return l, true
		}
		r.to.skip(l)
	}
}

// header reads the header line at the front of the window: where the id ends and
// where the frames begin. It reports false for any other line.
func (r *blockReader) header() (idEnd, body int, ok bool) {
	const longest = len(line.ThreadStart) + 20
	for len(r.in.Bytes()) < longest && r.in.Fill() {
		// at the end of the input, the window may stay short
	}
	buf := r.in.Bytes()
	if len(buf) < longest || string(buf[:len(line.ThreadStart)]) != line.ThreadStart {
		return 0, 0, false
	}
	end := len(line.ThreadStart)
	for end < longest-4 && line.IsHexDigit(buf[end]) {
		end++
	}
	tail := buf[end:]
	if end == len(line.ThreadStart) || tail[0] != ')' || tail[1] != ':' || !bytes.HasPrefix(tail[2:], r.eol) {
		return 0, 0, false
	}
	return end, end + 2 + len(r.eol), true
}

// block reads the thread at the front of the window. It reports false if its lines
// must be read one by one.
func (r *blockReader) block(idEnd, body int) bool {
	size, ok := r.size(body)
	if !ok || r.goesOn(body+size+len(r.eol)) {
		return false
	}
	buf := r.in.Bytes()
	text := buf[body : body+size]
	hash := r.known.hash(text)
	e := r.known.find(hash, text)
	if e != nil && !r.to.b.holds(e) {
		r.known.drop(hash, e)
		e = nil
	}
	if e == nil {
		if e = r.parse(text); e == nil {
			return false
		}
		r.known.keep(hash, text, e)
	}
	id := buf[len("Thread ("):idEnd]
	r.to.thread(thread{id: id, marker: e.marker, line: r.lines.No + 1}, e.stack)
	r.lines.No += e.lines + 2
	r.in.Skip(body + size + len(r.eol))
	return true
}

// size measures the frames of the thread at the front of the window, their last line
// end included.
func (r *blockReader) size(body int) (int, bool) {
	from := max(body, int(r.gapless-r.in.Offset))
	for {
		buf := r.in.Bytes()
		if from < len(buf) {
			if i := bytes.Index(buf[from:], r.gap); i >= 0 {
				return from + i + 1 - body, true
			}
			from = max(body, len(buf)-len(r.gap)+1)
		}
		r.gapless = r.in.Offset + int64(from)
		if len(buf) > maxBlock || !r.in.Fill() {
			return 0, false
		}
	}
}

// goesOn says whether an indented line stands at a position: the empty line before it
// is not the end of the thread.
func (r *blockReader) goesOn(at int) bool {
	for len(r.in.Bytes()) <= at {
		if !r.in.Fill() {
			return false
		}
	}
	return line.IsBlankByte(r.in.Bytes()[at])
}

// parse takes apart the frames of a thread. It returns nil unless each line is
// exactly as dotnet-stack prints it.
func (r *blockReader) parse(text []byte) *block {
	b := r.to.b
	e := &block{}
	var frames []frameNumber
	for len(text) > 0 {
		end := bytes.IndexByte(text, '\n')
		l, ok := bytes.CutSuffix(text[:end+1], r.eol)
		if !ok {
			return nil
		}
		if l, ok = bytes.CutPrefix(l, []byte("  ")); !ok {
			return nil
		}
		text = text[end+1:]
		e.lines++
		if e.lines == 1 {
			if e.marker = line.PseudoFrames[string(l)]; e.marker != MarkerNone {
				continue
			}
		}
		n, ok := b.pristine(l)
		if !ok {
			return nil
		}
		frames = append(frames, n)
	}
	if b.full() {
		return nil
	}
	e.stack, e.frames, e.input = b.stack(frames, false), frames, b.input
	return e
}

// holds says that a block of another input is read in the same way in this one.
func (n *interner) holds(e *block) bool {
	if e.input == n.input {
		return true
	}
	for _, f := range e.frames {
		if n.meet(f) != f {
			return false
		}
	}
	e.input = n.input
	return true
}

// isPristine says whether a line is a whole frame that carries no trace of damage.
func isPristine(text []byte) bool {
	if line.LikenessOf(text) != line.WholeFrame {
		return false
	}
	for _, c := range text {
		if c < ' ' || c >= 0x7f || c == ';' || c == '\\' {
			return false
		}
	}
	return text[0] != ' '
}

// block is the text of a thread's frames, read.
type block struct {
	text   []byte
	stack  *distinct
	marker Marker
	lines  int
	frames []frameNumber
	input  int    // in which it was met last
	next   *block // with the same hash
}

// blockCache finds blocks by their text. The hash is seeded and the text compared,
// so that no input can make two stacks one.
type blockCache struct {
	seed   maphash.Seed
	blocks map[uint64]*block
	size   int
}

// maxCachedText bounds the text kept for comparing. Blocks beyond it are taken apart
// each time, which costs time and not memory.
const maxCachedText = 16 << 20

func newBlockCache() blockCache {
	return blockCache{seed: maphash.MakeSeed(), blocks: make(map[uint64]*block)}
}

func (c *blockCache) hash(text []byte) uint64 { return maphash.Bytes(c.seed, text) }

func (c *blockCache) find(hash uint64, text []byte) *block {
	for b := c.blocks[hash]; b != nil; b = b.next {
		if bytes.Equal(b.text, text) {
			return b
		}
	}
	return nil
}

func (c *blockCache) drop(hash uint64, gone *block) {
	c.size -= len(gone.text)
	if c.blocks[hash] == gone {
		c.blocks[hash] = gone.next
		return
	}
	for b := c.blocks[hash]; b != nil; b = b.next {
		if b.next == gone {
			b.next = gone.next
		}
	}
}

func (c *blockCache) keep(hash uint64, text []byte, b *block) {
	if c.size+len(text) > maxCachedText {
		return
	}
	c.size += len(text)
	b.text = bytes.Clone(text)
	b.next = c.blocks[hash]
	c.blocks[hash] = b
}
