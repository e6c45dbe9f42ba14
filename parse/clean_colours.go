package parse

import "bytes"

// escapeForms are how programs write the escape character when they do not want to
// send it: caret notation, its picture, source code, syslog daemons.
var escapeForms = []string{"^[", "␛", `\x1b`, `\x1B`, `\e`, `\033`, `\u001b`, `\u001B`, "#033"}

// findColours finds colour codes whose escape character was lost or made visible.
func findColours(head []line, _ Forms) []repair {
	const least = 3
	n := 0
	for _, l := range head {
		if _, _, ok := colourCode(l.text); ok {
			n++
		}
	}
	if n < least {
		return nil
	}
	return []repair{{what: "printed colour codes removed", sure: true, wrap: dropColours}}
}

func dropColours(src lines) lines {
	return &each{src: src, split: func(l line, emit func(line)) {
		var out []byte
		rest := l.text
		for {
			from, to, ok := colourCode(rest)
			if !ok {
				break
			}
			out = append(out, rest[:from]...)
			rest = rest[to:]
		}
		if out != nil || len(rest) < len(l.text) {
			l.text = append(out, rest...)
		}
		emit(l)
	}}
}

// colourCode finds "[36m", "[0K" and the like, with what stands for the escape
// character in front of it.
func colourCode(text []byte) (begin, end int, ok bool) {
	for at := 0; at < len(text); at++ {
		i := bytes.IndexByte(text[at:], '[')
		if i < 0 {
			return 0, 0, false
		}
		at += i
		end := at + 1
		for end < len(text) && (text[end] >= '0' && text[end] <= '9' || text[end] == ';') {
			end++
		}
		if end == at+1 || end == len(text) || text[end] != 'm' && text[end] != 'K' {
			continue
		}
		begin := at
		for _, form := range escapeForms {
			if bytes.HasSuffix(text[:at], []byte(form)) {
				begin -= len(form)
				break
			}
		}
		return begin, end + 1, true
	}
	return 0, 0, false
}
