package repair

import (
	"bytes"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// findRunTogether finds text whose line ends became blanks: two blanks or more stand
// where a line ended, for the next one was indented or an empty one stood between.
func findRunTogether(head []text.Line, forms line.Forms) []repair {
	const least = 3
	n := 0
	for _, l := range head {
		for text := bytes.TrimLeft(l.Text, " \t"); n < least; n++ {
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
	return []repair{{what: "lines that ran together parted", sure: true,
		wrap: func(src text.Lines) text.Lines { return partSeams(src, forms) }}}
}

// nextSeam finds the end of the first run of blanks that stands behind the end of a
// line and in front of a frame, a marker or a header; -1 if there is none.
func nextSeam(text []byte, forms line.Forms) int {
	for at := 0; ; {
		i := bytes.Index(text[at:], []byte("  "))
		if i < 0 {
			return -1
		}
		ends := endsLine(text[:at+i])
		at += i
		at += line.Run(text[at:], line.IsBlankByte)
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
func startsLine(text []byte, forms line.Forms) bool {
	if forms.AnchorIn(text) == 0 || string(text) == "Thread" || bytes.HasPrefix(text, []byte("[Native")) ||
		bytes.HasPrefix(text, []byte("CPU_TIME")) ||
		bytes.HasPrefix(text, []byte(line.DynamicModule)) {
		return true
	}
	bang := bytes.IndexByte(text, '!')
	return bang > 0 && bang <= line.LongestModule && bytes.IndexByte(text[:bang], ' ') < 0 && line.IsModule(text[:bang])
}

// partSeams begins a new line behind each seam. A header that was broken at
// its blank, as all words may be, is joined.
func partSeams(src text.Lines, forms line.Forms) text.Lines {
	const word = "Thread"
	waiting := false // for the rest of a header
	give := func(l text.Line, emit func(text.Line)) {
		if waiting {
			l.Text = append([]byte(word+" "), l.Text...)
		}
		if waiting = string(l.Text) == word; !waiting || l.Last {
			emit(l)
		}
	}
	return &text.Each{Src: src, Split: func(l text.Line, emit func(text.Line)) {
		rest := bytes.TrimLeft(l.Text, " \t")
		for {
			at := nextSeam(rest, forms)
			if at < 0 {
				break
			}
			give(text.Line{Text: bytes.TrimRight(rest[:at], " \t"), No: l.No}, emit)
			rest = rest[at:]
		}
		l.Text = rest
		give(l, emit)
	}}
}

// findSpaced finds UTF-16 that was read as another encoding, with its zero bytes
// shown as blanks: "T h r e a d   ( 0 x 1 A ) :".
func findSpaced(head []text.Line, _ line.Forms) []repair {
	spaced, all := 0, 0
	for _, l := range head {
		if len(l.Text) < 4 {
			continue
		}
		all++
		if isSpaced(l.Text) {
			spaced++
		}
	}
	if spaced == 0 || spaced*10 < all*9 {
		return nil
	}
	return []repair{{what: "blanks between letters removed", sure: true, wrap: closeUp}}
}

// isSpaced says whether every other character is a blank.
func isSpaced(text []byte) bool {
	_, ok := spacedPhase(text)
	return ok
}

// spacedPhase finds which characters are the blanks: those with even or odd positions.
func spacedPhase(text []byte) (blanks int, ok bool) {
	for blanks := range 2 {
		ok := true
		for i := blanks; i < len(text) && ok; i += 2 {
			ok = text[i] == ' '
		}
		if ok {
			return blanks, true
		}
	}
	return 0, false
}

func closeUp(src text.Lines) text.Lines {
	return &text.Each{Src: src, Split: func(l text.Line, emit func(text.Line)) {
		if blanks, ok := spacedPhase(l.Text); ok && len(l.Text) > 1 {
			closed := make([]byte, 0, len(l.Text)/2+1)
			for i := 1 - blanks; i < len(l.Text); i += 2 {
				closed = append(closed, l.Text[i])
			}
			l.Text = closed
		}
		emit(l)
	}}
}
