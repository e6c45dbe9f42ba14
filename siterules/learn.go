package siterules

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/frame"
	"stacktriage/group"
)

// Entry is a wait that a report shows and a rules file may call idle.
type Entry struct {
	classify.KnownIdle
	Role    classify.Role
	Threads int
}

// maxFrames is the number of own frames an entry is made of: enough to tell two loops
// apart, and few enough to outlive a change of the code that starts them.
const maxFrames = 4

// Learn lists the waits of own code in reports of an idle process: of its own threads,
// and of pool workers if they are asked for. Handlers of requests are never among them.
func Learn(snaps []*diagnose.Snapshot, workers bool) []Entry {
	var all []Entry
	causes := knownIDs().causes
	for _, s := range snaps {
		for _, site := range s.Sites {
			if !learnable(site, workers) {
				continue
			}
			for _, g := range site.Groups {
				if g.Class.EntersLock {
					continue // no thread spends a normal life in front of a lock
				}
				if e := entryOf(g, causes); len(e.Frames) > 0 {
					all = addEntry(all, e)
				}
			}
		}
	}
	return all
}

func learnable(site *group.Site, workers bool) bool {
	if site.State != classify.Blocked || site.Culprit == nil || site.Culprit.Kind != classify.CulpritUser {
		return false
	}
	switch site.Role {
	case classify.Dedicated, classify.Main, classify.Background, classify.Unknown:
		return true
	}
	return workers && site.Role == classify.Worker
}

func entryOf(g *group.Group, causes map[classify.RuleID]bool) Entry {
	e := Entry{Role: g.Class.Role, Threads: g.Count()}
	e.Label = g.Class.Culprit.Short
	if c := g.Class.Cause; c != nil && causes[c.Rule] {
		e.Waits = []classify.RuleID{c.Rule}
	}
	for i := g.Class.CulpritFrame; i < len(g.Stack.Frames) && len(e.Frames) < maxFrames; i++ {
		if g.Class.Kinds[i] != classify.KindUser {
			continue
		}
		pattern, ok := framePattern(classify.PatternOf(g.Stack.Frames[i]))
		switch {
		case !ok && i == g.Class.CulpritFrame:
			return Entry{} // a name that no line of the file can hold
		case ok && !slices.Contains(e.Frames, pattern):
			e.Frames = append(e.Frames, pattern)
		}
	}
	return e
}

// addEntry joins an entry with one of the same frames.
func addEntry(all []Entry, e Entry) []Entry {
	for i := range all {
		if slices.Equal(all[i].Frames, e.Frames) && all[i].Role == e.Role {
			all[i].Threads += e.Threads
			for _, w := range e.Waits {
				if !slices.Contains(all[i].Waits, w) {
					all[i].Waits = append(all[i].Waits, w)
				}
			}
			return all
		}
	}
	return append(all, e)
}

// Write writes entries in the form that Parse reads.
func Write(w io.Writer, entries []Entry, from string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "# Waits in which the threads of an idle process stood.\n"+
		"# Learned from %s; look through them before use.\n", frame.Clean(from))
	if len(entries) == 0 {
		fmt.Fprint(out, "# There is none that is not known already.\n")
	}
	for _, e := range entries {
		fmt.Fprintf(out, "\n# %s\n", about(e))
		fmt.Fprintf(out, "idle %s\n", frame.Clean(e.Label))
		writeWaits(out, e.Waits)
		for _, f := range e.Frames {
			fmt.Fprintf(out, "    %s\n", frame.Clean(f))
		}
	}
	return out.Flush()
}

func writeWaits(out io.Writer, waits []classify.RuleID) {
	if len(waits) == 0 {
		return
	}
	fmt.Fprint(out, "    wait")
	for _, w := range waits {
		fmt.Fprintf(out, " %s", w)
	}
	fmt.Fprintln(out)
}

func about(e Entry) string {
	text := fmt.Sprintf("%d %s threads", e.Threads, e.Role)
	if e.Threads == 1 {
		text = strings.TrimSuffix(text, "s")
	}
	if e.Role == classify.Worker {
		text += ": stays counted as blocked, but makes no alarm"
	}
	return text
}
