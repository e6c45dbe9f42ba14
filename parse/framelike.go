package parse

import (
	"bytes"
	"unicode/utf8"
)

// likeness says how much a line looks like a frame "Module!Type.Method(parameters)".
type likeness uint8

const (
	notFrame   likeness = iota
	openFrame           // begins like a frame; its parameter list or brackets are not closed
	bareFrame           // whole, but without a parameter list
	wholeFrame          // ends in its closed parameter list, or is unresolved ("?!?")
)

const longestModule = 260

// frameLikeness judges a trimmed line.
func frameLikeness(text []byte) likeness {
	bang := bytes.IndexByte(text, '!')
	if bang <= 0 || bang > longestModule || bang == len(text)-1 || !isModule(text[:bang]) {
		return notFrame
	}
	return memberLikeness(text[bang+1:])
}

// memberLikeness judges the text behind the "!".
func memberLikeness(member []byte) likeness {
	if string(member) == "?" {
		return wholeFrame
	}
	if member[0] == ' ' || member[0] == '\t' || member[0] == '!' || member[0] == '(' || member[0] == '=' {
		return notFrame
	}
	open := bytes.IndexByte(member, '(')
	if open < 0 {
		return headLikeness(member)
	}
	switch end := paramsEnd(member[open:]); {
	case end < 0:
		return openFrame
	case open+end != len(member):
		return notFrame
	}
	return wholeFrame
}

// headLikeness judges a type and method without parameters.
func headLikeness(head []byte) likeness {
	if bytes.IndexByte(head, '.') < 0 {
		return notFrame
	}
	if bytes.Count(head, []byte("[")) > bytes.Count(head, []byte("]")) {
		return openFrame
	}
	if bytes.ContainsAny(head, " \t") {
		return notFrame
	}
	return bareFrame
}

// isModule says whether text can be the name of a module. Dynamic assemblies have
// names of several words ("Anonymously Hosted DynamicMethods Assembly"), but never
// two blanks in a row, and none of the characters of paths, time stamps and logs.
func isModule(text []byte) bool {
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
		case bytes.IndexByte(moduleMarks, c) < 0, c == '`' && i == 0: // code begins with it
			return false
		}
	}
	return true
}

// moduleMarks are the characters besides letters and digits that names of assemblies
// are made of. "?" is the module of an address in no known module.
var moduleMarks = []byte("._-+`$@'~#?")
