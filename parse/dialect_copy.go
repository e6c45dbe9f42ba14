package parse

import (
	"bytes"
	"regexp"
	"sync"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// callStackCopy is what the call stack windows of Visual Studio and Rider put on the
// clipboard: one thread, its frames in the words of C#.
//
//	>	App.dll!App.Program.Load(int id) Line 139	C#
//	 	[Managed to Native Transition]
//	 	System.Private.CoreLib.dll!System.Threading.Monitor.Wait(object obj, int millisecondsTimeout)	Unknown
//
//	.NET TP Worker @3993196
//	  Monitor.Wait() in System.Threading, System.Private.CoreLib.dll
var callStackCopy = &dialect{
	name:     "callstack-copy",
	weak:     true,
	claims:   opensCopy,
	fits:     opensCopy,
	ownFront: func(l text.Line) bool { return len(l.Marks) == 0 || string(bytes.TrimSpace(l.Marks)) == ">" },
	open:     func(b *builder) dialectReader { return &copyReader{threadMaker: threadMaker{b: b}} },
}

func opensCopy(text []byte) bool {
	switch c := readCopy(text); c.kind {
	case copyFrame, copyNative:
		return c.sure
	case otherCopy:
		return false
	}
	return true
}

// copyKind is what a line of a copied call stack is.
type copyKind uint8

const (
	otherCopy copyKind = iota
	copyFrame
	copyNative   // a native frame, or the transition to one
	copyExternal // frames that the debugger's settings hide
	copyAsync    // what follows awaits, and is on no thread
	copyNote     // a remark between frames
	copyHeader   // Rider's line in front of a thread
)

// copied is a line of a copied call stack.
type copied struct {
	kind           copyKind
	sure           bool // no other dialect prints it
	raw            []byte
	module, member []byte
	id, name       []byte // of a header
}

// copyRemarks are the lines between frames, by their beginnings.
var copyRemarks = []struct {
	text string
	kind copyKind
}{
	{"[External Code]", copyExternal},
	{"[Managed to Native Transition]", copyNative},
	{"[Native to Managed Transition]", copyNote},
	{"[Waiting on Async Operation", copyAsync},
	{"[Async Call", copyAsync},
	{"[Resuming Async Method]", copyNote},
	{"[Frames below may be incorrect", copyNote},
	{"[AppDomain Transition]", copyNote},
	{"[Lightweight Function]", copyNote},
}

func readCopy(text []byte) copied {
	for _, r := range copyRemarks {
		if bytes.HasPrefix(text, []byte(r.text)) {
			return copied{kind: r.kind, sure: true}
		}
	}
	if c := studioFrame(bytes.TrimPrefix(text, []byte("[Inline Frame] "))); c.kind != otherCopy {
		return c
	}
	return riderLine(text)
}

// studioColumns is what stands behind a frame: its source line, then columns for the
// language and remarks.
// The patterns of this dialect are compiled when its text is first seen: a start of the
// program must not pay for them.
var studioColumns = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^( Line \d+)?(?:\s+(C#|C\+\+|F#|C|Basic|Unknown)(?:\s.*)?|\s+[A-Z]\w+)?\s*$`)
})

// studioFrame reads a frame of Visual Studio.
func studioFrame(text []byte) copied {
	module, member, ok := line.CutModule(text)
	if !ok || !line.IsModule(module) || bytes.IndexByte(module, '.') < 0 {
		return copied{}
	}
	end := memberEnd(member)
	columns := studioColumns().FindSubmatch(member[end:])
	if columns == nil {
		return copied{}
	}
	language := string(columns[2])
	c := copied{kind: copyFrame, sure: len(columns[1]) > 0 || language != "", module: module, member: member[:end]}
	c.raw = text[:len(text)-len(member)+end]
	c.sure = c.sure || hasNamedParameters(c.member)
	if language == "C" || language == "C++" || line.IsNativeMember(c.member) || bytes.IndexByte(c.member, '.') < 0 {
		c.kind = copyNative
	}
	return c
}

// memberEnd is where a method with its parameters ends; the parameters may be missing.
func memberEnd(member []byte) int {
	if open := bytes.IndexByte(member, '('); open >= 0 {
		if end := line.ParamsEnd(member[open:]); end >= 0 {
			return open + end
		}
	}
	if i := bytes.Index(member, []byte(" Line ")); i >= 0 {
		return i
	}
	if i := bytes.IndexByte(member, '\t'); i >= 0 {
		return i
	}
	return len(member)
}

// hasNamedParameters says that the parameters are those of C# source, with names and a
// blank behind each comma. dotnet-stack prints types alone, without blanks between
// them.
func hasNamedParameters(member []byte) bool {
	open := bytes.IndexByte(member, '(')
	if open < 0 {
		return false
	}
	params := member[open+1:]
	if bytes.Contains(params, []byte(", ")) {
		return true
	}
	first, _, two := bytes.Cut(bytes.TrimSuffix(params, []byte(")")), []byte(" "))
	if !two {
		return false
	}
	switch string(first) {
	case "class", "value", "unsigned", "native", "fnptr", "pMT:", "required_modifier", "optional_modifier", "refany":
		return false
	}
	return true
}

// riderFrame is "Type.Method() in Namespace, Module.dll".
var riderFrame = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\S.*?) in (?:([\w.<>]+), )?([\w.+-]+\.(?:dll|exe))$`)
})

// riderHeader is ".NET TP Worker @3993196".
var riderHeader = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([\w.#][\w .#:-]{0,80}) @(\d{2,20})$`) })

func riderLine(text []byte) copied {
	const longest = 2000
	frame, header := bytes.Contains(text, []byte(") in ")), bytes.Contains(text, []byte(" @"))
	if len(text) > longest || !frame && !header {
		return copied{}
	}
	if m := riderFrame().FindSubmatch(text); m != nil && bytes.IndexByte(m[1], '(') > 0 {
		member := m[1]
		if len(m[2]) > 0 {
			member = bytes.Join([][]byte{m[2], m[1]}, []byte("."))
		}
		return copied{kind: copyFrame, sure: true, raw: text, module: m[3], member: member}
	}
	if m := riderHeader().FindSubmatch(text); m != nil {
		return copied{kind: copyHeader, name: m[1], id: m[2]}
	}
	return copied{}
}

type copyReader struct {
	threadMaker
	async  bool // the rest awaits
	hidden bool // frames were hidden, and that was said
	apart  bool // text of somebody else stands behind the last frame
}

func (r *copyReader) line(l text.Line) bool {
	if len(l.Text) == 0 {
		return true
	}
	c := readCopy(l.Text)
	if c.kind == otherCopy {
		return false
	}
	if c.kind == copyHeader {
		r.begin(l.No, c.id, c.name)
		return true
	}
	if !r.open || r.apart {
		r.begin(l.No, nil, nil)
	}
	switch c.kind {
	case copyFrame:
		if !r.async {
			r.add(r.b.moduleFrame(c.raw, c.module, plainWords(c.member)))
		}
	case copyNative:
		if len(r.frames) == 0 && !r.hidden {
			r.cur.marker = MarkerNative
		}
	case copyExternal:
		if !r.hidden {
			r.b.problem(l.No, l.Text, "frames were left out here")
		}
		r.hidden = true
	case copyAsync:
		if !r.async {
			r.b.problem(l.No, l.Text, "what follows awaits and is on no thread")
		}
		r.async = true
	}
	return true
}

func (r *copyReader) begin(no int, id, name []byte) {
	r.start(no, id, name)
	r.async, r.hidden, r.apart = false, false, false
}

// anonymousMethod is how Visual Studio names a lambda.
var anonymousMethod = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(.+)\.([^.()]+)\.AnonymousMethod__(\d+(?:_\d+)?)\(`)
})

// C#'s int is what the runtime calls int32; its int is C#'s nint. A reference stands in
// front in C#, behind in the runtime's words.
var (
	keywordInt       = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bint\b`) })
	keywordParams    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([(,]\s*)(?:params|this|scoped)\s+`) })
	keywordReference = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([(,]\s*)(?:ref|out|in)\s+([^\s,)]+)`) })
)

// plainWords turns Visual Studio's name of a lambda into the compiler's, and C#'s words
// for parameters into the runtime's.
func plainWords(member []byte) []byte {
	member = anonymousMethod().ReplaceAll(member, []byte("$1+<>c.<$2>b__$3("))
	if open := bytes.IndexByte(member, '('); open >= 0 {
		params := keywordParams().ReplaceAll(member[open:], []byte("$1"))
		params = keywordReference().ReplaceAll(params, []byte("$1$2&"))
		params = keywordInt().ReplaceAll(params, []byte("int32"))
		member = append(member[:open:open], params...)
	}
	return member
}

func (r *copyReader) skipped(text.Line) { r.apart = true }

func (r *copyReader) end() { r.flush() }
