package parse

import (
	"bytes"
	"unicode/utf8"
)

// header is the line in front of a thread's frames.
type header struct {
	id      []byte
	name    []byte // text behind the id, where there is one
	damaged bool   // one character of the fixed text is wrong
}

// parseHeader reads "Thread (0x1A):" and what people and other versions make of it:
// any case, decimal ids, ids that are no number, the forerunner's "Stack for Thread
// (12):", names behind the id ("Thread (0x1A) (.NET TP Worker):") and one wrong
// character in the fixed text.
func parseHeader(text []byte) (header, bool) {
	if rest, ok := cutPrefixFold(text, "stack for "); ok {
		text = rest
	}
	if h, ok := nakedHeader(text); ok {
		return h, true
	}
	rest, damaged, ok := cutThread(text)
	if !ok {
		return header{}, false
	}
	h, ok := parseThreadID(rest)
	if !ok || damaged && !isHexID(h.id) {
		return header{}, false
	}
	h.damaged = h.damaged || damaged
	return h, true
}

// nakedHeader reads "Thread 0x1A:", without parentheses.
func nakedHeader(text []byte) (header, bool) {
	rest, ok := cutPrefixFold(text, "thread ")
	if !ok {
		return header{}, false
	}
	n := hexIDLength(rest)
	if tail := string(rest[n:]); n == 0 || tail != "" && tail != ":" {
		return header{}, false
	}
	return header{id: rest[:n]}, true
}

const threadWord = "thread ("

// cutThread removes "Thread (" in any case and with any blanks, or with one
// character wrong, missing or added.
func cutThread(text []byte) (rest []byte, damaged, ok bool) {
	if rest, ok := cutPrefixFold(text, "thread"); ok {
		rest = bytes.TrimLeft(rest, " \t")
		rest = bytes.TrimPrefix(rest, []byte(":"))
		rest = bytes.TrimLeft(rest, " \t")
		if len(rest) > 0 && rest[0] == '(' {
			return rest[1:], false, true
		}
	}
	n := nearPrefix(text, threadWord)
	if n < 0 {
		return nil, false, false
	}
	return text[n:], true, true
}

// parseThreadID reads the id up to its parenthesis and the name behind it.
func parseThreadID(text []byte) (header, bool) {
	const longestID = 64
	end := bytes.IndexByte(text, ')')
	if end < 0 {
		return idWithoutParenthesis(text)
	}
	id := bytes.TrimSpace(text[:end])
	if len(id) == 0 || len(id) > longestID || bytes.ContainsAny(id, " \t") || !hasDigit(id) {
		return idWithoutParenthesis(text)
	}
	const longestName = 200
	name := bytes.Trim(text[end+1:], " \t:")
	if len(name) > longestName {
		return header{}, false
	}
	return header{id: id, name: trimParentheses(name)}, true
}

// idWithoutParenthesis reads a header whose ")" is damaged: a hexadecimal id and at
// most three characters behind it.
func idWithoutParenthesis(text []byte) (header, bool) {
	n := hexIDLength(text)
	if n == 0 || utf8.RuneCount(text[n:]) > 3 {
		return header{}, false
	}
	return header{id: text[:n], damaged: true}, true
}

// trimParentheses removes the parentheses around a whole name.
func trimParentheses(name []byte) []byte {
	if len(name) >= 2 && name[0] == '(' && name[len(name)-1] == ')' {
		return name[1 : len(name)-1]
	}
	return name
}

func hasDigit(text []byte) bool {
	for _, c := range text {
		if c >= '0' && c <= '9' {
			return true
		}
	}
	return false
}

func isHexID(id []byte) bool { return len(id) > 2 && hexIDLength(id) == len(id) }

// hexIDLength measures the "0x1A2B" that text begins with; 0 if it does not.
func hexIDLength(text []byte) int {
	if len(text) < 3 || text[0] != '0' || text[1]|0x20 != 'x' {
		return 0
	}
	n := 2
	for n < len(text) && isHexDigit(text[n]) {
		n++
	}
	if n == 2 {
		return 0
	}
	return n
}

func isHexDigit(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

// threadNumber is the value of a printed id, for comparing ids. It reports false
// for what is no number.
func threadNumber(id []byte) (uint64, bool) {
	base := uint64(10)
	if len(id) > 2 && id[0] == '0' && id[1]|0x20 == 'x' {
		id, base = id[2:], 16
	}
	if len(id) == 0 || len(id) > 16 {
		return 0, false
	}
	var n uint64
	for _, c := range id {
		switch {
		case c >= '0' && c <= '9':
			n = n*base + uint64(c-'0')
		case base == 16 && isHexDigit(c):
			n = n*base + uint64(c|0x20-'a') + 10
		default:
			return 0, false
		}
	}
	return n, true
}

// cutPrefixFold removes an ASCII prefix in any case.
func cutPrefixFold(text []byte, prefix string) ([]byte, bool) {
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

// nearPrefix reports how many bytes of text make up the prefix, in lower case, when
// exactly one character of it is wrong, missing or added; -1 if more is wrong.
func nearPrefix(text []byte, prefix string) int {
	at := 0
	for at < len(prefix) && at < len(text) && lower(text[at]) == prefix[at] {
		at++
	}
	if at == len(prefix) || at == len(text) {
		return -1
	}
	_, size := utf8.DecodeRune(text[at:])
	repairs := [...]struct {
		from int    // where text goes on
		rest string // what must stand there
	}{
		{at + size, prefix[at+1:]}, // wrong
		{at + size, prefix[at:]},   // added
		{at, prefix[at+1:]},        // missing
	}
	for _, r := range repairs {
		if _, ok := cutPrefixFold(text[r.from:], r.rest); ok {
			return r.from + len(r.rest)
		}
	}
	return -1
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
