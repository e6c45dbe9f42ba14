package stacktriage_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stacktriage/frame"
	"stacktriage/parse"
)

// The functions here write a snapshot in the words of the sibling tools, so that a
// report whose cause is known exists in every dialect.

// asMonitor writes dotnet-monitor's text.
func asMonitor(s *parse.Snapshot) []byte {
	var b bytes.Buffer
	b.WriteString("\xef\xbb\xbf")
	for i, t := range s.Threads {
		fmt.Fprintf(&b, "Thread: (%s)", s.ID(i))
		if name := s.Name(i); name != "" {
			b.WriteString(" " + name)
		}
		b.WriteByte('\n')
		if t.Marker == parse.MarkerNative {
			b.WriteString("  [NativeFrame]\n")
		}
		for _, f := range s.Stacks[t.Stack].Frames {
			fmt.Fprintf(&b, "  %s\n", monitorFrame(f))
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

func monitorFrame(f *frame.Frame) string {
	if f.Unresolved() {
		return "UnknownFunction"
	}
	return f.Module + ".dll!" + monitorType(f) + "." + f.Method
}

// monitorType is a type without arities, as dotnet-monitor prints it.
func monitorType(f *frame.Frame) string {
	typ := withoutArity(f.Type)
	if typ == "" {
		typ = "UnknownClass"
	}
	if f.TypeArgs != "" {
		typ += "[" + withoutArity(f.TypeArgs) + "]"
	}
	return typ
}

func withoutArity(typ string) string {
	var b strings.Builder
	for i := 0; i < len(typ); i++ {
		if typ[i] != '`' {
			b.WriteByte(typ[i])
			continue
		}
		for i+1 < len(typ) && typ[i+1] >= '0' && typ[i+1] <= '9' {
			i++
		}
	}
	return b.String()
}

type monitorJSONFrame struct {
	MethodName string `json:"methodName"`
	TypeName   string `json:"typeName"`
	ModuleName string `json:"moduleName"`
}

type monitorJSONThread struct {
	ThreadID   uint64             `json:"threadId"`
	ThreadName *string            `json:"threadName"`
	Frames     []monitorJSONFrame `json:"frames"`
}

// asMonitorJSON writes dotnet-monitor's JSON on one line.
func asMonitorJSON(s *parse.Snapshot) []byte {
	const native = "[NativeFrame]"
	doc := struct {
		Stacks []monitorJSONThread `json:"stacks"`
	}{}
	for i, t := range s.Threads {
		th := monitorJSONThread{ThreadID: number(s.ID(i)), Frames: []monitorJSONFrame{}}
		if t.Marker == parse.MarkerNative {
			th.Frames = append(th.Frames, monitorJSONFrame{native, native, native})
		}
		for _, f := range s.Stacks[t.Stack].Frames {
			if f.Unresolved() {
				th.Frames = append(th.Frames, monitorJSONFrame{ModuleName: f.Module})
				continue
			}
			th.Frames = append(th.Frames, monitorJSONFrame{f.Method, monitorType(f), f.Module + ".dll"})
		}
		doc.Stacks = append(doc.Stacks, th)
	}
	out, err := json.Marshal(doc)
	if err != nil {
		panic(err)
	}
	return bytes.ReplaceAll(out, []byte("+"), []byte(`\u002B`))
}

// number is the value of a thread's id.
func number(id string) uint64 {
	n, err := strconv.ParseUint(strings.TrimPrefix(id, "0x"), 16, 64)
	if err != nil {
		panic(err)
	}
	return n
}

// asClrstack writes SOS's clrstack -all. lockWaiters are the ids of stacks above which
// the frame of a contended lock stands.
func asClrstack(s *parse.Snapshot, lockWaiters map[string]bool) []byte {
	var b bytes.Buffer
	b.WriteString("Loading core dump: /tmp/app.dmp ...\n")
	for i, t := range s.Threads {
		fmt.Fprintf(&b, "OS Thread Id: 0x%x\n        Child SP               IP Call Site\n", number(s.ID(i)))
		sp := 0x7f88e67caf60 + i<<16
		fmt.Fprintf(&b, "%016X %016x [GCFrame: %016x] \n", sp, sp, sp)
		if lockWaiters[s.Stacks[t.Stack].ID] {
			fmt.Fprintf(&b, "%016X %016x [HelperMethodFrame_1OBJ: %016x] System.Threading.Monitor.ReliableEnter(System.Object, Boolean ByRef)\n", sp, sp, sp)
		}
		for _, f := range s.Stacks[t.Stack].Frames {
			sp += 0x40
			fmt.Fprintf(&b, "%016X %016X %s\n", sp, sp, sosFrame(f))
		}
		fmt.Fprintf(&b, "%016X %016x [DebuggerU2MCatchHandlerFrame: %016x] \n", sp, sp, sp)
	}
	return b.Bytes()
}

func sosFrame(f *frame.Frame) string {
	if f.Unresolved() {
		return "<unknown>"
	}
	if f.Type == "dynamicClass" {
		return "DynamicClass." + f.Method + "(System.Object)"
	}
	typ := f.Type
	if f.TypeArgs != "" {
		typ += "[" + withAssemblies(f.TypeArgs) + "]"
	}
	if typ != "" {
		typ += "."
	}
	return typ + f.Method + "(" + strings.Join(debuggerParams(f.Params, false), ", ") + ")"
}

// withAssemblies writes "A,B[C]" as "[A, Lib],[B[[C, Lib]], Lib]".
func withAssemblies(args string) string {
	var out []string
	for _, arg := range splitTop(args) {
		if open := strings.IndexByte(arg, '['); open > 0 && !strings.HasSuffix(arg, "[]") && strings.Trim(arg[open:], "[],*") != "" {
			arg = arg[:open] + "[" + withAssemblies(arg[open+1:len(arg)-1]) + "]"
		}
		out = append(out, "["+arg+", Lib]")
	}
	return strings.Join(out, ",")
}

// splitTop splits at commas outside of brackets.
func splitTop(text string) []string {
	if text == "" {
		return nil
	}
	depth, from := 0, 0
	var out []string
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[', '<', '(':
			depth++
		case ']', '>', ')':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, text[from:i])
				from = i + 1
			}
		}
	}
	return append(out, text[from:])
}

// debuggerTypes are the runtime's words for types in those of the debuggers.
var debuggerTypes = map[string]string{
	"bool": "Boolean", "wchar": "Char", "int8": "SByte", "unsigned int8": "Byte", "int16": "Int16", "unsigned int16": "UInt16", "int32": "Int32", "unsigned int32": "UInt32",
	"int64": "Int64", "unsigned int64": "UInt64", "float32": "Single", "float64": "Double", "int": "IntPtr", "unsigned int": "UIntPtr", "void": "Void",
}

// debuggerParams writes a parameter list in the words of debuggers; short drops the
// namespaces.
func debuggerParams(params string, short bool) []string {
	var out []string
	for _, p := range splitTop(params) {
		suffix := ""
		for _, mark := range [...]string{"&", "*", "[]"} {
			if rest, ok := strings.CutSuffix(p, mark); ok {
				p, suffix = rest, map[string]string{"&": " ByRef", "*": "*", "[]": "[]"}[mark]
			}
		}
		p = strings.TrimPrefix(strings.TrimPrefix(p, "class "), "value class ")
		if strings.HasPrefix(p, "!") || strings.HasPrefix(p, "pMT:") || strings.HasPrefix(p, "fnptr") {
			p = "System.__Canon"
		}
		if known, ok := debuggerTypes[p]; ok {
			p = known
		}
		if open := strings.IndexByte(p, '<'); open > 0 && strings.HasSuffix(p, ">") {
			p = p[:open] + "<" + strings.Join(debuggerParams(p[open+1:len(p)-1], short), ", ") + ">"
		}
		if open := strings.IndexAny(p+"<", "<"); short {
			p = p[strings.LastIndexByte(p[:open], '.')+1:]
		}
		out = append(out, p+suffix)
	}
	return out
}

// treeNode is a node of parallelstacks: a frame, and what it calls.
type treeNode struct {
	frame   string
	ids     []string
	ending  []string // ids of the threads whose innermost frame this is
	callees []*treeNode
}

// asTree writes dotnet-dump's parallelstacks.
func asTree(s *parse.Snapshot) []byte {
	root := &treeNode{}
	total := 0
	for i, t := range s.Threads {
		frames := s.Stacks[t.Stack].Frames
		if len(frames) == 0 {
			continue
		}
		total++
		id := strings.ToLower(strings.TrimPrefix(s.ID(i), "0x"))
		n := root
		for j := len(frames) - 1; j >= 0; j-- {
			n = n.callee(treeFrame(frames[j]))
			n.ids = append(n.ids, id)
		}
		n.ending = append(n.ending, id)
	}
	var b bytes.Buffer
	for _, tree := range root.callees {
		b.WriteString("\n________________________________________________")
		tree.write(&b, 0)
		b.WriteString("\n\n")
	}
	fmt.Fprintf(&b, "==> %d threads with %d roots\n", total, len(root.callees))
	return b.Bytes()
}

func (n *treeNode) callee(frame string) *treeNode {
	for _, c := range n.callees {
		if c.frame == frame {
			return c
		}
	}
	c := &treeNode{frame: frame}
	n.callees = append(n.callees, c)
	return c
}

func (n *treeNode) write(b *bytes.Buffer, depth int) {
	indent := strings.Repeat(" ", 5*depth)
	if len(n.ending) > 0 {
		ids, more := n.ending, ""
		if len(ids) > 4 {
			ids, more = ids[:4], "..."
		}
		fmt.Fprintf(b, "\n%s ~~~~ %s%s", indent, strings.Join(ids, ","), more)
	}
	callees := slices.Clone(n.callees)
	slices.SortStableFunc(callees, func(a, b *treeNode) int { return len(a.ids) - len(b.ids) })
	for _, c := range callees {
		if len(c.ids) == len(n.ids) {
			c.write(b, depth)
		} else {
			c.write(b, depth+1)
		}
	}
	fmt.Fprintf(b, "\n%s%5d %s", indent, len(n.ids), n.frame)
}

func treeFrame(f *frame.Frame) string {
	if f.Unresolved() {
		return "?.?()"
	}
	typ := angled(f.Type, f.TypeArgs)
	switch f.Type {
	case "", "dynamicClass":
		typ = ""
	default:
		typ += "."
	}
	return typ + f.Method + "(" + strings.Join(debuggerParams(f.Params, true), ", ") + ")"
}

// angled writes "A`1+B`1" with the arguments "X,Y" as "A<X>+B<Y>".
func angled(typ, args string) string {
	left := splitTop(args)
	var b strings.Builder
	for i := 0; i < len(typ); i++ {
		if typ[i] != '`' {
			b.WriteByte(typ[i])
			continue
		}
		n := 0
		for i+1 < len(typ) && typ[i+1] >= '0' && typ[i+1] <= '9' {
			i++
			n = n*10 + int(typ[i]-'0')
		}
		n = min(n, len(left))
		own := make([]string, 0, n)
		for _, arg := range left[:n] {
			name, inner := arg, ""
			if open := strings.IndexByte(arg, '['); open > 0 && strings.Trim(arg[open:], "[],*") != "" {
				name, inner = arg[:open], arg[open+1:len(arg)-1]
			}
			own = append(own, angled(name, inner))
		}
		left = left[n:]
		b.WriteString("<" + strings.Join(own, ",") + ">")
	}
	return b.String()
}
