package diagnose

import "testing"

// TestEveryFindingIsExplained holds the three tables of findings together.
func TestEveryFindingIsExplained(t *testing.T) {
	seen := map[FindingID]bool{}
	for _, info := range FindingInfos() {
		seen[info.ID] = true
		if info.Means == "" || info.Advice == "" || info.Severity == "" {
			t.Errorf("%s lacks a part: %+v", info.ID, info)
		}
	}
	for _, id := range FindingIDs() {
		if !seen[id] {
			t.Errorf("%s has no row", id)
		}
		delete(seen, id)
	}
	for id := range seen {
		t.Errorf("%s is not in the order of findings", id)
	}
}
