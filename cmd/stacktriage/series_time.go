package main

import (
	"path/filepath"
	"time"

	"stacktriage/parse"
)

// elapsedOf finds out when each report was taken: from the lines between the reports of
// one input, else from the names of the files. File times are not asked: copying and
// unpacking change them, and the same input would not give the same output.
func elapsedOf(snaps []*parse.Snapshot) []time.Duration {
	taken := func(s *parse.Snapshot) (time.Time, bool) { return s.Taken, !s.Taken.IsZero() }
	named := func(s *parse.Snapshot) (time.Time, bool) { return parse.TimeIn(filepath.Base(s.Source.Label)) }
	if snaps[0].Source.Of == len(snaps) {
		if elapsed := elapsedBetween(snaps, taken); elapsed != nil {
			return elapsed
		}
	}
	return elapsedBetween(snaps, named)
}

// elapsedBetween is the time since the first snapshot. It returns nothing unless each
// has a time and each is later than the one before it: a guess would make a wrong pace.
func elapsedBetween(snaps []*parse.Snapshot, at func(*parse.Snapshot) (time.Time, bool)) []time.Duration {
	var first, last time.Time
	elapsed := make([]time.Duration, len(snaps))
	for i, s := range snaps {
		t, ok := at(s)
		switch {
		case !ok, i > 0 && !t.After(last):
			return nil
		case i == 0:
			first = t
		}
		last = t
		elapsed[i] = t.Sub(first)
	}
	return elapsed
}
