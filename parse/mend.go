package parse

import (
	"bytes"
	"iter"
)

// damage is a kind of damage to all lines of a text, and how it is found and undone.
type damage struct {
	name string
	// find looks at the first lines and returns the repairs that may undo the damage;
	// none if there is no sign of it.
	find func(head []line) []repair
}

// repair undoes damage.
type repair struct {
	what string // for Snapshot.Repairs; may be empty
	wrap func(lines) lines
	// sure says that the damage is certain, though lines may fit as well with it.
	sure bool
}

// over undoes the damage, and tidies the lines that this brought to light.
func (r repair) over(src lines) lines { return tidyLines(r.wrap(src), &tidier{}) }

// damages are looked for in this order; of repairs that help equally, the first is
// taken.
var damages = []damage{
	{"quoted-printable", findQuotedPrintable},
	{"json", findJSON},
	{"escaped", findEscaped},
	{"colours", findColours},
	{"html", findHTML},
	{"log headers", findLogHeaders},
	{"prefix", findPrefix},
}

// mend puts repairs on top of src for as long as more of its first lines belong to a
// dialect with one than without. It returns the repaired lines, and whether any
// repair helped.
func mend(src lines, b *builder) (*ahead, bool) {
	const most = 6
	cur := &ahead{src: src}
	mended := false
	for range most {
		head := cur.peek()
		best, ok := bestRepair(head)
		if !ok {
			break
		}
		if best.what != "" {
			b.repair(best.what)
		}
		cur = &ahead{src: best.over(cur)}
		mended = true
	}
	if width := wrapWidth(texts(cur.peek())); width > 0 {
		b.width = width
	}
	return cur, mended
}

// bestRepair finds the repair after which most lines of the head belong to a dialect.
// Where none helps alone, one counts after which another one does.
func bestRepair(head []line) (repair, bool) {
	const deepest = 3
	most := weigh(&sliceLines{head: head})
	candidates := repairsFor(head)
	for _, r := range candidates {
		if !r.sure {
			continue
		}
		if w := potential(r, head, deepest); w > 0 && w >= most {
			return r, true
		}
	}
	best, found := heaviest(candidates, head, most)
	if found {
		return best, true
	}
	for _, r := range candidates {
		if potential(r, head, 1) > most {
			return r, true
		}
	}
	return repair{}, false
}

func repairsFor(head []line) []repair {
	var all []repair
	for _, d := range damages {
		all = append(all, d.find(head)...)
	}
	return all
}

// heaviest finds the repair that makes most lines fit, more than fit without it.
func heaviest(candidates []repair, head []line, most int) (best repair, found bool) {
	for _, r := range candidates {
		if w := weigh(r.over(&sliceLines{head: head})); w > most {
			most, best, found = w, r, true
		}
	}
	return best, found
}

// potential is how many lines fit after a repair and the best ones on top of it.
func potential(r repair, head []line, depth int) int {
	repaired := (&ahead{src: r.over(&sliceLines{head: head})}).peek()
	most := weigh(&sliceLines{head: repaired})
	for _, next := range repairsFor(repaired) {
		if next.sure && depth > 1 {
			most = max(most, potential(next, repaired, depth-1))
			continue
		}
		most = max(most, weigh(next.over(&sliceLines{head: repaired})))
	}
	return most
}

// weigh counts the lines that belong to a dialect and stand next to another one that
// does, so that a sentence with a thread in it counts for nothing.
func weigh(src lines) int {
	const reach = 512 << 10
	t := &tidier{plain: true}
	weight, size := 0, 0
	before, counted := false, false
	for {
		l, ok := src.next()
		if !ok || size > reach {
			return weight
		}
		size += len(l.text)
		text := t.line(l.text)
		text, _ = trimMarks(text)
		if len(text) == 0 {
			continue
		}
		fits := fitsDialect(text)
		if fits && before {
			weight++
			if !counted {
				weight++
			}
		}
		before, counted = fits, fits && before
	}
}

// fitsDialect says whether a line, taken alone, belongs to a dialect.
func fitsDialect(text []byte) bool {
	for _, d := range dialects {
		if !d.lastResort && d.fits(text) {
			return true
		}
	}
	return false
}

// ahead is a source whose next lines can be looked at before they are read.
type ahead struct {
	src   lines
	queue []line
	at    int
}

// peek returns the next lines, as many as repairs are judged by.
func (a *ahead) peek() []line {
	const reach, most = 128 << 10, 4000
	size := 0
	for _, l := range a.queue[a.at:] {
		size += len(l.text)
	}
	for size < reach && len(a.queue)-a.at < most {
		l, ok := a.src.next()
		if !ok {
			break
		}
		a.push(l)
		size += len(l.text)
	}
	return a.queue[a.at:]
}

// push puts a line behind those that are waiting.
func (a *ahead) push(l line) {
	l.text = bytes.Clone(l.text)
	a.queue = append(a.queue, l)
}

func (a *ahead) next() (line, bool) {
	if a.at == len(a.queue) {
		a.queue, a.at = a.queue[:0], 0
		return a.src.next()
	}
	l := a.queue[a.at]
	a.queue[a.at].text = nil
	a.at++
	return l, true
}

// sliceLines replays lines.
type sliceLines struct {
	head []line
	at   int
}

func (s *sliceLines) next() (line, bool) {
	if s.at == len(s.head) {
		return line{}, false
	}
	s.at++
	return s.head[s.at-1], true
}

// each is a source that turns each line of another into any number of lines.
type each struct {
	src   lines
	split func(l line, emit func(line))
	flush func(emit func(line)) // at the end of src; may be nil
	queue []line
	at    int
}

func (e *each) next() (line, bool) {
	for e.at == len(e.queue) {
		e.queue, e.at = e.queue[:0], 0
		l, ok := e.src.next()
		switch {
		case ok:
			e.split(l, e.emit)
		case e.flush == nil:
			return line{}, false
		default:
			e.flush(e.emit)
			e.flush = nil
		}
	}
	e.at++
	return e.queue[e.at-1], true
}

func (e *each) emit(l line) { e.queue = append(e.queue, l) }

// texts walks through the texts of lines.
func texts(head []line) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, l := range head {
			if !yield(l.text) {
				return
			}
		}
	}
}
