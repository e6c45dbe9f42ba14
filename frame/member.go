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
	if symbol, ok := operators[raw]; ok {
		return symbol, ""
	}
	return raw, ""
}

// operators are the C# operators by metadata name. Operators of F# that C# lacks
// print as written.
var operators = map[string]string{
	"op_Implicit":             "implicit operator",
	"op_Explicit":             "explicit operator",
	"op_CheckedExplicit":      "explicit operator checked",
	"op_Addition":             "operator +",
	"op_CheckedAddition":      "operator checked +",
	"op_Subtraction":          "operator -",
	"op_CheckedSubtraction":   "operator checked -",
	"op_Multiply":             "operator *",
	"op_CheckedMultiply":      "operator checked *",
	"op_Division":             "operator /",
	"op_CheckedDivision":      "operator checked /",
	"op_Modulus":              "operator %",
	"op_BitwiseAnd":           "operator &",
	"op_BitwiseOr":            "operator |",
	"op_ExclusiveOr":          "operator ^",
	"op_LeftShift":            "operator <<",
	"op_RightShift":           "operator >>",
	"op_UnsignedRightShift":   "operator >>>",
	"op_Equality":             "operator ==",
	"op_Inequality":           "operator !=",
	"op_LessThan":             "operator <",
	"op_GreaterThan":          "operator >",
	"op_LessThanOrEqual":      "operator <=",
	"op_GreaterThanOrEqual":   "operator >=",
	"op_UnaryPlus":            "operator +",
	"op_UnaryNegation":        "operator -",
	"op_CheckedUnaryNegation": "operator checked -",
	"op_LogicalNot":           "operator !",
	"op_OnesComplement":       "operator ~",
	"op_Increment":            "operator ++",
	"op_CheckedIncrement":     "operator checked ++",
	"op_Decrement":            "operator --",
	"op_CheckedDecrement":     "operator checked --",
	"op_True":                 "operator true",
	"op_False":                "operator false",
}
