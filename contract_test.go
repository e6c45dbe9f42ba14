package stacktriage_test

import (
	"encoding/json"
	"testing"
)

// The parts of the JSON report that others rely on: tests decode the output into
// these, and so see it as a reader of the JSON does.
type (
	jsonReport struct {
		SchemaVersion int
		Snapshots     []jsonSnapshot
	}
	jsonSnapshot struct {
		Counts   jsonCounts
		Headline string
		Findings []jsonFinding
		Sites    []jsonSite
		Groups   []jsonGroup
	}
	jsonCounts struct {
		Threads, Frames, Stacks int
		Workers                 struct{ Total, Blocked, Running, Idle, Unclear int }
		Roles                   map[string]int
	}
	jsonFinding struct {
		ID, Severity     string
		Starved          bool
		Threads, Workers int
		Groups           []string
	}
	jsonSite struct {
		Role, State     string
		Cause           *jsonCause
		Culprit         *jsonCulprit
		Threads, Stacks int
		Groups          []string
	}
	jsonGroup struct {
		ID, Role, State string
		Cause           *jsonCause
		Culprit         *jsonCulprit
		Count           int
		ThreadIDs       []string
		Markers         struct{ Native, CPU int }
		Incomplete      bool
		Frames          []jsonFrame
	}
	jsonCause   struct{ Rule, API, Category, Mechanism string }
	jsonCulprit struct{ Kind, Name, Module, Raw string }
	jsonFrame   struct{ Raw, Name, Module, Kind string }
)

func decodeJSON(t *testing.T, data []byte) jsonReport {
	t.Helper()
	var report jsonReport
	if err := json.Unmarshal(data, &report); err != nil {
		t.Fatalf("the JSON does not decode: %v", err)
	}
	return report
}
