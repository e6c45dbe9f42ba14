package parse

import "fmt"

// maxSnapshots bounds the snapshots of one text, and maxThreads the threads of one
// snapshot: a header costs a few bytes of a packed input, and a thread costs a hundred
// times as much in memory.
const (
	maxSnapshots = 100_000
	maxThreads   = 1 << 20
)

// pastBounds says, as an error, that the text holds more than is kept.
func (b *builder) pastBounds() error {
	if len(b.done) >= maxSnapshots {
		return fmt.Errorf("it holds more than %d reports", maxSnapshots)
	}
	if len(b.cur.Threads) >= maxThreads {
		return fmt.Errorf("a report in it has more than %d threads", maxThreads)
	}
	return nil
}
