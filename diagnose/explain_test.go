package diagnose

import "testing"

// TestEveryFindingIsExplained holds the three tables of findings together.
func TestEveryFindingIsExplained(t *testing.T) {
	rows := map[string]bool{}
	for _, info := range FindingInfos() {
		rows[info.ID] = true
		if info.Means == "" || info.Advice == "" || info.Severity == "" {
			t.Errorf("%s lacks a part: %+v", info.ID, info)
		}
	}
	for _, id := range FindingIDs() {
		if !rows[id] {
			t.Errorf("%s has no row", id)
		}
		delete(rows, id)
	}
	for id := range rows {
		t.Errorf("%s is not in the order of findings", id)
	}
}
