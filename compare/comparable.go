package compare

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
)

// strangers says why two snapshots cannot be of one program: none of the modules with
// own code is in both. It is empty where they can be.
func strangers(before, after *group.Set) string {
	b, a := ownModules(before), ownModules(after)
	if len(b) == 0 || len(a) == 0 {
		return ""
	}
	for name := range b {
		if _, ok := a[name]; ok {
			return ""
		}
	}
	return fmt.Sprintf("the own code of BEFORE is %s, that of AFTER %s", listOf(b), listOf(a))
}

// ownModules are the modules of own code by their names in lower case. Dialects
// without modules give the outermost types instead, which no other dialect can be
// compared with.
func ownModules(set *group.Set) map[string]string {
	modules := map[string]string{}
	for _, g := range set.Groups {
		for i, f := range g.Stack.Frames {
			if g.Class.Kinds[i] != classify.KindUser {
				continue
			}
			if f.Module == "" {
				return nil
			}
			modules[strings.ToLower(f.Module)] = f.Module
		}
	}
	return modules
}

func listOf(modules map[string]string) string {
	names := slices.Sorted(maps.Values(modules))
	if len(names) > 3 {
		names = append(names[:3], fmt.Sprintf("%d more", len(names)-3))
	}
	return strings.Join(names, ", ")
}

// lacks says what is missing from a snapshot, so that what is not in it may have been
// there all the same; empty where nothing is.
func lacks(s *diagnose.Snapshot) string {
	switch {
	case s.Input.Truncated:
		return "ends in the middle of a thread"
	case s.Input.HeadMissing:
		return "begins in the middle of a report"
	case len(s.Findings) > 0 && s.Findings[0].ID == "unclear":
		return "shows too little (" + strings.TrimPrefix(s.Headline, "Unclear: ") + ")"
	}
	return ""
}

// notes are what the reader must know about the comparison.
func notes(d *Diff) []string {
	var out []string
	if sameReport(d.Before, d.After) {
		out = append(out, "Every thread has the same id and stack in both: one report given twice, or a process at rest.")
	} else if d.Process == SameProcess && !strings.Contains(d.Verdict.Sentence, "one process") {
		out = append(out, "Both reports are of one process.")
	}
	for _, side := range []struct {
		name string
		snap *diagnose.Snapshot
	}{{"BEFORE", d.Before}, {"AFTER", d.After}} {
		if lack := lacks(side.snap); lack != "" && d.Verdict.Kind != NotComparable {
			out = append(out, side.name+" "+lack+".")
		}
	}
	if b, a := d.Before.Input.Source.Dialect, d.After.Input.Source.Dialect; b != a {
		out = append(out, fmt.Sprintf("BEFORE is %s text and AFTER %s text: frames are compared by name.", b, a))
	}
	return out
}

// sameReport reports snapshots in which every thread has the same id and stack.
func sameReport(before, after *diagnose.Snapshot) bool {
	b, a := before.Input, after.Input
	if len(b.Threads) != len(a.Threads) {
		return false
	}
	for i := range b.Threads {
		if b.ID(i) != a.ID(i) || b.Stacks[b.Threads[i].Stack].ID != a.Stacks[a.Threads[i].Stack].ID {
			return false
		}
	}
	return true
}
