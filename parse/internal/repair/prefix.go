package repair

import (
	"bytes"
	"fmt"
	"slices"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// findPrefix finds what log shippers, terminals and people put in front of every
// line: time stamps, names of containers, line numbers. The lines in which a thread
// begins show it: the text in front of "Thread (0x" is the prefix, and what it
// consists of there is looked for in all other lines.
func findPrefix(head []text.Line, forms line.Forms) []repair {
	samples := prefixSamples(head, forms)
	repairs := prefixRepairs(beforeJSON(samples), true)
	return append(repairs, prefixRepairs(samples, false)...)
}

func prefixRepairs(samples [][]byte, sure bool) []repair {
	var repairs []repair
	for _, inWord := range [...]func(byte) bool{line.IsAlnum, isWide} {
		for _, p := range prefixPatterns(samples, inWord) {
			repairs = append(repairs, repair{what: p.what(), wrap: p.cutFrom, sure: sure})
		}
	}
	return repairs
}

// beforeJSON shortens prefixes that go on with JSON to what stands in front of it.
func beforeJSON(samples [][]byte) [][]byte {
	var short [][]byte
	for _, s := range samples {
		at := bytes.Index(s, []byte(`{"`))
		if at < 0 && bytes.HasSuffix(s, []byte(`"`)) {
			at = len(s) - 1
		}
		if at > 0 {
			short = append(short, s[:at])
		}
	}
	return short
}

// prefixSamples collects the texts in front of threads; in text without any, those in
// front of markers, then those in front of frames of the base library.
func prefixSamples(head []text.Line, forms line.Forms) [][]byte {
	if samples := textsBefore(head, forms, forms.AnchorIn); len(samples) > 0 {
		return samples
	}
	if samples := textsBefore(head, forms, line.MarkerIn); len(samples) > 0 {
		return samples
	}
	if samples := textsBefore(head, forms, tableIn); len(samples) > 0 {
		return samples
	}
	return textsBefore(head, forms, line.PlatformFrameIn)
}

// tableIn finds the head of the table that WinDbg prints above a stack.
func tableIn(text []byte) int {
	for _, head := range [...]string{"# Child-SP ", "# ChildEBP ", "ChildEBP RetAddr", "Child-SP  "} {
		if i := bytes.Index(text, []byte(head)); i >= 0 {
			return i
		}
	}
	return -1
}

func textsBefore(head []text.Line, forms line.Forms, find func([]byte) int) [][]byte {
	const most, longest = 64, 300
	var samples [][]byte
	for _, l := range head {
		at := find(l.Text[:min(len(l.Text), longest)])
		if at > 0 {
			at = beforeLabel(l.Text, at)
		}
		if at > 0 {
			if text := bytes.TrimSpace(l.Text); !forms.Fit(text) {
				samples = append(samples, l.Text[:at])
			}
		}
		if len(samples) == most {
			break
		}
	}
	return samples
}

// beforeLabel is where a label begins of which a thread's number is a part: "Worker
// thread 0x1A2B:".
func beforeLabel(text []byte, at int) int {
	if _, naked := line.CutPrefixFold(text[at:], "thread 0x"); !naked {
		return at
	}
	const mostWords = 2
	for range mostWords {
		word := bytes.TrimRight(text[:at], " ")
		n := len(word)
		for n > 0 && (word[n-1]|0x20 >= 'a' && word[n-1]|0x20 <= 'z') {
			n--
		}
		if n == len(word) || n > 0 && !line.IsBlankByte(text[n-1]) {
			break
		}
		at = n
	}
	return at
}

// token is a piece of a prefix: a run of blanks, a run of letters or digits or both,
// or a single mark.
type token struct {
	kind tokenKind
	text []byte
}

type tokenKind uint8

const (
	markToken tokenKind = iota
	blankToken
	wordToken
)

// isWide takes all for words but blanks, brackets, bars and quotes, so that a time
// stamp is one word whatever its form.
func isWide(c byte) bool {
	return c > ' ' && bytes.IndexByte([]byte("[](){}|<>=\"'"), c) < 0
}

// split splits text into words, runs of blanks and single marks.
func split(text []byte, inWord func(byte) bool) []token {
	var tokens []token
	for at := 0; at < len(text); {
		t := token{kind: markToken}
		end := at + 1
		switch c := text[at]; {
		case line.IsBlankByte(c):
			t.kind = blankToken
			end = at + line.Run(text[at:], line.IsBlankByte)
		case inWord(c):
			t.kind = wordToken
			end = at + line.Run(text[at:], inWord)
		}
		t.text = text[at:end]
		tokens = append(tokens, t)
		at = end
	}
	return tokens
}

// prefixPattern is a prefix in which some words differ from line to line.
type prefixPattern struct {
	parts  []prefixPart
	width  int // of the first sample
	inWord func(byte) bool
}

// prefixPart is a token of a pattern.
type prefixPart struct {
	kind          tokenKind
	fixed         []byte // the text, where it is always the same; nil otherwise
	digits        bool   // a word that always has a digit in it
	short, length int    // shortest and longest word seen
}

// prefixPatterns makes a pattern of the samples that consist of the same kinds of
// tokens; the two most frequent ones count.
func prefixPatterns(samples [][]byte, inWord func(byte) bool) []*prefixPattern {
	const most = 2
	groups := map[string][][]token{}
	var order []string
	for _, s := range samples {
		ts := split(s, inWord)
		shape := shapeOf(ts)
		if groups[shape] == nil {
			order = append(order, shape)
		}
		groups[shape] = append(groups[shape], ts)
	}
	slices.SortStableFunc(order, func(a, b string) int { return len(groups[b]) - len(groups[a]) })
	var patterns []*prefixPattern
	for _, shape := range order[:min(len(order), most)] {
		patterns = append(patterns, newPrefixPattern(groups[shape], inWord))
	}
	return patterns
}

func shapeOf(tokens []token) string {
	shape := make([]byte, 0, len(tokens))
	for _, t := range tokens {
		switch t.kind {
		case blankToken:
			shape = append(shape, ' ')
		case wordToken:
			shape = append(shape, 'w')
		default:
			shape = append(shape, t.text...)
		}
	}
	return string(shape)
}

// newPrefixPattern compares samples of one shape token by token. A word that is the
// same everywhere and has no digit is part of the pattern; numbers may go on.
func newPrefixPattern(samples [][]token, inWord func(byte) bool) *prefixPattern {
	p := &prefixPattern{inWord: inWord}
	for i, first := range samples[0] {
		p.width += len(first.text)
		part := prefixPart{kind: first.kind, fixed: first.text, digits: true, short: len(first.text)}
		for _, s := range samples {
			t := s[i].text
			if !bytes.Equal(t, first.text) {
				part.fixed = nil
			}
			part.digits = part.digits && line.HasDigit(t)
			part.short, part.length = min(part.short, len(t)), max(part.length, len(t))
		}
		if part.kind == blankToken || part.kind == wordToken && part.digits {
			part.fixed = nil
		}
		p.parts = append(p.parts, part)
	}
	return p
}

func (p *prefixPattern) what() string {
	return fmt.Sprintf("prefix of %d columns removed", p.width)
}

// cutFrom cuts the prefix from all lines that have it.
func (p *prefixPattern) cutFrom(src text.Lines) text.Lines {
	return &text.Each{Src: src, Split: func(l text.Line, emit func(text.Line)) {
		if !l.Rest {
			l.Text = l.Text[p.length(l.Text):]
		}
		emit(l)
	}}
}

// length measures the prefix of a line; 0 if it has none.
func (p *prefixPattern) length(text []byte) int {
	at := 0
	for i, part := range p.parts {
		n, ok := part.match(text[at:], p.inWord, i == len(p.parts)-1)
		if !ok {
			return 0
		}
		at += n
		if at == len(text) && p.blankFrom(i+1) {
			return at
		}
	}
	return at
}

// blankFrom says that nothing but blanks and marks follows in the pattern: a line that
// ends here is an empty one, whose blanks somebody trimmed.
func (p *prefixPattern) blankFrom(i int) bool {
	for _, part := range p.parts[i:] {
		if part.kind == wordToken {
			return false
		}
	}
	return true
}

// match measures the token at the front of text. Behind the last word of a prefix,
// the line itself may begin without a blank; that word has always the same length.
func (part *prefixPart) match(text []byte, inWord func(byte) bool, last bool) (int, bool) {
	if part.fixed != nil {
		return len(part.fixed), bytes.HasPrefix(text, part.fixed)
	}
	if part.kind == blankToken {
		n := line.Run(text, line.IsBlankByte)
		if last {
			n = min(n, part.length)
		}
		return n, true
	}
	if last {
		n := part.length
		return n, part.short == n && len(text) >= n && line.Run(text[:n], inWord) == n
	}
	const slack = 8
	const longestToken = 400
	word := text[:line.Run(text[:min(len(text), longestToken)], inWord)]
	if len(word) == 0 {
		return 0, false
	}
	if part.digits && !line.HasDigit(word) || len(word) > part.length+slack || len(word)+slack < part.short ||
		bytes.IndexByte(word, '!') >= 0 {
		return 0, false
	}
	return len(word), true
}
