package layout

import (
	"strings"
	"unicode/utf8"
)

// Names are never cut, up to a length that no compiler and no developer reaches but
// damaged and hostile input does.
const (
	MaxWord = 200 // longer words lose their middle,
	CutWord = 80  // of which this much is left at most,
	minCut  = 30  // and this much on any page
	// Longer sentences have names of many words in them.
	maxProse = 4000
	MaxRaw   = 1000 // of a frame as it stands in the input, and on pages without an end
)

// clip cuts the middle out of each word that is longer than it may be.
func (p *Page) clip(text string) string {
	most, keep := MaxWord, p.cut(CutWord)
	if p.width == Endless {
		most, keep = MaxRaw, MaxRaw
	}
	return clipWords(text, most, keep)
}

// cut is how much of a word that is too long is left on this page.
func (p *Page) cut(most int) int { return min(max(p.width-minCut, minCut), most) }

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
		b.WriteString(CutMiddle(word, most, keep))
		blanks := len(rest) - len(strings.TrimLeft(rest, " "))
		b.WriteString(rest[:blanks])
		text = rest[blanks:]
	}
	return b.String()
}

// CutMiddle leaves so many characters of a text that is longer than most: two thirds of
// them from its head, the others from its tail.
func CutMiddle(text string, most, keep int) string {
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

// Raw is a frame as it stands in the input, but for what goes on for ever.
func (p *Page) Raw(text string) string {
	if len(text) <= MaxRaw || utf8.RuneCountInString(text) <= MaxRaw {
		return Clean(text, p.unicode)
	}
	return Clean(firstRunes(text, MaxRaw)+"…", p.unicode)
}

func firstRunes(text string, n int) string {
	at := 0
	for range n {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return text[:at]
}

// CutLeft shortens a label from the left: the end of a path says more.
func (p *Page) CutLeft(s string, width int) string {
	s = p.Clean(s)
	if Columns(s) <= width {
		return s
	}
	more := p.Sign("…")
	for Columns(more+s) > width && s != "" {
		_, size := utf8.DecodeRuneInString(s)
		s = s[size:]
	}
	return more + s
}

// CutTypes cuts a name's outer types from the left until it fits, never its method.
// Only a method that goes on for ever loses its middle.
func (p *Page) CutTypes(name string, room int) string {
	more := p.Sign("…")
	for Columns(name) > room {
		_, rest, ok := strings.Cut(strings.TrimPrefix(name, more), ".")
		if !ok {
			break
		}
		name = more + rest
	}
	return Clean(CutMiddle(name, MaxWord, max(min(room, CutWord), minCut)), p.unicode)
}
