package line

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

func HasBytes(texts [][]byte, text []byte) bool {
	return slices.ContainsFunc(texts, func(t []byte) bool { return bytes.Equal(t, text) })
}

func isLetter(r rune) bool { return r >= utf8.RuneSelf || r < utf8.RuneSelf && IsAlnum(byte(r)) }

func IsBlankByte(c byte) bool { return c == ' ' || c == '\t' }

func Run(text []byte, in func(byte) bool) int {
	n := 0
	for n < len(text) && in(text[n]) {
		n++
	}
	return n
}

// HasWords says whether text begins with these words.
func HasWords(text []byte, words ...string) bool {
	for _, w := range words {
		text = bytes.TrimLeft(text, " \t")
		rest, ok := bytes.CutPrefix(text, []byte(w))
		if !ok || len(rest) > 0 && !IsBlankByte(rest[0]) {
			return false
		}
		text = rest
	}
	return true
}

func IsDecimal(text []byte) bool {
	return len(text) > 0 && Run(text, func(c byte) bool { return c >= '0' && c <= '9' }) == len(text)
}

func HasDigit(text []byte) bool {
	for _, c := range text {
		if c >= '0' && c <= '9' {
			return true
		}
	}
	return false
}

func IsHexDigit(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

// CutPrefixFold removes an ASCII prefix in any case.
func CutPrefixFold(text []byte, prefix string) ([]byte, bool) {
	if len(text) < len(prefix) {
		return text, false
	}
	for i := 0; i < len(prefix); i++ {
		if lower(text[i]) != lower(prefix[i]) {
			return text, false
		}
	}
	return text[len(prefix):], true
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c | 0x20
	}
	return c
}

func IsAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
