package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"stacktriage/group"
	"stacktriage/wording"
)

// What the rules of a site change: findings that are switched off, and its own advice.

// offFinding is what a row would have found that the site has switched off.
type offFinding struct {
	id     FindingID
	groups []*group.Group
}

// switchedOff passes over a row that the site does not want, and remembers what it
// would have found: what is not said must not look like health.
func (e *evidence) switchedOff(r *row) bool {
	if !slices.Contains(e.set.Classifier.Context.Options().Off, string(r.id)) {
		return false
	}
	if groups, _ := r.collect(e); len(groups) > 0 {
		e.off = append(e.off, offFinding{r.id, groups})
	}
	return true
}

func (e *evidence) offNotes() []string {
	var notes []string
	for _, f := range e.off {
		notes = append(notes, fmt.Sprintf("Switched off by the site's rules: %s, %s here.", f.id,
			wording.Count(threads(f.groups), "thread")))
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
			text = advice[string(f.ID)]
		}
		if text != "" {
			f.Advice = strings.Join(append([]string{text}, nameAdvice(f)...), " ")
		}
	}
}
