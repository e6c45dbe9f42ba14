package wording

import (
	"fmt"

	"stacktriage/parse"
)

// Title names a snapshot: its input, and its number where the input holds several.
// The label is as the user typed it; whoever prints it escapes it.
func Title(s parse.Source) string {
	if s.Of > 1 {
		return fmt.Sprintf("%s (%d of %d)", s.Label, s.Index, s.Of)
	}
	return s.Label
}
