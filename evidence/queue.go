package evidence

import (
	"time"

	"stacktriage/counters"
	"stacktriage/diagnose"
)

// queueFact is what the course of the queue says.
type queueFact struct {
	fact diagnose.QueueFact
	// stood is the part in which every value was above 0; of changes, what was there at
	// the least.
	stood span
	// single says that values above 0 stand alone among zeros, which proves nothing.
	single bool
}

// Bounds of what a queue proves. A burst of work makes a queue of one value, in a healthy
// process, too (1,000 requests a second: 118 in one second, 0 in all others).
const (
	// shortestWatch is the time for which a value must hold.
	shortestWatch = time.Second
	// shortestStand is how long a queue must have stood that has emptied since.
	shortestStand = 3 * time.Second
)

// judgeQueue reads the queue. fewest is the number of values of a screen, which has no
// times, that stand for a second.
func judgeQueue(queue counters.Track) queueFact {
	q := queueFact{}
	if len(queue.Points) == 0 {
		return q
	}
	lowest := atLeast(queue)
	q.stood = longestAboveZero(lowest)
	whole := span{points: lowest.Points}
	switch stood := q.stood.length(); {
	case len(q.stood.points) == 0:
		if queue.Absolute && whole.length() >= shortestWatch {
			q.fact = diagnose.QueueEmpty
		}
	case len(q.stood.points) == len(lowest.Points) && stood >= shortestWatch,
		q.stood.toEnd && stood >= 2*shortestWatch, stood >= shortestStand:
		q.fact = diagnose.QueueStands
	default:
		q.single = len(q.stood.points) < len(lowest.Points)
	}
	return q
}
