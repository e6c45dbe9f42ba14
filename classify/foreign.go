package classify

import "strings"

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

// RenameModules replaces the names of modules that the context speaks of.
func (c *Context) RenameModules(name func(string) string) {
	assumed := make(map[string]bool, len(c.assumed))
	for module := range c.assumed {
		assumed[name(module)] = true
	}
	c.assumed = assumed
	if c.MainModule != "" {
		c.MainModule = name(c.MainModule)
	}
}
