package classify

import (
	"slices"
	"strings"

	"stacktriage/frame"
	"stacktriage/parse"
)

// Classifier classifies the stacks of one snapshot. Each distinct frame is looked up
// in the tables once. It is not safe for concurrent use.
type Classifier struct {
	Context  *Context
	memory   *Memory
	judge    *judge
	verdicts map[asked]*verdict // in the circumstances of the snapshot
	hints    map[*parse.Stack]Role
	locks    map[*parse.Stack]bool // stacks of threads that wait for a lock, as a tool says
}

// New prepares a classifier for a snapshot.
func New(s *parse.Snapshot, opt Options) *Classifier { return new(Memory).New(s, opt) }

// New prepares a classifier for a snapshot that uses what is remembered of others.
func (m *Memory) New(s *parse.Snapshot, opt Options) *Classifier {
	m.ready(opt)
	c := &Classifier{Context: m.context(s), memory: m, hints: hints(s), locks: saidToLock(s)}
	c.judge = m.judgeOf(c.Context.code)
	c.judgeMarkers(s)
	c.judgeRoots(s)
	c.verdicts = m.verdictsIn(c.Context.circumstances())
	return c
}

// Marks is what the markers of all threads with one stack say.
type Marks struct {
	Native, CPU int
}

// majority is the marker of most threads; a tie counts as native.
func (m Marks) majority() parse.Marker {
	switch {
	case m.Native == 0 && m.CPU == 0:
		return parse.MarkerNone
	case m.CPU > m.Native:
		return parse.MarkerCPU
	}
	return parse.MarkerNative
}

// view is one stack with what the tables say of its frames.
type view struct {
	frames []*frame.Frame
	infos  []*frameInfo
	marker parse.Marker
	locks  bool // a tool says that the thread waits for a lock
	role   Role
	row    int  // row of roleRules, or -1
	root   int  // index of the frame that tells the role; len(frames) without one
	hint   bool // the role is known from a name or a debugger alone
	// run is frames[:end]; culprit is end where there is one, else -1.
	end, culprit int
	wait         Mechanism // what the innermost frames wait in, or do
	handler      string    // what the culprit is when it is a compiled delegate
}

// Classify classifies one stack. first says that the snapshot's first thread has it.
func (c *Classifier) Classify(st *parse.Stack, marks Marks, first bool) Result {
	q := asked{
		stackRef: refOf(st, unqualified(c.Context.snapshot)), marker: marks.majority(), first: first,
		locks: c.locks[st], hint: c.hints[st],
	}
	said := c.verdicts[q]
	if said == nil {
		said = c.classify(st, q)
		c.verdicts[q] = said
	}
	for _, module := range said.assumed {
		c.Context.assumed[module] = true
	}
	return said.result
}

// classify is Classify for a stack that was not asked for before.
func (c *Classifier) classify(st *parse.Stack, q asked) *verdict {
	known := c.memory.stack(st, q.unqualified)
	v := &view{frames: known.frames, infos: known.infos, locks: q.locks, marker: q.marker, row: -1, culprit: -1}
	said := &verdict{}
	for i, info := range v.infos {
		f := v.frames[i]
		c.judge.judge(f, info)
		if info.assumed && !slices.Contains(said.assumed, f.Module) {
			said.assumed = append(said.assumed, f.Module)
		}
	}
	c.findRole(v, q.first, q.incomplete, q.hint)
	c.findRun(v)
	res := Result{
		Role: v.role, APIFrame: -1, CulpritFrame: v.culprit, RunEnd: v.end, RootFrame: v.root, Caller: -1, known: known,
	}
	res.Kinds = make([]FrameKind, len(v.frames))
	for i, info := range v.infos {
		res.Kinds[i] = info.kind
	}
	if v.culprit >= 0 {
		res.Kinds[v.culprit] = kindOfCulprit(v)
	}
	c.decide(v, &res)
	res.Pasted = res.Role == Unknown && c.Context.pasted && len(v.frames) < rootLimit
	said.result = res
	return said
}

func kindOfCulprit(v *view) FrameKind {
	if v.handler != "" {
		return KindDynamic
	}
	return KindUser
}

// findRole tells the role from the frames at the root, or from a hint where they do
// not tell it.
func (c *Classifier) findRole(v *view, first, incomplete bool, hint Role) {
	v.root = len(v.frames)
	anchor := c.anchor(v)
	if anchor < 0 {
		if !v.hinted(hint) {
			v.role = c.roleWithoutAnchor(v, incomplete)
		}
		return
	}
	f, info := v.frames[anchor], v.infos[anchor]
	cut := incomplete || len(v.frames) >= rootLimit
	lost := cut || c.lostRoot(v)
	entry := f.Entry()
	if entry != frame.NoEntry && (first || info.kind == KindUser) && (!cut || entry == frame.EntryByName) {
		v.role, v.root = Main, anchor
		return
	}
	if i := v.roleFrame(anchor, lost); i >= 0 {
		v.role, v.row, v.root = roleRules[v.infos[i].role].Role, v.infos[i].role, i
		return
	}
	v.root = anchor
	switch {
	case info.kind != KindFramework && isFinalizer(f) && anchor == len(v.frames)-1:
		v.role = Finalizer
	case v.hinted(hint):
	case cut, c.Context.rootless:
		v.role, v.root = Unknown, len(v.frames)
	case first && c.Context.snapshot.MainIsFirst() && !startedThread(v.frames):
		v.role = Main
	case lost:
		v.role, v.root = Unknown, len(v.frames)
	default:
		v.role = Dedicated
	}
}

// isFinalizer reports the finalizer of a type, which is the root of its thread up to
// .NET 8.
func isFinalizer(f *frame.Frame) bool {
	return f.Method == "Finalize" && (f.NoParams || f.Params == "")
}

// roleFrame is the lowest frame that a row of the table of roles knows, before any own
// code; -1 without one. A stack that lost its root is told only by a root itself: a
// library's frame at its bottom was called by somebody.
func (v *view) roleFrame(anchor int, lost bool) int {
	for i := anchor; i >= 0 && (v.infos[i].kind != KindUser || v.infos[i].tool); i-- {
		row := v.infos[i].role
		if row >= 0 && (!lost || roleRules[row].Role != Background || v.infos[i].root) {
			return i
		}
	}
	return -1
}

// anchor is the lowest frame that is neither a start frame nor plumbing nor
// unresolved: the delegate the thread or task runs.
func (c *Classifier) anchor(v *view) int {
	for i := len(v.frames) - 1; i >= 0; i-- {
		if info := v.infos[i]; !info.plumb && !v.frames[i].Unresolved() {
			return i
		}
	}
	return -1
}

func (c *Classifier) roleWithoutAnchor(v *view, incomplete bool) Role {
	switch {
	case incomplete, len(v.frames) >= rootLimit, c.Context.rootless:
		return Unknown
	case len(v.frames) == 0 && c.Context.EmptyStacks:
		return Runtime
	case c.lostRoot(v):
		return Unknown
	}
	for _, f := range v.frames {
		if !f.Unresolved() {
			return Dedicated
		}
	}
	return Unknown
}

// pollGC is running code caught where it offers to be suspended; the number behind it
// differs between builds of the runtime.
const pollGC = "<PollGC>g__PollGCWorker|"

// top is the index of the innermost frame that says something, or -1 when the
// culprit itself is the leaf.
func (v *view) top() int {
	for i := 0; i < v.end; i++ {
		if v.infos[i].kind == KindTransparent || strings.HasPrefix(v.frames[i].Method, pollGC) {
			continue
		}
		return i
	}
	return -1
}

// judgeMarkers finds out how far the markers of this capture can be believed.
func (c *Classifier) judgeMarkers(s *parse.Snapshot) {
	native, cpu := 0, 0
	for i := range s.Threads {
		t := &s.Threads[i]
		switch t.Marker {
		case parse.MarkerNative:
			native++
		case parse.MarkerCPU:
			cpu++
			if !c.Context.StaleMarker && c.provablyWaits(s.Stacks[t.Stack].Frames) {
				c.Context.StaleMarker = true
			}
		}
	}
	c.Context.OneMarker = cpu == 0 && native > 0
}

// provablyWaits reports a stack that cannot be running managed code: asleep, or the
// pool's own thread in its wait. Parked workers are left out, since they spin before
// they park.
func (c *Classifier) provablyWaits(frames []*frame.Frame) bool {
	for _, f := range frames {
		if f.Unresolved() {
			continue
		}
		info := c.lookup(f)
		return info.leaf >= 0 && slices.Contains(lifeWaits, leafRules[info.leaf].mechanism)
	}
	return false
}
