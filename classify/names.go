package classify

import (
	"strings"

	"stacktriage/frame"
)

// namesOf are the names by which patterns know a frame: Type.Method, the same without a
// namespace, and both as the method that was written, where the compiler made another of it.
func namesOf(f *frame.Frame) []string {
	names := []string{f.Full, shortName(f.Type, f.Full)}
	if logical := logicalName(f.Full); logical != f.Full {
		typ, _, _ := strings.Cut(logical, "+")
		if i := strings.LastIndexByte(typ, '.'); i >= 0 {
			typ = typ[:i]
		}
		names = append(names, shortName(typ, logical), logical)
	}
	return names
}

// shortName cuts the namespace off a Type.Method name: what is left of the last dot
// before the first "+" of the type, or before the type's own last dot.
func shortName(typ, full string) string {
	if i := strings.IndexAny(typ, "+[`"); i >= 0 {
		typ = typ[:i]
	}
	return full[strings.LastIndexByte(typ, '.')+1:]
}

// logicalName turns the MoveNext of a state machine into the method it is the body
// of: "Npgsql.NpgsqlConnector+<Open>d__13.MoveNext" reads "Npgsql.NpgsqlConnector.Open".
// Local functions and lambdas become the method they are written in. Other names
// come back unchanged.
func logicalName(full string) string {
	plus := strings.Index(full, "+<")
	if plus < 0 {
		return full
	}
	outer, rest := full[:plus], full[plus+1:]
	for strings.HasPrefix(rest, "<>c") {
		i := strings.IndexAny(rest, "+.")
		if i < 0 {
			return full
		}
		rest = rest[i+1:]
	}
	name := strings.TrimLeft(rest, "<")
	if name == rest {
		return full
	}
	end := strings.IndexAny(name, ">")
	if end <= 0 {
		return full
	}
	return outer + "." + name[:end]
}

// withoutNamespace keeps the type and the method.
func withoutNamespace(name string) string {
	method := strings.LastIndexByte(name, '.')
	if method < 0 {
		return name
	}
	return name[strings.LastIndexByte(name[:method], '.')+1:]
}
