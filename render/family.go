package render

import (
	"slices"
	"strings"

	"stacktriage/frame"
)

// family names the frames a reader may skip by what they are part of.
type family struct {
	prefix string // of Type.Method in the base library, else of the module
	name   string
	filler bool // says nothing where another family is in the same run
}

const coreLibrary = "System.Private.CoreLib"

// coreFamilies divide the base library by namespace, the narrower prefix first.
var coreFamilies = [...]family{
	{"System.Threading.Tasks.Parallel", "Parallel", false},
	{"System.Threading.Tasks.", "async machinery", true},
	{"System.Runtime.CompilerServices.", "async machinery", true},
	{"System.Threading.ExecutionContext", "async machinery", true},
	{"System.Threading.ThreadPool", "thread pool", true},
	{"System.Threading.PortableThreadPool", "thread pool", true},
	{"System.Threading.WindowsThreadPool", "thread pool", true},
	{"System.Threading.Timer", "timer", false},
	{"System.Threading.Thread.", "thread start", true},
	{"System.Threading.", "wait", true},
	{"System.Reflection.", "reflection", false},
	{"System.IO.", "System.IO", false},
	{"System.Console", "console", false},
}

// moduleFamilies name modules, the narrower prefix first. Any other module goes by its
// own name.
var moduleFamilies = [...]family{
	{"Microsoft.AspNetCore.Server.Kestrel", "Kestrel", false},
	{"Microsoft.AspNetCore.SignalR", "SignalR", false},
	{"Microsoft.AspNetCore.Mvc", "MVC", false},
	{"Microsoft.AspNetCore", "ASP.NET Core", false},
	{"Microsoft.EntityFrameworkCore", "EF Core", false},
	{"Microsoft.Extensions.Hosting", "host", false},
	{"Microsoft.Extensions.DependencyInjection", "dependency injection", false},
	{"Microsoft.Extensions.Logging", "logging", false},
	{"Microsoft.Extensions.Http", "HttpClient", false},
	{"System.Net.Http", "HttpClient", false},
	{"System.Net.Sockets", "sockets", true},
	{"System.Net.Security", "TLS", false},
	{"System.Net.NameResolution", "DNS", false},
	{"System.Linq", "LINQ", false},
	{"System.Text.Json", "JSON", false},
	{"System.Collections.Concurrent", "collections", false},
	{"Microsoft.Data.SqlClient", "SqlClient", false},
	{"System.Data.SqlClient", "SqlClient", false},
	{"FSharp.Core", "F# core", false},
	{"Grpc", "gRPC", false},
	{"Anonymously Hosted DynamicMethods Assembly", "generated code", true},
}

// maxFamilies is how many families of a run are named.
const maxFamilies = 3

// familiesOf names what a run of frames is part of, in the order of appearance.
func familiesOf(run []*frame.Frame) []string {
	var names, fillers []string
	for _, f := range run {
		family := familyOf(f)
		list := &names
		if family.filler {
			list = &fillers
		}
		if !slices.Contains(*list, family.name) {
			*list = append(*list, family.name)
		}
	}
	if len(names) == 0 {
		return fillers
	}
	return names
}

// allFiller reports a run of nothing but machinery.
func allFiller(run []*frame.Frame) bool {
	return !slices.ContainsFunc(run, func(f *frame.Frame) bool { return !familyOf(f).filler })
}

func familyOf(f *frame.Frame) family {
	if f.Unresolved() {
		return family{name: "without a name"}
	}
	key := f.Module
	if key == "" || key == coreLibrary || strings.HasPrefix(key, "System.Threading") {
		if found, ok := lookupFamily(coreFamilies[:], f.Full); ok {
			return found
		}
	}
	switch {
	case key == coreLibrary:
		return family{name: "base library", filler: true}
	case key == "":
		key = f.Full
	}
	if found, ok := lookupFamily(moduleFamilies[:], key); ok {
		return found
	}
	return family{name: firstParts(key)}
}

func lookupFamily(table []family, key string) (family, bool) {
	for _, row := range table {
		if strings.HasPrefix(key, row.prefix) {
			return row, true
		}
	}
	return family{}, false
}

// firstParts is the first two parts of a dotted name.
func firstParts(name string) string {
	first, rest, ok := strings.Cut(name, ".")
	if !ok {
		return name
	}
	second, _, _ := strings.Cut(rest, ".")
	return first + "." + second
}
