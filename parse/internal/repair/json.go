package repair

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// mayHoldStack says that the text of a field shows a thread or a frame.
func mayHoldStack(text []byte, forms line.Forms) bool {
	return forms.AnchorIn(text) >= 0 || bytes.IndexByte(text, '!') > 0 || line.PlatformFrameIn(text) >= 0
}

// findJSON finds text that was put into JSON: a whole report as one string, or an
// object for each line, as log shippers and loggers write them. There is one repair
// for each field that may hold the text.
func findJSON(head []text.Line, forms line.Forms) []repair {
	const mostFields = 8
	if !hasJSONLine(head) {
		return nil
	}
	var fields []string
	probe := &jsonText{field: func(key []byte, text []byte) bool {
		if len(fields) < mostFields && mayHoldStack(text, forms) && !contains(fields, key) {
			fields = append(fields, string(key))
		}
		return false
	}}
	src := probe.over(&text.Slice{Head: head})
	for _, ok := src.Next(); ok; _, ok = src.Next() {
		// the probe only notes fields
	}
	repairs := make([]repair, 0, len(fields)+1)
	if len(fields) > 0 {
		repairs = append(repairs, repair{what: "text taken out of JSON", sure: true, wrap: func(src text.Lines) text.Lines {
			return wholeReports(forms).over(src)
		}})
	}
	for _, name := range fields {
		repairs = append(repairs, repair{
			what: "text taken out of JSON",
			sure: true,
			wrap: func(src text.Lines) text.Lines {
				t := &jsonText{field: func(key, _ []byte) bool { return string(key) == name }}
				return t.over(src)
			},
		})
	}
	return repairs
}

// wholeReports takes every string that is a report, whatever its key is: of several hosts
// or moments, each under its name. A string of one line is none.
func wholeReports(forms line.Forms) *jsonText {
	t := &jsonText{}
	inReport := 0 // the string that is one
	t.field = func(_, raw []byte) bool {
		if t.lines > 0 && inReport != t.strings && forms.AnchorIn(raw) == 0 {
			inReport = t.strings
		}
		return t.lines > 0 && inReport == t.strings
	}
	return t
}

func contains(names []string, name []byte) bool {
	for _, n := range names {
		if n == string(name) {
			return true
		}
	}
	return false
}

func hasJSONLine(head []text.Line) bool {
	for _, l := range head {
		if text.IsJSONLine(l.Text) && bytes.IndexByte(l.Text, '"') >= 0 {
			return true
		}
	}
	return false
}

// jsonText takes the lines out of the strings of JSON. It is no parser: damaged JSON
// loses no more than the strings that are damaged.
type jsonText struct {
	// field says whether the text of a key is wanted.
	field func(key, text []byte) bool

	no        int    // of the current line of the input
	inside    bool   // of a string
	held      bool   // a string is closed and may turn out to be a key
	strings   int    // seen so far
	lines     int    // line ends in the current string
	cr        bool   // the last line end was a CR
	key       []byte // the last key
	out       []byte // the current line of the current string
	escape    []byte // an escape sequence that is not complete
	high      rune   // first half of a surrogate pair
	truncated bool   // the current line was given out in part
}

func (t *jsonText) over(src text.Lines) text.Lines {
	return &text.Each{Src: src, Split: t.split, Flush: t.end}
}

func (t *jsonText) split(l text.Line, emit func(text.Line)) {
	fresh := !l.Rest
	if fresh && t.inside && bytes.HasPrefix(bytes.TrimSpace(l.Text), []byte(`{"`)) {
		t.closeString(emit)
		t.settle(emit)
	}
	if fresh && !t.inside && !text.IsJSONLine(l.Text) && len(bytes.TrimSpace(l.Text)) > 0 {
		t.settle(emit)
		emit(l)
		return
	}
	if !t.inside && !t.held {
		t.out = nil
	}
	t.no = l.No
	for _, c := range l.Text {
		if t.inside {
			t.within(c, emit)
		} else {
			t.between(c, emit)
		}
	}
}

// between takes a byte outside of strings.
func (t *jsonText) between(c byte, emit func(text.Line)) {
	switch c {
	case ' ', '\t':
		return
	case ':':
		if t.held {
			t.key = append(t.key[:0], t.out...)
			t.held = false
		}
	case '"':
		t.settle(emit)
		t.inside, t.lines, t.cr, t.out, t.truncated = true, 0, false, nil, false
		t.strings++
	default:
		t.settle(emit)
	}
}

// within takes a byte of a string.
func (t *jsonText) within(c byte, emit func(text.Line)) {
	switch {
	case len(t.escape) > 0:
		t.escape = append(t.escape, c)
		t.unescape(emit)
	case c == '\\':
		t.escape = append(t.escape[:0], c)
	case c == '"':
		t.closeString(emit)
	default:
		t.out = append(t.out, c)
		t.bound(emit)
	}
}

// closeString ends a string: its last line is held until it is known to be no key.
func (t *jsonText) closeString(emit func(text.Line)) {
	t.escape, t.high = t.escape[:0], 0
	t.inside = false
	t.held = t.lines == 0 || len(t.out) > 0
}

// settle gives out the string that was held.
func (t *jsonText) settle(emit func(text.Line)) {
	if t.held {
		t.held = false
		t.give(emit, false)
	}
}

// give gives out the current line.
func (t *jsonText) give(emit func(text.Line), more bool) {
	out := t.out
	t.out = nil
	if t.field(t.key, out) && !isTimestamp(out) {
		emit(text.Line{Text: out, No: t.no, More: more, Rest: t.truncated})
	}
	t.truncated = more
}

// isTimestamp recognises the time beside each line in what a log store returns: digits
// alone.
func isTimestamp(text []byte) bool {
	const shortest = 10
	return len(text) >= shortest && line.IsDecimal(text)
}

// bound gives out a line in pieces when it is too long.
func (t *jsonText) bound(emit func(text.Line)) {
	if len(t.out) >= text.MaxLine {
		t.lines++
		t.give(emit, true)
	}
}

// unescape takes the escape sequence when it is complete.
func (t *jsonText) unescape(emit func(text.Line)) {
	const unicodeLength = len(`\u003C`)
	kind := t.escape[1]
	if kind == 'u' && len(t.escape) < unicodeLength {
		return
	}
	seq := t.escape
	t.escape = t.escape[:0]
	switch kind {
	case 'u':
		t.unicode(seq[2:])
	case 'n', 'r':
		t.lineEnd(kind == 'r', emit)
	case 't':
		t.out = append(t.out, '\t')
	case 'b', 'f':
	default:
		t.out = append(t.out, kind)
	}
}

// lineEnd ends the current line; CRs in front of an LF belong to one line end.
func (t *jsonText) lineEnd(cr bool, emit func(text.Line)) {
	if !t.cr || len(t.out) > 0 {
		t.lines++
		t.give(emit, false)
	}
	t.cr = cr
}

// unicode appends the character of four hexadecimal digits; the halves of a surrogate
// pair come one after the other.
func (t *jsonText) unicode(digits []byte) {
	var r rune
	for _, c := range digits {
		if !line.IsHexDigit(c) {
			t.out = utf8.AppendRune(t.out, utf8.RuneError)
			return
		}
		if c > '9' {
			c = c | 0x20 - 'a' + 10 + '0'
		}
		r = r<<4 | rune(c-'0')
	}
	switch {
	case t.high != 0:
		r = utf16.DecodeRune(t.high, r)
		t.high = 0
	case utf16.IsSurrogate(r):
		t.high = r
		return
	}
	t.out = utf8.AppendRune(t.out, r)
}

// end takes the end of the input, which may be in the middle of a string.
func (t *jsonText) end(emit func(text.Line)) {
	cut := t.inside
	if cut {
		t.held = len(t.out) > 0
	}
	mark := emit
	if cut {
		mark = func(l text.Line) {
			l.Last = true
			emit(l)
		}
	}
	t.settle(mark)
}
