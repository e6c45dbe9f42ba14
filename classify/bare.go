package classify

import (
	"strings"

	"stacktriage/frame"
)

// ModuleOf is the module of a frame for matching: the printed one, or, where the
// dialect prints none, the one in which types of that namespace live. The latter is
// likely, never certain, and not fit to be shown.
func ModuleOf(f *frame.Frame) string {
	if f.Module != "" {
		return f.Module
	}
	return moduleOfType(f.Type)
}

const coreLib = "System.Private.CoreLib"

// namespaceModules are the modules of the base library besides CoreLib, and programs
// that rules know by their module, by the beginnings of the types in them: namespaces, and
// types where a namespace is spread over several modules. The longest beginning counts. Source: dotnet/runtime
// src/libraries, the ref folders.
var namespaceModules = []struct{ prefix, module string }{
	{"Microsoft.CodeAnalysis.CompilerServer", "VBCSCompiler"},
	{"Microsoft.VisualStudio.TestPlatform.TestHost", "testhost"},
	{"System.Collections.Concurrent.BlockingCollection", "System.Collections.Concurrent"},
	{"System.Collections.Immutable", "System.Collections.Immutable"},
	{"System.ComponentModel", "System.ComponentModel"},
	{"System.Console", "System.Console"},
	{"System.Data", "System.Data.Common"},
	{"System.Diagnostics.Metrics", "System.Diagnostics.DiagnosticSource"},
	{"System.Diagnostics.Process", "System.Diagnostics.Process"},
	{"System.Drawing", "System.Drawing"},
	{"System.IO.Compression", "System.IO.Compression"},
	{"System.IO.FileSystemWatcher", "System.IO.FileSystem.Watcher"},
	{"System.IO.Pipelines", "System.IO.Pipelines"},
	{"System.IO.Pipes", "System.IO.Pipes"},
	{"System.Linq", "System.Linq"},
	{"System.Linq.Expressions", "System.Linq.Expressions"},
	{"System.Management.Automation", "System.Management.Automation"},
	{"System.Net", "System.Net.Requests"},
	{"System.Net.Dns", "System.Net.NameResolution"},
	{"System.Net.Http", "System.Net.Http"},
	{"System.Net.HttpListener", "System.Net.HttpListener"},
	{"System.Net.Mail", "System.Net.Mail"},
	{"System.Net.NameResolutionPal", "System.Net.NameResolution"},
	{"System.Net.Quic", "System.Net.Quic"},
	{"System.Net.Security", "System.Net.Security"},
	{"System.Net.Sockets", "System.Net.Sockets"},
	{"System.Net.WebClient", "System.Net.WebClient"},
	{"System.Net.WebSockets", "System.Net.WebSockets"},
	{"System.Reactive", "System.Reactive"},
	{"System.Security.Cryptography", "System.Security.Cryptography"},
	{"System.Text.Json", "System.Text.Json"},
	{"System.Text.RegularExpressions", "System.Text.RegularExpressions"},
	{"System.Threading.Channels", "System.Threading.Channels"},
	{"System.Threading.Tasks.Dataflow", "System.Threading.Tasks.Dataflow"},
	{"System.Threading.Tasks.Parallel", "System.Threading.Tasks.Parallel"},
	{"System.Timers", "System.ComponentModel.TypeConverter"},
	{"System.Windows", "PresentationFramework"},
	{"System.Windows.Forms", "System.Windows.Forms"},
	{"System.Xml", "System.Private.Xml"},
}

// moduleOfType guesses the module of a type.
func moduleOfType(typ string) string {
	best := ""
	module := coreLib
	for _, n := range namespaceModules {
		if len(n.prefix) > len(best) && strings.HasPrefix(typ, n.prefix) {
			best, module = n.prefix, n.module
		}
	}
	space := namespaceOf(typ)
	if module != coreLib && (!strings.HasPrefix(best, "System.") || hasDottedPrefix(typ, []string{best})) {
		return module
	}
	if space == "System" || space == "Interop" || strings.HasPrefix(typ, "Internal.") ||
		isSystemModule(strings.ToLower(space)) {
		return module
	}
	return space
}

// namespaceOf is a type's namespace; the whole name of a type without one.
func namespaceOf(typ string) string {
	if i := strings.IndexAny(typ, "+`"); i >= 0 {
		typ = typ[:i]
	}
	if i := strings.LastIndexByte(typ, '.'); i >= 0 {
		return typ[:i]
	}
	return typ
}

// platformNamespaces are beginnings of namespaces whose modules have other names.
var platformNamespaces = []string{
	"interop", "internal", "microsoft.fsharp", "microsoft.internal", "ms.internal", "ms.win32",
	"<startupcode$fsharp-core>", "winrt",
}

// libraryNamespaces are the same for libraries.
var libraryNamespaces = []string{"amazon", "oracle", "lucene", "ibm", "google", "mysql", "nest", "elasticsearch"}

// spaceKind says whose code a frame without a module is, by the namespace of its type:
// that of the entry point and what begins like it is own code, then the lists decide,
// and what is on none of them is own code.
func (j *judge) spaceKind(f *frame.Frame) FrameKind {
	if j.inMainSpace(f.Type) || j.mainType != "" && f.Type == j.mainType {
		return KindUser
	}
	name := strings.ToLower(namespaceOf(f.Type))
	switch {
	case hasDottedPrefix(name, platformNamespaces):
		return KindFramework
	case hasDottedPrefix(name, libraryNamespaces):
		return KindLibrary
	case strings.HasPrefix(f.Type, "<PrivateImplementationDetails>"):
		return KindTransparent
	}
	if module := moduleOfType(f.Type); module != namespaceOf(f.Type) {
		return moduleKind(module)
	}
	return namespaceKind(f)
}

// inMainSpace reports a type whose namespace begins as the entry point's.
func (j *judge) inMainSpace(typ string) bool {
	return j.mainSpace != "" && hasDottedPrefix(strings.ToLower(namespaceOf(typ)), []string{j.mainSpace})
}

// mainSpace is the namespace of the entry point, cut to two parts unless it is that of
// a platform, in lower case. It is empty where the entry point has none.
func mainSpace(entry *frame.Frame) string {
	if entry == nil || entry.Module != "" || !strings.Contains(entry.Type, ".") {
		return ""
	}
	space := strings.ToLower(firstTwoParts(namespaceOf(entry.Type)))
	if !hasDottedPrefix(space, frameworkPrefixes) && !hasDottedPrefix(space, platformNamespaces) {
		return space
	}
	// A tool of the platform: its own namespace, unless that is all of the platform's.
	if own := strings.ToLower(namespaceOf(entry.Type)); own != space {
		return own
	}
	return ""
}
