package classify

import (
	"slices"
	"strings"
	"testing"
)

// TestShortTypesAreOfUse: a type is in the table because some rule knows its full name.
func TestShortTypesAreOfUse(t *testing.T) {
	var known []string
	for _, tab := range patternTables() {
		for _, text := range tab.patterns {
			_, name, ok := strings.Cut(text, "!")
			if !ok {
				name = text
			}
			known = append(known, name)
		}
	}
	for name := range startFrames {
		known = append(known, name)
	}
	for typ, space := range shortTypes {
		full := space + "." + typ
		if !slices.ContainsFunc(known, func(name string) bool {
			// A pattern may begin without a namespace, or end before the type does.
			open, isOpen := strings.CutSuffix(name, "*")
			return strings.HasPrefix(name, full) || strings.HasPrefix(full+".", name) ||
				isOpen && strings.HasPrefix(full, open) || strings.HasPrefix(name, typ+".")
		}) {
			t.Errorf("no rule knows %s", full)
		}
	}
}
