package classify

import (
	"maps"
	"slices"
	"strings"

	"stacktriage/frame"
	"stacktriage/parse"
)

// Options are what the user knows better than the tables. The zero value is for users
// who do not.
type Options struct {
	// User and Framework are module names, where a final "*" matches any rest.
	User, Framework []string
	// Idle are waits of the user's own code in which its threads spend their lives.
	Idle []KnownIdle
	// Off are ids of causes, roles and findings that are not to be drawn.
	Off []string
	// Advice replaces what findings advise, by id of the finding or of its cause. The
	// classifier has no use for it and passes it on.
	Advice map[string]string
}

// Context is what a whole snapshot knows that one stack does not.
type Context struct {
	Runtime RuntimeVersion
	// MainModule is the module of the entry point; empty where it is not in the input.
	MainModule string
	// StaleMarker says that the marker is provably wrong in this capture: a parked,
	// sleeping or gate thread stands under CPU_TIME.
	StaleMarker bool
	// OneMarker says that every thread carries the same marker, so it tells nothing.
	OneMarker bool
	// LocksShown says that the dialect shows the frame of a contended lock in every
	// version of .NET, as SOS does: a stack without one waits for no lock.
	LocksShown bool
	// EmptyStacks says that the dialect lists threads that run no managed code now.
	EmptyStacks bool

	// startShown says that threads end in the frame in which the runtime starts them,
	// rootsLost that some stack provably lost its root.
	startShown, rootsLost bool

	pasted   bool // stacks are what somebody copied of them
	rootless bool // stacks end where an exception was caught, not at a thread's root
	opt      Options
	mainKin  string // first two parts of the main module, lower case
	// The namespace and the type of the entry point, where no modules are printed.
	mainSpace, mainType string
	assumed             map[string]bool
	kinds               map[string]FrameKind
	snapshot            *parse.Snapshot
	idle                []idleRule
	off                 map[RuleID]bool
}

// Options are those the context was made with.
func (c *Context) Options() Options { return c.opt }

func newContext(s *parse.Snapshot, opt Options) *Context {
	ctx := &Context{
		Runtime: detectRuntime(s), opt: opt, assumed: map[string]bool{}, kinds: map[string]FrameKind{}, snapshot: s,
	}
	ctx.idle, ctx.off = idleRules(opt.Idle), ruleSet(opt.Off)
	ctx.LocksShown = s.Source.Dialect == "clrstack"
	ctx.EmptyStacks = ctx.LocksShown
	ctx.pasted = isPasted(s)
	ctx.rootless = s.Exception != "" || s.Source.Dialect == "exception"
	if entry := mainFrame(s); entry != nil {
		ctx.MainModule = entry.Module
		ctx.mainSpace, ctx.mainType = mainSpace(entry), entry.Type
	}
	ctx.mainKin = strings.ToLower(firstTwoParts(ctx.MainModule))
	return ctx
}

// isPasted says that the dialect is one of which people copy single stacks, or parts of
// them.
func isPasted(s *parse.Snapshot) bool {
	switch s.Source.Dialect {
	case "callstack-copy", "frame-list", "mono":
		return s.Exception == ""
	case "clrstack":
		return !s.Whole || len(s.Threads) == 1
	}
	return false
}

// mainFrame is the bottom frame of the first thread, or of any thread whose bottom
// frame looks like an entry point; nil where there is none.
func mainFrame(s *parse.Snapshot) *frame.Frame {
	if s.MainIsFirst() && !startedThread(s.Stacks[s.Threads[0].Stack].Frames) {
		if f := entryFrame(s.Stacks[s.Threads[0].Stack].Frames); f != nil {
			return f
		}
	}
	for i := range s.Stacks {
		if f := entryFrame(s.Stacks[i].Frames); f != nil && f.Entry() != frame.NoEntry {
			return f
		}
	}
	return nil
}

// startedThread reports a stack whose bottom is the start of a thread that the program
// made: never the main thread.
func startedThread(frames []*frame.Frame) bool {
	if len(frames) == 0 {
		return false
	}
	root := frames[len(frames)-1].Full
	return startFrames[root] && root != "System.Environment.CallEntryPoint"
}

// entryFrame is the bottom frame without the start frames, if it can be code of a
// program: neither the base library's nor unresolved.
func entryFrame(frames []*frame.Frame) *frame.Frame {
	for i := len(frames) - 1; i >= 0; i-- {
		f := frames[i]
		if f.Unresolved() || startFrames[f.Full] {
			continue
		}
		if strings.EqualFold(ModuleOf(f), coreLib) ||
			f.Entry() == frame.NoEntry && f.Module != "" && moduleKind(f.Module) == KindFramework {
			return nil
		}
		if f.Type == "dynamicClass" || isFrameworkThread(f) {
			return nil
		}
		return f
	}
	return nil
}

// isFrameworkThread reports a bottom frame that belongs to another role than main.
func isFrameworkThread(f *frame.Frame) bool {
	return f.Entry() == frame.NoEntry && len(rulesMatcher().rows(roleTable, f, []string{f.Full, shortName(f.Type, f.Full)})) > 0
}

func firstTwoParts(module string) string {
	first := strings.IndexByte(module, '.')
	if first < 0 {
		return module
	}
	second := strings.IndexByte(module[first+1:], '.')
	if second < 0 {
		return module
	}
	return module[:first+1+second]
}

// kindOfModule says whose code a module is: the user's flags first, then the main
// module and its kin, then the lists.
func (c *Context) kindOfModule(module string) FrameKind {
	if k, ok := c.kinds[module]; ok {
		return k
	}
	k := c.decideModule(module)
	c.kinds[module] = k
	return k
}

func (c *Context) decideModule(module string) FrameKind {
	for _, p := range c.opt.User {
		if matchesModule(module, p) {
			return KindUser
		}
	}
	for _, p := range c.opt.Framework {
		if matchesModule(module, p) {
			return KindFramework
		}
	}
	if c.isMainKin(module) {
		return KindUser
	}
	k := moduleKind(module)
	if k == KindUser {
		c.assumed[module] = true
	}
	return k
}

// isMainKin reports the main module and those that share its first two name parts.
// A module called Microsoft.X or System.X never makes all of those prefixes own code:
// the two parts must be more than a vendor's platform.
func (c *Context) isMainKin(module string) bool {
	if c.MainModule == "" {
		return false
	}
	if strings.EqualFold(module, c.MainModule) {
		return true
	}
	if !strings.Contains(c.mainKin, ".") || isSystemModule(c.mainKin) || hasDottedPrefix(c.mainKin, frameworkPrefixes) {
		return false
	}
	return hasDottedPrefix(strings.ToLower(module), []string{c.mainKin})
}

// AssumedOwn lists the modules on no list that were taken for own code, main module
// and kin excluded, sorted.
func (c *Context) AssumedOwn() []string {
	return slices.Sorted(maps.Keys(c.assumed))
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
