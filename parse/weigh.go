package parse

import (
	"bytes"
	"slices"
)

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
		return nextSeam(text) < 0
	}
	if hasStrayMark(text) || nextSeam(text) > 0 {
		return false
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
