package diagnose

import (
	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/parse"
	"stacktriage/wording"
)

// Calm is earned: a report is called healthy only where every thread is known to be
// well and the text was read whole. What is not known is collected here.

// unknowns are what stands between a report and the word healthy.
type unknowns struct {
	cut     []*group.Group // the roots are not in the report
	unclear []*group.Group // neither the frames nor the marker tell what they do
	blocked []*group.Group // they wait for something that no finding is about
	text    string         // what of the input was not read; "" where all was
}

func (u *unknowns) none() bool { return u.threads() == 0 && u.text == "" }

func (u *unknowns) threads() int { return threads(u.cut) + threads(u.unclear) + threads(u.blocked) }

func (u *unknowns) groups() []*group.Group {
	return append(append(append([]*group.Group(nil), u.blocked...), u.unclear...), u.cut...)
}

// unknown asks of every thread whether it is known to be well. Findings that the site
// has switched off are the site's to answer for.
func (e *evidence) unknown() *unknowns {
	u := &unknowns{text: unread(e.set.Snapshot)}
	excused := map[*group.Group]bool{}
	for _, off := range e.off {
		for _, g := range off.groups {
			excused[g] = true
		}
	}
	for _, g := range e.set.Groups {
		switch {
		case excused[g], wellKnown(g):
		case g.Class.Role == classify.Unknown:
			u.cut = append(u.cut, g)
		case g.Class.State == classify.Blocked:
			u.blocked = append(u.blocked, g)
		default:
			u.unclear = append(u.unclear, g)
		}
	}
	return u
}

// wellKnown reports a thread of which it is known that it is well: parked, in the wait
// it spends its life in, or passing I/O on.
func wellKnown(g *group.Group) bool {
	switch {
	case g.Class.Role == classify.Unknown, g.Class.EntersLock, g.Stack.Incomplete:
		return false
	case g.Class.State == classify.Idle, g.Class.State == classify.Waiting:
		return true
	case g.Class.State == classify.Running:
		return g.Class.Culprit == nil && isDispatch(g)
	}
	return listedWait(g)
}

// listedWait reports a thread of its own whose wait may be its life: for work, a signal,
// a peer or time. It is a place of the report and no alarm. A wait for a task or for a
// lock, and one whose kind no rule knows, never is.
func listedWait(g *group.Group) bool {
	if g.Class.State != classify.Blocked || g.Class.Cause == nil || g.Class.EntersLock {
		return false
	}
	switch g.Class.Role {
	case classify.Worker, classify.Main, classify.Finalizer, classify.Unknown:
		return false
	case classify.Dedicated:
		if g.Class.Culprit == nil {
			return false // nobody is known whose wait it could be
		}
	}
	switch g.Class.Cause.Category {
	case classify.CategoryQueue, classify.CategoryIO, classify.CategoryEvent, classify.CategorySleep:
		return true
	}
	return false
}

// unread says what of the stacks was not read, in words that go on from "but"; "" where
// nothing is known to be missing. Lines around the stacks are no loss.
func unread(s *parse.Snapshot) string {
	switch {
	case s.Truncated:
		return "the input ends in the middle of a thread"
	case s.HeadMissing:
		return "the beginning of the report is missing"
	case s.Interleaved:
		return "the lines of two outputs are mixed"
	case s.Damaged:
		return "many lines of the stacks were lost"
	}
	for _, p := range s.Problems {
		if p.Lost != parse.LostNothing {
			return "a part of the stacks could not be read"
		}
	}
	if s.MoreProblems > 0 || manySkipped*s.SkippedLines > s.Frames {
		return wording.Counted(s.SkippedLines, "line was not understood", "lines were not understood")
	}
	return ""
}

// manySkipped is how many lines of stacks there must be for each line that was not
// understood, so that those can be what people write around a report.
const manySkipped = 10

// unclearFinding says what is not known, and what would tell.
func (e *evidence) unclearFinding(u *unknowns) Finding {
	f := Finding{ID: Unclear, Severity: Note, Confidence: Low, Threads: u.threads(), Groups: u.groups()}
	for _, g := range f.Groups {
		if g.Class.Role == classify.Worker {
			f.Workers += g.Count()
		}
	}
	f.say(e.unclearSentence(u))
	f.Advice = u.advice()
	return f
}

func (e *evidence) unclearSentence(u *unknowns) wording.Text {
	total := wording.Count(e.counts.Threads, "thread")
	if cut := threads(u.cut); cut == e.counts.Threads {
		return wording.Format("Unclear: %s, but no frame tells what any of them does",
			wording.Counted(cut, "thread is there", "threads are there"))
	}
	var parts []wording.Text
	if n := threads(u.blocked); n > 0 {
		f := Finding{Threads: n, Workers: workers(u.blocked), Groups: u.blocked}
		parts = append(parts, wording.Format("%s %s, which no finding explains", who(e, &f), blockedOn(e, &f)))
	}
	if n := threads(u.unclear); n > 0 {
		parts = append(parts, wording.Format("whether %d of %s %s or %s is not known",
			n, total, wording.Form(n, "runs", "run"), wording.Form(n, "waits", "wait")))
	}
	if n := threads(u.cut); n > 0 {
		parts = append(parts, wording.Format("what %d of %s %s cannot be read", n, total, wording.Form(n, "does", "do")))
	}
	if u.text != "" {
		parts = append(parts, wording.Plain(u.text))
	}
	if len(u.blocked) > 0 {
		return wording.Format("Unclear: %s", wording.Join("; ", parts...))
	}
	return wording.Format("Unclear: nothing is known to be blocked, but %s", wording.Join("; ", parts...))
}

// blockedOn is "blocked on Socket.Receive".
func blockedOn(e *evidence, f *Finding) wording.Text {
	verb := blocked(f)
	if at := placeOf(e.set, f.Groups).at(); len(at) > 0 {
		return wording.Format("%s on %s", verb, at)
	}
	return wording.Plain(verb)
}

// advice is what would tell what is not known.
func (u *unknowns) advice() string {
	switch {
	case threads(u.cut) > 0:
		return adviceUnclear
	case u.text != "":
		return `Take the report into a file ("dotnet-stack report -p PID > FILE") and give that, ` +
			"not a copy of the screen or a part of it."
	}
	return "Take two more reports a few seconds apart: " +
		"a thread that stands at the same place in all of them is stuck or slow, " +
		"one that moves is at work."
}

// again is how to learn what is not known.
func (u *unknowns) again(a advised) Step {
	if threads(u.cut) > 0 || u.text != "" {
		return a.retake()
	}
	return a.lookAgain()
}

// notKnown counts the threads of which nothing is known: those that a finding is about,
// unless it says just that, are known.
func (u *unknowns) notKnown(all []Finding) int {
	told := map[*group.Group]bool{}
	for i := range all {
		if all[i].ID == Unclear {
			continue
		}
		for _, g := range all[i].Groups {
			told[g] = true
		}
	}
	n := 0
	for _, g := range u.groups() {
		if !told[g] {
			n += g.Count()
		}
	}
	return n
}
