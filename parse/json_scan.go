package parse

import (
	"unicode/utf16"
	"unicode/utf8"
)

// jsonScanner takes JSON apart piece by piece, in memory that does not grow with the
// input. It asks for no commas and mends brackets that do not match, because JSON that
// people paste is often not whole.
type jsonScanner struct {
	on     jsonHandler
	levels []jsonLevel
	deep   int // open brackets beyond maxJSONDepth
	key    string

	state  jsonState
	text   []byte // of the string or word that is being read
	held   bool   // a string is complete and may turn out to be a key
	escape []byte // an escape sequence that is not complete
	high   rune   // first half of a surrogate pair
}

// jsonHandler learns what the scanner finds.
type jsonHandler interface {
	opened(l jsonLevel)
	closed(l jsonLevel)
	// value is a string, a number, true or false. null is left out.
	value(l jsonLevel, key, text string)
}

// jsonLevel is an open bracket: its kind and how many stand around it.
type jsonLevel struct {
	array bool
	depth int
	key   string // under which it stands
}

// jsonOutside is the level outside of all brackets. It stands for a bracket that is not
// in the input, because only a piece of a document was pasted.
var jsonOutside = jsonLevel{depth: -1}

type jsonState uint8

const (
	jsonBetween jsonState = iota
	jsonString
	jsonWord
)

const (
	maxJSONDepth = 32
	// maxJSONText bounds one string. Names of methods and types stay below 1 KiB.
	maxJSONText = 64 << 10
)

// inside says that a bracket or a string is open.
func (s *jsonScanner) inside() bool {
	return len(s.levels)+s.deep > 0 || s.state == jsonString
}

func (s *jsonScanner) feed(text []byte) {
	for _, c := range text {
		switch s.state {
		case jsonString:
			s.within(c)
		case jsonWord:
			if isJSONWord(c) {
				s.keep(c)
				continue
			}
			s.word()
			s.between(c)
		default:
			s.between(c)
		}
	}
}

// lineEnd ends what cannot go on in the next line.
func (s *jsonScanner) lineEnd() {
	if s.state == jsonWord {
		s.word()
	}
}

// closeString ends a string whose end is missing.
func (s *jsonScanner) closeString() {
	if s.state == jsonString {
		s.state, s.held = jsonBetween, true
		s.escape, s.high = s.escape[:0], 0
	}
}

func (s *jsonScanner) between(c byte) {
	switch {
	case c == '"':
		s.settle()
		s.state, s.text = jsonString, s.text[:0]
	case c == ':' && s.held:
		s.key, s.held = string(s.text), false
	case c == '{' || c == '[':
		s.settle()
		s.push(c == '[')
	case c == '}' || c == ']':
		s.settle()
		s.pop(c == ']')
	case c == ',':
		s.settle()
	case isJSONWord(c):
		s.settle()
		s.state, s.text = jsonWord, append(s.text[:0], c)
	}
}

func isJSONWord(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '-' || c == '+' || c == '.'
}

func (s *jsonScanner) push(array bool) {
	if len(s.levels) == maxJSONDepth {
		s.deep++
		return
	}
	l := jsonLevel{array: array, depth: len(s.levels), key: s.key}
	s.levels = append(s.levels, l)
	s.on.opened(l)
	s.key = ""
}

// pop closes the innermost bracket of a kind, and those within it.
func (s *jsonScanner) pop(array bool) {
	if s.deep > 0 {
		s.deep--
		return
	}
	at := len(s.levels) - 1
	for at >= 0 && s.levels[at].array != array {
		at--
	}
	if at < 0 {
		if len(s.levels) == 0 {
			s.on.closed(jsonOutside)
		}
		return
	}
	for len(s.levels) > at {
		l := s.levels[len(s.levels)-1]
		s.levels = s.levels[:len(s.levels)-1]
		s.on.closed(l)
	}
	s.key = ""
}

// within takes a byte of a string.
func (s *jsonScanner) within(c byte) {
	switch {
	case len(s.escape) > 0:
		s.escape = append(s.escape, c)
		s.unescape()
	case c == '\\':
		s.escape = append(s.escape[:0], c)
	case c == '"':
		s.state, s.held = jsonBetween, true
		s.high = 0
	default:
		s.keep(c)
	}
}

func (s *jsonScanner) keep(c byte) {
	if len(s.text) < maxJSONText {
		s.text = append(s.text, c)
	}
}

func (s *jsonScanner) keepRune(r rune) {
	if len(s.text) < maxJSONText {
		s.text = utf8.AppendRune(s.text, r)
	}
}

// unescape takes an escape sequence when it is complete.
func (s *jsonScanner) unescape() {
	const unicodeLength = len(`\u003C`)
	kind := s.escape[1]
	if kind == 'u' && len(s.escape) < unicodeLength {
		return
	}
	seq := s.escape
	s.escape = s.escape[:0]
	switch kind {
	case 'u':
		s.unicode(seq[2:])
	case 'n', 'r', 't', 'b', 'f':
		s.keep(' ')
	default:
		s.keep(kind)
	}
}

// unicode keeps the character of four hexadecimal digits; the halves of a surrogate
// pair come one after the other.
func (s *jsonScanner) unicode(digits []byte) {
	var r rune
	for _, c := range digits {
		n, ok := hexDigit(c)
		if !ok {
			s.keepRune(utf8.RuneError)
			return
		}
		r = r<<4 | rune(n)
	}
	switch {
	case s.high != 0:
		s.keepRune(utf16.DecodeRune(s.high, r))
		s.high = 0
	case utf16.IsSurrogate(r):
		s.high = r
	default:
		s.keepRune(r)
	}
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, true
	}
	return 0, false
}

func (s *jsonScanner) word() {
	s.state = jsonBetween
	if string(s.text) != "null" {
		s.give()
	}
	s.key = ""
}

// settle gives out the string that was no key.
func (s *jsonScanner) settle() {
	if s.held {
		s.held = false
		s.give()
		s.key = ""
	}
}

func (s *jsonScanner) give() {
	if s.deep > 0 {
		return
	}
	l := jsonOutside
	if n := len(s.levels); n > 0 {
		l = s.levels[n-1]
	}
	s.on.value(l, s.key, string(s.text))
}
