package diagnose

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/group"
	"stacktriage/parse"
)

// Step is one thing that whoever is on call does now.
type Step struct {
	Do string
	// Commands are for a shell. PID stands for the process's id where the input has none.
	Commands []string
}

// steps are what to do now, in order; those without words are not there.
func steps(all ...Step) []Step {
	return slices.DeleteFunc(all, func(s Step) bool { return s.Do == "" })
}

// onCall is the steps of a finding. What may be normal is looked at again before anything
// is done about it.
func (r *row) onCall(e *evidence, f *Finding) []Step {
	a := advisedOf(e, f)
	if f.Severity == Note && !r.calm {
		return steps(a.lookAgain())
	}
	return r.now(a)
}

// process is the id to capture, PID where it is not known.
func (a advised) process() string {
	if a.e == nil || a.e.set.Snapshot.PID == 0 {
		return "PID"
	}
	return fmt.Sprint(a.e.set.Snapshot.PID)
}

// file is a name for another file about the same process: "stack-bad-more-1.txt".
func (a advised) file(end string) string {
	if a.e == nil {
		return "report" + end
	}
	return fileStem(a.e.set.Snapshot.Source.Label) + end
}

// fileStem is the name of an input's file without its folder and extensions, in
// characters that mean nothing to a shell.
func fileStem(label string) string {
	const longest = 28
	label = label[strings.LastIndexAny(label, `/\`)+1:]
	for _, end := range []string{".gz", ".zip", ".txt", ".log", ".nettrace", ".json", ".csv", ".md"} {
		label = strings.TrimSuffix(label, end)
	}
	stem := strings.Map(func(r rune) rune {
		if r == '.' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '-'
	}, label)
	if runes := []rune(stem); len(runes) > longest {
		stem = string(runes[:longest])
	}
	if stem = strings.Trim(stem, "-."); stem == "" {
		return "report"
	}
	return stem
}

// take is the command for one more report of the process.
func (a advised) take(end string) string {
	return fmt.Sprintf("dotnet-stack report -p %s > %s", a.process(), a.file(end))
}

// again are the files of two more reports.
var again = [2]string{"-more-1.txt", "-more-2.txt"}

// saveMore is how to keep what a restart destroys.
func (a advised) saveMore() Step {
	switch {
	case a.thrown():
		return Step{}
	case a.fromDump():
		return Step{Do: "Keep the dump until this is understood. If the process still runs, " +
			"save a report of it before a restart:",
			Commands: []string{a.take(again[0])}}
	}
	return Step{Do: "Before a restart save two more reports, 10 s apart, or one capture:", Commands: []string{
		a.take(again[0]), fmt.Sprintf("stacktriage capture -p %s -o %s", a.process(), a.file("-more.zip")),
	}}
}

// lookAgain is how to tell what is stuck from what passes.
func (a advised) lookAgain() Step {
	const what = "a thread that stands at the same place in all of them is stuck or slow:"
	switch {
	case a.thrown(), a.repeated():
		return Step{}
	case a.e != nil && oneStack(a.e.set.Snapshot):
		return Step{Do: "Take the stacks of all threads while the process is slow:", Commands: []string{a.take("-all.txt")}}
	case a.e == nil || a.fromDump() || a.e.set.Snapshot.File == "":
		return Step{Do: "Take three reports, some seconds apart; " + what,
			Commands: []string{"stacktriage series -p " + a.process()}}
	}
	return Step{Do: "Take two more reports, 10 s apart, and compare; " + what, Commands: []string{
		a.take(again[0]),
		fmt.Sprintf("stacktriage series %s %s", quoted(a.e.set.Snapshot.File), a.file("-more-*.txt")),
	}}
}

// quoted is a file's name as a POSIX shell takes it.
func quoted(name string) string {
	plain := func(r rune) bool {
		return strings.ContainsRune("/._-+:@%=", r) || unicode.IsLetter(r) || unicode.IsDigit(r)
	}
	if name != "" && !strings.HasPrefix(name, "-") && strings.IndexFunc(name, func(r rune) bool { return !plain(r) }) < 0 {
		return name
	}
	if strings.HasPrefix(name, "-") {
		name = "./" + name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

func (a advised) thrown() bool { return a.e != nil && isThrown(a.e.set.Snapshot) }

// fromDump reports text of a debugger, which reads dumps as often as processes.
func (a advised) fromDump() bool {
	if a.e == nil {
		return false
	}
	switch a.e.set.Snapshot.Source.Dialect {
	case "clrstack", "parallelstacks":
		return true
	}
	return a.e.set.Snapshot.Debugger != nil
}

// showOwners is how to see who holds locks, where nothing at hand says it.
func (a advised) showOwners() Step {
	if a.ownersKnown() || a.thrown() || a.whoOwns("", "") == "" {
		return Step{}
	}
	if a.fromDump() {
		return Step{Do: "See who holds the lock: syncblk in the same debugger."}
	}
	dump := a.file(".dmp")
	return Step{Do: "See who holds the lock. A dump stops the process while it is written, and holds its secrets:",
		Commands: []string{
			fmt.Sprintf("dotnet-dump collect -p %s -o %s", a.process(), dump),
			fmt.Sprintf("dotnet-dump analyze %s -c syncblk -c exit", dump),
		}}
}

// restart says what a restart does and what it does not.
func restart(does string) Step { return Step{Do: does} }

// helpsForNow is what a restart does about threads that wait for something outside.
func (a advised) helpsForNow() Step {
	if a.f != nil && a.f.Workers == 0 {
		return restart("A restart helps only until the same happens again.")
	}
	return restart("A restart or a higher MinThreads helps only until the same load blocks those threads, too.")
}

// dependency is where the time goes: what the threads wait for.
func (a advised) dependency() Step {
	if a.f == nil {
		return Step{Do: "Look at what the threads wait for: is it up, and how fast does it answer?"}
	}
	c, g := commonCause(a.f.Groups), a.commonest()
	if c == nil || g == nil {
		return Step{}
	}
	behind := a.call
	if a.calls > 1 || behind == blockingOnTask {
		behind = "these calls"
	}
	switch c.Category {
	case classify.CategoryData:
		return Step{Do: "Look at the database or cache behind " + behind +
			": slow statements, locks, its limit of connections."}
	case classify.CategorySyncOverAsync:
		return Step{Do: a.awaited(g)}
	case classify.CategoryIO:
		return Step{Do: ioDependency(c, behind)}
	case classify.CategoryQueue:
		return Step{Do: "Look at what should fill or empty the queue: a producer or consumer that is slow or has ended."}
	case classify.CategoryEvent:
		if c.Rule == classify.RuleProcessExit {
			return Step{Do: "Look at the child process that it waits for: what does it do?"}
		}
		return Step{Do: "Look at the code that should give the signal: which thread is it on, and where does that stand?"}
	}
	return Step{}
}

// ioDependency is what reads and writes wait for.
func ioDependency(c *classify.Cause, behind string) string {
	switch {
	case c.Rule == classify.RuleDNS:
		return "Look at the name server: how fast does it answer for the names that are asked for?"
	case c.Mechanism == classify.MechanismFile:
		return "Look at the disk or network share behind " + behind + "."
	case c.Mechanism == classify.MechanismPipe, c.Mechanism == classify.MechanismConsole:
		return "Look at the process on the other end of the pipe or console: does it still read and write?"
	}
	return "Look at the other side of " + behind + ": is it up, and how fast does it answer?"
}

// awaited says what a thread that waits for a task may wait for: a stack does not show it,
// but a library on it or what the own method was given tells where to look.
func (a advised) awaited(g *group.Group) string {
	if client, from := givenClient(g); client != "" {
		return fmt.Sprintf("Look at the dependency that %s calls (%s): is it up, and how fast does it answer?", client, from)
	}
	if c := g.Class.Culprit; c != nil && c.Kind == classify.CulpritUser {
		return fmt.Sprintf("Look at what %s calls and waits for: is it up, "+
			"and how fast does it answer? A stack does not show it.", c.Short)
	}
	return "Look at what the requests in progress call and wait for: is it up, " +
		"and how fast does it answer? A stack does not show it."
}

// commonest is the group of most threads of the commonest cause.
func (a advised) commonest() *group.Group {
	rule := commonRule(a.f.Groups)
	var best *group.Group
	for _, g := range a.f.Groups {
		if g.Class.Cause != nil && g.Class.Cause.Rule == rule && (best == nil || g.Count() > best.Count()) {
			best = g
		}
	}
	return best
}

// clients are what the names of types end in that stand for something outside.
var clients = []string{"Client", "Repository", "Gateway", "DbContext", "Proxy", "Connection", "Channel"}

// givenClient is the type of the own method's parameter, or its own type, that stands for
// something outside the process, and which of them it is; "" where none does.
func givenClient(g *group.Group) (name, from string) {
	at := g.Class.CulpritFrame
	if g.Class.Culprit == nil || g.Class.Culprit.Kind != classify.CulpritUser || at < 0 || at >= len(g.Stack.Frames) {
		return "", ""
	}
	f := g.Stack.Frames[at]
	for _, name := range strings.Split(f.ParamList(), ", ") {
		if isClient(name) {
			return name, "an argument of the method that waits"
		}
	}
	if name := ownTypeOf(f); isClient(name) {
		return name, "the type of the method that waits"
	}
	return "", ""
}

// ownTypeOf is the type in which a frame's code is written, without its namespace.
func ownTypeOf(f *frame.Frame) string {
	name := typeOf(f).full
	return name[strings.LastIndexByte(name, '.')+1:]
}

func isClient(name string) bool {
	return !strings.ContainsAny(name, " <>[]()`") &&
		slices.ContainsFunc(clients, func(end string) bool { return strings.HasSuffix(name, end) })
}

// retake is how to take a report that can be read.
func (a advised) retake() Step {
	if a.thrown() {
		return Step{}
	}
	return Step{Do: "Take the report again, into a file, and give that:", Commands: []string{a.take(again[0])}}
}

// holderDependency is what the holder of a lock waits for.
func (a advised) holderDependency(isWaiter func(*group.Group) bool) Step {
	if a.f == nil {
		return Step{Do: "Look at what the holder of the lock waits for."}
	}
	_, holders := split(a.f.Groups, isWaiter)
	if len(holders) == 0 {
		return Step{}
	}
	held := *a.f
	held.Groups, held.Threads, held.Workers = holders, threads(holders), workers(holders)
	step := advisedOf(a.e, &held).dependency()
	if step.Do == "" {
		if c := commonCause(holders); c != nil && c.API != "" {
			step.Do = "Look at the holder: it waits in " + c.API + " while the others wait for it."
		}
	}
	return step
}

// thread is how to see which thread uses the processor.
func (a advised) thread() Step {
	if a.fromDump() || a.thrown() {
		return Step{}
	}
	return Step{Do: "See which threads use the processor; top shows the ids in decimal:",
		Commands: []string{"top -H -p " + a.process()}}
}

// underLoad is how to see whether a process is well while it works.
func (a advised) underLoad() Step {
	return Step{Do: "If it is slow all the same, take a report while it is:", Commands: []string{a.take(again[0])}}
}

// FindStacks is what to do about an input that measures the process and has no stacks.
func FindStacks(s *parse.Snapshot) []Step {
	a := advised{e: &evidence{set: &group.Set{Snapshot: s}}}
	beside := "FILE"
	if s.File != "" {
		beside = quoted(s.File)
	}
	report := a.file("-stacks.txt")
	return []Step{{Do: "Take the stacks while it lasts, and read them beside this recording:", Commands: []string{
		a.take("-stacks.txt"), fmt.Sprintf("stacktriage report %s --with %s", report, beside),
	}}}
}
