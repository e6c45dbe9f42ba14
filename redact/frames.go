package redact

import (
	"strings"

	"stacktriage/frame"
)

// frame returns the frame under its new name. A frame without own names stays itself.
func (r *Redactor) frame(f *frame.Frame) *frame.Frame {
	if seen := r.frames[f]; seen != nil {
		return seen
	}
	renamed := r.rename(f)
	r.frames[f] = renamed
	r.raws[f.Raw] = renamed
	return renamed
}

func (r *Redactor) rename(f *frame.Frame) *frame.Frame {
	if f.Unresolved() {
		if f.Module == "" || !r.known.ownModules[f.Module] {
			return unresolved(f)
		}
		return decoded(r.module(f.Module), "?")
	}
	own := r.known.isOwn(f)
	typ, method := f.Type, f.Method
	switch {
	case f.Type == dynamicClass:
		method = r.dynamicMethod(f.Method)
	case own:
		typ = r.declaringType(f.Type)
		method = r.method(f.Method, isGenerated(f.Type))
	}
	args := r.references(f.TypeArgs, false)
	params := r.references(f.Params, !own && f.Type != dynamicClass)
	module := r.module(f.Module)
	if typ == f.Type && method == f.Method && args == f.TypeArgs && params == f.Params && module == f.Module && !hasSource(f.Raw) {
		return f
	}
	var b strings.Builder
	b.WriteString(typ)
	if args != "" {
		b.WriteString("[" + args + "]")
	}
	if typ != "" {
		b.WriteByte('.')
	}
	b.WriteString(method)
	if !f.NoParams {
		b.WriteString("(" + params + ")")
	}
	return decoded(module, b.String())
}

// decoded makes a frame of text in the words of dotnet-stack.
func decoded(module, member string) *frame.Frame {
	if module != "" {
		if f, ok := frame.Decode(module + "!" + member); ok {
			return &f
		}
	}
	f := frame.DecodeBare(member)
	return &f
}

// unresolved frames hold no name but perhaps the text of a cut or damaged line.
func unresolved(f *frame.Frame) *frame.Frame {
	if f.Raw == "?!?" || f.Module != "" && strings.TrimPrefix(f.Raw, f.Module) == "!?" {
		return f
	}
	if f.Module != "" {
		return decoded(f.Module, "?")
	}
	return decoded("?", "?")
}

// hasSource reports the file and line that debuggers print behind a frame: a path on
// somebody's machine.
func hasSource(raw string) bool {
	return strings.Contains(raw, ") [") || strings.Contains(raw, ") in ")
}

// declaringType renames a type with its nesting chain; the namespace goes.
func (r *Redactor) declaringType(typ string) string {
	parts := splitOutside(typ, '+')
	space, simple := splitSpace(parts[0])
	parts[0] = r.segment(space, simple)
	for i := 1; i < len(parts); i++ {
		parts[i] = r.segment("", parts[i])
	}
	return strings.Join(parts, "+")
}

// segment renames one type of a nesting chain. What compilers make keeps its form, so
// that it reads as a lambda or a state machine still.
func (r *Redactor) segment(space, text string) string {
	text, arity := cutArity(text)
	switch {
	case text == "":
		return arity
	case compilerType(text):
		return text + arity
	}
	if inner, rest, ok := frame.Balanced(text); ok && inner != "" && forms().stateMachine.MatchString(rest) {
		return "<" + r.dashed(inner) + ">" + rest + arity
	}
	if m := forms().vbStateMachine.FindStringSubmatch(text); m != nil {
		return m[1] + r.dashed(m[2]) + arity
	}
	if m := forms().fsharpClosure.FindStringSubmatch(text); m != nil {
		return r.dashed(m[1]) + m[2] + arity
	}
	return r.typeToken(space, text) + arity
}

// typeToken is the token of a type. Interfaces keep the I that tells them.
func (r *Redactor) typeToken(space, simple string) string {
	full := simple
	if space != "" {
		full = space + "." + simple
	}
	token := r.tokens.of("Type", full)
	if len(simple) > 1 && simple[0] == 'I' && simple[1] >= 'A' && simple[1] <= 'Z' {
		return "I" + token
	}
	return token
}

// dashed renames a method whose dots print as dashes, as in names of state machines.
func (r *Redactor) dashed(name string) string {
	if !strings.Contains(name, "-") {
		return r.method(name, true)
	}
	dotted := strings.ReplaceAll(name, "-", ".")
	return strings.ReplaceAll(r.method(dotted, true), ".", "-")
}

// isGenerated reports a type that a compiler made for a method.
func isGenerated(typ string) bool {
	parts := splitOutside(typ, '+')
	last, _ := cutArity(parts[len(parts)-1])
	return len(parts) > 1 && (strings.HasPrefix(last, "<") || forms().fsharpClosure.MatchString(last) || forms().vbStateMachine.MatchString(last) || compilerType(last))
}
