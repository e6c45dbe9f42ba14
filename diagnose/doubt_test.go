package diagnose

import (
	"strings"
	"testing"

	"stacktriage/parse"
)

// TestDoubt: a verdict over stacks that may be invented by the mixing of two outputs, or
// that are the remains of many, says so first and claims no confidence.
func TestDoubt(t *testing.T) {
	for name, spoil := range map[string]func(*parse.Snapshot){
		"interleaved": func(in *parse.Snapshot) { in.Interleaved = true },
		"damaged":     func(in *parse.Snapshot) { in.Damaged = true },
	} {
		s := analyzeText(t, reportText{stacks: []string{"6 @result < Acme!Acme.Orders.Get() < @pool"}})
		spoil(s.Input)
		doubt(s)
		if got := headline(s).String(); !strings.HasPrefix(got, "Unreliable, ") {
			t.Errorf("%s: headline %q", name, got)
		}
		for _, f := range s.Findings {
			if f.Confidence != Low {
				t.Errorf("%s: %s has confidence %s", name, f.ID, f.Confidence)
			}
		}
	}
}
