package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/series"
	"stacktriage/wording"
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
				lines = append(lines, fmt.Sprintf("--fail-on %s: found in %s, %s",
					g, s.Input.Source.Label, wording.Count(threads, "thread")))
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
		case string(f.ID) == g.id:
			return max(f.Threads, 1), true
		case g.id == starvedID && f.Starved:
			return s.Counts.Workers.Blocked, true
		}
	}
	for _, site := range s.Sites {
		if site.Cause != nil && string(site.Cause.Rule) == g.id {
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

// The gates of series.
const (
	gateGrowing   = "growing"
	gateSamePlace = "same-place"
)

// parseSeriesGates reads growing[=N] and same-place[=N].
func parseSeriesGates(args []string) (seriesGates, error) {
	known := []string{gateGrowing, gateSamePlace}
	var all seriesGates
	for _, arg := range args {
		id, number, counted := strings.Cut(strings.TrimSpace(arg), "=")
		if !slices.Contains(known, id) {
			return nil, fmt.Errorf("--fail-on %q: a series is judged by %s", arg, strings.Join(known, " and "))
		}
		least, err := leastThreads(arg, id, number, counted)
		if err != nil {
			return nil, err
		}
		all = append(all, gate{id: id, min: least})
	}
	return all, nil
}

type seriesGates []gate

// check trips the gates. One that cannot trip on these reports is an error: it would
// pass for ever.
func (all seriesGates) check(s *session, related *series.Series) error {
	for _, g := range all {
		if g.id == gateSamePlace && (related.NoIDs || len(related.Snapshots) < 3) {
			return fmt.Errorf("--fail-on %s: needs three reports or more, with thread ids", g)
		}
		threads, where := g.worst(related)
		if threads >= g.min {
			s.trip(fmt.Sprintf("--fail-on %s: %s, at %s", g, wording.Count(threads, "thread"), where))
		}
	}
	return nil
}

// worst is the place that trips a gate on most threads, and on how many: those that
// came to it, or those that did not move. Waits that are a thread's normal life count
// for neither.
func (g gate) worst(related *series.Series) (threads int, where string) {
	for _, p := range related.Places {
		n := 0
		switch {
		case p.Site.State != classify.Blocked || p.Quiet:
		case g.id == gateSamePlace:
			n = len(p.Same.Threads)
		case p.Reading == series.Growing, p.Reading == series.Appeared:
			n = p.Counts[len(p.Counts)-1] - p.Counts[0]
		}
		if n > threads {
			threads, where = n, p.At()
		}
	}
	return threads, where
}
