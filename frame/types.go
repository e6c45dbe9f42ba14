package frame

import "strings"

// keywords are the C# names of types that have one.
var keywords = map[string]string{
	"Boolean": "bool", "Char": "char", "SByte": "sbyte", "Byte": "byte",
	"Int16": "short", "UInt16": "ushort", "Int32": "int", "UInt32": "uint",
	"Int64": "long", "UInt64": "ulong", "Single": "float", "Double": "double",
	"Decimal": "decimal", "String": "string", "Object": "object", "Void": "void",
	"IntPtr": "nint", "UIntPtr": "nuint",
}

// shortTypes drops the namespaces in a C# type name and in its type arguments:
// "System.Collections.Generic.IEnumerable<System.Int32>" is "IEnumerable<int>".
func shortTypes(text string) string {
	if strings.IndexAny(text, ".<`+:") < 0 {
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
		if keyword, ok := keywords[simple]; ok {
			return keyword
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
