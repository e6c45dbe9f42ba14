package group

import (
	"strings"

	"stacktriage/classify"
	"stacktriage/frame"
)

// inferLoops names threads in the body of a parallel loop that was inlined into the
// loop's own frames by the method that started the loop. It stands on the stack of the
// one thread that waits for the loop; where two methods have started loops, nothing says
// whose body it is.
func inferLoops(sets []*Set) {
	starter := loopStarter(sets)
	if starter == nil {
		return
	}
	for _, set := range sets {
		for _, g := range set.Groups {
			at := loopBody(g)
			if at < 0 {
				continue
			}
			g.Class.CulpritFrame, g.Class.RunEnd = at, at
			g.Class.Culprit = &classify.Culprit{
				Kind: classify.CulpritInferred, Name: starter.Name(), Short: starter.ShortName(), Frame: starter,
				Note: "inferred: it started the parallel loop whose body was inlined",
			}
		}
	}
}

// loopStarter is the own method that started all parallel loops of the snapshots; nil
// where there is none, or where there are several.
func loopStarter(sets []*Set) *frame.Frame {
	var starter *frame.Frame
	for _, set := range sets {
		for _, g := range set.Groups {
			frames := g.Stack.Frames
			for i := 1; i < len(frames); i++ {
				if g.Class.Kinds[i] != classify.KindUser || !startsLoop(frames[i-1]) {
					continue
				}
				if starter != nil && starter.Key() != frames[i].Key() {
					return nil
				}
				starter = frames[i]
			}
		}
	}
	return starter
}

// startsLoop reports the call that begins a parallel loop and waits for its end. The
// public method can be inlined, but not the one that replicates the body.
func startsLoop(f *frame.Frame) bool {
	if f.Type == "System.Threading.Tasks.TaskReplicator" {
		return f.Method == "Run"
	}
	return f.Type == "System.Threading.Tasks.Parallel" && !strings.Contains(f.Method, ">")
}

// loopBody is the index of the loop's frame that the body was inlined into, of a thread
// that no own code tells; -1 for all others.
func loopBody(g *Group) int {
	if g.Class.Culprit != nil || !inSites(g) {
		return -1
	}
	for i, f := range g.Stack.Frames {
		if strings.HasPrefix(f.Type, "System.Threading.Tasks.Parallel+") ||
			strings.HasPrefix(f.Type, "System.Threading.Tasks.TaskReplicator+Replica") {
			return i
		}
	}
	return -1
}
