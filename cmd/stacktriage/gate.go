package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/render"
)

// gate is one --fail-on: it trips on a snapshot that has the finding, the rule, a
// finding of the severity or a graver one, or a starved pool, on at least so many
// threads.
type gate struct {
	id  string
	min int
}

type gates []gate

const starvedID = "starved"

// parseGates reads ID[=N]. An id that nothing can ever have is a usage error: a gate
// that cannot trip is worse than none.
func parseGates(args []string) (gates, error) {
	var all gates
	for _, arg := range args {
		id, number, counted := strings.Cut(strings.TrimSpace(arg), "=")
		if id == "" {
			return nil, fmt.Errorf("--fail-on %q: an id is missing", strings.Join(args, ","))
		}
		least, err := leastThreads(arg, id, number, counted)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(gateIDs(), id) {
			return nil, unknownGate(id)
		}
		all = append(all, gate{id: id, min: least})
	}
	return all, nil
}

// leastThreads reads the N of ID[=N]; without one, a single thread trips the gate.
func leastThreads(arg, id, number string, counted bool) (int, error) {
	if !counted {
		return 1, nil
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("--fail-on %s: %q is no number of threads: write %s=1 or more", arg, number, id)
	}
	return n, nil
}

func unknownGate(id string) error {
	cure := `"stacktriage rules" lists them`
	if near := nearest(id, gateIDs()); len(near) > 0 {
		cure = "did you mean " + strings.Join(near, " or ") + "?"
	}
	return fmt.Errorf("--fail-on %s: no such finding, rule or severity; %s", id, cure)
}

// gateSeverities are the severities a gate can be set to, gravest first. Healthy
// reports have none of them.
var gateSeverities = []string{string(diagnose.Critical), string(diagnose.Warning), string(diagnose.Note)}

// tripped describes each gate that trips, once a snapshot.
func (all gates) tripped(report *diagnose.Report) []string {
	var lines []string
	for _, g := range all {
		for _, s := range report.Snapshots {
			threads, found := g.threads(s)
			if found && threads >= g.min {
				lines = append(lines, fmt.Sprintf("--fail-on %s: found in %s, %s", g, s.Input.Source.Label, render.Count(threads, "thread")))
			}
		}
	}
	return lines
}

func (g gate) String() string {
	if g.min == 1 {
		return g.id
	}
	return fmt.Sprintf("%s=%d", g.id, g.min)
}

// threads counts the evidence for a gate in one snapshot. A finding about no thread in
// particular (healthy) counts as one.
func (g gate) threads(s *diagnose.Snapshot) (threads int, found bool) {
	if limit := slices.Index(gateSeverities, g.id); limit >= 0 {
		return graveThreads(s, gateSeverities[:limit+1])
	}
	for i := range s.Findings {
		f := &s.Findings[i]
		switch {
		case f.ID == g.id:
			return max(f.Threads, 1), true
		case g.id == starvedID && f.Starved:
			return s.Counts.Workers.Blocked, true
		}
	}
	for _, site := range s.Sites {
		if site.Cause != nil && site.Cause.Rule == g.id {
			threads += site.Threads
			found = true
		}
	}
	return threads, found
}

// graveThreads counts the threads that findings of some severities are about, each
// once: a finding can share them with another.
func graveThreads(s *diagnose.Snapshot, severities []string) (threads int, found bool) {
	counted := map[*group.Group]bool{}
	least := 0
	for i := range s.Findings {
		f := &s.Findings[i]
		if !slices.Contains(severities, string(f.Severity)) {
			continue
		}
		found = true
		least = max(least, f.Threads, 1)
		for _, g := range f.Groups {
			if !counted[g] {
				counted[g] = true
				threads += g.Count()
			}
		}
	}
	return max(threads, least), found
}

// distance is the number of letters to insert, delete or replace.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
