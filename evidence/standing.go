package evidence

import (
	"time"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
)

// sample is where threads stood at one time.
type sample struct {
	at      time.Duration
	threads map[string]placeKey
}

// sampleOf reads the places of the blocked threads of a set.
func sampleOf(set *group.Set, at time.Duration) sample {
	s := sample{at: at, threads: map[string]placeKey{}}
	for id, g := range threadsOf(set) {
		if stands(g) {
			s.threads[id] = placeOfGroup(g)
		}
	}
	return s
}

// stands reports a thread that is worth watching: blocked, and not for its whole life.
func stands(g *group.Group) bool {
	return g.Class.State == classify.Blocked && !g.Class.AlwaysWaiting
}

// standingOf counts the threads of the first sample that are at the same place in all
// others.
func standingOf(samples []sample) *diagnose.Standing {
	if len(samples) < 2 || len(samples[0].threads) == 0 {
		return nil
	}
	out := &diagnose.Standing{Samples: len(samples), Of: len(samples[0].threads)}
	for id, place := range samples[0].threads {
		still := true
		for _, s := range samples[1:] {
			still = still && s.threads[id] == place
			out.Length = max(out.Length, s.at-samples[0].at)
		}
		if still {
			out.Threads++
		}
	}
	return out
}

func placeOfGroup(g *group.Group) placeKey {
	return keyOf(g.Class.Role, g.Class.Cause, g.Class.Culprit)
}
