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
	code     codebase
	assumed  map[string]bool
	snapshot *parse.Snapshot
	idle     []idleRule
}

// Options are those the context was made with.
func (c *Context) Options() Options { return c.opt }

// context is what a snapshot says of its stacks.
func (m *Memory) context(s *parse.Snapshot) *Context {
	ctx := &Context{Runtime: m.runtime(s), opt: m.opt, assumed: map[string]bool{}, snapshot: s, idle: m.idle}
	ctx.LocksShown = s.Source.Dialect == "clrstack"
	ctx.EmptyStacks = ctx.LocksShown
	ctx.pasted = isPasted(s)
	ctx.rootless = s.Exception != "" || s.Source.Dialect == "exception"
	if entry := m.mainFrame(s); entry != nil {
		ctx.MainModule = entry.Module
		ctx.code = codebase{entry.Module, mainSpace(entry), entry.Type}
	}
	return ctx
}

// circumstances are all that a snapshot says of how one of its stacks is to be read.
type circumstances struct {
	codebase
	runtime                     RuntimeVersion
	staleMarker, oneMarker      bool
	locksShown, emptyStacks     bool
	startShown, rootsLost       bool
	pasted, rootless, mainFirst bool
}

func (c *Context) circumstances() circumstances {
	return circumstances{
		codebase: c.code, runtime: c.Runtime, staleMarker: c.StaleMarker, oneMarker: c.OneMarker,
		locksShown: c.LocksShown, emptyStacks: c.EmptyStacks, startShown: c.startShown, rootsLost: c.rootsLost,
		pasted: c.pasted, rootless: c.rootless, mainFirst: c.snapshot.MainIsFirst(),
	}
}

// unqualified says that types of the base library may stand without their namespace.
func unqualified(s *parse.Snapshot) bool { return s.Source.Dialect == "callstack-copy" }

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
func (m *Memory) mainFrame(s *parse.Snapshot) *frame.Frame {
	if s.MainIsFirst() && !startedThread(s.Stacks[s.Threads[0].Stack].Frames) {
		if f := m.entryFrame(s.Stacks[s.Threads[0].Stack].Frames); f != nil {
			return f
		}
	}
	for i := range s.Stacks {
		if f := m.entryFrame(s.Stacks[i].Frames); f != nil && f.Entry() != frame.NoEntry {
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
func (m *Memory) entryFrame(frames []*frame.Frame) *frame.Frame {
	for i := len(frames) - 1; i >= 0; i-- {
		f := frames[i]
		if f.Unresolved() || startFrames[f.Full] {
			continue
		}
		if strings.EqualFold(ModuleOf(f), coreLib) ||
			f.Entry() == frame.NoEntry && f.Module != "" && moduleKind(f.Module) == KindFramework {
			return nil
		}
		if f.Type == "dynamicClass" || m.isFrameworkThread(f) {
			return nil
		}
		return f
	}
	return nil
}

// isFrameworkThread reports a bottom frame that belongs to another role than main.
func (m *Memory) isFrameworkThread(f *frame.Frame) bool {
	if f.Entry() != frame.NoEntry {
		return false
	}
	info := m.frame(f)
	return info.found != nil && len(rulesMatcher().rows(roleTable, f, info.names[:2])) > 0
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
