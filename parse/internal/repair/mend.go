package repair

import (
	"bytes"
	"slices"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// damage is a kind of damage to all lines of a text, and how it is found and undone.
type damage struct {
	name string
	// find looks at the first lines and returns the repairs that may undo the damage;
	// none if there is no sign of it.
	find func(head []text.Line, forms line.Forms) []repair
}

// repair undoes damage.
type repair struct {
	what string // for Snapshot.Repairs
	wrap func(text.Lines) text.Lines
	// width is that of the lines which the repair joins.
	width int
	// sure says that the damage is certain, though lines may fit as well with it.
	sure bool
	// outer says that the damage was done to all lines, last: it is undone first.
	outer bool
}

// on undoes the damage to the first lines of a text.
func (r repair) on(head []text.Line) []text.Line {
	return (&text.Ahead{Src: r.over(&text.Slice{Head: head})}).Peek()
}

// over undoes the damage, and tidies the lines that this brought to light.
func (r repair) over(src text.Lines) text.Lines { return TidyLines(r.wrap(src), &Tidier{}) }

// damages are looked for in this order; of repairs that help equally, the first is
// taken.
var damages = []damage{
	{"quoted-printable", findQuotedPrintable},
	{"spaced", findSpaced},
	{"around", findAround},
	{"fold", findFold},
	{"json", findJSON},
	{"entities", findEntities},
	{"escaped", findEscaped},
	{"markdown", findMarkdown},
	{"colours", findColours},
	{"links", findLinks},
	{"html", findHTML},
	{"log headers", findLogHeaders},
	{"prefix", findPrefix},
	{"run together", findRunTogether},
}

// Mended are lines whose damage is undone.
type Mended struct {
	Lines   *text.Ahead
	Repairs []string // what was undone
	joined  int      // width of the lines that were joined; 0 if none were
	wrapped int      // at which the first lines are still broken; 0 if they are not
}

// WidthOver is the width at which the lines of the input were broken, where before is
// what was known of it.
func (m Mended) WidthOver(before int) int {
	if m.wrapped > 0 {
		return m.wrapped
	}
	return max(before, m.joined)
}

// Mend puts repairs on top of src for as long as more of its first lines belong to a
// dialect with one than without.
func Mend(src text.Lines, forms line.Forms) Mended {
	const most = 6
	m := Mended{Lines: &text.Ahead{Src: src}}
	for range most {
		best, ok := bestRepair(m.Lines.Peek(), forms)
		if !ok {
			break
		}
		m.Repairs = append(m.Repairs, best.what)
		m.joined = max(m.joined, best.width)
		m.Lines = &text.Ahead{Src: best.over(m.Lines)}
	}
	m.wrapped = WrapWidth(Shown(text.Texts(m.Lines.Peek())))
	return m
}

// bestRepair finds the repair after which, and after the best ones on top of it, the
// head reads best.
func bestRepair(head []text.Line, forms line.Forms) (repair, bool) {
	var best repair
	found := false
	relevant := relevantForms(head, forms)
	most, direct := (&weigher{all: forms, forms: relevant}).weigh(head), 0
	for _, r := range repairsFor(head, forms) {
		const enough = 40
		if changesNothing(r, head) {
			continue
		}
		w := (&weigher{all: forms, forms: relevant, left: enough}).potential(r, head)
		better := w.most > most && w.fits || found && w.most == most && (w.direct > direct && !best.outer || r.outer &&
			!best.outer)
		if better || !found && r.sure && w.most == most && w.fits {
			best, found, most, direct = r, true, w.most, w.direct
		}
	}
	return best, found
}

// changesNothing says that a repair leaves the head as it is: the sign of its damage
// was none.
func changesNothing(r repair, head []text.Line) bool {
	return slices.EqualFunc(r.on(head), head, func(a, b text.Line) bool { return bytes.Equal(a.Text, b.Text) })
}

func repairsFor(head []text.Line, forms line.Forms) []repair {
	var all []repair
	for _, d := range damages {
		all = append(all, d.find(head, forms)...)
	}
	return all
}
