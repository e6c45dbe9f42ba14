package repair

import (
	"bytes"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// linkSchemes begin what mail programs put behind a word that they take for an address:
// "System.Object<http://System.Object>", "001ab<tel:001ab>".
var linkSchemes = []string{"<http://", "<https://", "<tel:", "<mailto:"}

// findLinks finds links that a mail program made of words.
func findLinks(head []text.Line, _ line.Forms) []repair {
	const least = 2
	n := 0
	for _, l := range head {
		if _, ok := dropLinks(l.Text); ok {
			n++
		}
	}
	if n < least {
		return nil
	}
	return []repair{{what: "links of a mail program removed", sure: true, wrap: func(src text.Lines) text.Lines {
		return &text.Each{Src: src, Split: func(l text.Line, emit func(text.Line)) {
			l.Text, _ = dropLinks(l.Text)
			emit(l)
		}}
	}}}
}

// dropLinks removes the links behind words. It reports false if there is none.
func dropLinks(raw []byte) ([]byte, bool) {
	var out []byte
	from := 0
	for at := bytes.IndexByte(raw, '<'); at >= 0; {
		size := linkLength(raw[at:])
		if size > 0 {
			out = append(out, raw[from:at]...)
			from = at + size
		}
		next := bytes.IndexByte(raw[at+max(size, 1):], '<')
		if next < 0 {
			break
		}
		at += max(size, 1) + next
	}
	if from == 0 {
		return raw, false
	}
	return append(out, raw[from:]...), true
}

// linkLength measures a link at the front of text; 0 if there is none.
func linkLength(raw []byte) int {
	const longest = 500
	for _, scheme := range linkSchemes {
		if bytes.HasPrefix(raw, []byte(scheme)) {
			end := bytes.IndexByte(raw[:min(len(raw), longest)], '>')
			if end < 0 || bytes.IndexByte(raw[:end], ' ') >= 0 {
				return 0
			}
			return end + 1
		}
	}
	return 0
}
