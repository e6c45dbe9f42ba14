package parse

import (
	"slices"

	"stacktriage/frame"
)

// Renamed returns a copy of a snapshot with other frames and other names of threads.
// The copy's stacks stand in the same order, with ids of their own.
func (s *Snapshot) Renamed(frameOf func(*frame.Frame) *frame.Frame, threadName func(string) string) *Snapshot {
	renamed := *s
	renamed.Problems = slices.Clone(s.Problems)
	renamed.Stacks = make([]Stack, len(s.Stacks))
	for i, old := range s.Stacks {
		stack := Stack{Incomplete: old.Incomplete, Frames: make([]*frame.Frame, len(old.Frames))}
		for j, f := range old.Frames {
			stack.Frames[j] = frameOf(f)
		}
		stack.ID = stackID(stack)
		renamed.Stacks[i] = stack
	}
	if s.names != nil {
		renamed.names = make(map[int]string, len(s.names))
		for i, old := range s.names {
			renamed.names[i] = threadName(old)
		}
	}
	return &renamed
}
