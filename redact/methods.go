package redact

import (
	"regexp"
	"strings"
	"sync"

	"stacktriage/frame"
)

// Forms of names that compilers make. Sources: dotnet/roslyn
// src/Compilers/CSharp/Portable/Symbols/Synthesized/GeneratedNames.cs,
// src/Compilers/VisualBasic/Portable/Symbols/SynthesizedSymbols/GeneratedNames.vb;
// dotnet/fsharp src/Compiler/TypedTree/CompilerGlobalState.fs.
type nameForms struct {
	compilerType, stateMachine, vbStateMachine, fsharpClosure        *regexp.Regexp
	lambdaTail, localFunction, namelessTail, vbLambda, dynamicMethod *regexp.Regexp
}

// forms are compiled when the first name is replaced: most runs replace none.
var forms = sync.OnceValue(func() *nameForms {
	return &nameForms{
		compilerType:   regexp.MustCompile(`^(<>(c|c__DisplayClass[\d_#]+|O|f__Anonymous\w+|o__[\d_]+|p__[\d_]+|z__ReadOnly\w+)|<Module>|<PrivateImplementationDetails>|_Closure\$__[\dR#-]*|VB\$Anonymous\w+)$`),
		stateMachine:   regexp.MustCompile(`^d(__\d+)?(#\d+)?$`),
		vbStateMachine: regexp.MustCompile(`^(VB\$StateMachine_\d+_)(.+)$`),
		fsharpClosure:  regexp.MustCompile(`^(.+)(@\d+(?:-\d+)?)$`),
		lambdaTail:     regexp.MustCompile(`^b(__[\d_#]*)?$`),
		localFunction:  regexp.MustCompile(`^g__(.*?)((\|[\d_#]*)?)$`),
		namelessTail:   regexp.MustCompile(`^(n__\d+|m__Finally\d+)$`),
		vbLambda:       regexp.MustCompile(`^_Lambda\$__[\dR#-]+$`),
		// Methods made at run time whose names say nothing of own code.
		dynamicMethod: regexp.MustCompile(`^(lambda_method\d*|IL_STUB_\w*|Regex\d+_\w+|CallSite\.Target|ResolveService)$`),
	}
})

func compilerType(text string) bool { return forms().compilerType.MatchString(text) }

// languageMethods are names that the language or the runtime prescribes.
var languageMethods = map[string]bool{
	"": true, "?": true, ".ctor": true, ".cctor": true, "Main": true, "<Main>": true, "<Main>$": true, "main@": true,
	"MoveNext": true, "MoveNextAsync": true, "SetStateMachine": true, "Finalize": true, "get_Item": true, "set_Item": true,
}

// closureMethods are those of the classes the F# compiler makes of closures and
// sequences.
var closureMethods = map[string]bool{
	"Invoke": true, "Specialize": true, "DirectInvoke": true, "GenerateNext": true, "Close": true,
	"get_CheckClose": true, "get_LastGenerated": true, "GetFreshEnumerator": true,
}

// operators are the metadata names of operators (ECMA-335, I.10.3).
var operators = map[string]bool{
	"op_Implicit": true, "op_Explicit": true, "op_Addition": true, "op_Subtraction": true, "op_Multiply": true, "op_Division": true, "op_Modulus": true,
	"op_Equality": true, "op_Inequality": true, "op_LessThan": true, "op_GreaterThan": true, "op_LessThanOrEqual": true, "op_GreaterThanOrEqual": true,
	"op_BitwiseAnd": true, "op_BitwiseOr": true, "op_ExclusiveOr": true, "op_LeftShift": true, "op_RightShift": true, "op_UnaryNegation": true,
	"op_UnaryPlus": true, "op_LogicalNot": true, "op_OnesComplement": true, "op_Increment": true, "op_Decrement": true, "op_True": true, "op_False": true,
}

var accessorPrefixes = []string{"get_", "set_", "add_", "remove_"}

// maxNesting is how deep the scopes of lambdas and local functions are followed; what
// nests deeper is damage and one token.
const maxNesting = 16

// method renames a method of own code. generated says that its type was made by a
// compiler.
func (r *Redactor) method(name string, generated bool) string {
	return r.methodAt(name, generated, 0)
}

func (r *Redactor) methodAt(name string, generated bool, depth int) string {
	if languageMethods[name] || operators[name] || forms().vbLambda.MatchString(name) || generated && closureMethods[name] {
		return name
	}
	if depth < maxNesting {
		if renamed, ok := r.scoped(name, depth); ok {
			return renamed
		}
	}
	if i := ifaceDot(name); i > 0 {
		return r.explicit(name[:i], name[i+1:])
	}
	for _, prefix := range accessorPrefixes {
		if rest, ok := strings.CutPrefix(name, prefix); ok && rest != "" {
			return prefix + r.tokens.of("Method", rest)
		}
	}
	if stub, ok := strings.CutPrefix(name, "$VB$ClosureStub_"); ok {
		target := strings.TrimSuffix(stub, "_MyBase")
		return "$VB$ClosureStub_" + r.tokens.of("Method", target) + "_MyBase"
	}
	return r.tokens.of("Method", name)
}

// scoped renames <scope>b__0_1 and <scope>g__Local|0_1, where the scope can be such a
// name itself.
func (r *Redactor) scoped(name string, depth int) (string, bool) {
	inner, rest, ok := frame.Balanced(name)
	switch {
	case !ok:
		return "", false
	case inner == "":
		return name, forms().namelessTail.MatchString(rest)
	case inner == "Clone" && rest == "$":
		return name, true
	}
	scope := "<" + r.methodAt(inner, false, depth+1) + ">"
	switch {
	case rest == "", rest == "$", forms().lambdaTail.MatchString(rest):
		return scope + rest, true
	}
	if m := forms().localFunction.FindStringSubmatch(rest); m != nil && m[1] != "" {
		return scope + "g__" + r.tokens.of("Method", m[1]) + m[2], true
	}
	return "", false
}

// explicit renames a method that implements an interface explicitly: a foreign
// interface keeps its names.
func (r *Redactor) explicit(iface, method string) string {
	iface = strings.TrimPrefix(iface, "global::")
	outer := outerType(iface)
	if open := strings.IndexByte(outer, '<'); open > 0 {
		outer = outer[:open]
	}
	if !r.known.ownReference(outer, false) {
		return r.references(iface, false) + "." + method
	}
	return "global::" + r.references(iface, false) + "." + r.methodAt(method, false, maxNesting)
}

// ifaceDot is the last dot outside of brackets that has a name on both sides.
func ifaceDot(name string) int {
	depth := 0
	for i := len(name) - 1; i > 0; i-- {
		switch name[i] {
		case '>', ']':
			depth++
		case '<', '[':
			depth--
		case '.':
			if depth == 0 && i < len(name)-1 && name[i-1] != '.' {
				return i
			}
		}
	}
	return -1
}

const invokeStub = "InvokeStub_"

// dynamicMethod renames a method made at run time: the stub of a call by reflection is
// called after its target, anything else as its maker pleased.
func (r *Redactor) dynamicMethod(name string) string {
	if forms().dynamicMethod.MatchString(name) {
		return name
	}
	target, ok := strings.CutPrefix(name, invokeStub)
	if !ok {
		return r.tokens.of("Method", name)
	}
	typ, method := splitStub(target)
	outer := outerType(typ)
	if _, simple := splitSpace(outer); r.known.foreignShort[simple] && r.known.ownSimple[simple] == "" {
		return name
	}
	return invokeStub + r.declaringType(r.known.qualified(typ)) + "." + r.methodAt(method, false, maxNesting)
}

func splitStub(target string) (typ, method string) {
	for _, constructor := range []string{"..ctor", "..cctor"} {
		if typ, ok := strings.CutSuffix(target, constructor); ok {
			return typ, constructor[1:]
		}
	}
	return splitSpace(target)
}

// cutArity cuts the number of type parameters off a simple name.
func cutArity(text string) (name, arity string) {
	tick := strings.LastIndexByte(text, '`')
	if tick < 0 || strings.Trim(text[tick+1:], "0123456789") != "" {
		return text, ""
	}
	return text[:tick], text[tick:]
}
