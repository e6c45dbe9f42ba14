package repair

import (
	"bytes"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// tags are the elements that copies of stacks are wrapped in; true for those that
// begin a new line.
var tags = map[string]bool{
	"br": true, "p": true, "div": true, "li": true, "tr": true, "pre": true, "ul": true, "ol": true, "table": true,
	"tbody": true, "thead": true, "hr": true, "h1": true, "h2": true, "h3": true, "h4": true, "blockquote": true,
	"html": true, "body": true, "head": true, "title": true, "article": true, "section": true, "details": true,
	"summary": true,
	"code":    false, "span": false, "td": false, "th": false, "b": false, "i": false, "em": false, "strong": false,
	"font": false, "a": false, "meta": false, "link": false, "samp": false, "tt": false, "u": false, "mark": false,
	"o:p":      false,
	"!doctype": true,
}

// findHTML finds text with HTML tags in it.
func findHTML(head []text.Line, _ line.Forms) []repair {
	const least = 3
	n := 0
	for _, l := range head {
		n += countTags(l.Text, least)
	}
	if n == 0 {
		return nil
	}
	return []repair{{what: "HTML tags removed", sure: n >= least, wrap: dropTags}}
}

// countTags counts the tags in a line, up to a number.
func countTags(text []byte, enough int) int {
	n := 0
	for at := 0; n < enough; at++ {
		i := bytes.IndexByte(text[at:], '<')
		if i < 0 {
			break
		}
		at += i
		if _, _, ok := htmlTag(text[at:]); ok {
			n++
		}
	}
	return n
}

func dropTags(src text.Lines) text.Lines {
	return &text.Each{Src: src, Split: func(l text.Line, emit func(text.Line)) {
		var out []byte
		broken := false
		from := l.Text
		for i := 0; i < len(from); i++ {
			size, breaks, ok := htmlTag(from[i:])
			if !ok {
				out = append(out, from[i])
				continue
			}
			if breaks && len(bytes.TrimSpace(out)) > 0 {
				emit(text.Line{Text: out, No: l.No})
				out, broken = nil, true
			}
			i += size - 1
		}
		if broken && len(bytes.TrimSpace(out)) == 0 {
			return
		}
		l.Text = out
		emit(l)
	}}
}

// htmlTag measures the tag at the front of text and says whether it breaks the line.
// Names that a compiler made begin like tags, too ("<p>b__0"); they have a name
// behind them.
func htmlTag(text []byte) (size int, breaks, ok bool) {
	const longestTag, longestName = 2000, 10
	if len(text) < 3 || text[0] != '<' {
		return 0, false, false
	}
	name := text[1:]
	if name[0] == '/' {
		name = name[1:]
	}
	n := 0
	for n < len(name) && n <= longestName && (line.IsAlnum(name[n]) || name[n] == ':' || name[n] == '!') {
		n++
	}
	breaks, known := tags[string(bytes.ToLower(name[:n]))]
	end := bytes.IndexByte(text[:min(len(text), longestTag)], '>')
	if !known || end < 0 || n == len(name) || !bytes.ContainsAny(name[n:n+1], " \t/>") {
		return 0, false, false
	}
	if isCompilerName(text[end+1:]) {
		return 0, false, false
	}
	return end + 1, breaks, true
}

// isCompilerName recognises what follows "<Method>" in names of lambdas, local
// functions and state machines: "b__0", "g__Local|0", "d__3".
func isCompilerName(text []byte) bool {
	return len(text) > 2 && line.IsAlnum(text[0]) && text[1] == '_' && text[2] == '_'
}
