package main

import (
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/parse"
)

func TestParseGates(t *testing.T) {
	tests := []struct {
		arg   string
		error string // "" = accepted
	}{
		{"sync-over-async", ""},
		{"sync-over-async=3", ""},
		{"task-result", ""},
		{"starved", ""},
		{"starved=10", ""},
		{"sync-over-async=0", "is no number of threads"},
		{"sync-over-async=many", "is no number of threads"},
		{"critical", ""},
		{"warning=3", ""},
		{"note", ""},
		{"sync-over-asink", "--fail-on sync-over-asink: no such finding, rule or severity; did you mean sync-over-async?"},
		{"starvd", "did you mean starved?"},
		{"criticl", "did you mean critical?"},
		{"lock", `no such finding, rule or severity; "stacktriage rules" lists them`},
		{"zzzzzz", `"stacktriage rules" lists them`},
		{"ok", `"stacktriage rules" lists them`},
		{"", "an id is missing"},
	}
	for _, tt := range tests {
		_, err := parseGates([]string{tt.arg})
		switch {
		case tt.error == "" && err != nil:
			t.Errorf("%q: %v", tt.arg, err)
		case tt.error != "" && err == nil:
			t.Errorf("%q was accepted", tt.arg)
		case tt.error != "" && !strings.Contains(err.Error(), tt.error):
			t.Errorf("%q: error %q does not say %q", tt.arg, err, tt.error)
		}
	}
}

func TestGatesTripBothWays(t *testing.T) {
	six, two := &group.Group{Threads: make([]int32, 6)}, &group.Group{Threads: make([]int32, 2)}
	busy := &diagnose.Snapshot{
		Input:  &parse.Snapshot{Source: parse.Source{Label: "busy.txt"}},
		Counts: diagnose.Counts{Workers: diagnose.Workers{Total: 9, Blocked: 8, Running: 1}},
		Findings: []diagnose.Finding{
			{ID: "sync-over-async", Severity: diagnose.Critical, Threads: 6, Starved: true, Groups: []*group.Group{six}},
			{ID: "lock-contention", Severity: diagnose.Warning, Threads: 2, Groups: []*group.Group{two}},
			{ID: "thread-explosion", Severity: diagnose.Warning, Threads: 2, Groups: []*group.Group{two}},
		},
		Sites: []*group.Site{
			{Threads: 4, Cause: &classify.Cause{Rule: classify.RuleTaskResult}},
			{Threads: 2, Cause: &classify.Cause{Rule: classify.RuleTaskResult}},
			{Threads: 2, Cause: &classify.Cause{Rule: classify.RuleMonitorEnter}},
			{Threads: 1},
		},
	}
	calm := &diagnose.Snapshot{
		Input:    &parse.Snapshot{Source: parse.Source{Label: "calm.txt"}},
		Findings: []diagnose.Finding{{ID: "healthy", Severity: diagnose.OK}},
	}
	report := &diagnose.Report{Snapshots: []*diagnose.Snapshot{calm, busy}}
	tests := []struct {
		arg  string
		want int
	}{
		{"sync-over-async", 1},
		{"sync-over-async=6", 1},
		{"sync-over-async=7", 0},
		{"lock-contention=2", 1},
		{"deadlock", 0},
		{"task-result=6", 1},
		{"task-result=7", 0},
		{"thread-sleep", 0},
		{"starved", 1},
		{"starved=8", 1},
		{"starved=9", 0},
		{"healthy", 1},
		{"critical=6", 1},
		{"critical=7", 0},
		{"warning=8", 1}, // the graver ones count, and shared threads once
		{"warning=9", 0},
		{"note=8", 1},
	}
	for _, tt := range tests {
		all, err := parseGates([]string{tt.arg})
		if err != nil {
			t.Fatal(err)
		}
		if got := all.tripped(report); len(got) != tt.want {
			t.Errorf("--fail-on %s tripped %d times, want %d: %q", tt.arg, len(got), tt.want, got)
		}
	}
}
