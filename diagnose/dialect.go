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
	case "exception", "callstack-copy":
		return true
	case "clrstack":
		return len(s.Threads) == 1 && !s.Whole
	}
	return false
}

// dialectNotes say what a dialect cannot show, where that bears on the verdict.
func dialectNotes(snap *Snapshot, set *group.Set) []string {
	switch dialect := snap.Input.Source.Dialect; {
	case dialect == "exception":
		return []string{"This is one stack, of an exception or of Environment.StackTrace: it says where one piece of code was, from the throw to the catch, and nothing of the process."}
	case dialect == "callstack-copy":
		return []string{fmt.Sprintf("This is the copied call stack of %s; the other threads of the process are not in it.", wording.Count(snap.Counts.Threads, "thread"))}
	case dialect == "clrstack" && oneStack(snap.Input):
		return []string{"This is the stack of one thread; clrstack -all prints all of them."}
	case dialect == "parallelstacks" && snap.Counts.Workers.Unclear > 0 && !set.Classifier.Context.Runtime.AtLeast(10):
		return []string{"parallelstacks shows no frame of a lock on .NET 9 and earlier: unclear threads may wait for one (clrstack -all shows it)."}
	}
	return nil
}

// oneStackFinding is what can be said of stacks without their process where no rule
// applies: never that nothing is blocked.
func oneStackFinding(e *evidence) Finding {
	sentence := wording.Count(e.counts.Threads, "stack") + " without the rest of the process"
	if p := placeOf(e.set, e.set.Groups); p.at() != "" {
		sentence += ": " + p.at()
	}
	return Finding{
		ID: "unclear", Severity: Note, Confidence: Low, Threads: e.counts.Threads, Sentence: sentence + "; whether it runs or waits is not known",
		Advice: `Take the stacks of all threads while the process is slow or hangs: "dotnet-stack report -p PID".`,
		Groups: e.set.Groups,
	}
}
