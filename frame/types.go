package frame

import "strings"

// keyword is the C# keyword of a type of namespace System. A switch, because a map
// would be built at every start.
func keyword(simple string) (string, bool) {
	switch simple {
	case "Boolean":
		return "bool", true
	case "Char":
		return "char", true
	case "SByte":
		return "sbyte", true
	case "Byte":
		return "byte", true
	case "Int16":
		return "short", true
	case "UInt16":
		return "ushort", true
	case "Int32":
		return "int", true
	case "UInt32":
		return "uint", true
	case "Int64":
		return "long", true
	case "UInt64":
		return "ulong", true
	case "Single":
		return "float", true
	case "Double":
		return "double", true
	case "Decimal":
		return "decimal", true
	case "String":
		return "string", true
	case "Object":
		return "object", true
	case "Void":
		return "void", true
	case "IntPtr":
		return "nint", true
	case "UIntPtr":
		return "nuint", true
	}
	return "", false
}

// shortTypes drops the namespaces in a C# type name and in its type arguments:
// "System.Collections.Generic.IEnumerable<System.Int32>" is "IEnumerable<int>".
func shortTypes(text string) string {
	if !strings.ContainsAny(text, ".<`+:") {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	start := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && strings.IndexByte("<>,[]()*&? ", text[i]) < 0 {
			continue
		}
		b.WriteString(shortType(text[start:i]))
		if i < len(text) {
			b.WriteByte(text[i])
		}
		start = i + 1
	}
	return b.String()
}

// shortType shortens one type name without type arguments.
func shortType(name string) string {
	name, _ = cutArity(strings.TrimPrefix(name, "global::"))
	if simple, ok := strings.CutPrefix(name, "System."); ok {
		if word, ok := keyword(simple); ok {
			return word
		}
		if simple == "__Canon" {
			return "T" // any reference type: the code is shared
		}
	}
	if cut := strings.LastIndexAny(name, ".+"); cut >= 0 {
		return name[cut+1:]
	}
	return name
}

// primitive is the C# keyword of a primitive in the runtime's signature text.
func primitive(name string, unsigned bool) (string, bool) {
	if unsigned {
		switch name {
		case "int8":
			return "byte", true
		case "int16":
			return "ushort", true
		case "int32":
			return "uint", true
		case "int64":
			return "ulong", true
		case "int":
			return "nuint", true
		}
		return "", false
	}
	switch name {
	case "void", "bool":
		return name, true
	case "wchar":
		return "char", true
	case "int8":
		return "sbyte", true
	case "int16":
		return "short", true
	case "int32":
		return "int", true
	case "int64":
		return "long", true
	case "float32":
		return "float", true
	case "float64":
		return "double", true
	case "int":
		return "nint", true
	case "refany":
		return "TypedReference", true
	}
	return "", false
}

// debuggerType is signatureType for the text of debuggers, which drops the namespace
// of the types that have a keyword.
func debuggerType(name string) string {
	if word, ok := keyword(name); ok {
		return word
	}
	if name == "__Canon" {
		return "T"
	}
	return signatureType(name)
}

// signatureType is the short name of a class in a signature. It is empty for closures.
func signatureType(name string) string {
	if strings.IndexByte(name, '<') < 0 {
		name = shortType(name)
	} else {
		parts := splitOutside(name, '.')
		parts = splitOutside(parts[len(parts)-1], '+')
		name = parts[len(parts)-1]
	}
	switch s := readSegment(name); s.kind {
	case closureType:
		return ""
	case stateMachine:
		return "<" + s.name + ">"
	default:
		return s.name
	}
}
