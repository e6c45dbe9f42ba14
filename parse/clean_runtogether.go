package parse

import "bytes"

// findRunTogether finds text whose line ends became blanks: two blanks or more stand
// where a line ended, for the next one was indented or an empty one stood between.
func findRunTogether(head []line, forms Forms) []repair {
	const least = 3
	n := 0
	for _, l := range head {
		for text := bytes.TrimLeft(l.text, " \t"); n < least; n++ {
			at := nextSeam(text, forms)
			if at < 0 {
				break
			}
			text = text[at:]
		}
	}
	if n < least {
		return nil
	}
	return []repair{{what: "lines that ran together parted", sure: true, wrap: func(src lines) lines { return partSeams(src, forms) }}}
}

// nextSeam finds the end of the first run of blanks that stands behind the end of a
// line and in front of a frame, a marker or a header; -1 if there is none.
func nextSeam(text []byte, forms Forms) int {
	for at := 0; ; {
		i := bytes.Index(text[at:], []byte("  "))
		if i < 0 {
			return -1
		}
		ends := endsLine(text[:at+i])
		at += i
		at += run(text[at:], isBlankByte)
		if word, _, _ := bytes.Cut(text[at:], []byte("  ")); ends && startsLine(word, forms) {
			return at
		}
	}
}

// endsLine says whether a text ends as lines of a report do.
func endsLine(text []byte) bool {
	for _, end := range [...]string{")", "):", "]", "CPU_TIME", "?!?"} {
		if bytes.HasSuffix(text, []byte(end)) {
			return true
		}
	}
	return false
}

// startsLine says whether a line of a report can begin with a text.
func startsLine(text []byte, forms Forms) bool {
	if forms.AnchorIn(text) == 0 || string(text) == "Thread" || bytes.HasPrefix(text, []byte("[Native")) || bytes.HasPrefix(text, []byte("CPU_TIME")) ||
		bytes.HasPrefix(text, []byte(dynamicModule)) {
		return true
	}
	bang := bytes.IndexByte(text, '!')
	return bang > 0 && bang <= longestModule && bytes.IndexByte(text[:bang], ' ') < 0 && isModule(text[:bang])
}

// partSeams begins a new line behind each seam. A header that was broken at
// its blank, as all words may be, is joined.
func partSeams(src lines, forms Forms) lines {
	const word = "Thread"
	waiting := false // for the rest of a header
	give := func(l line, emit func(line)) {
		if waiting {
			l.text = append([]byte(word+" "), l.text...)
		}
		if waiting = string(l.text) == word; !waiting || l.last {
			emit(l)
		}
	}
	return &each{src: src, split: func(l line, emit func(line)) {
		rest := bytes.TrimLeft(l.text, " \t")
		for {
			at := nextSeam(rest, forms)
			if at < 0 {
				break
			}
			give(line{text: bytes.TrimRight(rest[:at], " \t"), no: l.no}, emit)
			rest = rest[at:]
		}
		l.text = rest
		give(l, emit)
	}}
}
