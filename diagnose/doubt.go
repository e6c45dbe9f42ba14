package diagnose

import "stacktriage/parse"

// doubt lowers the confidence of every finding where the stacks themselves are not to
// be trusted.
func doubt(snap *Snapshot) {
	if unreliable(snap.Input) == "" {
		return
	}
	for i := range snap.Findings {
		snap.Findings[i].Confidence = Low
	}
}

// unreliable says why the stacks of a snapshot are not to be trusted; "" where they
// are. The headline begins with it.
func unreliable(s *parse.Snapshot) string {
	switch {
	case s.Interleaved:
		return "Unreliable, the lines of two outputs are mixed: "
	case s.Damaged:
		return "Unreliable, many lines of the stacks were lost: "
	}
	return ""
}
