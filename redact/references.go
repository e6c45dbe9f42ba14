package redact

import (
	"strings"

	"stacktriage/frame"
)

// references renames the own types in a list of types: parameters, type arguments,
// the name of an interface. Everything that is no name stays where it is.
func (r *Redactor) references(text string, inForeign bool) string {
	if text == "" {
		return ""
	}
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); {
		word := wordAt(text, i)
		if word == "" {
			b.WriteByte(text[i])
			i++
			continue
		}
		b.WriteString(r.reference(word, inForeign))
		i += len(word)
	}
	return b.String()
}

const punctuation = ",<>()[]*& !;{}"

// wordAt returns the name that begins at i. Names that compilers make hold angle
// brackets of their own.
func wordAt(text string, i int) string {
	start := i
	for i < len(text) {
		c := text[i]
		if c == '<' && (i == 0 || strings.IndexByte(".+,([< ", text[i-1]) >= 0) {
			if inner, _, ok := frame.Balanced(text[i:]); ok {
				i += len(inner) + len("<>")
				continue
			}
		}
		if strings.IndexByte(punctuation, c) >= 0 {
			break
		}
		i++
	}
	return text[start:i]
}

// reference renames one type that is mentioned.
func (r *Redactor) reference(word string, inForeign bool) string {
	if frame.SignatureWord(word) || isNumber(word) {
		return word
	}
	word = strings.TrimPrefix(word, "global::")
	if !r.known.ownReference(frame.OuterType(word), inForeign) {
		return word
	}
	return r.names.DeclaringType(r.known.qualified(word))
}

// isNumber reports numbers and addresses: "0", "0x7f12", "00007FF7A8CBF658".
func isNumber(word string) bool {
	if hex, ok := strings.CutPrefix(word, "0x"); ok {
		word = hex
	}
	return word != "" && word[0] >= '0' && word[0] <= '9' && strings.Trim(word, "0123456789abcdefABCDEF") == ""
}
