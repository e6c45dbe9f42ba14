package group_test

import (
	"testing"

	"stacktriage/group"
)

// TestTopTreeHidesNobody: what is drawn and what is left out are all threads, and no
// branch that is left out has more threads than a drawn one can have.
func TestTopTreeHidesNobody(t *testing.T) {
	sets(t, func(name string, set *group.Set) {
		total := group.BuildTree(set.Groups, set.Sites, false)
		for _, exact := range []bool{false, true} {
			for _, top := range []int{0, 1, 3, 1000} {
				tree, rest, branches := group.BuildTopTree(set.Groups, set.Sites, exact, top)
				left := 0
				for _, g := range rest {
					left += g.Count()
				}
				if tree.Threads+left != total.Threads || tree.Stacks+len(rest) != len(set.Groups) {
					t.Fatalf("%s, top %d: %d of %d threads drawn, %d left out", name, top, tree.Threads,
						total.Threads, left)
				}
				if top > 0 && tree.Branches > top || (branches > 0) != (len(rest) > 0) {
					t.Fatalf("%s, top %d: %d branches drawn, %d left out", name, top, tree.Branches, branches)
				}
			}
		}
	})
}
