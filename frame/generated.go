package frame

import "strings"

// readScope reads a method name that may be compiler-generated: <scope>K__… where the
// scope is a member or such a name itself. Depth bounds the nesting that is followed.
// Source: dotnet/roslyn src/Compilers/CSharp/Portable/Symbols/Synthesized/GeneratedNames.cs.
func readScope(raw string, depth int) (m member, tail, ordinal string) {
	if raw == "main@" { // F#: what a file without an entry point runs
		return member{word: "startup"}, "", ""
	}
	if stub, ok := strings.CutPrefix(raw, vbClosureStub); ok {
		return baseCallStub(stub), "", ""
	}
	inner, rest, ok := Balanced(raw)
	if !ok || depth > maxNesting {
		return readMember(raw), "", ""
	}
	if inner == "" {
		return nameless(raw, rest), "", ""
	}
	if inner == "Clone" && rest == "$" {
		return member{word: "clone"}, "", ""
	}
	m, tail, ordinal = readScope(inner, depth+1)
	if m.name == "Finalize" && tail == "" && rest != "" {
		m = member{word: wordFinalizer}
	}
	switch {
	case rest == "", rest == "$":
		return m, tail, ordinal
	case rest == "b", strings.HasPrefix(rest, "b__"):
		return m, tail + " lambda", lambdaOrdinal(rest)
	case strings.HasPrefix(rest, "g__"):
		name := rest[len("g__"):]
		if bar := strings.LastIndexByte(name, '|'); bar > 0 {
			name = name[:bar]
		}
		return m, tail + " local function " + name, ""
	}
	return member{name: raw}, "", ""
}

// nameless reads what belongs to no member of the source: <>n__0 calls a base method
// for a lambda.
func nameless(raw, rest string) member {
	if strings.HasPrefix(rest, "n__") {
		return member{word: "base call"}
	}
	return member{name: raw}
}

// baseCallStub reads the VB stub through which a closure calls MyBase.Method.
func baseCallStub(stub string) member {
	if cut := strings.LastIndexByte(stub, '_'); cut > 0 {
		stub = stub[:cut]
	}
	m := readMember(stub)
	m.word = "base call"
	return m
}

// lambdaOrdinal is the last number of b__method_lambda, without the generation that
// Edit and Continue adds behind "#".
func lambdaOrdinal(rest string) string {
	rest = rest[strings.LastIndexByte(rest, '_')+1:]
	rest, _, _ = strings.Cut(rest, "#")
	if !allDigits(rest) {
		return ""
	}
	return rest
}

// vbLambda reads _Lambda$__method-lambda; the name says no method, only its number.
func vbLambda(method string) (ordinal string, ok bool) {
	rest, ok := strings.CutPrefix(method, vbLambdaPrefix)
	if !ok {
		return "", false
	}
	rest = strings.TrimPrefix(rest, "R")
	rest = rest[strings.LastIndexByte(rest, '-')+1:]
	rest, _, _ = strings.Cut(rest, "#")
	if !allDigits(rest) {
		return "", true
	}
	return rest, true
}

// stateMachineMember is what to add to the method's name in a member of its state
// machine: nothing for the body itself.
func stateMachineMember(method string) string {
	if strings.HasPrefix(method, "<>m__Finally") {
		return " iterator finally"
	}
	simple := method[strings.LastIndexByte(method, '.')+1:]
	switch simple {
	case "MoveNext", "MoveNextAsync":
		return ""
	case "ctor":
		return " state machine constructor"
	}
	return " state machine " + simple
}

// fsharpMember is the same for the class of an F# closure, computation or object
// expression: whatever is not the body of a closure, a sequence or a task is a member
// that the expression overrides or implements.
func fsharpMember(method string) string {
	switch {
	case closureMethod(method):
		return " closure"
	case method == "MoveNext":
		return ""
	case method == ".ctor":
		return " closure constructor"
	}
	m := readMember(method)
	if m.word != "" {
		return " object expression " + m.name + " " + m.word
	}
	return " object expression " + m.name
}

// closureMethod reports methods of the classes the F# compiler makes of closures and
// sequences.
func closureMethod(name string) bool {
	switch name {
	case "Invoke", "Specialize", "DirectInvoke", "GenerateNext", "Close",
		"get_CheckClose", "get_LastGenerated", "GetFreshEnumerator":
		return true
	}
	return false
}
