package repair

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// entities are the named ones that copies of stacks contain. No frame has a
// semicolon in it, so that "&lt;" cannot be anything else.
var entities = map[string]string{
	"lt": "<", "gt": ">", "amp": "&", "quot": `"`, "apos": "'", "nbsp": " ",
	"hellip": "...", "grave": "`", "lsqb": "[", "rsqb": "]", "lbrack": "[", "rbrack": "]",
	"lpar": "(", "rpar": ")", "excl": "!", "plus": "+", "comma": ",", "shy": "", "zwnj": "",
	"ensp": " ", "emsp": " ", "Tab": "\t", "lowbar": "_", "period": ".", "vert": "|", "verbar": "|",
}

const entitiesDecoded = "HTML entities decoded"

// findEntities finds text that was made for HTML and has not been shown since.
func findEntities(head []text.Line, _ line.Forms) []repair {
	const least = 3
	n := 0
	for _, l := range head {
		if _, ok := decodeEntitiesOnce(l.Text); ok {
			n += bytes.Count(l.Text, []byte("&")) // a whole report may be one line
		}
	}
	if n < least {
		return nil
	}
	return []repair{{what: entitiesDecoded, sure: true, wrap: func(src text.Lines) text.Lines {
		return &text.Each{Src: src, Split: func(l text.Line, emit func(text.Line)) {
			l.Text, _ = decodeEntities(l.Text)
			emit(l)
		}}
	}}}
}

// decodeEntities replaces HTML entities, those that were escaped twice included. It
// reports false if there is none.
func decodeEntities(text []byte) ([]byte, bool) {
	const times = 3
	found := false
	for range times {
		decoded, ok := decodeEntitiesOnce(text)
		if !ok {
			break
		}
		text, found = decoded, true
	}
	return text, found
}

func decodeEntitiesOnce(text []byte) ([]byte, bool) {
	const longest = 10
	var out []byte
	from := 0
	for at := 0; at < len(text); at++ {
		if text[at] != '&' {
			continue
		}
		end := bytes.IndexByte(text[at:min(len(text), at+longest)], ';')
		if end < 2 {
			continue
		}
		value, ok := entity(text[at+1 : at+end])
		if !ok {
			continue
		}
		out = append(append(out, text[from:at]...), value...)
		at += end
		from = at + 1
	}
	if from == 0 {
		return text, false
	}
	return append(out, text[from:]...), true
}

// entity decodes what stands between "&" and ";".
func entity(name []byte) (string, bool) {
	if name[0] != '#' {
		value, ok := entities[string(name)]
		return value, ok
	}
	digits, base := string(name[1:]), 10
	if len(digits) > 1 && digits[0]|0x20 == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 21)
	if err != nil || !utf8.ValidRune(rune(n)) {
		return "", false
	}
	return string(rune(n)), true
}

// markdownMarks are the characters that Markdown editors escape with a backslash and
// that TraceEvent never does (it escapes , [ ] & * + and \ in names).
var markdownMarks = []byte("_<>(!.#`|~")

const markdownRemoved = "Markdown escapes removed"

// findMarkdown finds text that was escaped for Markdown and has not been shown since.
func findMarkdown(head []text.Line, _ line.Forms) []repair {
	const least = 3
	n := 0
	for _, l := range head {
		if hasMarkdownEscape(l.Text) {
			n++
		}
	}
	if n < least {
		return nil
	}
	return []repair{{what: markdownRemoved, sure: true, wrap: func(src text.Lines) text.Lines {
		return &text.Each{Src: src, Split: func(l text.Line, emit func(text.Line)) {
			l.Text = dropMarkdownEscapes(l.Text)
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
		if c == '\\' && i+1 < len(text) && text[i+1] > ' ' && text[i+1] < 0x7f && !line.IsAlnum(text[i+1]) {
			i++
			c = text[i]
		}
		out = append(out, c)
	}
	return out
}
