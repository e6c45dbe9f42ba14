package group

import (
	"fmt"

	"stacktriage/classify"
	"stacktriage/frame"
)

// inferHandlers names handlers that were inlined into a compiled delegate by the own
// frame that stands directly above the same delegate on other stacks.
// Two different own frames above one delegate prove nothing.
func inferHandlers(sets []*Set) {
	seen := map[string]*evidence{}
	for _, set := range sets {
		for _, g := range set.Groups {
			collect(seen, g)
		}
	}
	for _, set := range sets {
		for _, g := range set.Groups {
			inferHandler(seen, g)
		}
	}
}

// evidence is the own frame seen above a delegate.
type evidence struct {
	frame     *frame.Frame
	ambiguous bool
	stacks    int
}

func collect(seen map[string]*evidence, g *Group) {
	frames := g.Stack.Frames
	for i := 1; i < len(frames); i++ {
		handled := g.Class.Kinds[i] == classify.KindDynamic && g.Class.Kinds[i-1] == classify.KindUser
		if !handled || isConstructor(frames[i-1]) {
			continue
		}
		key := frames[i].Key()
		e := seen[key]
		switch {
		case e == nil:
			seen[key] = &evidence{frame: frames[i-1], stacks: 1}
		case e.frame.Key() == frames[i-1].Key():
			e.stacks++
		default:
			e.ambiguous = true
		}
	}
}

// isConstructor reports a frame that is called by the runtime or by any code, and so is
// no handler.
func isConstructor(f *frame.Frame) bool { return f.Method == ".cctor" || f.Method == ".ctor" }

func inferHandler(seen map[string]*evidence, g *Group) {
	c := g.Class.Culprit
	if c == nil || c.Kind != classify.CulpritDynamic {
		return
	}
	delegate := g.Stack.Frames[g.Class.CulpritFrame]
	e := seen[delegate.Key()]
	if e == nil || e.ambiguous {
		return
	}
	g.Class.Culprit = &classify.Culprit{
		Kind: classify.CulpritInferred, Name: e.frame.Name(), Short: e.frame.ShortName(), Frame: e.frame,
		Note: fmt.Sprintf("inferred: seen above %s in %s", delegate.Method, stacksWord(e.stacks)),
	}
}

func stacksWord(n int) string {
	if n == 1 {
		return "1 other stack"
	}
	return fmt.Sprintf("%d other stacks", n)
}
