package line

import (
	"bytes"
	"unicode/utf8"
)

// CutModule splits "Module!Member".
func CutModule(text []byte) (module, member []byte, ok bool) {
	head := text
	if open := bytes.IndexByte(text, '('); open >= 0 {
		head = text[:open]
	}
	bang := bytes.IndexByte(head, '!')
	if bang <= 0 || bang == len(text)-1 || bytes.ContainsAny(head[:bang], "<[") {
		return nil, nil, false
	}
	return text[:bang], text[bang+1:], true
}

// IsNativeMember recognises names of C++.
func IsNativeMember(member []byte) bool {
	for {
		i := bytes.Index(member, []byte("::"))
		if i < 0 {
			return false
		}
		if !bytes.HasSuffix(member[:i], []byte("global")) {
			return true
		}
		member = member[i+2:]
	}
}

// Likeness says how much a line looks like a frame "Module!Type.Method(parameters)".
type Likeness uint8

const (
	NotFrame   Likeness = iota
	OpenFrame           // begins like a frame; its parameter list or brackets are not closed
	bareFrame           // whole, but without a parameter list
	WholeFrame          // ends in its closed parameter list, or is unresolved ("?!?")
)

const LongestModule = 260

// LikenessOf judges a trimmed line.
func LikenessOf(text []byte) Likeness {
	bang := bytes.IndexByte(text, '!')
	if bang <= 0 || bang > LongestModule || bang == len(text)-1 || !IsModule(text[:bang]) {
		return NotFrame
	}
	return memberLikeness(text[bang+1:])
}

// memberLikeness judges the text behind the "!".
func memberLikeness(member []byte) Likeness {
	if string(member) == "?" {
		return WholeFrame
	}
	if member[0] == ' ' || member[0] == '\t' || member[0] == '!' || member[0] == '(' || member[0] == '=' {
		return NotFrame
	}
	open := bytes.IndexByte(member, '(')
	if open < 0 {
		return headLikeness(member)
	}
	if isProse(member[:open]) {
		return NotFrame
	}
	switch end := ParamsEnd(member[open:]); {
	case end < 0:
		return OpenFrame
	case open+end != len(member):
		return NotFrame
	}
	return WholeFrame
}

// isProse says that what stands in front of the parameters is a part of a sentence: its
// first word is no type. Methods of F# may have names of several words.
func isProse(head []byte) bool {
	depth := 0
	for i, c := range head {
		switch c {
		case '[', '<':
			depth++
		case ']', '>':
			depth--
		case ' ':
			if depth <= 0 {
				return bytes.IndexByte(head[:i], '.') < 0
			}
		}
	}
	return false
}

// headLikeness judges a type and method without parameters.
func headLikeness(head []byte) Likeness {
	if bytes.IndexByte(head, '.') < 0 {
		return NotFrame
	}
	if bytes.Count(head, []byte("[")) > bytes.Count(head, []byte("]")) {
		return OpenFrame
	}
	if bytes.ContainsAny(head, " \t") {
		return NotFrame
	}
	return bareFrame
}

// IsModule says whether text can be the name of a module. Dynamic assemblies have
// names of several words ("Anonymously Hosted DynamicMethods Assembly"), but never
// two blanks in a row, and none of the characters of paths, time stamps and logs.
func IsModule(text []byte) bool {
	if bytes.IndexByte(text, ' ') > 0 && hasNumber(text) {
		return false // a row of a debugger, or a numbered frame
	}
	blanks := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c >= utf8.RuneSelf:
		case c == ' ':
			blanks++
			if i == 0 || text[i-1] == ' ' || i == len(text)-1 || blanks > 5 {
				return false
			}
		case bytes.IndexByte(moduleMarks, c) < 0, c == '`' &&
			(i == 0 || i == len(text)-1): // code begins with it, or behind it
			return false
		}
	}
	return true
}

// hasNumber says that the first of several words is a number of any length, or one of the
// others an address.
func hasNumber(text []byte) bool {
	const shortest = 8
	first := true
	for word := range bytes.FieldsSeq(text) {
		word = bytes.TrimPrefix(word, []byte("0x"))
		n := Run(word, func(c byte) bool { return IsHexDigit(c) || c == '`' })
		if n == len(word) && HasDigit(word) && (first || n >= shortest) {
			return true
		}
		first = false
	}
	return false
}

// moduleMarks are the characters besides letters and digits that names of assemblies
// are made of. "?" is the module of an address in no known module.
var moduleMarks = []byte("._-+`$@'~#?")
