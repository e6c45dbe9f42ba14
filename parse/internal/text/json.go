package text

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// IsJSONLine says whether a line begins like one of a JSON document.
func IsJSONLine(text []byte) bool {
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		return false
	}
	switch text[0] {
	case '{', '"', '}', ']':
		return true
	case '[':
		rest := bytes.TrimLeft(text[1:], " \t")
		return len(rest) == 0 || rest[0] == '{' || rest[0] == '"'
	}
	return false
}

// JSONScanner takes JSON apart piece by piece, in memory that does not grow with the
// input. It asks for no commas and mends brackets that do not match, because JSON that
// people paste is often not whole.
type JSONScanner struct {
	On     JSONHandler
	Levels []JSONLevel
	deep   int // open brackets beyond maxJSONDepth
	key    string

	State  JSONState
	Text   []byte // of the string or word that is being read
	held   bool   // a string is complete and may turn out to be a key
	escape []byte // an escape sequence that is not complete
	high   rune   // first half of a surrogate pair
}

// JSONHandler learns what the scanner finds.
type JSONHandler interface {
	Opened(l JSONLevel)
	Closed(l JSONLevel)
	// Value is a string, a number, true or false. null is left out.
	Value(l JSONLevel, key, text string)
}

// JSONLevel is an open bracket: its kind and how many stand around it.
type JSONLevel struct {
	Array bool
	Depth int
	Key   string // under which it stands
}

// JSONOutside is the level outside of all brackets. It stands for a bracket that is not
// in the input, because only a piece of a document was pasted.
var JSONOutside = JSONLevel{Depth: -1}

type JSONState uint8

const (
	JSONBetween JSONState = iota
	JSONString
	JSONWord
)

const (
	MaxJSONDepth = 32
	// maxJSONText bounds one string. Names of methods and types stay below 1 KiB.
	MaxJSONText = 64 << 10
)

// Inside says that a bracket or a string is open.
func (s *JSONScanner) Inside() bool {
	return len(s.Levels)+s.deep > 0 || s.State == JSONString
}

func (s *JSONScanner) Feed(text []byte) {
	for _, c := range text {
		switch s.State {
		case JSONString:
			s.within(c)
		case JSONWord:
			if IsJSONWord(c) {
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

// LineEnd ends what cannot go on in the next line.
func (s *JSONScanner) LineEnd() {
	if s.State == JSONWord {
		s.word()
	}
}

// CloseString ends a string whose end is missing.
func (s *JSONScanner) CloseString() {
	if s.State == JSONString {
		s.State, s.held = JSONBetween, true
		s.escape, s.high = s.escape[:0], 0
	}
}

func (s *JSONScanner) between(c byte) {
	switch {
	case c == '"':
		s.settle()
		s.State, s.Text = JSONString, s.Text[:0]
	case c == ':' && s.held:
		s.key, s.held = string(s.Text), false
	case c == '{' || c == '[':
		s.settle()
		s.push(c == '[')
	case c == '}' || c == ']':
		s.settle()
		s.pop(c == ']')
	case c == ',':
		s.settle()
	case IsJSONWord(c):
		s.settle()
		s.State, s.Text = JSONWord, append(s.Text[:0], c)
	}
}

func IsJSONWord(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '-' || c == '+' || c == '.'
}

func (s *JSONScanner) push(array bool) {
	if len(s.Levels) == MaxJSONDepth {
		s.deep++
		return
	}
	l := JSONLevel{Array: array, Depth: len(s.Levels), Key: s.key}
	s.Levels = append(s.Levels, l)
	s.On.Opened(l)
	s.key = ""
}

// pop closes the innermost bracket of a kind, and those within it.
func (s *JSONScanner) pop(array bool) {
	if s.deep > 0 {
		s.deep--
		return
	}
	at := len(s.Levels) - 1
	for at >= 0 && s.Levels[at].Array != array {
		at--
	}
	if at < 0 {
		if len(s.Levels) == 0 {
			s.On.Closed(JSONOutside)
		}
		return
	}
	for len(s.Levels) > at {
		l := s.Levels[len(s.Levels)-1]
		s.Levels = s.Levels[:len(s.Levels)-1]
		s.On.Closed(l)
	}
	s.key = ""
}

// within takes a byte of a string.
func (s *JSONScanner) within(c byte) {
	switch {
	case len(s.escape) > 0:
		s.escape = append(s.escape, c)
		s.unescape()
	case c == '\\':
		s.escape = append(s.escape[:0], c)
	case c == '"':
		s.State, s.held = JSONBetween, true
		s.high = 0
	default:
		s.keep(c)
	}
}

func (s *JSONScanner) keep(c byte) {
	if len(s.Text) < MaxJSONText {
		s.Text = append(s.Text, c)
	}
}

func (s *JSONScanner) keepRune(r rune) {
	if len(s.Text) < MaxJSONText {
		s.Text = utf8.AppendRune(s.Text, r)
	}
}

// unescape takes an escape sequence when it is complete.
func (s *JSONScanner) unescape() {
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
func (s *JSONScanner) unicode(digits []byte) {
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

func (s *JSONScanner) word() {
	s.State = JSONBetween
	if string(s.Text) != "null" {
		s.give()
	}
	s.key = ""
}

// settle gives out the string that was no key.
func (s *JSONScanner) settle() {
	if s.held {
		s.held = false
		s.give()
		s.key = ""
	}
}

func (s *JSONScanner) give() {
	if s.deep > 0 {
		return
	}
	l := JSONOutside
	if n := len(s.Levels); n > 0 {
		l = s.Levels[n-1]
	}
	s.On.Value(l, s.key, string(s.Text))
}
