package parse

import (
	"bytes"
	"iter"
	"slices"
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
	what string // for Snapshot.Repairs
	wrap func(lines) lines
	// width is that of the lines which the repair joins.
	width int
	// sure says that the damage is certain, though lines may fit as well with it.
	sure bool
}

// on undoes the damage to the first lines of a text.
func (r repair) on(head []line) []line {
	return (&ahead{src: r.over(&sliceLines{head: head})}).peek()
}

// over undoes the damage, and tidies the lines that this brought to light.
func (r repair) over(src lines) lines { return tidyLines(r.wrap(src), &tidier{}) }

// damages are looked for in this order; of repairs that help equally, the first is
// taken.
var damages = []damage{
	{"quoted-printable", findQuotedPrintable},
	{"spaced", findSpaced},
	{"fold", findFold},
	{"json", findJSON},
	{"entities", findEntities},
	{"escaped", findEscaped},
	{"markdown", findMarkdown},
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
		b.repair(best.what)
		b.width = max(b.width, best.width)
		cur = &ahead{src: best.over(cur)}
		mended = true
	}
	if width := wrapWidth(texts(cur.peek())); width > 0 {
		b.width = width
	}
	return cur, mended
}

// bestRepair finds the repair after which, and after the best ones on top of it, the
// head reads best.
func bestRepair(head []line) (repair, bool) {
	var best repair
	found := false
	relevant := relevantDialects(head)
	most, direct := (&scales{dialects: relevant}).weigh(head), 0
	for _, r := range repairsFor(head) {
		const enough = 40
		w := (&scales{dialects: relevant, left: enough}).potential(r, head)
		better := w.most > most && w.fits || found && w.most == most && w.direct > direct
		if better || !found && r.sure && w.most == most && w.fits {
			best, found, most, direct = r, true, w.most, w.direct
		}
	}
	return best, found
}

func repairsFor(head []line) []repair {
	var all []repair
	for _, d := range damages {
		all = append(all, d.find(head)...)
	}
	return all
}

// scales weigh texts, a limited number of times, so that no input takes long.
type scales struct {
	dialects []*dialect
	left     int  // times to weigh
	fits     bool // some line of the last text belongs to a dialect
}

// relevantDialects are those of which a thread seems to begin in the head; all of
// them if there is none.
func relevantDialects(head []line) []*dialect {
	var relevant []*dialect
	for _, l := range head {
		at := anchorIn(l.text)
		if at < 0 {
			continue
		}
		if d := anchored(l.text[at:]); !slices.Contains(relevant, d) {
			relevant = append(relevant, d)
		}
	}
	if relevant == nil {
		return dialects
	}
	return relevant
}

// prospect is how well a text reads after a repair.
type prospect struct {
	direct int  // with this repair alone
	most   int  // with the best ones on top of it
	fits   bool // some of its lines belong to a dialect
}

// potential weighs a repair. Behind one that is sure, others of all kinds may be
// needed; behind one that is not, a single one is looked at.
func (sc *scales) potential(r repair, head []line) prospect {
	const deepest = 3
	if r.sure {
		return sc.prospect(r, head, deepest)
	}
	return sc.prospect(r, head, 1)
}

func (sc *scales) prospect(r repair, head []line, depth int) prospect {
	repaired := r.on(head)
	w := sc.weigh(repaired)
	p := prospect{direct: w, most: w, fits: sc.fits}
	if depth == 0 || sc.left <= 0 {
		return p
	}
	for _, next := range repairsFor(repaired) {
		if sc.left <= 0 {
			break
		}
		further := 0
		if next.sure {
			further = depth - 1
		}
		q := sc.prospect(next, repaired, further)
		p.most, p.fits = max(p.most, q.most), p.fits || q.fits
	}
	return p
}

// weigh counts the lines that belong to one dialect and stand next to another one that
// does, so that a sentence with a thread in it counts for nothing. Other lines count
// against it.
func (sc *scales) weigh(head []line) int {
	sc.left--
	t := &tidier{plain: true}
	tally := make([]tally, len(sc.dialects))
	for _, l := range head {
		text, _ := trimMarks(t.line(l.text))
		if len(text) == 0 {
			continue
		}
		plausible := isPlausible(text)
		for i, d := range sc.dialects {
			tally[i].count(plausible && !d.lastResort && d.fits(text))
		}
	}
	most := tally[0].weight()
	sc.fits = false
	for _, t := range tally {
		most = max(most, t.weight())
		sc.fits = sc.fits || t.any
	}
	return most
}

// tally counts lines that belong to one dialect, and others.
type tally struct {
	fitting, other int
	before         bool // the line before fits
	counted        bool // and is counted
	any            bool // some line fits
}

func (t *tally) count(fits bool) {
	if !fits {
		t.other++
		t.before, t.counted = false, false
		return
	}
	if t.before {
		t.fitting++
		if !t.counted {
			t.fitting++
		}
	}
	t.before, t.counted, t.any = true, t.before, true
}

func (t *tally) weight() int { return t.fitting - t.other/2 }

// isPlausible says that a line shows no trace of something else within it: lines that
// do not belong together can look like a frame when they are joined.
func isPlausible(text []byte) bool {
	text, _ = trimDebris(trimEdges(text))
	bang := bytes.IndexByte(text, '!')
	if bang < 0 {
		return true
	}
	head, params, _ := bytes.Cut(text[bang+1:], []byte("("))
	if bytes.IndexByte(head, ' ') >= 0 || bytes.Count(head, []byte("<")) < bytes.Count(head, []byte(">")) {
		return false
	}
	if bytes.ContainsAny(params, "|/\"\\#{}=;") || bytes.Contains(params, []byte("> ")) || bytes.Contains(params, []byte("  ")) {
		return false
	}
	return bytes.Count(params, []byte(":")) == bytes.Count(params, []byte("pMT:"))
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

// Bounds on what repairs are judged by.
const (
	headBytes = 64 << 10
	headLines = 1000
)

// peek returns the next lines, as many as repairs are judged by; long ones are cut.
func (a *ahead) peek() []line {
	size, n := 0, 0
	for size < headBytes && n < headLines {
		if a.at+n == len(a.queue) {
			l, ok := a.src.next()
			if !ok {
				break
			}
			a.push(l)
		}
		size += len(a.queue[a.at+n].text)
		n++
	}
	head := slices.Clone(a.queue[a.at : a.at+n])
	for i := range head {
		if len(head[i].text) > headBytes {
			head[i].text, head[i].more = head[i].text[:headBytes], true
		}
	}
	return head
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
