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
	if s.Interleaved {
		return "Unreliable, the lines of two outputs are mixed: "
	}
	return ""
}
