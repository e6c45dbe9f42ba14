package parse

import (
	"bytes"
	"html"
	"regexp"
	"slices"
	"sync"

	"stacktriage/parse/internal/line"
)

// listed is a line of a list of frames.
type listed struct {
	raw      []byte // the frame without its number, addresses and place
	module   []byte
	member   []byte
	internal bool // a mark that the runtime leaves on the stack, with a method or without
	native   bool // native code
	unnamed  bool // a method whose module's symbols are missing
	bare     bool // nothing but the name of a type and a method: a word that may be no frame
	trace    bool // "at" stands in front
}

// listFront is what debuggers print in front of a frame: its number, up to three
// addresses, "at".
var listFront = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^[#*>\\[(]*(?:(?:0x)?[0-9a-fA-F]{1,3}[\\].:)]*\\s+)?(?:\\[0x[0-9a-fA-F]{8}\\]\\s+)?" +
		"(?:(?:0x)?[0-9a-fA-F`]{7,17}\\s+){0,3}")
})

// listTail is what they print behind it: an offset, the source file.
var listTail = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(?:\+\s*(?:0x)?[0-9a-fA-F]+)?\s*` +
		`(?:$|\[.*\]$|\(.*\)$|in .+$|at .+$|@ .+$|Line \d+.*$|from .+$|<.*>$|\t.*$|--? .*$|// .*$|# .*$)`)
})

// readListed reads a frame in whatever a debugger, a tool of somebody's own or a table
// put around it: "03 0b320730 6c203d74 mscorlib_ni!System.Threading.Monitor.Wait(System.Object, Int32)+0x17",
// "[[HelperMethodFrame_1OBJ] (System.Threading.Monitor.Enter)] System.Threading.Monitor.Enter(System.Object)",
// "*0. Acme.Store.Load (Store.cs:12)", "3 | Acme.Store.Load(Int32) | Acme.dll".
func readListed(text []byte) (listed, bool) {
	const longest = 4000
	if len(text) == 0 || len(text) > longest {
		return listed{}, false
	}
	text = withoutTags(text)
	if l, ok := readCell(bytes.TrimSpace(text)); ok {
		return l, true
	}
	return readRow(text)
}

// readRow reads the frame in a row of a table, and its module in another cell.
func readRow(text []byte) (listed, bool) {
	cells := cellsOf(text)
	if len(cells) < 2 {
		return listed{}, false
	}
	if full := slices.IndexFunc(cells[1:], func(c []byte) bool { return len(c) > 0 }); full < 0 {
		return listed{}, false // code ends in the mark that parts cells
	}
	var found listed
	ok := false
	for _, c := range cells {
		if l, is := readCell(c); is {
			if ok {
				return listed{}, false // two frames in a row: no list of frames
			}
			found, ok = l, true
		}
	}
	if !ok || len(found.module) > 0 {
		return found, ok
	}
	for _, c := range cells {
		if isModuleFile(c) {
			found.module = c
		}
	}
	return found, true
}

// cellsOf parts a row at the marks of Markdown, CSV and copied tables.
func cellsOf(text []byte) [][]byte {
	var cells [][]byte
	switch {
	case bytes.IndexByte(text, '|') >= 0:
		cells = bytes.Split(text, []byte("|"))
	case bytes.IndexByte(text, '\t') >= 0:
		cells = bytes.Split(text, []byte("\t"))
	default:
		cells = quotedCells(text)
	}
	for i := range cells {
		cells[i] = bytes.Trim(cells[i], " \t\"`*")
	}
	return cells
}

// quotedCells parts a line of CSV; cells with commas stand in quotes.
func quotedCells(text []byte) [][]byte {
	var cells [][]byte
	from, quoted, depth := 0, false, 0
	for i, c := range text {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case (c == ',' || c == ';') && depth == 0:
			cells = append(cells, text[from:i])
			from = i + 1
		}
	}
	return append(cells, text[from:])
}

func isModuleFile(cell []byte) bool {
	return len(cell) < 100 && (bytes.HasSuffix(cell, []byte(".dll")) || bytes.HasSuffix(cell, []byte(".exe"))) &&
		line.IsModule(cell)
}

// listTags are tags of HTML around a line and its cells.
var listTags = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)</?` +
		`(?:t[drh]|tr|tbody|table|li|ol|ul|p|br|div|span|code|pre|b|i|font|a)(?:\s[^<>]*)?/?>`)
})

// withoutTags turns the tags around cells into tabs.
func withoutTags(text []byte) []byte {
	if bytes.Contains(text, []byte("</")) || bytes.Contains(text, []byte("<td")) || bytes.Contains(text, []byte("<br")) {
		text = bytes.Trim(listTags().ReplaceAll(text, []byte("\t")), "\t ")
	}
	if bytes.IndexByte(text, '&') >= 0 {
		text = []byte(html.UnescapeString(string(text)))
	}
	return text
}

// readCell reads a frame that stands alone.
func readCell(text []byte) (listed, bool) {
	if l, ok := internalFrame(text); ok {
		return l, true
	}
	if isNakedMark(text) {
		return listed{internal: true, raw: text}, true
	}
	front := len(listFront().Find(text))
	rest := bytes.Trim(text[front:], "*`") // emphasis
	numbered := front > 0
	var l listed
	if cut, ok := bytes.CutPrefix(rest, []byte("at ")); ok {
		rest, l.trace = bytes.TrimLeft(cut, " "), true
	}
	if l, ok := internalFrame(rest); ok && numbered {
		return l, true
	}
	if module, ok := bytes.CutSuffix(rest, []byte("!")); ok && numbered && line.IsModule(module) {
		return listed{raw: rest, unnamed: true}, true
	}
	end := callEnd(rest, numbered || l.trace)
	if end <= 0 && isBareCall(rest) {
		end = len(rest)
		l.bare = true
	}
	if end <= 0 {
		return listed{}, false
	}
	tail := rest[end:]
	if !listTail().Match(tail) {
		return listed{}, false
	}
	l.raw = rest[:end]
	l.module, l.member = splitModule(l.raw)
	if line.IsNativeMember(l.member) || len(l.module) > 0 && bytes.IndexByte(l.member, '.') < 0 {
		l.native = true
		return l, true
	}
	return l, isCallHead(l.member) && !isForeignPlace(tail) && !isForeignPlace(l.member)
}

// internalFrame reads the runtime's mark with the method behind it, where there is one.
func internalFrame(text []byte) (listed, bool) {
	rest, ok := internalMark(text)
	if !ok {
		return listed{}, false
	}
	l := listed{internal: true, raw: rest}
	if looksManaged(rest) {
		l.raw = trimOffset(rest)
		l.module, l.member = splitModule(l.raw)
	}
	return l, true
}

// nakedMarks are the runtime's marks that tools on ClrMD print without brackets, by
// their beginnings.
var nakedMarks = [...]string{"GCFrame", "HelperMethodFrame", "InlinedCallFrame", "DebuggerU2MCatchHandlerFrame",
	"NDirectMethodFrame", "PrestubMethodFrame", "StubDispatchFrame", "ContextTransitionFrame", "FaultingExceptionFrame"}

// isNakedMark recognises such a mark as the only word of a line.
func isNakedMark(text []byte) bool {
	for _, mark := range nakedMarks {
		if rest, ok := bytes.CutPrefix(text, []byte(mark)); ok {
			return len(rest) == 0 || rest[0] == '_' && bytes.IndexByte(rest, ' ') < 0
		}
	}
	return false
}

var fileEndings = [...]string{".dll", ".exe", ".pdb", ".cs", ".vb", ".fs", ".csproj", ".json", ".xml", ".txt",
	".log", ".config"}

// isBareCall recognises the name of a type with its namespace and a method, as some
// analysers list frames. Names of files, hosts and packages have no method, which cannot
// be told from the name alone: isFrameList asks for one that is known.
func isBareCall(text []byte) bool {
	const longest = 400
	if len(text) > longest || !isCallHead(text) || bytes.ContainsAny(text, "()@&$") {
		return false
	}
	if c := text[0]; c != '<' && (c < 'A' || c > 'Z') || hasAnySuffix(bytes.ToLower(text), fileEndings[:]...) {
		return false
	}
	outside, depth := 0, 0
	for _, c := range text {
		switch c {
		case '[', '<':
			depth++
		case ']', '>':
			depth--
		case ',':
			if depth == 0 {
				return false
			}
		case '.':
			if depth == 0 {
				outside++
			}
		}
	}
	return depth == 0 && (outside >= 2 || outside == 1 && bytes.IndexByte(text, '+') > 0)
}

// waitCalls are types of the platform at which blocked threads stand, and those that call
// a thread's work: a list of bare names that holds one is one of frames.
var waitCalls = [...]string{
	"System.Threading.Monitor.", "System.Threading.ManualResetEventSlim.", "System.Threading.SemaphoreSlim.",
	"System.Threading.WaitHandle.", "System.Threading.Thread.", "System.Threading.ThreadHelper.",
	"System.Threading.Tasks.Task.", "System.Threading.ExecutionContext.", "System.Threading.ThreadPoolWorkQueue.",
	"System.Threading.PortableThreadPool+",
}

func isWaitCall(member []byte) bool {
	for _, c := range waitCalls {
		if bytes.HasPrefix(member, []byte(c)) {
			return true
		}
	}
	return false
}

func splitModule(text []byte) (module, member []byte) {
	if module, member, ok := line.CutModule(text); ok {
		return module, member
	}
	return nil, text
}

// callEnd is where a call ends, "Type.Method(parameters)"; the parameters may be missing
// behind a module, and where the frame is numbered, where its source stands in
// parentheses behind a blank.
func callEnd(text []byte, numbered bool) int {
	open := bytes.IndexByte(text, '(')
	if bang := bytes.IndexByte(text, '!'); bang > 0 && bang < open && bytes.IndexByte(text[:bang], ' ') > 0 &&
		line.IsModule(text[:bang]) {
		// "Anonymously Hosted DynamicMethods Assembly"
		if end := callEnd(text[bang+1:], numbered); end > 0 {
			return bang + 1 + end
		}
		return -1
	}
	blank := bytes.IndexAny(text, " \t")
	if open > 0 && (blank < 0 || open < blank || insideBrackets(text[:open])) {
		end := line.ParamsEnd(text[open:])
		if end < 0 {
			return -1
		}
		return open + end
	}
	head := text
	if blank >= 0 {
		head = text[:blank]
	}
	if i := bytes.IndexByte(head, '+'); i > 0 && len(bytes.Trim(head[i+1:], "0123456789abcdefABCDEFx")) == 0 {
		head = head[:i]
	}
	_, _, module := line.CutModule(head)
	if module || blank > 0 && isPlaceBehind(bytes.TrimLeft(text[blank:], " \t"), numbered) {
		return len(head)
	}
	return -1
}

// isPlaceBehind recognises the source of a frame in parentheses: "(Store.cs:12)",
// "(source line information unavailable)". Behind a number anything in parentheses is.
func isPlaceBehind(text []byte, numbered bool) bool {
	if len(text) < 3 || text[0] != '(' || text[len(text)-1] != ')' {
		return false
	}
	text = text[1 : len(text)-1]
	colon := bytes.LastIndexByte(text, ':')
	return numbered || colon > 0 && line.IsDecimal(text[colon+1:]) || bytes.Contains(bytes.ToLower(text), []byte("source"))
}

// insideBrackets says that all blanks of a head stand between brackets: type arguments
// with their assemblies.
func insideBrackets(head []byte) bool {
	depth := 0
	for _, c := range head {
		switch c {
		case '[', '<':
			depth++
		case ']', '>':
			depth--
		case ' ', '\t':
			if depth == 0 {
				return false
			}
		}
	}
	return true
}

// isCallHead says that a name is one of a type and a method, and no path, code or text
// in another language.
func isCallHead(member []byte) bool {
	head, _, _ := bytes.Cut(member, []byte("("))
	if len(head) == 0 || head[0] == '.' || bytes.IndexByte(head, '.') < 0 || bytes.HasSuffix(head, []byte(".")) {
		return false
	}
	if c := head[0]; c != '<' && c != '_' && c != '$' && c < 0x80 && !line.IsAlnum(c) || c >= '0' && c <= '9' {
		return false
	}
	depth := 0
	for _, c := range head {
		switch c {
		case '[', '<':
			depth++
		case ']', '>':
			depth--
		case '/', '\\', ';', '"', '\'', '#', '%', '^', '{', '}', '!', '?', ':':
			return false
		case '=', ' ', '-':
			if depth == 0 {
				return false
			}
		}
	}
	return true
}

// internalMark cuts the mark that the runtime leaves on the stack, as SOS and as
// DebugDiag print it.
func internalMark(text []byte) (rest []byte, ok bool) {
	if len(text) < 4 || text[0] != '[' {
		return nil, false
	}
	if text[1] != '[' {
		end := bytes.IndexByte(text, ']')
		if !isInternalFrame(text) {
			return nil, false
		}
		return bytes.TrimSpace(text[end+1:]), true
	}
	if !isInternalFrame(text[1:]) {
		return nil, false
	}
	depth := 0
	for i, c := range text {
		switch c {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return bytes.TrimSpace(text[i+1:]), true
			}
		}
	}
	return nil, false
}
