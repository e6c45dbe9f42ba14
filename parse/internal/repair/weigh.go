package repair

import (
	"bytes"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// weigher judges how well texts read, a limited number of times, so that no input takes
// long.
type weigher struct {
	all   line.Forms
	forms line.Forms // whose lines count
	left  int        // times to weigh
	fits  bool       // some line of the last text belongs to a dialect
}

// relevantForms are those of the dialects of which a thread seems to begin in the head;
// all of them if there is none.
func relevantForms(head []text.Line, forms line.Forms) line.Forms {
	var relevant line.Forms
	seen := make([]bool, len(forms))
	for _, l := range head {
		at := forms.AnchorIn(l.Text)
		if at < 0 {
			continue
		}
		if i := forms.Anchored(l.Text[at:]); !seen[i] {
			seen[i] = true
			relevant = append(relevant, forms[i])
		}
	}
	if relevant == nil {
		return forms
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
func (w *weigher) potential(r repair, head []text.Line) prospect {
	const deepest = 3
	if r.sure {
		return w.prospect(r, head, deepest)
	}
	return w.prospect(r, head, 1)
}

func (w *weigher) prospect(r repair, head []text.Line, depth int) prospect {
	repaired := r.on(head)
	weight := w.weigh(repaired)
	p := prospect{direct: weight, most: weight, fits: w.fits}
	if depth == 0 || w.left <= 0 {
		return p
	}
	for _, next := range repairsFor(repaired, w.all) {
		if w.left <= 0 {
			break
		}
		further := 0
		if next.sure {
			further = depth - 1
		}
		q := w.prospect(next, repaired, further)
		p.most, p.fits = max(p.most, q.most), p.fits || q.fits
	}
	return p
}

// weigh counts the lines that belong to one dialect and stand next to another one that
// does, so that a sentence with a thread in it counts for nothing. Other lines count
// against it.
func (w *weigher) weigh(head []text.Line) int {
	w.left--
	t := &Tidier{Plain: true}
	tally := make([]tally, len(w.forms))
	for _, l := range head {
		text, _ := line.TrimMarks(t.Line(l.Text))
		if len(text) == 0 {
			continue
		}
		plausible := isPlausible(text, w.all)
		for i := range w.forms {
			tally[i].count(plausible && w.forms[i].Claims(text))
		}
	}
	most := tally[0].weight()
	w.fits = false
	for _, t := range tally {
		most = max(most, t.weight())
		w.fits = w.fits || t.any
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
func isPlausible(text []byte, forms line.Forms) bool {
	text, _ = line.TrimDebris(line.TrimEdges(text))
	bang := bytes.IndexByte(text, '!')
	if bang < 0 {
		return nextSeam(text, forms) < 0
	}
	if line.HasStrayMark(text) || nextSeam(text, forms) > 0 {
		return false
	}
	head, params, _ := bytes.Cut(text[bang+1:], []byte("("))
	if bytes.IndexByte(head, ' ') >= 0 || bytes.Count(head, []byte("<")) < bytes.Count(head, []byte(">")) {
		return false
	}
	if bytes.ContainsAny(params, "|/\"\\#{}=;") || bytes.Contains(params, []byte("> ")) || bytes.Contains(params,
		[]byte("  ")) {
		return false
	}
	return bytes.Count(params, []byte(":")) == bytes.Count(params, []byte("pMT:"))
}
