package classify

import (
	"slices"
	"strings"

	"stacktriage/frame"
)

// KnownIdle is such a wait: who makes it, and how it got there.
type KnownIdle struct {
	// Label is how the thread is called where it is set aside.
	Label string
	// Waits are ids of causes of which the thread must show one; none allows any.
	Waits []RuleID
	// Frames are patterns as in Rule.Match. The first must match the culprit, or, where
	// there is none, the call that waits; the others frames below it, in their order.
	Frames []string
}

// idleRule is a KnownIdle made ready.
type idleRule struct {
	label  string
	waits  []RuleID
	frames []pattern
}

func idleRules(known []KnownIdle) []idleRule {
	rules := make([]idleRule, len(known))
	for i, k := range known {
		rules[i] = idleRule{label: k.Label, waits: k.Waits}
		for _, text := range k.Frames {
			rules[i].frames = append(rules[i].frames, parsePattern(text))
		}
	}
	return rules
}

func ruleSet(ids []string) map[RuleID]bool {
	set := make(map[RuleID]bool, len(ids))
	for _, id := range ids {
		set[RuleID(id)] = true
	}
	return set
}

// knownIdle sets a thread aside that is in a known wait. A pool worker stays blocked,
// since it is a worker less for everybody else, but makes no alarm.
func (c *Classifier) knownIdle(v *view, res *Result) {
	if len(c.Context.idle) == 0 || res.State != Blocked && res.State != Unclear || res.EntersLock {
		return
	}
	switch res.Role {
	case Worker, Main, Dedicated, Background, Unknown:
	default:
		return
	}
	for i := range c.Context.idle {
		rule := &c.Context.idle[i]
		if !rule.matches(v, res) {
			continue
		}
		if res.Role == Worker {
			res.AlwaysWaiting = res.State == Blocked
			return
		}
		res.State = Waiting
		res.Cause = setAside(RuleKnownIdle, rule.label)
		return
	}
}

func (r *idleRule) matches(v *view, res *Result) bool {
	if len(r.frames) == 0 || len(r.waits) > 0 && (res.Cause == nil || !slices.Contains(r.waits, res.Cause.Rule)) {
		return false
	}
	at := res.CulpritFrame
	if at < 0 {
		at = res.APIFrame
	}
	if at < 0 || !v.frameMatches(at, r.frames[0]) {
		return false
	}
	rest := r.frames[1:]
	for at++; len(rest) > 0 && at < len(v.frames); at++ {
		if v.frameMatches(at, rest[0]) {
			rest = rest[1:]
		}
	}
	return len(rest) == 0
}

func (v *view) frameMatches(at int, p pattern) bool {
	if !p.matchesNames(v.infos[at].names) {
		return false
	}
	f := v.frames[at]
	return p.module == "" || p.matchesModule(strings.ToLower(ModuleOf(f)), f.Module == "")
}

// PatternOf is a pattern for KnownIdle.Frames that matches a frame. An async method is
// named without the number of its state machine, which changes with any edit. The
// numbers of lambdas stay: without them one lambda would stand for all of its method.
func PatternOf(f *frame.Frame) string {
	name := f.Full
	_, machine, ok := strings.Cut(f.Type, "+<")
	plain := ok && machine != "" && !strings.ContainsAny(machine[:1], "<>")
	if plain && f.Method == "MoveNext" && strings.Contains(machine, ">d__") {
		name = logicalName(f.Full)
	}
	if f.Module != "" {
		return f.Module + "!" + name
	}
	return name
}
