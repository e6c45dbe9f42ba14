package redact

import (
	"regexp"
	"strings"
	"sync"

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
		typ = r.names.DeclaringType(f.Type)
		method = r.names.MethodOf(f.Type, f.Method)
	}
	args := r.references(f.TypeArgs, false)
	params := r.references(f.Params, !own && f.Type != dynamicClass)
	module := r.module(f.Module)
	same := typ == f.Type && method == f.Method && args == f.TypeArgs && params == f.Params && module == f.Module
	if same && !hasSource(f.Raw) {
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

// iface renames an interface that a method implements explicitly: a foreign one keeps
// its names.
func (r *Redactor) iface(name string) (renamed string, own bool) {
	outer, _, _ := strings.Cut(frame.OuterType(name), "<")
	return r.references(name, false), r.known.ownReference(outer, false)
}

const invokeStub = "InvokeStub_"

// runtimeMade are methods made at run time whose names say nothing of own code.
var runtimeMade = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(lambda_method\d*|IL_STUB_\w*|Regex\d+_\w+|CallSite\.Target|ResolveService)$`)
})

// dynamicMethod renames a method made at run time: the stub of a call by reflection is
// called after its target, anything else as its maker pleased.
func (r *Redactor) dynamicMethod(name string) string {
	if runtimeMade().MatchString(name) {
		return name
	}
	target, ok := strings.CutPrefix(name, invokeStub)
	if !ok {
		return r.tokens.of("Method", name)
	}
	typ, method := frame.SplitMember(target)
	_, simple := frame.SplitNamespace(frame.OuterType(typ))
	if r.known.foreignShort[simple] && r.known.ownSimple[simple] == "" {
		return name
	}
	return invokeStub + r.names.DeclaringType(r.known.qualified(typ)) + "." + r.names.MethodOf("", method)
}
