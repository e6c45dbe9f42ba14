package diagnose

import (
	"strings"
	"testing"
)

// TestMixedLinesAreDoubted: a verdict over stacks that may be invented by the mixing of
// two outputs says so first, and claims no confidence.
func TestMixedLinesAreDoubted(t *testing.T) {
	s := analyzeText(t, reportText{stacks: []string{"6 @result < Acme!Acme.Orders.Get() < @pool"}})
	s.Input.Interleaved = true
	doubt(s)
	if got := headline(s); !strings.HasPrefix(got, "Unreliable, ") {
		t.Errorf("headline %q", got)
	}
	for _, f := range s.Findings {
		if f.Confidence != Low {
			t.Errorf("%s has confidence %s", f.ID, f.Confidence)
		}
	}
}
