package parse

import "bytes"

// router hands each line to the reader of the dialect it belongs to.
type router struct {
	b       *builder
	dialect *dialect
	reader  dialectReader
}

// line takes the next line of the text.
func (t *router) line(l line) {
	l.text = bytes.TrimSpace(l.text)
	if t.reader != nil && t.reader.line(l) {
		return
	}
	if len(l.text) == 0 {
		return
	}
	if d := t.claimed(l.text); d != nil {
		t.open(d)
		if t.reader.line(l) {
			return
		}
	}
	if kind, ok := surroundings(l.text); ok {
		t.b.bound(kind)
		return
	}
	t.b.skip(l, "not understood")
}

// claimed finds another dialect that a line opens.
func (t *router) claimed(text []byte) *dialect {
	for _, d := range dialects {
		if d != t.dialect && !d.lastResort && d.claims(text) {
			return d
		}
	}
	return nil
}

func (t *router) open(d *dialect) {
	t.end()
	t.b.setDialect(d.name, d.whole)
	t.dialect, t.reader = d, d.open(t.b)
}

// end ends the reader of the current dialect.
func (t *router) end() {
	if t.reader != nil {
		t.reader.end()
	}
	t.dialect, t.reader = nil, nil
}

// thread takes a whole thread of dotnet-stack's text whose stack is known.
func (t *router) thread(th thread, d *distinct) {
	if t.dialect != dotnetStack {
		t.open(dotnetStack)
	}
	t.reader.(*dotnetReader).whole(th, d)
}
