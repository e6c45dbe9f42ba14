package parse

import "bytes"

// markdownMarks are the characters that Markdown editors escape with a backslash and
// that TraceEvent never does (it escapes , [ ] & * + and \ in names).
var markdownMarks = []byte("_<>(!.#`|~")

const markdownRemoved = "Markdown escapes removed"

// findMarkdown finds text that was escaped for Markdown and has not been shown since.
func findMarkdown(head []line, _ Forms) []repair {
	const least = 3
	n := 0
	for _, l := range head {
		if hasMarkdownEscape(l.text) {
			n++
		}
	}
	if n < least {
		return nil
	}
	return []repair{{what: markdownRemoved, sure: true, wrap: func(src lines) lines {
		return &each{src: src, split: func(l line, emit func(line)) {
			l.text = dropMarkdownEscapes(l.text)
			emit(l)
		}}
	}}}
}

func hasMarkdownEscape(text []byte) bool {
	if bytes.HasPrefix(bytes.TrimLeft(text, " "), []byte(`\[`)) || bytes.Contains(text, []byte(`\[\]`)) {
		return true
	}
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '\\' && bytes.IndexByte(markdownMarks, text[i+1]) >= 0 {
			return true
		}
	}
	return false
}

// dropMarkdownEscapes removes the backslashes in front of punctuation.
func dropMarkdownEscapes(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\\' && i+1 < len(text) && text[i+1] > ' ' && text[i+1] < 0x7f && !isAlnum(text[i+1]) {
			i++
			c = text[i]
		}
		out = append(out, c)
	}
	return out
}
