package line

import (
	"bytes"
	"unicode/utf8"
)

const ThreadStart = "Thread (0x"

// MonitorHeader reads "Thread: (0x68C0) .NET TP Worker". dotnet-stack's header has
// its colon at the end.
func MonitorHeader(text []byte) (id, name []byte, ok bool) {
	rest, ok := bytes.CutPrefix(text, []byte("Thread: ("))
	if !ok {
		return nil, nil, false
	}
	n := HexIDLength(rest)
	if n == 0 || n == len(rest) || rest[n] != ')' {
		return nil, nil, false
	}
	id, name = rest[:n], rest[n+1:]
	if string(name) == ":" {
		return nil, nil, false
	}
	return id, bytes.TrimSpace(name), true
}

// Header is the line in front of a thread's frames.
type Header struct {
	Id      []byte
	Name    []byte // text behind the id, where there is one
	Naked   bool   // it has no parentheses
	Damaged bool   // one character of the fixed text is wrong
}

// ParseHeader reads "Thread (0x1A):" and what people and other versions make of it:
// any case, decimal ids, ids that are no number, the forerunner's "Stack for Thread
// (12):", names behind the id ("Thread (0x1A) (.NET TP Worker):") and one wrong
// character in the fixed text.
func ParseHeader(text []byte) (Header, bool) {
	if rest, ok := CutPrefixFold(text, "stack for "); ok {
		text = rest
	}
	if h, ok := nakedHeader(text); ok {
		return h, true
	}
	rest, damaged, ok := cutThread(text)
	if !ok {
		return Header{}, false
	}
	h, ok := parseThreadID(rest)
	if !ok || damaged && !IsHexID(h.Id) {
		return Header{}, false
	}
	h.Damaged = h.Damaged || damaged
	return h, true
}

// nakedHeader reads "Thread 0x1A:", without parentheses.
func nakedHeader(text []byte) (Header, bool) {
	rest, ok := CutPrefixFold(text, "thread ")
	if !ok {
		return Header{}, false
	}
	n := HexIDLength(rest)
	if tail := string(rest[n:]); n == 0 || tail != "" && tail != ":" {
		return Header{}, false
	}
	return Header{Id: rest[:n], Naked: true}, true
}

const threadWord = "thread ("

// cutThread removes "Thread (" in any case and with any blanks, or with one
// character wrong, missing or added.
func cutThread(text []byte) (rest []byte, damaged, ok bool) {
	if rest, ok := CutPrefixFold(text, "thread"); ok {
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
func parseThreadID(text []byte) (Header, bool) {
	const longestID = 64
	end := bytes.IndexByte(text, ')')
	if end < 0 {
		return idWithoutParenthesis(text)
	}
	id := bytes.TrimSpace(text[:end])
	if len(id) == 0 || len(id) > longestID || bytes.ContainsAny(id, " \t") || !HasDigit(id) {
		return idWithoutParenthesis(text)
	}
	const longestName = 200
	name := bytes.Trim(text[end+1:], " \t:")
	if len(name) > longestName {
		return Header{}, false
	}
	return Header{Id: id, Name: trimParentheses(name)}, true
}

// idWithoutParenthesis reads a header whose ")" is damaged: a hexadecimal id and at
// most three characters behind it.
func idWithoutParenthesis(text []byte) (Header, bool) {
	n := HexIDLength(text)
	if n == 0 || utf8.RuneCount(text[n:]) > 3 {
		return Header{}, false
	}
	return Header{Id: text[:n], Damaged: true}, true
}

// trimParentheses removes the parentheses around a whole name.
func trimParentheses(name []byte) []byte {
	if len(name) >= 2 && name[0] == '(' && name[len(name)-1] == ')' {
		return name[1 : len(name)-1]
	}
	return name
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
		if _, ok := CutPrefixFold(text[r.from:], r.rest); ok {
			return r.from + len(r.rest)
		}
	}
	return -1
}
