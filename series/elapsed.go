package series

import (
	"path/filepath"
	"time"

	"stacktriage/parse"
)

// Elapsed finds out how long after the first snapshot each other was taken: from the
// times in the names of the files, else from a time that stands in every report, which
// the reports of one input have between them. It returns nothing unless every
// snapshot has a time, each later than the one before it: a guess would make a wrong
// pace. The times of files are not asked: copying and unpacking change them.
func Elapsed(snaps []*parse.Snapshot) []time.Duration {
	said := func(s *parse.Snapshot) time.Time { return s.Taken }
	named := func(s *parse.Snapshot) time.Time {
		at, _ := parse.TimeIn(filepath.Base(s.Source.Label))
		return at
	}
	if elapsed := elapsedBy(snaps, named); elapsed != nil {
		return elapsed
	}
	return elapsedBy(snaps, said)
}

func elapsedBy(snaps []*parse.Snapshot, taken func(*parse.Snapshot) time.Time) []time.Duration {
	var first, last time.Time
	elapsed := make([]time.Duration, len(snaps))
	for i, s := range snaps {
		at := taken(s)
		switch {
		case !at.After(last): // nor is the zero time, which is none
			return nil
		case i == 0:
			first = at
		}
		last = at
		elapsed[i] = at.Sub(first)
	}
	return elapsed
}
