package group

// Across puts the groups of several snapshots of one process into common sites, so
// that one place is one site however often and in whichever snapshot it was seen. The
// groups stay those of their snapshots.
func Across(sets []*Set) []*Site {
	var all []*Group
	for _, set := range sets {
		all = append(all, set.Groups...)
	}
	return sites(&Set{Groups: all})
}
