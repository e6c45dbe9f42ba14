package diagnose

import (
	"fmt"
	"slices"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/wording"
)

// offFinding is what a rule would have found that the site has switched off.
type offFinding struct {
	id      string
	threads int
}

// switchedOff passes over a rule that the site does not want, and remembers what it
// would have found: what is not said must not look like health.
func (e *evidence) switchedOff(r *findingRule) bool {
	if !slices.Contains(e.set.Classifier.Context.Options().Off, r.id) {
		return false
	}
	if groups, _ := r.collect(e); len(groups) > 0 {
		e.off = append(e.off, offFinding{r.id, threads(groups)})
	}
	return true
}

func (e *evidence) offNotes() []string {
	var notes []string
	for _, f := range e.off {
		notes = append(notes, fmt.Sprintf("Switched off by the site's rules: %s, %s here.", f.id, wording.Count(f.threads, "thread")))
	}
	return notes
}

// siteAdvice puts the site's own advice in the place of the tables': that for the cause
// of most threads of a finding before that for the finding.
func (e *evidence) siteAdvice(all []Finding) {
	advice := e.set.Classifier.Context.Options().Advice
	if len(advice) == 0 {
		return
	}
	for i := range all {
		f := &all[i]
		text := advice[string(commonRule(f.Groups))]
		if text == "" {
			text = advice[f.ID]
		}
		if text == "" {
			continue
		}
		f.Advice = text
		if needsName(f) {
			f.Advice += " " + adviceName
		}
	}
}

// commonRule is the cause of most threads of some groups; the smaller id of two.
func commonRule(groups []*group.Group) classify.RuleID {
	count := map[classify.RuleID]int{}
	var best classify.RuleID
	for _, g := range groups {
		if c := g.Class.Cause; c != nil {
			count[c.Rule] += g.Count()
			if n := count[c.Rule]; n > count[best] || n == count[best] && c.Rule < best {
				best = c.Rule
			}
		}
	}
	return best
}
