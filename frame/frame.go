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
	// the case of the input, fit to be printed; empty where the dialect prints none.
	Module string
	// Type is the full name of the declaring type: namespace, "+" for nesting,
	// arity, but without the type arguments in [...].
	Type string
	// TypeArgs is the text between the outer [ and ] behind the type.
	TypeArgs string
	// Method is the raw metadata name of the method.
	Method string
	// Params is the text between the first "(" and the final ")", in the words of the
	// input.
	Params string
	// Full is Type and Method joined by a dot, arity removed: what rules match.
	Full string
	// NoParams says that the line has no parameter list at all.
	NoParams bool
}

// Decode splits a frame line. It reports false for text that cannot be a frame of
// dotnet-stack, which always has a "!" behind the module. It reads dotnet-monitor's
// frames as well, which have no parameters but the type arguments of methods.
func Decode(line string) (Frame, bool) {
	text := strings.TrimSpace(line)
	bang := strings.IndexByte(text, '!')
	if bang <= 0 || bang == len(text)-1 {
		return Frame{}, false
	}
	f := Frame{Raw: text, Module: Clean(TrimModule(text[:bang]))}
	f.decodeMember(cutSourceLine(text[bang+1:]))
	return f, true
}

// DecodeBare splits a frame that is printed without a module, as SOS, parallelstacks
// and exception texts do. Type, TypeArgs, Method and Full come out as for the frame of
// dotnet-stack; Raw and Params stay in the words of the input.
func DecodeBare(text string) Frame {
	text = strings.TrimSpace(text)
	f := Frame{Raw: text}
	f.decodeMember(cutLocation(text))
	f.bareType()
	return f
}

// Unresolved reports an address for which the runtime had no method: "?!?" or
// "Module!?".
func (f *Frame) Unresolved() bool { return f.Method == "?" || f.Method == "" }

// decodeMember fills in type, method and parameters from the text right of the "!".
func (f *Frame) decodeMember(member string) {
	head := member
	open := paramStart(member)
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
	for _, dynamic := range dynamicTypes {
		if rest, ok := strings.CutPrefix(head, dynamic); ok {
			f.Type, f.Method = dynamicType, rest
			return
		}
	}
	cut := typeEnd(head)
	if cut < 0 {
		f.Method = head
		return
	}
	f.Method = cutMethodArgs(head[cut+1:])
	f.Type, f.TypeArgs = cutTypeArgs(head[:cut])
	f.TypeArgs = withoutAssemblies(f.TypeArgs)
	f.Type = withArity(f.Type, f.TypeArgs)
}

// fullName joins type and method and drops the arity digits behind backticks.
func fullName(typ, method string) string {
	if typ == "" {
		return method
	}
	return dropArity(typ) + "." + method
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
