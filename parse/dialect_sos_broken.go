package parse

import (
	"bytes"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// Mail programs break long rows of a debugger at their blanks.

// isBrokenSite says that a call site is not there, or not to the end of its parameters.
func isBrokenSite(site []byte) bool {
	open := bytes.IndexByte(site, '(')
	return len(site) == 0 || open > 0 && line.ParamsEnd(site[open:]) < 0
}

// joins adds a line to the broken row before it, if that makes a row of it or a longer
// part of one.
func (r *sosReader) joins(l text.Line) bool {
	const most = 8
	if r.broken.empty() || len(r.broken.parts) == most || len(r.broken.text)+len(l.Text) > text.MaxLine ||
		opensClrstack(l.Text) {
		return false
	}
	whole := append(append(bytes.Clone(r.broken.text), ' '), l.Text...)
	site, ok := sosRow(whole)
	broken := isBrokenSite(site)
	if kind, _ := readCallSite(site); !ok || !broken && (kind == oddSite || kind == noSite) {
		return false
	}
	r.broken.text = whole
	r.broken.parts = append(r.broken.parts, partOf(l))
	if broken {
		return true
	}
	first := r.broken.parts[0]
	r.broken.clear()
	joined := text.Line{Text: whole, No: first.no, Last: l.Last}
	r.b.noteWrap(joined, first.width)
	r.callSite(joined, site)
	r.closed, r.tail = false, partOf(joined)
	return true
}

// giveUp takes the parts of a row that did not become whole.
func (r *sosReader) giveUp() {
	if r.broken.empty() {
		return
	}
	parts := r.broken.parts
	r.broken.parts = nil
	for i, p := range parts {
		l := text.Line{Text: p.text, No: p.no, Last: p.last}
		if i == 0 {
			r.oddFrame(l)
			continue
		}
		r.b.skip(l, notUnderstood)
	}
}
