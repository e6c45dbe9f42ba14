package evidence

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/group"
	"stacktriage/nettrace"
	"stacktriage/parse"
)

// places classifies the stacks of events as the stacks of a report are classified.
type places struct {
	set    *group.Set // nil without a stack
	unread bool       // there are stacks, but none can be read
	found  map[nettrace.StackID]*group.Group
}

// placesOf writes the stacks as a report, a thread for each, and reads that. Own code is
// what is own code in the report beside it, if there is one.
func placesOf(t *Trace, beside *group.Set, opt classify.Options) *places {
	p := &places{}
	stacks := t.takeStacks()
	if len(stacks) == 0 {
		return p
	}
	text, to := io.Pipe()
	go func() { to.CloseWithError(writeStacks(to, stacks)) }()
	snaps, err := parse.Read(text, t.Label)
	text.Close()
	if err != nil {
		p.unread = true
		return p
	}
	if beside != nil && beside.Classifier.Context.MainModule != "" {
		opt.User = append(slices.Clone(opt.User), beside.Classifier.Context.MainModule)
	}
	snap := snaps[0]
	snap.HeadMissing = true // no thread of it is known to be the main thread
	p.set = group.Build(snap, opt)
	return p
}

// group finds the group of a stack; nil where the stack is not known.
func (p *places) group(id nettrace.StackID) *group.Group {
	if p.set == nil {
		return nil
	}
	if p.found == nil {
		p.found = map[nettrace.StackID]*group.Group{}
		for _, g := range p.set.Groups {
			for _, i := range g.Threads {
				n, err := strconv.ParseUint(strings.TrimPrefix(p.set.Snapshot.ID(int(i)), "0x"), 16, 32)
				if err == nil {
					p.found[nettrace.StackID(n)] = g
				}
			}
		}
	}
	return p.found[id]
}

// writeStacks writes stacks as dotnet-stack would, with their numbers for ids of threads.
func writeStacks(to io.Writer, stacks map[nettrace.StackID][]string) error {
	text := bufio.NewWriter(to)
	for _, id := range slices.Sorted(maps.Keys(stacks)) {
		fmt.Fprintf(text, "Thread (0x%X):\n  [Native Frames]\n", uint32(id))
		for _, f := range stacks[id] {
			text.WriteString("  ")
			text.WriteString(f)
			text.WriteByte('\n')
		}
		if err := text.WriteByte('\n'); err != nil {
			return err
		}
	}
	return text.Flush()
}

// placeKey is what waits at one place share, as for the sites of a report.
type placeKey struct {
	role    classify.Role
	api     string
	culprit string
}

func keyOf(role classify.Role, cause *classify.Cause, culprit *classify.Culprit) placeKey {
	key := placeKey{role: role, culprit: culpritKey(culprit)}
	if cause != nil {
		key.api = cause.API
	}
	return key
}

// culpritKey is the identity of a culprit: its frame without addresses.
func culpritKey(c *classify.Culprit) string {
	if c == nil {
		return ""
	}
	return c.Frame.Key()
}

// siteOf finds the site that a group of stacks belongs to: its cause and its culprit are
// those of most of its threads.
func (p *places) siteOf(g *group.Group) *group.Site {
	for _, s := range p.set.Sites {
		if slices.Contains(s.Groups, g) {
			return s
		}
	}
	return nil
}

// bookkeeping are frames of the runtime's own administration, by Type.Method: the naming
// and starting of pool threads, the polling of counters, the pool's gate, the timer.
// What waits or contends in them says nothing about the program.
var bookkeeping = []string{
	"System.Threading.Thread.SetThreadPoolWorkerThreadName",
	"System.Threading.Thread.StartCore", "System.Threading.Thread.Start",
	"System.Diagnostics.Tracing.CounterGroup.", "System.Diagnostics.Metrics.AggregationManager.",
	"System.Threading.PortableThreadPool+GateThread.", "System.Threading.PortableThreadPool+WaitThread.",
	"System.Threading.TimerQueue.TimerThread", "System.Threading.PortableThreadPool.NotifyThreadBlocked",
	"System.Threading.PortableThreadPool+WorkerThread.MaybeAddWorkingWorker",
	"System.Threading.PortableThreadPool+WorkerThread.TryCreateWorkerThread",
	"System.Threading.PortableThreadPool+WorkerThread.CreateWorkerThread",
	"System.Threading.ThreadPool.NotifyThreadBlocked", "System.Threading.LowLevelLifoSemaphore.",
}

// isBookkeeping reports a stack that waits in the runtime's administration: one of its
// frames stands above any own code. A thread that own code started waits here for it to
// begin.
func isBookkeeping(g *group.Group) bool {
	frames := g.Stack.Frames
	if at := g.Class.CulpritFrame; at >= 0 {
		frames = frames[:at]
	}
	return slices.ContainsFunc(frames, func(f *frame.Frame) bool {
		return slices.ContainsFunc(bookkeeping, func(name string) bool { return strings.HasPrefix(f.Full, name) })
	})
}

// unnamed reports frames of which none has a name.
func unnamed(g *group.Group) bool {
	return !slices.ContainsFunc(g.Stack.Frames, func(f *frame.Frame) bool { return !f.Unresolved() })
}

// nameOf is what a place is called in a sentence: its culprit, else its API.
func nameOf(cause *classify.Cause, culprit *classify.Culprit) string {
	switch {
	case culprit != nil:
		return cmp.Or(culprit.Short, culprit.Name)
	case cause != nil && cause.API != "":
		return cause.API
	}
	return "code without a name of its own"
}

// placeName is what a place is called that has both: "Task<T>.Result in Shelf.Count".
func placeName(cause *classify.Cause, culprit *classify.Culprit) string {
	if cause != nil && cause.API != "" && culprit != nil {
		return cause.API + " in " + nameOf(nil, culprit)
	}
	return nameOf(cause, culprit)
}
