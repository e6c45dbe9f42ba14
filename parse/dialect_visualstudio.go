package parse

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"stacktriage/parse/internal/line"
)

// studioColumns is what stands behind a frame of Visual Studio: its source line with a
// word of the user interface's language, the offset that versions up to 2010 print, then
// columns for the programming language and remarks.
// The patterns of this dialect are compiled when its text is first seen: a start of the
// program must not pay for them.
var studioColumns = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\s+\p{L}+\.?\s*\d+|\s+\d+\s*\p{L}+)?` + // 1: the source line
		`(\s*\+\s*(?:0x)?[0-9a-fA-F]+(?:\s+\p{L}+)?)?` + // 2: the offset
		`(?:(\t+| {2,}|\s+$| )(.*))?$`) // 3, 4: columns
})

// studioLanguages are the words of the column for the programming language.
var studioLanguages = []string{
	"C#", "C++", "F#", "C", "Basic", "Unknown", "Unbekannt", "Inconnu", "Desconocido", "Sconosciuto", "Desconhecido",
	"Nieznany", "Neznámý", "Неизвестно", "Bilinmiyor",
	"不明", "알 수 없음", "未知",
}

// studioFrame reads a frame of Visual Studio.
func studioFrame(text []byte) copied {
	module, member, ok := line.CutModule(text)
	if !ok {
		return studioBareFrame(text)
	}
	if !line.IsModule(module) || bytes.IndexByte(module, '.') < 0 {
		return copied{}
	}
	if member[0] == '[' {
		return copied{kind: copyMark, mark: markNote, raw: text, sure: true}
	}
	end := memberEnd(member)
	if end < 0 {
		return copied{}
	}
	columns, ok := readStudioColumns(member[end:])
	if !ok {
		return copied{}
	}
	c := copied{
		kind: copyFrame, sure: columns.source || columns.offset && isModuleFile(module) || columns.language != "",
		source: columns.source, module: module, member: member[:end],
	}
	c.raw = text[:len(text)-len(member)+end]
	c.sure = c.sure || hasNamedParameters(c.member)
	if columns.isNative() || line.IsNativeMember(c.member) || bytes.IndexByte(c.member, '.') < 0 {
		c.kind = copyNative
	}
	return c
}

// studioBareFrame reads a frame where the window shows no modules: only columns behind
// it tell it from a call in a sentence.
func studioBareFrame(text []byte) copied {
	open := bytes.IndexByte(text, '(')
	if open <= 0 || bytes.ContainsAny(text[:open], " \t=;") || bytes.IndexByte(text[:open], '.') < 0 {
		return copied{}
	}
	end := memberEnd(text)
	if end <= 0 {
		return copied{}
	}
	columns, ok := readStudioColumns(text[end:])
	if !ok || columns.language == "" || text[end-1] != ')' {
		return copied{}
	}
	if columns.isNative() || line.IsNativeMember(text[:end]) {
		return copied{kind: copyNative, sure: true, member: text[:end], raw: text[:end]}
	}
	return copied{kind: copyFrame, sure: true, source: columns.source, member: text[:end], raw: text[:end]}
}

// studioRest is what the columns behind a frame say.
type studioRest struct {
	source, offset bool
	language       string
}

func (r studioRest) isNative() bool { return r.language == "C" || r.language == "C++" }

func readStudioColumns(text []byte) (studioRest, bool) {
	m := studioColumns().FindSubmatch(text)
	if m == nil {
		return studioRest{}, false
	}
	rest := studioRest{source: len(m[1]) > 0, offset: len(m[2]) > 0}
	column, _, _ := strings.Cut(strings.TrimSpace(string(m[4])), "\t")
	column, _, _ = strings.Cut(column, "  ")
	for _, l := range studioLanguages {
		if column == l || strings.HasPrefix(column, l+" ") {
			rest.language = l
			return rest, true
		}
	}
	// One blank alone sets off no column, but the debugger's remark of one word.
	loose := string(m[3]) == " " && column != ""
	return rest, !loose || !strings.ContainsAny(column, " ;{}=")
}

// memberEnd is where a method with its parameters ends; the parameters may be missing. It
// is -1 where they go on in the next line.
func memberEnd(member []byte) int {
	if open := bytes.IndexByte(member, '('); open >= 0 {
		end := valuesEnd(member[open:])
		if end < 0 {
			return -1
		}
		return open + end
	}
	if i := bytes.IndexAny(member, "\t "); i >= 0 {
		return i
	}
	return len(member)
}

// valuesEnd finds the end of a list of parameters with their values, which may be text
// with parentheses.
func valuesEnd(text []byte) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth <= 0 {
				return i + 1
			}
		}
	}
	return line.ParamsEnd(text)
}

// hasNamedParameters says that the parameters are those of C# source, with names. The
// other tools print types alone.
func hasNamedParameters(member []byte) bool {
	open := bytes.IndexByte(member, '(')
	if open < 0 {
		return false
	}
	param := member[open+1:]
	depth := 0
	for i, c := range param {
		switch c {
		case '<', '[', '(':
			depth++
		case '>', ']', ')':
			depth--
		}
		if depth < 0 || c == ',' && depth == 0 {
			param = param[:i]
			break
		}
	}
	words := bytes.Fields(param)
	if len(words) < 2 {
		return false
	}
	switch string(words[0]) {
	case "class", "value", "unsigned", "native", "fnptr", "pMT:", "required_modifier", "optional_modifier", "refany":
		return false
	}
	return string(words[1]) != "ByRef"
}

// withoutInlineMark cuts the mark in front of an inlined frame, "[Inline Frame] ", in
// any language.
func withoutInlineMark(text []byte) []byte {
	const longest = 40
	if len(text) == 0 || text[0] != '[' {
		return text
	}
	end := bytes.IndexByte(text, ']')
	if end < 0 || end > longest || isInternalFrame(text) {
		return text
	}
	rest := bytes.TrimLeft(text[end+1:], " \t")
	if _, _, ok := line.CutModule(rest); !ok {
		return text
	}
	return rest
}

// studioThreadRow reads a row of the Threads window:
//
//	Not Flagged		25272	1	Main Thread	Main Thread	Harbor.dll!Harbor.Program.Main	Normal
//
// Where a thread's stack is folded out, the rows below hold a frame alone.
func studioThreadRow(text []byte) copied {
	const fewest = 4
	fields := bytes.Split(text, []byte("\t"))
	if len(fields) < fewest {
		return copied{}
	}
	if isThreadsHeading(fields) {
		return copied{kind: copyHeading, sure: true}
	}
	c := copied{kind: copyRow, sure: true}
	numbers, category := 0, false
	for _, f := range fields {
		f = bytes.TrimSpace(f)
		switch {
		case slices.Contains(studioLanguages, string(f)):
			return copied{} // a row of the Call Stack window
		case line.IsDecimal(f) || line.IsHexID(f):
			if numbers++; numbers == 1 {
				c.id = f
			}
		case len(c.id) == 0 || len(f) == 0:
		case f[0] == '<':
			category = false // a thread without a name
		case c.placed(f):
		case len(c.member) == 0 && len(c.owner) == 0 && numbers > 0 && (len(c.name) == 0 || category):
			_, size := threadWordIn(f)
			category = len(c.name) == 0 && size > 0
			c.name = f // the name stands behind the category
		}
	}
	if len(c.id) == 0 || len(c.member) == 0 && c.mark == noMark && len(c.name) == 0 {
		return copied{}
	}
	if len(c.member) == 0 && c.mark == noMark {
		if _, size := threadWordIn(c.name); size == 0 {
			return copied{}
		}
	}
	return c
}

// studioGroup reads what stands above the frames of a box in the Parallel Stacks window:
// "3 Threads".
func studioGroup(text []byte) (threads int, ok bool) {
	number, word, found := bytes.Cut(text, []byte(" "))
	if !found || len(number) > 6 || !line.IsDecimal(number) {
		return 0, false
	}
	switch string(bytes.ToLower(word)) {
	case "thread", "threads", "threads:", "thread:":
		threads, err := strconv.Atoi(string(number))
		return threads, err == nil && threads > 0
	}
	return 0, false
}

// studioGroupFrame reads a frame of such a box: a method with its type, module and
// parameters or without.
func studioGroupFrame(text []byte) copied {
	if c := riderShortFrame(text); c.kind != otherCopy {
		return c
	}
	module, member, ok := line.CutModule(text)
	if !ok {
		module, member = nil, text
	}
	if bytes.ContainsAny(member, " \t,;:") || !isCallHead(member) {
		return copied{}
	}
	return copied{kind: copyFrame, raw: text, module: module, member: member}
}

// placed takes the column that says where a thread is.
func (c *copied) placed(field []byte) bool {
	if mark, owner, _ := readStudioMark(field); mark != noMark {
		c.mark, c.owner = mark, owner
		return true
	}
	module, member, ok := line.CutModule(field)
	if !ok || !line.IsModule(module) || bytes.IndexByte(module, '.') < 0 || bytes.IndexByte(member, '.') < 0 {
		return false
	}
	end := memberEnd(member)
	if end < 0 {
		return false
	}
	c.module, c.member, c.raw = module, member[:end], field
	return true
}

// isThreadsHeading recognises the heading of the Threads window, of which every version
// prints at least these columns.
func isThreadsHeading(fields [][]byte) bool {
	found := 0
	for _, f := range fields {
		switch string(bytes.TrimSpace(f)) {
		case "ID", "Managed ID", "Category", "Name", "Location", "Priority":
			found++
		}
	}
	const enough = 4
	return found >= enough
}

// anonymousMethod is how Visual Studio names a lambda.
var anonymousMethod = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(.+)\.([^.()]+)\.AnonymousMethod__(\d+(?:_\d+)?)\(`)
})

// C#'s int is what the runtime calls int32; its int is C#'s nint. A reference stands in
// front in C#, behind in the runtime's words. The window can show values, too.
var (
	keywordInt    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bint\b`) })
	keywordParams = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`([(,]\s*)(?:params|this|scoped)\s+`)
	})
	keywordReference = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`([(,]\s*)(?:ref|out|in)\s+([^\s,)]+)`)
	})
	parameterValue = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(` = (?:"(?:[^"\\]|\\.)*"|\{[^{}]*\}|[^,()]*(?:\([^()]*\)[^,()]*)*)`)
	})
)

// plainWords turns Visual Studio's name of a lambda into the compiler's, and C#'s words
// for parameters into the runtime's.
func plainWords(member []byte) []byte {
	member = anonymousMethod().ReplaceAll(member, []byte("$1+<>c.<$2>b__$3("))
	if open := bytes.IndexByte(member, '('); open >= 0 {
		params := parameterValue().ReplaceAll(member[open:], nil)
		params = keywordParams().ReplaceAll(params, []byte("$1"))
		params = keywordReference().ReplaceAll(params, []byte("$1$2&"))
		params = keywordInt().ReplaceAll(params, []byte("int32"))
		member = append(member[:open:open], params...)
	}
	return member
}
