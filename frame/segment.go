package frame

import (
	"strconv"
	"strings"
)

type segmentKind uint8

// What one part of a type's nesting chain is. Source: dotnet/roslyn
// src/Compilers/CSharp/Portable/Symbols/Synthesized/GeneratedNameKind.cs,
// src/Compilers/VisualBasic/Portable/Symbols/SynthesizedSymbols/GeneratedNames.vb;
// dotnet/fsharp src/Compiler/TypedTree/CompilerGlobalState.fs.
const (
	plainType     segmentKind = iota
	closureType               // holds lambdas: no part of any name
	stateMachine              // its MoveNext is the body of an async method or an iterator
	fsharpClosure             // name@line: a closure, a computation or an object expression
)

// segment is one simple type name of a nesting chain. For a state machine or an F#
// closure the name is that of the member it was made for.
type segment struct {
	kind  segmentKind
	name  string
	arity int
}

// Marks of generated names.
const (
	vbClosure      = "_Closure$__"
	vbLambdaPrefix = "_Lambda$__"
	vbStateMachine = "VB$StateMachine_"
	vbAnonymous    = "VB$Anonymous"
	vbClosureStub  = "$VB$ClosureStub_"
	fsharpStartup  = "<StartupCode$"
	anonymousType  = "anonymous type"
)

// Limits of what is read as a name and not as damage.
const (
	maxArity    = 64
	maxNesting  = 16
	fileHashLen = 64 // hex digits of SHA-256
)

func readSegment(text string) segment {
	text, arity := cutArity(text)
	switch {
	case strings.HasPrefix(text, "<"):
		return csharpSegment(text, arity)
	case strings.HasPrefix(text, vbClosure):
		return segment{kind: closureType}
	case strings.HasPrefix(text, vbStateMachine):
		if _, name, ok := strings.Cut(text[len(vbStateMachine):], "_"); ok {
			if !strings.HasPrefix(name, vbLambdaPrefix) {
				name = undash(name)
			}
			return segment{kind: stateMachine, name: name}
		}
	case strings.HasPrefix(text, vbAnonymous):
		return segment{name: anonymousType}
	}
	if name, ok := fsharpName(text); ok {
		return segment{kind: fsharpClosure, name: name}
	}
	if strings.IndexByte(text, '\\') >= 0 {
		return segment{name: unescape(text), arity: arity} // its dots and pluses part nothing
	}
	return segment{name: shortTypes(text), arity: arity}
}

// csharpSegment reads <scope>K… as the type of a closure, a state machine, an
// anonymous type or a file-local type.
func csharpSegment(text string, arity int) segment {
	inner, rest, ok := Balanced(text)
	switch {
	case !ok || rest == "":
		return segment{name: unescape(text), arity: arity}
	case inner == "":
		return csharpNameless(text, rest, arity)
	case rest[0] == 'd' && (len(rest) == 1 || strings.HasPrefix(rest, "d__") || rest[1] == '#'):
		return segment{kind: stateMachine, name: undash(unescape(inner))}
	case rest[0] == 'F':
		if name, ok := fileLocal(rest); ok {
			return segment{name: unescape(name), arity: arity}
		}
	}
	return segment{name: unescape(text), arity: arity}
}

// csharpNameless reads the types that belong to no member: <>c, <>f__AnonymousType0.
func csharpNameless(text, rest string, arity int) segment {
	switch {
	case rest == "c", strings.HasPrefix(rest, "c__"), rest == "O", strings.HasPrefix(rest, "O__"):
		return segment{kind: closureType}
	case strings.HasPrefix(rest, "f__Anonymous"):
		return segment{name: anonymousType}
	}
	return segment{name: unescape(text), arity: arity}
}

// fileLocal reads F, a hash of the file's path and the name the source has.
func fileLocal(rest string) (name string, ok bool) {
	hash, name, ok := strings.Cut(rest[1:], "__")
	return name, ok && name != "" && len(hash) == fileHashLen && isHex(hash)
}

func isHex(text string) bool {
	return strings.Trim(text, "0123456789abcdefABCDEF") == ""
}

// fsharpName reads name@line and name@line-n.
func fsharpName(text string) (name string, ok bool) {
	at := strings.LastIndexByte(text, '@')
	if at <= 0 {
		return "", false
	}
	line, n, numbered := strings.Cut(text[at+1:], "-")
	if !allDigits(line) || numbered && !allDigits(n) {
		return "", false
	}
	if name = text[:at]; name == "-ctor" || name == "-cctor" {
		return undash(name), true
	}
	return name, true
}

// undash restores the dots that names of state machines carry as dashes.
func undash(name string) string {
	return strings.ReplaceAll(name, "-", ".")
}

// cutArity removes the number of type parameters at the end of a simple name.
func cutArity(text string) (name string, arity int) {
	tick := strings.LastIndexByte(text, '`')
	if tick <= 0 || !allDigits(text[tick+1:]) {
		return text, 0
	}
	n, err := strconv.Atoi(text[tick+1:])
	if err != nil || n > maxArity {
		return text, 0
	}
	return text[:tick], n
}

// dropArity removes every backtick with its digits.
func dropArity(text string) string {
	if strings.IndexByte(text, '`') < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '`' {
			i += digits(text[i+1:])
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// typeParameters spells an arity: <T>, <T1,T2>.
func typeParameters(arity int) string {
	switch {
	case arity <= 0:
		return ""
	case arity == 1:
		return "<T>"
	}
	var b strings.Builder
	for i := 1; i <= arity; i++ {
		b.WriteString(",T")
		b.WriteString(strconv.Itoa(i))
	}
	return "<" + b.String()[1:] + ">"
}
