package compare

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/parse"
	"stacktriage/wording"
)

// objection is why no verdict can be drawn from two snapshots; the zero value is none.
type objection struct {
	side string // "BEFORE" or "AFTER", where one of them lacks something
	lack wording.Text
	// before and after are the modules of own code of two different programs.
	before, after map[string]string
}

func (o objection) none() bool { return o.side == "" && !o.strangers() }

// strangers says that the two are of different programs.
func (o objection) strangers() bool { return len(o.before) > 0 }

func (o objection) sentence(numbers string) wording.Text {
	if o.strangers() {
		return wording.Format("your code in BEFORE is %s, in AFTER %s: two different programs.", listOf(o.before),
			listOf(o.after))
	}
	return wording.Format("%s %s: what is missing can be blocked as well. Of what is there: %s.", o.side, o.lack, numbers)
}

// strangers objects to two snapshots that cannot be of one program: none of the modules
// with own code is in both.
func strangers(before, after *group.Set) objection {
	b, a := ownModules(before), ownModules(after)
	if len(b) == 0 || len(a) == 0 {
		return objection{}
	}
	for name := range b {
		if _, ok := a[name]; ok {
			return objection{}
		}
	}
	return objection{before: b, after: a}
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

func listOf(modules map[string]string) wording.Text {
	const most = 3
	names := slices.Sorted(maps.Values(modules))
	var parts []wording.Text
	for _, name := range names[:min(len(names), most)] {
		parts = append(parts, wording.Format("%s", wording.Code(name)))
	}
	if more := len(names) - most; more > 0 {
		parts = append(parts, wording.Format("%d more", more))
	}
	return wording.Join(", ", parts...)
}

// lacks says what is missing from a snapshot, so that what is not in it may have been
// there all the same; empty where nothing is.
func lacks(s *diagnose.Snapshot) wording.Text {
	switch {
	case s.Input.Truncated:
		return wording.Plain("ends in the middle of a thread")
	case s.Input.HeadMissing:
		return wording.Plain("begins in the middle of a report")
	case s.Input.Interleaved, s.Input.Damaged, lostThreads(s.Input):
		return wording.Format("was not read whole (%s)", s.Unread)
	case len(s.Findings) > 0 && s.Findings[0].ID == diagnose.Unclear:
		return wording.Format("shows too little (%s)", s.Findings[0].Said)
	case 2*s.Unknown > s.Counts.Threads:
		return wording.Format("shows too little (what %d of %s do is not known)", s.Unknown,
			wording.Count(s.Counts.Threads, "thread"))
	}
	return nil
}

// lostThreads reports that whole threads, or more, are missing from what was read.
func lostThreads(s *parse.Snapshot) bool {
	return slices.ContainsFunc(s.Problems, func(p parse.Problem) bool {
		return p.Lost == parse.LostThread || p.Lost == parse.LostReport
	})
}

// hides objects to an AFTER in which what is gone may be among the threads of which
// nothing is known: only what both sides could have shown can be compared.
func hides(d *Diff, t balance) wording.Text {
	lost, unknown := t.before-t.after, d.After.Unknown-d.Before.Unknown
	if lost <= 0 || unknown < lost || 4*unknown < d.After.Counts.Threads {
		return nil
	}
	return wording.Format("shows too little (what %d of %s do is not known)",
		d.After.Unknown, wording.Count(d.After.Counts.Threads, "thread"))
}

// notes are what the reader must know about the comparison.
func notes(d *Diff) []string {
	var out []string
	if sameReport(d.Before, d.After) {
		out = append(out, "Every thread has the same id and stack in both: one report given twice, or a process at rest.")
	} else if d.Process == SameProcess && !d.Verdict.saysOneProcess() {
		out = append(out, "Both reports are of one process.")
	}
	for _, side := range []struct {
		name string
		snap *diagnose.Snapshot
	}{{"BEFORE", d.Before}, {"AFTER", d.After}} {
		if lack := lacks(side.snap); len(lack) > 0 && d.Verdict.Kind != NotComparable {
			out = append(out, fmt.Sprintf("%s %s.", side.name, lack))
		}
	}
	out = append(out, measured("BEFORE", d.Before)...)
	out = append(out, measured("AFTER", d.After)...)
	if b, a := d.Before.Input.Source.Dialect, d.After.Input.Source.Dialect; b != a {
		out = append(out, fmt.Sprintf("BEFORE is %s text and AFTER %s text: frames are compared by name.", b, a))
	}
	return out
}

// maxMeasured is how many facts are told of a side.
const maxMeasured = 3

// measured are the strongest facts that were measured beside the stacks of a side.
func measured(side string, s *diagnose.Snapshot) []string {
	if s.Evidence == nil {
		return nil
	}
	var out []string
	for _, p := range append(slices.Clone(s.Evidence.Proof), s.Evidence.Against...) {
		if len(out) < maxMeasured {
			out = append(out, fmt.Sprintf("Measured %s: %s.", side, strings.TrimSuffix(p.Sentence, ".")))
		}
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
