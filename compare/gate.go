package compare

import (
	"fmt"

	"stacktriage/wording"
)

// Regressions say why AFTER is to fail a gate: blocking grew, or there is a blocked
// place that BEFORE does not have. Both are told by places, so that a verdict that
// weighs them up ("one worker more is no change") cannot hide them.
func (d *Diff) Regressions() []string {
	var out []string
	if t := balanceOf(d.Sites); t.after > t.before {
		out = append(out, fmt.Sprintf("blocking grew: %d → %s", t.before, wording.Count(t.after, "thread")))
	}
	for _, s := range d.Sites {
		if s.Trouble && s.Status == New {
			out = append(out, fmt.Sprintf("new blocked place: %s %s", people(s.After, s.AfterThreads()), onPlace(s.After)))
		}
	}
	return out
}
