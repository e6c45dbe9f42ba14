package frame

import (
	"strconv"
	"strings"
)

// The sibling tools print the same names in other spellings. What is here turns
// theirs into the one of dotnet-stack, so that rules are written once:
//
//	SOS clrstack     Task`1[[System.__Canon, System.Private.CoreLib]].GetResultCore(Boolean)
//	parallelstacks   Task<System.__Canon>.GetResultCore(Boolean)
//	dotnet-monitor   System.Private.CoreLib.dll!Task[System.__Canon].GetResultCore
//	exception text   Program.<>c.<<Main>$>b__0_2(Int32 id)

// dynamicType is the type of methods made at run time.
const dynamicType = "dynamicClass"

// dynamicTypes are its names. SOS gives IL stubs some of their own.
var dynamicTypes = [...]string{"dynamicClass.", "DynamicClass.", "ILStubClass.", "DomainNeutralILStubClass.",
	"DomainBoundILStubClass."}

// cutMethodArgs removes the type arguments of a generic method, which dotnet-stack
// never prints. Method names of F# can hold brackets, but behind a blank.
func cutMethodArgs(method string) string {
	open := strings.IndexByte(method, '[')
	if open <= 0 || method[len(method)-1] != ']' || method[open-1] == ' ' {
		return method
	}
	return method[:open]
}

// withoutAssemblies turns the type arguments of reflection into those of
// dotnet-stack: "[A, Asm],[B`1[[C, Asm]], Asm]" is "A,B`1[C]".
func withoutAssemblies(args string) string {
	if !strings.HasPrefix(args, "[") {
		return args
	}
	var b strings.Builder
	b.Grow(len(args))
	var elements []bool // for each open bracket: does it hold one type with its assembly?
	assembly := false
	for i := 0; i < len(args); i++ {
		c := args[i]
		element := len(elements) > 0 && elements[len(elements)-1]
		switch {
		case c == '[':
			element = i == 0 || args[i-1] == '[' || args[i-1] == ',' && !element
			elements = append(elements, element)
			if element || assembly {
				continue
			}
		case c == ']' && len(elements) > 0:
			elements = elements[:len(elements)-1]
			if element {
				assembly = false
				continue
			}
		case c == ',' && element:
			assembly = true
		}
		if !assembly {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// withArity restores the number of type parameters that dotnet-monitor drops, where
// it can be told: not in nested types, whose arguments stand together at the end.
func withArity(typ, args string) string {
	if args == "" || strings.ContainsAny(typ, "`+") {
		return typ
	}
	return typ + "`" + strconv.Itoa(len(splitOutside(args, ',')))
}

// cutLocation removes the source line behind the parameters: " [/src/A.cs @ 17]" of
// SOS, " in /src/A.cs:line 17" of exception texts.
func cutLocation(text string) string {
	for _, mark := range [...]string{") [", ") in "} {
		if i := strings.Index(text, mark); i >= 0 {
			return text[:i+1]
		}
	}
	return text
}

// bareType brings the type of a frame without a module into the form of dotnet-stack.
func (f *Frame) bareType() {
	if name, ok := runTimeMethod(f.Type, f.Method); ok {
		f.Type, f.Method = dynamicType, name
		f.Full = fullName(f.Type, f.Method)
		return
	}
	typ := nestGenerated(f.Type)
	if strings.IndexByte(typ, '`') < 0 && f.TypeArgs == "" {
		typ, f.TypeArgs = bracketArgs(typ, 0)
	}
	f.Type = typ
	f.Full = fullName(f.Type, f.Method)
}

// outerTypes are types of the platform that rules know by the types nested in them.
var outerTypes = [...]string{"Interop", "System.Threading.PortableThreadPool"}

// runTimeNames are beginnings of the names that the platform gives methods made at run
// time. parallelstacks prints them without a type.
var runTimeNames = [...]string{"lambda_method", "IL_STUB_", "InvokeStub_", "CallSite.Target"}

// runTimeMethod recognises a method made at run time, whose own name may hold dots.
func runTimeMethod(typ, method string) (name string, ok bool) {
	name = method
	if typ != "" {
		name = typ + "." + method
	}
	for _, n := range runTimeNames {
		if strings.HasPrefix(name, n) {
			return name, true
		}
	}
	return "", false
}

// nestGenerated writes the "+" that exception text and Visual Studio print as a dot: in
// front of compiler-generated types, and in well-known types of the platform.
func nestGenerated(typ string) string {
	for _, outer := range outerTypes {
		if rest, ok := strings.CutPrefix(typ, outer+"."); ok {
			typ = outer + "+" + rest
		}
	}
	if !strings.Contains(typ, ".<") {
		return typ
	}
	parts := splitOutside(typ, '.')
	var b strings.Builder
	b.WriteString(parts[0])
	for _, part := range parts[1:] {
		first, _, _ := strings.Cut(part, "+")
		if kind := readSegment(first).kind; strings.HasPrefix(part, "<") && kind != plainType {
			b.WriteByte('+')
		} else {
			b.WriteByte('.')
		}
		b.WriteString(part)
	}
	return b.String()
}

// bracketArgs turns type arguments in angle brackets into an arity and the text of
// the arguments, those of the whole nesting chain together:
// "A<B>+<M>d__1<C<D>>" is "A`1+<M>d__1`1" and "B,C`1[D]".
func bracketArgs(typ string, depth int) (name, args string) {
	if depth > maxNesting || strings.IndexByte(typ, '<') < 0 {
		return typ, ""
	}
	var b strings.Builder
	var all []string
	for i := 0; i < len(typ); {
		if typ[i] != '<' {
			b.WriteByte(typ[i])
			i++
			continue
		}
		inner, _, ok := Balanced(typ[i:])
		if !ok {
			b.WriteString(typ[i:])
			break
		}
		i += len(inner) + len("<>")
		if generatedAt(b.String()) {
			b.WriteString("<" + inner + ">")
			continue
		}
		own := splitOutside(inner, ',')
		for _, arg := range own {
			all = append(all, bracketed(strings.TrimSpace(arg), depth+1))
		}
		b.WriteString("`" + strconv.Itoa(len(own)))
	}
	return b.String(), strings.Join(all, ",")
}

// generatedAt reports that a "<" behind this text begins a compiler-generated name.
func generatedAt(before string) bool {
	return before == "" || strings.HasSuffix(before, ".") || strings.HasSuffix(before, "+")
}

// bracketed is a type argument with its own arguments in square brackets.
func bracketed(typ string, depth int) string {
	name, args := bracketArgs(typ, depth)
	if args == "" {
		return name
	}
	return name + "[" + args + "]"
}
