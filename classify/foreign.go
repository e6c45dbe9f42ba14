package classify

// IsForeign reports that a name, of a module or of a type with its namespace, begins as
// those of the frameworks and of the known libraries do.
func IsForeign(name string) bool {
	k := moduleKind(name)
	return k == KindFramework || k == KindLibrary
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
