package main

import (
	"fmt"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/render"
	"stacktriage/series"
)

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
			s.trip(fmt.Sprintf("--fail-on %s: %s, at %s", g, render.Count(threads, "thread"), where))
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
