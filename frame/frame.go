// Package frame takes one frame line of a .NET stack apart and says its name the
// way a developer would write it.
//
// It knows the text that TraceEvent composes for dotnet-stack
// (Module!Namespace.Type.Method(parameters)) and the variants sibling tools print
// without a module or without parameters. It does not know what a frame means:
// roles, waits and whose code it is are the business of package classify.
package frame

import "strings"

// Frame is one decoded frame line. The zero value is a frame about which nothing
// is known.
type Frame struct {
	// Raw is the line as it stands in the input, trimmed, after the encoding of
	// the file was undone.
	Raw string
	// Module is the file name of the module without .dll, .exe, .il or .ni, in
	// the case of the input; empty where the dialect prints none.
	Module string
	// Type is the full name of the declaring type: namespace, "+" for nesting,
	// arity, but without the type arguments in [...].
	Type string
	// TypeArgs is the text between the outer [ and ] behind the type.
	TypeArgs string
	// Method is the raw metadata name of the method.
	Method string
	// Params is the text between the first "(" and the final ")".
	Params string
	// Full is Type and Method joined by a dot, arity removed: what rules match.
	Full string
	// NoParams says that the line has no parameter list at all.
	NoParams bool
}

// Decode splits a frame line. It reports false for text that cannot be a frame of
// dotnet-stack, which always has a "!" behind the module. The algorithm is that of
// the type/method boundary in TraceEvent's names: the last dot outside of brackets,
// left of the first parenthesis.
func Decode(line string) (Frame, bool) {
	text := strings.TrimSpace(line)
	bang := strings.IndexByte(text, '!')
	if bang <= 0 || bang == len(text)-1 {
		return Frame{}, false
	}
	f := Frame{Raw: text, Module: TrimModule(text[:bang])}
	f.decodeMember(text[bang+1:])
	return f, true
}

// DecodeBare splits a frame that is printed without a module, as SOS and exception
// texts do.
func DecodeBare(text string) Frame {
	text = strings.TrimSpace(text)
	f := Frame{Raw: text}
	f.decodeMember(text)
	return f
}

// Unresolved reports an address for which the runtime had no method: "?!?" or
// "Module!?".
func (f *Frame) Unresolved() bool { return f.Method == "?" || f.Method == "" }

// decodeMember fills in type, method and parameters from the text right of the "!".
func (f *Frame) decodeMember(member string) {
	head := member
	open := strings.IndexByte(member, '(')
	if open >= 0 {
		head = member[:open]
		f.Params = strings.TrimSuffix(member[open+1:], ")")
	} else {
		f.NoParams = true
	}
	f.splitHead(head)
	f.Full = fullName(f.Type, f.Method)
}

func (f *Frame) splitHead(head string) {
	for _, dynamic := range [...]string{"dynamicClass.", "DynamicClass."} {
		if rest, ok := strings.CutPrefix(head, dynamic); ok {
			f.Type, f.Method = "dynamicClass", rest
			return
		}
	}
	cut := memberDot(head)
	if cut < 0 {
		f.Method = head
		return
	}
	f.Method = head[cut+1:]
	f.Type, f.TypeArgs = cutTypeArgs(head[:cut])
}

// memberDot finds the dot between type and method: the last one at bracket depth 0,
// or the one before it for "..ctor" and "..cctor".
func memberDot(head string) int {
	depth := 0
	for i := len(head) - 1; i > 0; i-- {
		switch head[i] {
		case '>', ']':
			depth++
		case '<', '[':
			if depth > 0 {
				depth--
			}
		case '.':
			if depth > 0 {
				continue
			}
			if head[i-1] == '.' {
				return i - 1
			}
			return i
		}
	}
	return -1
}

// cutTypeArgs removes the instantiation at the end of a type.
func cutTypeArgs(t string) (name, args string) {
	if !strings.HasSuffix(t, "]") {
		return t, ""
	}
	open := strings.IndexByte(t, '[')
	if open <= 0 {
		return t, ""
	}
	return t[:open], t[open+1 : len(t)-1]
}

// fullName joins type and method and drops the arity digits behind backticks.
func fullName(typ, method string) string {
	if typ == "" {
		return method
	}
	if strings.IndexByte(typ, '`') < 0 {
		return typ + "." + method
	}
	var b strings.Builder
	b.Grow(len(typ) + 1 + len(method))
	for i := 0; i < len(typ); i++ {
		if typ[i] != '`' {
			b.WriteByte(typ[i])
			continue
		}
		for i+1 < len(typ) && typ[i+1] >= '0' && typ[i+1] <= '9' {
			i++
		}
	}
	b.WriteByte('.')
	b.WriteString(method)
	return b.String()
}

// moduleSuffixes are endings of a module name that differ between platforms and
// versions of TraceEvent for the same module (microsoft/perfview#2364).
var moduleSuffixes = [...]string{".dll", ".exe", ".il", ".ni"}

// TrimModule removes the endings .dll, .exe, .il and .ni, in any order.
func TrimModule(module string) string {
	for trimmed := true; trimmed; {
		trimmed = false
		for _, suffix := range moduleSuffixes {
			if n := len(module) - len(suffix); n > 0 && strings.EqualFold(module[n:], suffix) {
				module, trimmed = module[:n], true
			}
		}
	}
	return module
}
