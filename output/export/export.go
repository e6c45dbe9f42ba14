// Package export writes reports in the formats of programs that draw stacks: folded
// stacks for flame graphs, speedscope, and pprof.
//
// A stack becomes a list of names with the number of threads that have it; nothing is
// judged, filtered or merged but stacks that read the same. The package knows neither
// the command line nor package render, whose registry it serves.
package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/frame"
	"stacktriage/group"
)

// Options are what every writer may be asked for.
type Options struct {
	Version string // of the program, for formats that name their maker
	Classes bool   // put an artificial root frame, "[pool] sync-over-async", below each stack
	Raw     bool   // frames as they stand in the input instead of C# names
}

// point is one frame of a stack as the drawing programs see it.
type point struct {
	name, module string
}

// sample is threads with the same stack.
type sample struct {
	points  []point // root first
	threads int
	role    classify.Role
	state   classify.State
	class   string // what the threads wait in, else their state
}

// samplesOf turns groups into samples, largest first.
func samplesOf(s *diagnose.Snapshot, o Options) []sample {
	samples := make([]sample, 0, len(s.Groups))
	for _, g := range s.Groups {
		if g.Count() == 0 {
			continue // readers of these formats expect positive numbers
		}
		samples = append(samples, sampleOf(g, o))
	}
	return samples
}

func sampleOf(g *group.Group, o Options) sample {
	s := sample{threads: g.Count(), role: g.Class.Role, state: g.Class.State, class: classOf(g)}
	if o.Classes {
		s.points = append(s.points, point{name: fmt.Sprintf("[%s] %s", kindOf(g), s.class)})
	}
	for _, f := range slices.Backward(g.Stack.Frames) {
		s.points = append(s.points, point{name: nameOf(f, o), module: f.Module})
	}
	if len(s.points) == 0 {
		s.points = []point{{name: "[no frames]"}}
	}
	return s
}

// classOf is the category of what a thread is blocked in, else its state.
func classOf(g *group.Group) string {
	if g.Class.State == classify.Blocked && g.Class.Cause != nil && g.Class.Cause.Category != "" {
		return string(g.Class.Cause.Category)
	}
	return string(g.Class.State)
}

func kindOf(g *group.Group) string {
	if g.Class.Role == classify.Worker {
		return "pool"
	}
	return string(g.Class.Role)
}

// nameOf is a frame's text. It is never empty, and has no ";", at which readers of
// folded stacks split.
func nameOf(f *frame.Frame, o Options) string {
	name := f.Name()
	if o.Raw {
		name = frame.Clean(f.Raw)
	}
	name = strings.TrimSpace(strings.ReplaceAll(name, ";", ","))
	if name == "" {
		return "?"
	}
	return name
}

// titleOf names a snapshot: the input, and its number where the input holds several.
func titleOf(s *diagnose.Snapshot) string {
	src := s.Input.Source
	label := frame.Clean(src.Label)
	if src.Of > 1 {
		return fmt.Sprintf("%s (%d of %d)", label, src.Index, src.Of)
	}
	return label
}

// byThreads orders the largest first.
func byThreads(a, b sample) int {
	return cmp.Or(cmp.Compare(b.threads, a.threads), slices.CompareFunc(a.points, b.points, byName))
}

func byName(a, b point) int {
	return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.module, b.module))
}
