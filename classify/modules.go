package classify

import (
	_ "embed"
	"strings"
	"sync"

	"stacktriage/frame"
)

//go:embed library_modules.txt
var libraryModuleText string

// libraryModules is the set of lower-case first parts of library names.
var libraryModules = sync.OnceValue(func() map[string]bool {
	set := make(map[string]bool, 1000)
	for line := range strings.Lines(libraryModuleText) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' {
			set[strings.ToLower(line)] = true
		}
	}
	return set
})

// frameworkModules are whole module names of the runtime, its tools and the
// frameworks Microsoft ships, lower case. Source: the assembly lists of
// Microsoft.NETCore.App, Microsoft.WindowsDesktop.App and the .NET SDK.
var frameworkModules = map[string]bool{
	"mscorlib": true, "netstandard": true, "system": true, "windowsbase": true, "presentationcore": true,
	"presentationframework": true, "testhost": true, "msbuild": true, "pwsh": true, "winrt.runtime": true,
	"vstest.console": true, "datacollector": true, "vbcscompiler": true, "presentationui": true,
	"reachframework": true, "windowsformsintegration": true, "accessibility": true, "directwriteforwarder": true,
	"uiautomationclient": true, "uiautomationclientsideproviders": true, "uiautomationprovider": true,
	"uiautomationtypes": true,
}

// frameworkPrefixes are first parts of framework module names, lower case. Bare
// "microsoft" is not among them: companies name modules that way, too.
var frameworkPrefixes = []string{
	"presentationframework", "winrt", "microsoft.aspnetcore", "microsoft.aspnet", "microsoft.owin",
	"microsoft.extensions", "microsoft.jsinterop", "microsoft.net.http", "microsoft.net.test",
	"microsoft.entityframeworkcore", "microsoft.data", "microsoft.identity", "microsoft.identitymodel",
	"microsoft.azure", "microsoft.applicationinsights", "microsoft.ai", "microsoft.openapi", "microsoft.odata",
	"microsoft.build", "microsoft.codeanalysis", "microsoft.testplatform", "microsoft.testing",
	"microsoft.visualstudio", "microsoft.dotnet", "microsoft.powershell", "microsoft.diagnostics", "microsoft.bcl",
	"microsoft.io", "microsoft.sqlserver", "microsoft.toolkit", "microsoft.maui", "microsoft.windowsappsdk",
	"microsoft.csharp", "microsoft.visualbasic", "microsoft.win32", "microsoft.orleans", "microsoft.graph",
	"microsoft.kiota", "microsoft.servicefabric", "microsoft.ml", "microsoft.semantickernel",
	"microsoft.durabletask", "microsoft.playwright", "microsoft.clearscript", "microsoft.rest",
}

// systemParts are the second parts of the names of Microsoft's System.* assemblies,
// lower case: companies name modules System.X, too. Source: the reference assemblies of
// Microsoft.NETCore.App and .NET Framework, and the System.* packages of dotnet/runtime.
var systemParts = map[string]bool{
	"appcontext": true, "activities": true, "addin": true, "buffers": true, "clientmodel": true, "codedom": true,
	"collections": true, "commandline": true, "componentmodel": true, "composition": true, "configuration": true,
	"console": true, "core": true, "data": true, "deployment": true, "design": true, "device": true,
	"diagnostics": true, "directoryservices": true, "drawing": true, "dynamic": true, "enterpriseservices": true,
	"formats": true, "globalization": true, "identitymodel": true, "io": true, "json": true, "linq": true,
	"management": true, "memory": true, "messaging": true, "net": true, "numerics": true, "objectmodel": true,
	"printing": true, "private": true, "reflection": true, "resources": true, "runtime": true, "security": true,
	"servicemodel": true, "serviceprocess": true, "speech": true, "text": true, "threading": true,
	"transactions": true, "utf8string": true, "valuetuple": true, "web": true, "windows": true, "workflow": true,
	"xaml": true, "xml": true,
}

// isSystemModule reports an assembly of the base library or of its packages.
func isSystemModule(name string) bool {
	rest, ok := strings.CutPrefix(name, "system.")
	if !ok {
		return false
	}
	part, _, _ := strings.Cut(rest, ".")
	return systemParts[part]
}

// moduleKind says whose code a module is by its name alone. The empty module is
// asked by namespace, see namespaceKind.
func moduleKind(module string) FrameKind {
	name := strings.ToLower(module)
	switch {
	case frameworkModules[name]:
		return KindFramework
	case hasLibraryPrefix(name):
		return KindLibrary
	case isSystemModule(name), hasDottedPrefix(name, frameworkPrefixes):
		return KindFramework
	case isGeneratedModule(name):
		return KindTransparent
	}
	return KindUser
}

// hasLibraryPrefix tests each dotted prefix of the name against the set.
func hasLibraryPrefix(name string) bool {
	set := libraryModules()
	for i := 0; i <= len(name); i++ {
		if (i == len(name) || name[i] == '.') && set[name[:i]] {
			return true
		}
	}
	return false
}

// hasDottedPrefix reports whether name is one of the prefixes or continues one with
// a dot.
func hasDottedPrefix(name string, prefixes []string) bool {
	for _, p := range prefixes {
		if len(name) >= len(p) && name[:len(p)] == p && (len(name) == len(p) || name[len(p)] == '.') {
			return true
		}
	}
	return false
}

// generatedModules hold code emitted at run time that only passes calls on.
var generatedModules = map[string]bool{
	"anonymously hosted dynamicmethods assembly": true, "managedmodule": true, "proxybuilder": true,
	"dynamicproxygenassembly2": true, "microsoft.generatedcode": true, "dynamicclass": true,
}

// isGeneratedModule also knows names made by Path.GetRandomFileName (8.3 lower-case
// letters and digits), which code generators give their assemblies.
func isGeneratedModule(name string) bool {
	if generatedModules[name] {
		return true
	}
	if len(name) != 12 || name[8] != '.' {
		return false
	}
	digits := 0
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case i == 8:
		case c >= '0' && c <= '9':
			digits++
		case c < 'a' || c > 'z':
			return false
		}
	}
	return digits > 0
}

// namespaceKind says whose code a frame without a module is, as SOS prints them,
// by the first parts of its type's name.
func namespaceKind(f *frame.Frame) FrameKind {
	if f.Type == "" {
		return KindTransparent
	}
	name := strings.ToLower(f.Type)
	if strings.HasPrefix(name, "interop+") || name == "interop" {
		return KindFramework
	}
	if i := strings.IndexAny(name, "+`"); i >= 0 {
		name = name[:i]
	}
	if !strings.Contains(name, ".") {
		return KindUser
	}
	return moduleKind(name)
}

// matchesModule tests a module against a pattern of --user or --framework: a name,
// in any case, where a final "*" matches any rest.
func matchesModule(module, pattern string) bool {
	if rest, ok := strings.CutSuffix(pattern, "*"); ok {
		return len(module) >= len(rest) && strings.EqualFold(module[:len(rest)], rest)
	}
	return strings.EqualFold(module, pattern)
}

// KindOfModule says whose code a module is as far as its name and the user's lists tell,
// without a report around it.
func KindOfModule(module string, opt Options) FrameKind {
	return newJudge(codebase{}, opt).decide(module).kind
}

// IsForeign reports that a name, of a module or of a type with its namespace, begins as
// those of the frameworks and of the known libraries do. Types of namespace System, and
// those of FSharp.Core, have names that no module has.
func IsForeign(name string) bool {
	if k := moduleKind(name); k == KindFramework || k == KindLibrary {
		return true
	}
	if strings.HasPrefix(name, "Microsoft.FSharp.") {
		return true
	}
	simple, ok := strings.CutPrefix(name, "System.")
	return ok && !strings.Contains(simple, ".")
}
