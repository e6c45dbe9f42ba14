package frame

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// label is a frame's name in parts, before they are put together.
type label struct {
	namespace string
	types     string // "Outer<T>.Nested"
	simple    string // the innermost type, without type parameters
	member    member
	tail      string // " lambda", " local function Go", " closure"
	ordinal   string // the compiler's number of a lambda
	// body says that the method is a compiler-made body (a state machine, a closure)
	// whose parameters are not those of the method that the source has.
	body bool
	// plain is set for frames that are shown as they stand: unresolved ones.
	plain string
}

// Name is the frame as a C# developer would name it, with namespace:
// "Acme.Orders.OrderService.SummaryByResult", "Program.Main lambda #2". The number of
// a lambda is the compiler's own and counts from 0. Two frames can have one name
// (overloads, state machines); Key tells them apart.
func (f *Frame) Name() string {
	name, _ := f.Names()
	return name
}

// Names are Name and ShortName, for less than both cost.
func (f *Frame) Names() (name, short string) {
	l := f.label()
	text := l.text()
	if l.namespace == "" {
		short = Clean(text)
		return short, short
	}
	name = l.namespace + "." + text
	if clean := Clean(name); clean != name {
		return clean, Clean(text)
	}
	return name, name[len(l.namespace)+1:]
}

// ShortName is Name without the namespace. Nested types keep their outer types.
func (f *Frame) ShortName() string {
	l := f.label()
	return l.short()
}

// Signature is ShortName with the parameters. Bodies of state machines and closures
// have none to show: theirs are not those of the source.
func (f *Frame) Signature() string {
	l := f.label()
	short := l.short()
	worded := l.member.word != "" || l.ordinal != ""
	if f.NoParams || l.body || l.plain != "" || worded && f.Params == "" {
		return short
	}
	if worded {
		short += " "
	}
	return short + "(" + f.ParamList() + ")"
}

// Lambda is the method a lambda is written in, as "Acme.Orders.Load lambda", and the
// compiler's number of it; false for frames that are no numbered lambda.
func (f *Frame) Lambda() (method string, number int, ok bool) {
	l := f.label()
	number, err := strconv.Atoi(l.ordinal)
	if err != nil || number < 0 || l.plain != "" {
		return "", 0, false
	}
	method = l.stable()
	if l.namespace != "" {
		method = l.namespace + "." + method
	}
	return Clean(method), number, true
}

// API is the call as a C# developer writes it when a library is meant:
// "BlockingCollection.Take", "Task.Result", "ILogger.Log", "new Timer". Lambdas,
// local functions and state machines read as the method they belong to.
func (f *Frame) API() string {
	l := f.label()
	m := l.member
	typ := l.simple
	if m.iface != "" {
		typ, _, _ = strings.Cut(m.iface, "<")
	}
	switch {
	case l.plain != "":
		return l.short()
	case m.word == wordConstructor && m.name == "":
		return Clean("new " + typ)
	case m.name == "" && m.word == "":
		return Clean(strings.TrimSpace(typ + l.tail))
	case m.name == "":
		return Clean(strings.TrimSpace(typ + " " + m.word))
	case typ == "":
		return Clean(m.name)
	}
	return Clean(typ + "." + m.name)
}

func (l *label) short() string { return Clean(l.text()) }

// text joins everything but the namespace.
func (l *label) text() string {
	if l.plain != "" {
		return l.plain
	}
	text := l.stable()
	if l.ordinal != "" {
		text += " #" + l.ordinal
	}
	return text
}

// stable is text without the numbers that change when the source is edited.
func (l *label) stable() string {
	var b strings.Builder
	b.WriteString(l.types)
	l.member.write(&b)
	b.WriteString(l.tail)
	return strings.TrimPrefix(b.String(), " ")
}

// label takes the frame's name apart.
func (f *Frame) label() label {
	if f.Unresolved() {
		return label{plain: f.Raw}
	}
	var l label
	if f.Type == dynamicType {
		l.member.name = dropArity(f.Method)
		return l
	}
	namespace, path := splitNamespace(f.Type)
	segments := splitOutside(path, '+')
	if strings.HasPrefix(namespace, fsharpStartup) {
		namespace, segments[0] = "", strings.TrimPrefix(segments[0], "$")
	}
	l.namespace = unescape(namespace)
	last := l.addTypes(segments)
	l.addMember(last, f.Method, f.Params == "")
	if l.blank() {
		return label{plain: f.Raw}
	}
	return l
}

// blank reports a name of which nothing could be seen.
func (l *label) blank() bool {
	if l.types != "" && l.types[0] > ' ' && l.types[0] < utf8.RuneSelf {
		return false // nearly all
	}
	return strings.TrimSpace(l.text()) == ""
}

// addTypes collects the types a developer wrote and returns the segment that the
// method is a member of.
func (l *label) addTypes(segments []string) segment {
	var last segment
	var b strings.Builder
	for i, text := range segments {
		last = readSegment(text)
		if last.kind == closureType || i == len(segments)-1 && last.kind != plainType {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		l.simple = last.name
		b.WriteString(last.name)
		b.WriteString(typeParameters(last.arity))
	}
	l.types = b.String()
	return last
}

// addMember names the method in the segment it belongs to.
func (l *label) addMember(last segment, method string, noParams bool) {
	switch last.kind {
	case stateMachine:
		l.addScope(last.name)
		l.body = true
		l.tail = asyncLambda(l.tail) + stateMachineMember(method)
	case fsharpClosure:
		l.member = readMember(last.name)
		l.body = true
		l.tail = fsharpMember(method)
	default:
		l.addScope(method)
		if l.member.name == "Finalize" && noParams && l.tail == "" && l.member.iface == "" {
			l.member = member{word: wordFinalizer}
		}
		if last.kind == closureType && l.tail == "" {
			l.types += " closure" // the closure's own constructor, not the type's
		}
	}
}

// addScope reads a method name, compiler-generated or not.
func (l *label) addScope(method string) {
	if ordinal, ok := vbLambda(method); ok {
		l.tail, l.ordinal = " lambda", ordinal
		return
	}
	l.member, l.tail, l.ordinal = readScope(method, 0)
}

// asyncLambda marks the lambda whose state machine this is.
func asyncLambda(tail string) string {
	if tail == " lambda" {
		return " async lambda"
	}
	return tail
}

// splitNamespace cuts a type's full name at the last dot before its first simple
// name ends.
func splitNamespace(typ string) (namespace, path string) {
	depth, cut := 0, -1
scan:
	for i := 0; i < len(typ); i++ {
		switch typ[i] {
		case '\\':
			i++
		case '<':
			if depth == 0 && i > cut+1 {
				break scan // the type arguments of an interface, not a generated name
			}
			depth++
		case '>':
			if depth > 0 {
				depth--
			}
		case '.':
			if depth == 0 {
				cut = i
			}
		case '+', '`', '[':
			if depth == 0 {
				break scan
			}
		}
	}
	if cut < 0 {
		return "", typ
	}
	return typ[:cut], typ[cut+1:]
}

// LambdaPosition says which lambda of its method a frame is, as people count: position 1 is the
// first in the source. The compiler counts from 0, local functions among them, the outer
// one of nested ones first (dotnet/roslyn
// src/Compilers/CSharp/Portable/Lowering/ClosureConversion/ClosureConversion.cs). ok is
// false for frames that are no numbered lambda of C#.
func (f *Frame) LambdaPosition() (position int, method string, ok bool) {
	l := f.label()
	ordinal, err := strconv.Atoi(l.ordinal)
	if err != nil || l.member.name == "" {
		return 0, "", false // the lambdas of VB say no method
	}
	return ordinal + 1, Clean(l.member.name), true
}
