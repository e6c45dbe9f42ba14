package group

import (
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/frame"
)

// step is one node on a group's way from the root to the leaf.
type step struct {
	kind  NodeKind
	key   string // equal for the steps of two groups that are one node
	label string
	// The frames [from, to), of which at names the step; at is -1 where none does.
	from, to, at int
}

func (b *treeBuilder) steps(g *Group, exact bool) []step {
	if exact && len(g.Stack.Frames) > 0 {
		return b.exactSteps(g)
	}
	return b.mergedSteps(g)
}

func (b *treeBuilder) exactSteps(g *Group) []step {
	frames := g.Stack.Frames
	steps := make([]step, 0, len(frames))
	for i, f := range slices.Backward(frames) {
		steps = append(steps, step{key: b.key(f), from: i, to: i + 1, at: i})
	}
	return steps
}

// mergedSteps reduces a stack to what the JIT does not inline away: the kind of the
// thread, own code and compiled delegates, and what the innermost of these called.
func (b *treeBuilder) mergedSteps(g *Group) []step {
	end := rootStart(g)
	steps := []step{rootStep(g, end)}
	below := end // frames from here on belong to the steps already made
	for i := end - 1; i >= 0; i-- {
		if kind := g.Class.Kinds[i]; kind != classify.KindUser && kind != classify.KindDynamic {
			continue
		}
		if last := &steps[len(steps)-1]; last.kind == NodeFrame && continues(g, i, last) {
			last.from, last.at, last.key = i, i, b.key(g.Stack.Frames[i])
		} else {
			steps = append(steps, step{key: b.key(g.Stack.Frames[i]), from: i, to: below, at: i})
		}
		below = i
	}
	if inlined, ok := b.inlinedStep(g, below); ok {
		steps = append(steps, inlined)
	}
	if below > 0 {
		steps = append(steps, b.topStep(g, below))
	}
	return steps
}

// rootStart is the index of the frames that tell the kind of thread. The entry point
// of the program is its own code and no such frame.
func rootStart(g *Group) int {
	root := g.Class.RootFrame
	if root < 0 || root >= len(g.Stack.Frames) {
		return len(g.Stack.Frames)
	}
	if g.Class.Kinds[root] == classify.KindUser || g.Class.Kinds[root] == classify.KindDynamic {
		return root + 1
	}
	return root
}

func rootStep(g *Group, from int) step {
	s := step{kind: NodeRoot, label: rootLabel(g), from: from, to: len(g.Stack.Frames), at: -1}
	s.key = "root " + s.label
	return s
}

// rootLabel says what kind of thread a stack belongs to.
func rootLabel(g *Group) string {
	if c := g.Class.Cause; c != nil && c.Category == classify.CategoryBackground {
		return c.API
	}
	if g.Class.Role == classify.Unknown {
		return "root not in the report"
	}
	return g.Class.Role.Thread()
}

// continues reports that the own frame i and the step below it are one place of the
// source: a method that calls itself; the state machine of the async method that
// started it, whose frame is there on the first run only; or Main and the compiler's
// wrapper that waits for it.
func continues(g *Group, i int, last *step) bool {
	f, below := g.Stack.Frames[i], g.Stack.Frames[last.at]
	if f == below {
		return i+1 == last.from
	}
	body := f.Method == "MoveNext" && strings.Contains(f.Type, ">d__")
	return (body || below.Method == "<Main>") && f.Module == below.Module && f.Name() == below.Name()
}

// inlinedStep stands for the handler that was inlined into a compiled delegate and is
// known from other stacks.
func (b *treeBuilder) inlinedStep(g *Group, at int) (step, bool) {
	c := g.Class.Culprit
	if c == nil || c.Kind != classify.CulpritInferred || at != g.Class.CulpritFrame {
		return step{}, false
	}
	return step{key: c.Frame.Key(), label: c.Short, from: at, to: at, at: -1}, true
}

// topStep is everything above the innermost own frame. Blocked threads are told apart
// by the call, the others by their state alone: what they stand in changes from one
// moment to the next. Without own code the outermost module stands in for it.
func (b *treeBuilder) topStep(g *Group, end int) step {
	s := step{kind: NodeTop, from: 0, to: end, at: 0}
	if call := b.call(g); call != "" {
		s.label, s.at = call, -1
		if at := g.Class.APIFrame; at >= 0 && at < end {
			s.at = at
		}
	}
	s.key = "top " + string(g.Class.State) + " " + s.label
	if end == rootStart(g) {
		s.key += " " + outermostModule(g.Stack.Frames[:end])
	}
	return s
}

// call is the call a blocked or waiting thread stands in, as its site names it.
func (b *treeBuilder) call(g *Group) string {
	cause := g.Class.Cause
	if s := b.site[g]; s != nil && s.Cause != nil {
		cause = s.Cause
	}
	switch {
	case cause == nil || cause.Category == classify.CategoryBackground:
		return ""
	case g.Class.State == classify.Blocked || g.Class.State == classify.Waiting:
		return cause.API
	}
	return ""
}

func outermostModule(frames []*frame.Frame) string {
	for _, f := range slices.Backward(frames) {
		if !strings.HasPrefix(f.Module, "System.Private.CoreLib") && !f.Unresolved() {
			return f.Module
		}
	}
	return ""
}
