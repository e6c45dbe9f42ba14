package group

import "slices"

// BuildTopTree builds the tree of the groups that end in the branches with the most
// threads, as many as asked for; 0 is all. It returns the groups that are left out, and
// on how many branches they are.
func BuildTopTree(groups []*Group, sites []*Site, exact bool, branches int) (tree *Tree, rest []*Group, restBranches int) {
	tree = BuildTree(groups, sites, exact)
	if branches <= 0 || tree.Branches <= branches {
		return tree, nil, 0
	}
	ends := tree.ends()
	slices.SortStableFunc(ends, func(a, b []*Group) int { return threadsOf(b) - threadsOf(a) })
	left := map[*Group]bool{}
	for _, end := range ends[branches:] {
		for _, g := range end {
			left[g] = true
		}
	}
	var kept []*Group
	for _, g := range groups {
		if left[g] {
			rest = append(rest, g)
		} else {
			kept = append(kept, g)
		}
	}
	return BuildTree(kept, sites, exact), rest, len(ends) - branches
}

// ends are the groups of each branch, those that ask for attention first.
func (t *Tree) ends() [][]*Group {
	var all [][]*Group
	var walk func(nodes []*Node)
	walk = func(nodes []*Node) {
		for _, n := range nodes {
			chain := n.Chain()
			top := chain[len(chain)-1]
			if len(top.Ends) > 0 {
				all = append(all, top.Ends)
			}
			walk(top.Children)
		}
	}
	walk(t.Roots)
	return all
}

func threadsOf(groups []*Group) int {
	n := 0
	for _, g := range groups {
		n += g.Count()
	}
	return n
}
