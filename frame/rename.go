package frame

import (
	"regexp"
	"strings"
	"sync"
)

// Renaming gives new names to what people named, inside the metadata names of types and
// methods. What a language prescribes or a compiler makes keeps its form, so that a
// renamed frame still reads as the lambda, accessor or state machine it is. A form that
// is not known to be a compiler's counts as named by people.
type Renaming struct {
	// Type is asked for a type: its namespace, which is dropped, and its simple name
	// without arity. Nested types have no namespace.
	Type func(namespace, simple string) string
	// Method is asked for a method, a property, an event or a local function.
	Method func(name string) string
	// Interface is asked for the full name of an interface that a method implements
	// explicitly; own says that the method's name is to be changed, too.
	Interface func(name string) (renamed string, own bool)
}

// DeclaringType renames a type with its nesting chain.
func (r *Renaming) DeclaringType(typ string) string {
	parts := splitOutside(typ, '+')
	namespace, simple := SplitNamespace(parts[0])
	parts[0] = r.segment(namespace, simple)
	for i := 1; i < len(parts); i++ {
		parts[i] = r.segment("", parts[i])
	}
	return strings.Join(parts, "+")
}

// MethodOf renames a method of a type, which is given by its old name: compilers
// prescribe the names of methods of the types they make.
func (r *Renaming) MethodOf(typ, method string) string {
	if closureMethod(method) && compilerMade(typ) {
		return method
	}
	return r.method(method, 0)
}

// segment renames one type of a nesting chain.
func (r *Renaming) segment(namespace, text string) string {
	simple, _ := cutArity(text)
	arity := text[len(simple):]
	forms := keptForms()
	switch {
	case simple == "":
		return arity
	case forms.typ.MatchString(simple):
		return text
	}
	if inner, rest, ok := Balanced(simple); ok && inner != "" && forms.stateMachine.MatchString(rest) {
		return "<" + r.dashed(inner) + ">" + rest + arity
	}
	if m := forms.vbStateMachine.FindStringSubmatch(simple); m != nil {
		return m[1] + r.dashed(m[2]) + arity
	}
	if _, ok := fsharpName(simple); ok {
		at := strings.LastIndexByte(simple, '@')
		return r.dashed(simple[:at]) + simple[at:] + arity
	}
	return r.Type(namespace, simple) + arity
}

// dashed renames a method whose dots print as dashes, as in names of state machines.
func (r *Renaming) dashed(name string) string {
	if closureMethod(name) {
		return name
	}
	if !strings.Contains(name, "-") {
		return r.method(name, 0)
	}
	return strings.ReplaceAll(r.method(undash(name), 0), ".", "-")
}

// method renames a method; depth bounds the nesting of lambdas and local functions that
// is followed, and what nests deeper is damage and one name.
func (r *Renaming) method(name string, depth int) string {
	if languageMethod(name) || keptForms().vbLambda.MatchString(name) {
		return name
	}
	if depth < maxNesting {
		if renamed, ok := r.scoped(name, depth); ok {
			return renamed
		}
	}
	if dot := memberDot(name); dot > 0 && dot < len(name)-1 {
		return r.explicit(name[:dot], name[dot+1:])
	}
	for _, a := range accessors {
		if rest, ok := strings.CutPrefix(name, a.prefix); ok && rest != "" {
			return a.prefix + r.Method(rest)
		}
	}
	if stub, ok := strings.CutPrefix(name, vbClosureStub); ok {
		return vbClosureStub + r.Method(strings.TrimSuffix(stub, "_MyBase")) + "_MyBase"
	}
	return r.Method(name)
}

// scoped renames <scope>b__0_1 and <scope>g__Local|0_1, where the scope can be such a
// name itself.
func (r *Renaming) scoped(name string, depth int) (string, bool) {
	inner, rest, ok := Balanced(name)
	forms := keptForms()
	switch {
	case !ok:
		return "", false
	case inner == "":
		return name, forms.nameless.MatchString(rest)
	case inner == "Clone" && rest == "$":
		return name, true
	}
	scope := "<" + r.method(inner, depth+1) + ">"
	if rest == "" || rest == "$" || forms.lambda.MatchString(rest) {
		return scope + rest, true
	}
	if m := forms.localFunction.FindStringSubmatch(rest); m != nil && m[1] != "" {
		return scope + "g__" + r.Method(m[1]) + m[2], true
	}
	return "", false
}

// explicit renames a method that implements an interface explicitly: with a foreign
// interface it keeps its name.
func (r *Renaming) explicit(iface, method string) string {
	renamed, own := r.Interface(strings.TrimPrefix(iface, "global::"))
	if !own {
		return renamed + "." + method
	}
	return "global::" + renamed + "." + r.method(method, maxNesting)
}

// SplitNamespace cuts a type's full name behind its namespace.
func SplitNamespace(typ string) (namespace, simple string) { return splitNamespace(typ) }

// SplitMember cuts "Type.Method" behind the type, which is empty where there is none.
func SplitMember(name string) (typ, method string) {
	cut := typeEnd(name)
	if cut < 0 {
		return "", name
	}
	return name[:cut], name[cut+1:]
}

// OuterType is the outermost part of a type's full name, without arity or type
// arguments.
func OuterType(typ string) string {
	outer, _, _ := strings.Cut(splitOutside(typ, '+')[0], "`")
	return outer
}

// SignatureWord reports the words of signatures that name no type of anybody: those of
// the runtime's notation, and the names under which debuggers print the types of the
// base library.
func SignatureWord(word string) bool {
	if _, ok := keyword(word); ok {
		return true
	}
	if _, ok := primitive(word, false); ok {
		return true
	}
	switch word {
	case "class", "value", "native", "unsigned", "fnptr", "required_modifier", "optional_modifier", "ByRef", "null",
		"dynamicClass", "pMT:", "...", "ref", "out", "in", "params", "this", "string", "object", "byte", "sbyte", "char",
		"short", "ushort", "uint", "long", "ulong", "float", "double", "decimal", "nint", "nuint", "__Canon", "T":
		return true
	}
	return false
}

// languageMethod reports names that a language or the runtime prescribes.
func languageMethod(name string) bool {
	switch name {
	case "", "?", ".ctor", ".cctor", "Main", "<Main>", "<Main>$", "main@", "MoveNext", "MoveNextAsync",
		"SetStateMachine", "Finalize", "get_Item", "set_Item":
		return true
	}
	_, isOperator := operator(name)
	return isOperator
}

// kept are the forms of names whose every letter is a compiler's. They are narrower than
// what is read as such a name: a letter too many could be somebody's. Sources as for
// segments.
type kept struct{ typ, stateMachine, vbStateMachine, lambda, localFunction, nameless, vbLambda *regexp.Regexp }

// keptForms are compiled when the first name is replaced: most runs replace none.
var keptForms = sync.OnceValue(func() *kept {
	return &kept{
		typ: regexp.MustCompile(`^(<>(c|c__DisplayClass[\d_#]+|O|f__Anonymous\w+|o__[\d_]+|p__[\d_]+|z__ReadOnly\w+)` +
			`|<Module>|<PrivateImplementationDetails>|_Closure\$__[\dR#-]*|VB\$Anonymous\w+)$`),
		stateMachine:   regexp.MustCompile(`^d(__\d+)?(#\d+)?$`),
		vbStateMachine: regexp.MustCompile(`^(VB\$StateMachine_\d+_)(.+)$`),
		lambda:         regexp.MustCompile(`^b(__[\d_#]*)?$`),
		localFunction:  regexp.MustCompile(`^g__(.*?)((\|[\d_#]*)?)$`),
		nameless:       regexp.MustCompile(`^(n__\d+|m__Finally\d+)$`),
		vbLambda:       regexp.MustCompile(`^_Lambda\$__[\dR#-]+$`),
	}
})

// compilerMade reports a type that a compiler made for a method.
func compilerMade(typ string) bool {
	parts := splitOutside(typ, '+')
	last, _ := cutArity(parts[len(parts)-1])
	if len(parts) < 2 {
		return false
	}
	_, fsharp := fsharpName(last)
	forms := keptForms()
	return fsharp || strings.HasPrefix(last, "<") || forms.vbStateMachine.MatchString(last) || forms.typ.MatchString(last)
}
