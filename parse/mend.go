package parse

import (
	"bytes"
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
	// outer says that the damage was done to all lines, last: it is undone first.
	outer bool
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
	{"around", findAround},
	{"fold", findFold},
	{"json", findJSON},
	{"entities", findEntities},
	{"escaped", findEscaped},
	{"markdown", findMarkdown},
	{"colours", findColours},
	{"html", findHTML},
	{"log headers", findLogHeaders},
	{"prefix", findPrefix},
	{"run together", findRunTogether},
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
	if width := wrapWidth(shown(texts(cur.peek()))); width > 0 {
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
		if changesNothing(r, head) {
			continue
		}
		w := (&scales{dialects: relevant, left: enough}).potential(r, head)
		better := w.most > most && w.fits || found && w.most == most && (w.direct > direct && !best.outer || r.outer && !best.outer)
		if better || !found && r.sure && w.most == most && w.fits {
			best, found, most, direct = r, true, w.most, w.direct
		}
	}
	return best, found
}

// changesNothing says that a repair leaves the head as it is: the sign of its damage
// was none.
func changesNothing(r repair, head []line) bool {
	return slices.EqualFunc(r.on(head), head, func(a, b line) bool { return bytes.Equal(a.text, b.text) })
}

func repairsFor(head []line) []repair {
	var all []repair
	for _, d := range damages {
		all = append(all, d.find(head)...)
	}
	return all
}
