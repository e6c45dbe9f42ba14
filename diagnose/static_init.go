package diagnose

import (
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/wording"
)

var staticInit = row{
	id: StaticInit, order: 6, severity: always(Critical), say: staticSentence,
	collect: func(e *evidence) ([]*group.Group, Confidence) {
		waiters := e.open(func(g *group.Group) bool { return blockedOwn(g) && hasRule(g, classify.RuleStaticInit) })
		if len(waiters) == 0 {
			return nil, ""
		}
		runners := e.open(func(g *group.Group) bool {
			return g.Class.State == classify.Blocked && !hasRule(g, classify.RuleStaticInit) && anyFrame(g, 0, initialisesType)
		})
		if len(runners) == 0 {
			return waiters, Medium
		}
		return append(runners, waiters...), High
	},
	advice: fixed("Do no waiting and no asynchronous work in static constructors or static field initialisers: " +
		"use Lazy<T> or an explicit asynchronous initialisation."),
	means:   "Threads wait for a static constructor that is itself blocked, or for one that another thread runs.",
	follows: func(a advised) string { return a.inConstructor() },
	now: func(a advised) []Step {
		return steps(a.saveMore(), restart("A restart helps only if what the constructor waits for answers this time."))
	},
}

func staticSentence(e *evidence, f *Finding) wording.Text {
	waiters, runners := split(f.Groups, func(g *group.Group) bool { return hasRule(g, classify.RuleStaticInit) })
	text := wording.Format("%s %s for %s", e.count(waiters), waits(waiters), placeOf(e.set, waiters).at())
	if len(runners) > 0 {
		text = text.Thenf("; the static constructor is blocked on %s", placeOf(e.set, runners).at())
	}
	if waitsForItself(waiters, runners) {
		return text.Thenf(", whose work waits for that constructor in turn: %s", tail(e, f, "a deadlock"))
	}
	return text.Thenf(": %s", tail(e, f, "static constructor blocked"))
}

// waitsForItself reports that code of the very type whose constructor runs waits for
// the constructor, while the constructor waits for a task.
func waitsForItself(waiters, runners []*group.Group) bool {
	types := map[string]bool{}
	for _, g := range runners {
		if !hasCategory(g, classify.CategorySyncOverAsync) {
			continue
		}
		for _, f := range g.Stack.Frames {
			if f.Method == ".cctor" {
				types[f.Module+"!"+f.Type] = true
			}
		}
	}
	for _, g := range waiters {
		if g.Class.Culprit == nil || g.Class.CulpritFrame < 0 {
			continue
		}
		f := g.Stack.Frames[g.Class.CulpritFrame]
		outer, _, _ := strings.Cut(f.Type, "+")
		if types[f.Module+"!"+outer] {
			return true
		}
	}
	return false
}
