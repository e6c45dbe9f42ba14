package render

import (
	"strings"
	"unicode/utf8"
)

// Names are never cut, up to a length that no compiler and no developer reaches but
// damaged and hostile input does.
const (
	maxWord = 200 // longer words lose their middle,
	cutWord = 80  // of which this much is left at most,
	minCut  = 30  // and this much on any page
	// Longer sentences have names of many words in them.
	maxProse = 4000
	maxRaw   = 1000 // of a frame as it stands in the input, and on pages without an end
)

// clip cuts the middle out of each word that is longer than it may be.
func (p *page) clip(text string) string {
	most, keep := maxWord, min(max(p.width-minCut, minCut), cutWord)
	if p.width == endless {
		most, keep = maxRaw, maxRaw
	}
	return clipWords(text, most, keep)
}

func clipWords(text string, most, keep int) string {
	if len(text) <= most {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		word, rest := text, ""
		if at := strings.IndexByte(text, ' '); at >= 0 {
			word, rest = text[:at], text[at:]
		}
		b.WriteString(cutMiddle(word, most, keep))
		blanks := len(rest) - len(strings.TrimLeft(rest, " "))
		b.WriteString(rest[:blanks])
		text = rest[blanks:]
	}
	return b.String()
}

// cutMiddle leaves so many characters of a text that is longer than most: two thirds of
// them from its head, the others from its tail.
func cutMiddle(text string, most, keep int) string {
	if len(text) <= most || utf8.RuneCountInString(text) <= most {
		return text
	}
	tail := keep / 3
	from := len(text)
	for range tail {
		_, size := utf8.DecodeLastRuneInString(text[:from])
		from -= size
	}
	return firstRunes(text, keep-tail-1) + "…" + text[from:]
}

// raw is a frame as it stands in the input, but for what goes on for ever.
func (p *page) raw(text string) string {
	if len(text) <= maxRaw || utf8.RuneCountInString(text) <= maxRaw {
		return Clean(text, p.unicode)
	}
	return Clean(firstRunes(text, maxRaw)+"…", p.unicode)
}

func firstRunes(text string, n int) string {
	at := 0
	for range n {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return text[:at]
}
