package parse

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/repair"
	"stacktriage/parse/internal/text"
)

// router hands each line to the reader of the dialect it belongs to.
type router struct {
	b       *builder
	tidy    repair.Tidier
	dialect *dialect
	reader  dialectReader
	dropped int    // bytes of the current line beyond maxLine
	long    []byte // how that line begins
	marked  int    // lines with marks in front
	marks   string // the first of them
	indent  int    // of the first thread
	head    []byte // the first lines, as long as no thread was found
	forms   line.Forms
}

// line takes the next line of the text. It reports false if no dialect knows it; the
// line is then not counted yet, see skip.
func (t *router) line(l text.Line) bool {
	if l.Rest {
		t.rest(l)
		return true
	}
	l.Text = t.tidy.Line(l.Text)
	if l.More {
		t.long = append(t.long[:0], l.Text[:min(len(l.Text), 4*text.MaxProblemText)]...)
	}
	l.Width = utf8.RuneCount(l.Text)
	indent := line.Run(l.Text, line.IsBlankByte)
	l.Text, l.Marks = line.TrimMarks(l.Text)
	if len(line.TrimEdges(l.Text)) == 0 {
		l.Text = nil
	}
	t.remember(l.Text)
	ok := t.route(l)
	if ok && len(l.Text) > 0 {
		t.noteFront(l, indent)
	}
	return ok
}

// noteFront notes what stood in front of a line: marks, or the indentation of a line
// in which a thread begins.
func (t *router) noteFront(l text.Line, indent int) {
	if line.IsPromptMark(l.Marks, l.Text) || t.dialect != nil && t.dialect.ownFront != nil && t.dialect.ownFront(l) {
		return
	}
	if marks := bytes.TrimSpace(l.Marks); len(marks) > 0 {
		t.marked++
		if t.marked == 1 {
			t.marks = text.Excerpt(marks)
		}
		return
	}
	if indent > 0 && t.indent == 0 && t.dialect != nil && t.anchored(l.Text) == t.dialect {
		t.indent = indent
	}
}

func newRouter(b *builder) *router {
	return &router{b: b, tidy: repair.Tidier{Plain: true}, forms: dialectForms()}
}

// anchored finds the dialect of which a thread begins with this line; nil for none.
func (t *router) anchored(text []byte) *dialect {
	if i := t.forms.Anchored(text); i >= 0 {
		return dialects[i]
	}
	return nil
}

// rest drops what a line has beyond maxLine, unless the reader takes it.
func (t *router) rest(l text.Line) {
	if r, ok := t.reader.(pieceReader); ok {
		l.Text = t.tidy.Line(l.Text)
		r.rest(l)
		return
	}
	t.dropped += len(l.Text)
	if !l.More {
		t.b.problemf(l.No, t.long, "line longer than %d bytes, %d dropped", text.MaxLine, t.dropped)
		t.dropped = 0
	}
}

// route offers a line to the dialects, in two parts if two lines became one.
func (t *router) route(l text.Line) bool {
	if at := t.hiddenHeader(l.Text); at > 0 && t.reader != nil {
		before, behind := l, l
		before.Text, before.Last = bytes.TrimSpace(l.Text[:at]), false
		behind.Text = l.Text[at:]
		if !t.offer(before) {
			t.skip(before)
		}
		return t.offer(behind)
	}
	return t.offer(l)
}

// hiddenHeader finds a thread's header at the end of a line: the line end before it
// was lost, or something in front of it was not removed. It returns 0 for other lines.
func (t *router) hiddenHeader(text []byte) int {
	if !bytes.HasSuffix(text, []byte("):")) {
		return 0
	}
	at := t.forms.AnchorIn(text)
	if at <= 0 {
		return 0
	}
	if h, ok := line.ParseHeader(text[at:]); !ok || len(h.Name) > 0 {
		return 0
	}
	return at
}

// offer offers a line to the current reader, to the other dialects, and to what
// surrounds reports.
func (t *router) offer(l text.Line) bool {
	if t.takesLabel(l) {
		return true
	}
	if d := t.anchored(l.Text); d != nil && d != t.dialect && d.claims(l.Text) {
		t.open(d)
	}
	if t.idle() {
		if d := t.claimed(l.Text); d != nil {
			t.open(d)
		}
	}
	if t.reader != nil && t.reader.line(l) {
		t.altered(l)
		return true
	}
	if len(l.Text) == 0 {
		return true
	}
	if d := t.claimed(l.Text); d != nil {
		t.open(d)
		if t.reader.line(l) {
			t.altered(l)
			return true
		}
	}
	at, alone, timed := line.TimeOf(l.Text)
	if kind, ok := line.Around(l.Text); ok {
		if timed {
			t.b.noteTime(l.No, at)
		}
		t.b.bound(kind, l.No)
		return true
	}
	if alone {
		t.b.noteTime(l.No, at)
		t.tellSkipped(l)
	}
	return alone
}

// tellSkipped tells the reader of a line that is none of its dialect.
func (t *router) tellSkipped(l text.Line) {
	if t.reader != nil {
		t.reader.skipped(l)
	}
}

// takesLabel offers a label to a reader whose threads stand below labels; a label in
// front of all stacks waits for the first.
func (t *router) takesLabel(l text.Line) bool {
	name, ok := threadLabel(l.Text)
	if !ok {
		return false
	}
	if t.dialect != nil && t.dialect.labels {
		return t.reader.line(l)
	}
	if r, ok := t.reader.(labelReader); ok && !t.forms.Fit(l.Text) {
		if r.label() {
			t.b.setLabel(l, name)
			return true
		}
		return isDecorated(l.Text, name.name) // the heading of a part of the same paste
	}
	if t.reader != nil || t.forms.Fit(l.Text) {
		return false
	}
	t.b.setLabel(l, name)
	return true
}

// idle says that the reader has read nothing yet but what may be a label.
func (t *router) idle() bool {
	r, ok := t.reader.(idleReader)
	return ok && r.idle()
}

// altered names a line that was understood although some of it could not be read.
func (t *router) altered(l text.Line) {
	if n := repair.Lost(l.Text); n > 0 {
		t.b.problemf(l.No, l.Text, "%d unreadable characters", n)
	}
}

// skip counts a line that line did not understand.
func (t *router) skip(l text.Line) {
	l.Text = t.tidy.Line(l.Text)
	l.Text, _ = line.TrimMarks(l.Text)
	t.b.skip(l, notUnderstood)
	t.tellSkipped(l)
}

// claimed finds another dialect that a line opens.
func (t *router) claimed(text []byte) *dialect {
	for _, d := range dialects {
		if d == t.dialect || d.lastResort || d.weak && t.reader != nil && !t.idle() {
			continue
		}
		if d.claims(text) {
			return d
		}
	}
	return nil
}

func (t *router) open(d *dialect) {
	t.close()
	t.b.setDialect(d.name, d.whole)
	t.dialect, t.reader = d, d.open(t.b)
}

func (t *router) close() {
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
	t.reader.(*dotnetReader).take(th, d)
}

// remember keeps the first lines until a thread is found. If none is, they say what
// the input is.
func (t *router) remember(text []byte) {
	const reach = 1 << 20
	if t.b.threads > 0 || len(t.head) > reach {
		return
	}
	t.head = append(append(t.head, text[:min(len(text), reach)]...), '\n')
}

// end takes the end of the text. If no thread was found, the dialects that are asked
// last get its first lines.
func (t *router) end() {
	t.close()
	t.noteRepairs()
	if t.b.threads > 0 || refuseFailure(t.head) != nil {
		return
	}
	for _, d := range dialects {
		if d.lastResort && t.b.threads == 0 {
			t.readHeadAs(d)
		}
	}
}

// noteRepairs says what was undone line by line.
func (t *router) noteRepairs() {
	for _, what := range t.tidy.Repairs() {
		t.b.repair(what)
	}
	if t.marked > 0 {
		t.b.repair(fmt.Sprintf("marks in front of lines (%s) removed", t.marks))
	}
	if t.indent > 0 {
		t.b.repair(fmt.Sprintf("indentation of %d columns removed", t.indent))
	}
}

// readHeadAs reads the first lines with one dialect, if it claims any of them.
func (t *router) readHeadAs(d *dialect) {
	claimed := d.suits != nil && d.suits(t.head)
	for text := range bytes.Lines(t.head) {
		text, _ := line.TrimMarks(text)
		claimed = claimed || d.suits == nil && len(text) > 0 && d.claims(text)
	}
	if !claimed {
		return
	}
	t.b.begin()
	t.b.label = nil
	t.open(d)
	src := text.NewReader(text.NewWindow(bytes.NewReader(t.head)))
	for l, ok := src.Next(); ok; l, ok = src.Next() {
		l.Text, l.Marks = line.TrimMarks(l.Text)
		if !t.route(l) {
			t.skip(l)
		}
	}
	t.close()
}
