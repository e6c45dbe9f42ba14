package frame

import "strings"

// member is a method as the source has it: a method, an accessor, an operator, a
// constructor.
type member struct {
	iface string // simple name of the interface that is implemented explicitly
	name  string // empty for constructors
	word  string // "getter", "constructor"
}

const (
	wordConstructor       = "constructor"
	wordStaticConstructor = "static constructor"
	wordFinalizer         = "finalizer"
)

// write appends the member behind its type: ".Total getter", " constructor".
func (m member) write(b *strings.Builder) {
	if m.iface != "" {
		dot(b)
		b.WriteString(m.iface)
	}
	if m.name != "" {
		dot(b)
		b.WriteString(m.name)
	}
	if m.word != "" {
		b.WriteByte(' ')
		b.WriteString(m.word)
	}
}

func dot(b *strings.Builder) {
	if b.Len() > 0 {
		b.WriteByte('.')
	}
}

// readMember reads a metadata name that is not compiler-generated.
func readMember(raw string) member {
	switch raw {
	case ".ctor":
		return member{word: wordConstructor}
	case ".cctor":
		return member{word: wordStaticConstructor}
	}
	var m member
	if parts := splitOutside(raw, '.'); len(parts) > 1 && parts[len(parts)-1] != "" {
		m.iface = shortTypes(strings.TrimPrefix(parts[len(parts)-2], "global::"))
		raw = parts[len(parts)-1]
	}
	m.name, m.word = accessor(raw)
	return m
}

// accessors are prefixes of the methods behind properties and events.
var accessors = [...]struct{ prefix, word string }{
	{"get_", "getter"},
	{"set_", "setter"},
	{"add_", "add"},
	{"remove_", "remove"},
}

func accessor(raw string) (name, word string) {
	for _, a := range accessors {
		if name, ok := strings.CutPrefix(raw, a.prefix); ok && name != "" {
			if name == "Item" && a.word[0] != 'a' && a.word[0] != 'r' {
				name = "this[]"
			}
			return name, a.word
		}
	}
	if symbol, ok := operator(raw); ok {
		return symbol, ""
	}
	return raw, ""
}

// operator spells op_Addition as "operator +".
func operator(raw string) (symbol string, ok bool) {
	name, ok := strings.CutPrefix(raw, "op_")
	if !ok {
		return "", false
	}
	name, checked := strings.CutPrefix(name, "Checked")
	for _, o := range operators {
		if o.name != name {
			continue
		}
		if checked {
			return strings.Replace(o.symbol, "operator", "operator checked", 1), true
		}
		return o.symbol, true
	}
	return "", false
}

// operators are the C# operators by metadata name; the checked forms carry "Checked"
// in theirs. Operators of F# that C# lacks print as written.
var operators = [...]struct{ name, symbol string }{
	{"Implicit", "implicit operator"},
	{"Explicit", "explicit operator"},
	{"Addition", "operator +"},
	{"Subtraction", "operator -"},
	{"Multiply", "operator *"},
	{"Division", "operator /"},
	{"Modulus", "operator %"},
	{"BitwiseAnd", "operator &"},
	{"BitwiseOr", "operator |"},
	{"ExclusiveOr", "operator ^"},
	{"LeftShift", "operator <<"},
	{"RightShift", "operator >>"},
	{"UnsignedRightShift", "operator >>>"},
	{"Equality", "operator =="},
	{"Inequality", "operator !="},
	{"LessThan", "operator <"},
	{"GreaterThan", "operator >"},
	{"LessThanOrEqual", "operator <="},
	{"GreaterThanOrEqual", "operator >="},
	{"UnaryPlus", "operator +"},
	{"UnaryNegation", "operator -"},
	{"LogicalNot", "operator !"},
	{"OnesComplement", "operator ~"},
	{"Increment", "operator ++"},
	{"Decrement", "operator --"},
	{"True", "operator true"},
	{"False", "operator false"},
}
