package repair

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// findEscaped finds text in which line ends stand as "\n" in plain letters: a report
// in a log line, in a string of source code or in the output of repr.
func findEscaped(head []text.Line, _ line.Forms) []repair {
	const least = 2
	ends := 0
	for _, l := range head {
		for _, escape := range [...]string{`\n`, `\r`, `\u00`} {
			ends += bytes.Count(l.Text, []byte(escape))
		}
	}
	if ends < least {
		return nil
	}
	return []repair{{what: `line ends written as \n restored`, wrap: restoreEscaped}}
}

func restoreEscaped(src text.Lines) text.Lines {
	var rest []byte // of a line that goes on in the next piece
	split := func(l text.Line, emit func(text.Line)) {
		whole := l.Text
		if l.Rest {
			whole = append(rest, whole...)
		}
		rest = nil
		for {
			at, size := writtenLineEnd(whole)
			if at < 0 {
				break
			}
			emit(text.Line{Text: unescapeLine(whole[:at]), No: l.No})
			whole = whole[at+size:]
		}
		if l.More && len(whole) < text.MaxLine {
			rest = bytes.Clone(whole)
			return
		}
		emit(text.Line{Text: unescapeLine(whole), No: l.No, Last: l.Last, More: l.More})
	}
	return &text.Each{Src: src, Split: split}
}

// writtenLineEnd finds the first "\n", "\r" or "\r\n" in plain letters, and how long
// it is; -1 if there is none.
func writtenLineEnd(text []byte) (at, size int) {
	for at = 0; at+1 < len(text); at++ {
		if text[at] != '\\' {
			continue
		}
		if text[at+1] != 'n' && text[at+1] != 'r' {
			at++
			continue
		}
		for bytes.HasPrefix(text[at+size:], []byte(`\r`)) {
			size += 2
		}
		if bytes.HasPrefix(text[at+size:], []byte(`\n`)) {
			size += 2
		}
		return at, size
	}
	return -1, 0
}

// unescapeLine undoes the escapes of JSON, C# and Python within a line.
func unescapeLine(text []byte) []byte {
	if bytes.IndexByte(text, '\\') < 0 {
		return text
	}
	const unicodeLength = len(`\u003C`)
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			out = append(out, text[i])
			continue
		}
		switch c := text[i+1]; {
		case c == 't':
			out = append(out, '\t')
		case c == '"' || c == '\'' || c == '\\' || c == '/':
			out = append(out, c)
		case c == 'u' && i+unicodeLength <= len(text):
			n, err := strconv.ParseUint(string(text[i+2:i+unicodeLength]), 16, 16)
			if err != nil {
				out = append(out, '\\')
				continue
			}
			out = utf8.AppendRune(out, rune(n))
			i += unicodeLength - 2
		default:
			out = append(out, '\\')
			continue
		}
		i++
	}
	return out
}
