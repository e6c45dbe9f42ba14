package classify

import (
	"slices"
	"strings"

	"stacktriage/frame"
)

// FoundAsScanned reports that the look-up of all tables finds for a frame what trying
// every pattern finds, and which rows each of them does.
func FoundAsScanned(f *frame.Frame) (got, want [tables][]int, same bool) {
	m, names := rulesMatcher(), namesOf(f)
	var scanned rows
	for _, name := range names {
		for _, r := range m.exact[name] {
			scanned.add(r)
		}
	}
	for _, l := range m.loose {
		if l.pattern.matches(strings.ToLower(ModuleOf(f)), f.Module == "", names) {
			scanned.add(l.tableRow)
		}
	}
	if found := m.all(f, names); found != nil {
		got = *found
	}
	return got, scanned, slices.EqualFunc(got[:], scanned[:], slices.Equal)
}

// Bare is a result without what is remembered of its stack.
func Bare(r Result) Result {
	r.known = nil
	return r
}
