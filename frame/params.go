package frame

import "strings"

// ParamList is the parameter list in C# spelling, without the parentheses:
// "int, List<string>, ref bool". Namespaces are dropped, type parameters are T0, T1…,
// types that the runtime printed as an address are "?", and what the compiler added
// for closures is left out.
//
// The grammar is that of the signature text of the runtime (dotnet/runtime
// src/coreclr/vm/method.cpp, MethodDesc::GetMethodInfo), and of the shorter text of
// debuggers.
func (f *Frame) ParamList() string {
	if f.Params == "" {
		return ""
	}
	r := paramReader{text: f.Params}
	if len(r.text) <= maxParams {
		return Clean(strings.Join(r.list(0), ", "))
	}
	r.text = r.text[:maxParams]
	return Clean(strings.Join(r.list(0), ", ")) + ", …"
}

// maxParams bounds what is read of a parameter list: real ones stay below 1 KiB, and
// nested damage must not cost more than its length.
const maxParams = 8 << 10

// paramReader reads a parameter list from left to right. It never goes back, so its
// work is bounded by the text; depth bounds the nesting.
type paramReader struct {
	text  string
	pos   int
	depth int
}

// list reads parameters up to end, or to the end of the text for 0.
func (r *paramReader) list(end byte) []string {
	r.deeper()
	defer func() { r.depth-- }()
	var params []string
	for r.pos < len(r.text) {
		r.skipBlanks()
		if p := r.param(); p != "" {
			params = append(params, p)
		}
		if r.next(end) {
			break
		}
	}
	return params
}

// deeper counts one more level of nesting. Text that nests deeper than names do is
// passed over.
func (r *paramReader) deeper() {
	if r.depth++; r.depth > maxNesting {
		r.pos = len(r.text)
	}
}

// next skips to the next parameter and reports whether the list has ended. It passes
// over what is no type: parameter names, and damage.
func (r *paramReader) next(end byte) bool {
	for ; r.pos < len(r.text); r.pos++ {
		switch c := r.text[r.pos]; {
		case c == ',':
			r.pos++
			return false
		case end != 0 && c == end:
			r.pos++
			return true
		}
	}
	return true
}

func (r *paramReader) skipBlanks() {
	for r.pos < len(r.text) && r.text[r.pos] == ' ' {
		r.pos++
	}
}

// take moves over prefix if it stands here.
func (r *paramReader) take(prefix string) bool {
	if !strings.HasPrefix(r.text[r.pos:], prefix) {
		return false
	}
	r.pos += len(prefix)
	return true
}

// takeWhile moves over the bytes in set and returns them.
func (r *paramReader) takeWhile(set string) string {
	start := r.pos
	for r.pos < len(r.text) && strings.IndexByte(set, r.text[r.pos]) >= 0 {
		r.pos++
	}
	return r.text[start:r.pos]
}

// param reads one parameter with its modifiers. It is empty for the closure that the
// compiler passes to a local function.
func (r *paramReader) param() string {
	passing := "ref "
	for r.take("required_modifier ") || r.take("optional_modifier ") {
		if strings.HasSuffix(r.modifier(), ".InAttribute") {
			passing = "in "
		}
	}
	typ := r.base()
	if typ == "" {
		return ""
	}
	typ, byRef := r.suffixes(typ)
	if byRef {
		return passing + typ
	}
	return typ
}

// modifier reads the class of a custom modifier and the blank behind it.
func (r *paramReader) modifier() string {
	_ = r.take("class ") || r.take("value class ")
	start := r.pos
	end := strings.IndexByte(r.text[start:], ' ')
	if end < 0 {
		r.pos = len(r.text)
		return r.text[start:]
	}
	r.pos = start + end + 1
	return r.text[start : start+end]
}

// suffixes reads what stands behind a type. C# writes the ranks of an array of arrays
// in the opposite order.
func (r *paramReader) suffixes(typ string) (_ string, byRef bool) {
	ranks := ""
	for {
		switch {
		case r.take("["):
			ranks = "[" + strings.Trim(r.takeWhile(",*"), "*") + "]" + ranks
			r.take("]")
		case r.take("*"):
			typ, ranks = typ+ranks+"*", ""
		case r.take("&"), r.take(" ByRef"):
			byRef = true
		default:
			return typ + ranks, byRef
		}
	}
}

// base reads a type without the suffixes.
func (r *paramReader) base() string {
	switch {
	case r.take("..."):
		return "__arglist"
	case r.take("!!"), r.take("!"):
		return "T" + r.takeWhile("0123456789")
	case r.take("pMT: "):
		r.take("0x")
		r.takeWhile("0123456789abcdefABCDEF")
		return r.arguments("?")
	case r.take("fnptr "):
		return r.functionPointer()
	case r.take("class "), r.take("value class "):
		return r.arguments(signatureType(r.name()))
	}
	r.take("native ")
	unsigned := r.take("unsigned ")
	name := r.name()
	if word, ok := primitive(name, unsigned); ok {
		return word
	}
	return r.arguments(debuggerType(name))
}

func (r *paramReader) functionPointer() string {
	r.deeper()
	defer func() { r.depth-- }()
	result := r.param()
	var params []string
	if r.take("(") {
		params = r.list(')')
	}
	return "delegate*<" + strings.Join(append(params, result), ",") + ">"
}

// name reads a metadata name up to the punctuation that ends it. Compiler-generated
// names hold brackets of their own.
func (r *paramReader) name() string {
	start := r.pos
	for r.pos < len(r.text) {
		c := r.text[r.pos]
		if c == '<' && (r.pos == start || r.text[r.pos-1] == '.' || r.text[r.pos-1] == '+') {
			if inner, _, ok := Balanced(r.text[r.pos:]); ok {
				r.pos += len(inner) + len("<>")
				continue
			}
		}
		if strings.IndexByte(",<>()[]*& ", c) >= 0 {
			break
		}
		r.pos++
	}
	return r.text[start:r.pos]
}

// arguments adds the type arguments that stand here to a type's name.
func (r *paramReader) arguments(name string) string {
	if !r.take("<") {
		return name
	}
	args := r.list('>')
	switch {
	case name == "" || len(args) == 0:
		return name
	case name == "Nullable" && len(args) == 1:
		return args[0] + "?"
	case name == "ValueTuple" && len(args) > 1:
		return "(" + strings.Join(args, ", ") + ")"
	}
	return name + "<" + strings.Join(args, ",") + ">"
}
