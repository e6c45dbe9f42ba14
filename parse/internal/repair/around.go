package repair

import (
	"bytes"
	"fmt"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// around is what stands in front of and behind all lines: the marks of a quote, of a
// cell, of a diff, of code. It is removed before lines are joined, for the parts of a
// broken line have it, too, and it would end up in names.
type around struct {
	front, back []byte
}

// The marks that are taken for such; words and brackets are left to others.
var (
	frontMarks = []byte("+-`\"'>|*:;,= \t")
	backMarks  = []byte("`\"'|*, \t")
)

// findAround finds the marks that all lines have. No line of a report begins or ends
// in one.
func findAround(head []text.Line, _ line.Forms) []repair {
	const least = 6
	texts := filled(head)
	if len(texts) < least {
		return nil
	}
	a := around{front: commonFront(texts), back: commonBack(texts)}
	if len(bytes.TrimSpace(a.front)) == 0 {
		a.front = nil
	}
	a.back = bytes.TrimLeft(a.back, " \t")
	if len(a.front) == 0 && len(a.back) == 0 {
		return nil
	}
	if a.quotes() && hasEscapes(texts) {
		return nil // strings of a programming language
	}
	return []repair{{what: a.what(), wrap: a.removeFrom, sure: true, outer: true}}
}

func (a around) what() string {
	marks := append(bytes.TrimSpace(a.front), ' ')
	return fmt.Sprintf("marks around lines (%s) removed", text.Excerpt(append(marks, a.back...)))
}

// filled are the texts of lines that have any, without blanks behind.
func filled(head []text.Line) [][]byte {
	var all [][]byte
	for _, l := range head {
		if text := bytes.TrimRight(l.Text, " \t"); len(text) > 0 {
			all = append(all, text)
		}
	}
	return all
}

// nearly says that so many of all are as good as all: some lines are a preface.
func nearly(n, all int) bool { return n*20 >= all*17 }

// commonFront is the longest text of marks that nearly all lines begin with. A line
// that is nothing but marks may have the first of them only.
func commonFront(texts [][]byte) []byte {
	return commonMarks(texts, frontMarks, func(text []byte, i int) int { return i })
}

// commonBack is the longest text of marks that nearly all lines end in.
func commonBack(texts [][]byte) []byte {
	back := commonMarks(texts, backMarks, func(text []byte, i int) int { return len(text) - 1 - i })
	out := make([]byte, len(back))
	for i, c := range back {
		out[len(back)-1-i] = c
	}
	return out
}

// commonMarks walks from one end of all lines for as long as nearly all have the same
// mark there.
func commonMarks(texts [][]byte, marks []byte, at func(text []byte, i int) int) []byte {
	const longest = 12
	var common []byte
	rest := texts
	for i := range longest {
		var counts [256]int
		bare := 0
		for _, text := range rest {
			if i >= len(text) {
				bare++
				continue
			}
			counts[text[at(text, i)]]++
		}
		mark, n := byte(0), 0
		for _, c := range marks {
			if counts[c] > n {
				mark, n = c, counts[c]
			}
		}
		if n < len(texts)/2 || !nearly(n+bare, len(texts)) {
			break
		}
		common = append(common, mark)
		var next [][]byte
		for _, text := range rest {
			if i >= len(text) || text[at(text, i)] == mark {
				next = append(next, text)
			}
		}
		rest = next
	}
	return common
}

// quotes says that lines stand in double quotes.
func (a around) quotes() bool {
	return bytes.IndexByte(a.front, '"') >= 0 || bytes.IndexByte(a.back, '"') >= 0
}

func hasEscapes(texts [][]byte) bool {
	for _, text := range texts {
		if bytes.IndexByte(text, '\\') >= 0 {
			return true
		}
	}
	return false
}

// removeFrom removes the marks from all lines that have them.
func (a around) removeFrom(src text.Lines) text.Lines {
	return &text.Each{Src: src, Split: func(l text.Line, emit func(text.Line)) {
		if !l.Rest {
			l.Text = a.removed(l.Text)
		}
		emit(l)
	}}
}

// removed removes the marks from a line. A cell of CSV doubles the quotes in it.
func (a around) removed(text []byte) []byte {
	rest, ok := bytes.CutPrefix(text, a.front)
	if !ok {
		if bytes.HasPrefix(a.front, bytes.TrimRight(text, " \t")) {
			return nil
		}
		return text
	}
	if inner, ok := bytes.CutSuffix(bytes.TrimRight(rest, " \t"), a.back); ok && len(a.back) > 0 {
		rest = inner
	}
	if string(a.back) == `"` && bytes.HasSuffix(a.front, []byte(`"`)) {
		rest = bytes.ReplaceAll(rest, []byte(`""`), []byte(`"`))
	}
	return rest
}
