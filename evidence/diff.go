package evidence

import (
	"stacktriage/diagnose"
	"stacktriage/group"
)

// Set is the classified stacks of the report; nil for a case without stacks.
func (c *Case) Set() *group.Set { return c.set }

// JudgeAs is Judge over another set of the same snapshot, in which names were filled in.
// It also returns the set with the names that the stacks beside the report tell, of whose
// groups the findings are.
func (c *Case) JudgeAs(set *group.Set) (*diagnose.Snapshot, *group.Set) {
	as := *c
	as.set = set
	snap := as.Judge()
	return snap, as.set
}
