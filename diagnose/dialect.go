package diagnose

import (
	"fmt"

	"stacktriage/group"
	"stacktriage/parse"
	"stacktriage/wording"
)

// oneStack reports text that is not of a whole process: dialects that hold single
// stacks, and one thread of a debugger's many.
func oneStack(s *parse.Snapshot) bool {
	switch s.Source.Dialect {
	case "exception", "callstack-copy", "frame-list":
		return true
	case "clrstack":
		return len(s.Threads) == 1 && !s.Whole
	}
	return false
}

// isThrown reports traces of exceptions: they say where code was, and nothing waits there.
func isThrown(s *parse.Snapshot) bool { return s.Exception != "" || s.Source.Dialect == "exception" }

// dialectNotes say what a dialect cannot show, where that bears on the verdict.
func dialectNotes(snap *Snapshot, set *group.Set) []string {
	switch dialect := snap.Input.Source.Dialect; {
	case dialect == "exception" && awaits(set):
		return []string{"This is one stack, of an exception: an awaited call failed or was cancelled, " +
			"and its exception passes through the await. Nothing blocks there."}
	case dialect == "exception":
		return []string{"This is one stack, of an exception or of Environment.StackTrace: " +
			"it says where one piece of code was, from the throw to the catch, and nothing of the process."}
	case dialect == "callstack-copy":
		return []string{fmt.Sprintf("This is the copied call stack of %s; "+
			"the other threads of the process are not in it.", wording.Count(snap.Counts.Threads, "thread"))}
	case dialect == "frame-list" && isThrown(snap.Input):
		return []string{fmt.Sprintf("These are the traces of exceptions on %s: they say where code was, "+
			"from the throw to the catch, and not that it waits there.",
			wording.Count(snap.Counts.Threads, "thread"))}
	case dialect == "frame-list":
		return []string{fmt.Sprintf("This is a list of the frames of %s; "+
			"other threads of the process may not be in it.", wording.Count(snap.Counts.Threads, "thread"))}
	case dialect == "clrstack" && oneStack(snap.Input):
		return []string{"This is the stack of one thread; clrstack -all prints all of them."}
	case dialect == "parallelstacks" && snap.Counts.Workers.Unclear > 0 && !set.Classifier.Context.Runtime.AtLeast(10):
		return []string{"parallelstacks shows no frame of a lock on .NET 9 and earlier: " +
			"unclear threads may wait for one (clrstack -all shows it)."}
	}
	return nil
}

// awaits says that the innermost call of own code is an await, in all stacks.
func awaits(set *group.Set) bool {
	for _, g := range set.Groups {
		if g.Class.Cause == nil || g.Class.Cause.API != "await" {
			return false
		}
	}
	return len(set.Groups) > 0
}
