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
	return c.judgeAs(set, false)
}

// JudgeInSeries is JudgeAs for one of several reports of the same process; repeated says
// that they are as many as advice to take others asks for.
func (c *Case) JudgeInSeries(repeated bool) func(*group.Set) (*diagnose.Snapshot, *group.Set) {
	return func(set *group.Set) (*diagnose.Snapshot, *group.Set) { return c.judgeAs(set, repeated) }
}

func (c *Case) judgeAs(set *group.Set, repeated bool) (*diagnose.Snapshot, *group.Set) {
	as := *c
	as.set, as.repeated = set, repeated
	snap := as.Judge()
	return snap, as.set
}
