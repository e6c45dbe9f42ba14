// Package group puts threads together: identical stacks into groups, groups with
// the same role, state, cause and culprit into sites, and stacks that share their
// roots into a tree.
//
// It classifies each distinct stack once and adds what only several stacks
// together can tell. It draws no conclusion about the process.
package group

import (
	"stacktriage/classify"
	"stacktriage/parse"
)

// Group is the threads of one snapshot whose stacks are identical after
// normalisation.
type Group struct {
	Stack *parse.Stack
	Class classify.Result
	// Threads are indexes into the snapshot's threads, in input order.
	Threads []int32
	// Native and CPU count the markers.
	Native, CPU int
	// Motion is what was observed of its threads beside their frames.
	Motion Motion
}

// Count is the number of threads in the group.
func (g *Group) Count() int { return len(g.Threads) }

// Site is groups that share role, state, cause and culprit: one line of the
// summary.
type Site struct {
	Role    classify.Role
	State   classify.State
	Cause   *classify.Cause
	Culprit *classify.Culprit
	Via     string
	// Groups are ordered by count, then id; the first one represents the site.
	Groups []*Group
	// Threads is the sum of the groups' counts.
	Threads int
	// Callers are the distinct own callers of a culprit that is a home-made wrapper,
	// the commonest first.
	Callers []string
}
