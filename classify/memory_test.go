package classify_test

import (
	"os"
	"reflect"
	"slices"
	"testing"

	"stacktriage/classify"
	"stacktriage/parse"
)

// TestMemoryChangesNothing classifies the captured stacks in many circumstances, with one
// memory for all of them and with none, and wants the same of both.
func TestMemoryChangesNothing(t *testing.T) {
	var memory classify.Memory
	opt := classify.Options{
		Off:  []string{string(classify.RuleRegex)},
		User: []string{"Bookstore*"},
		Idle: []classify.KnownIdle{{Label: "known", Frames: []string{"*"}}},
	}
	stacks := 0
	for i, captured := range capturedSnapshots(t) {
		if i%5 > 0 && os.Getenv("STACKTRIAGE_EXHAUSTIVE") == "" {
			continue
		}
		for _, s := range circumstances(captured) {
			for _, o := range []classify.Options{{}, opt} {
				stacks += min(len(s.Stacks), someStacks)
				compareClassified(t, s, memory.New(s, o), classify.New(s, o))
			}
		}
		for _, s := range circumstances(captured) { // the memory knows all of them now
			compareClassified(t, s, memory.New(s, classify.Options{}), classify.New(s, classify.Options{}))
		}
	}
	if stacks < 5000 {
		t.Errorf("only %d stacks were classified", stacks)
	}
}

// someStacks are the stacks of a report that are looked at.
const someStacks = 6

// circumstances are a snapshot as it was captured, and as it would be in other company.
func circumstances(s *parse.Snapshot) []*parse.Snapshot {
	variant := func(change func(*parse.Snapshot)) *parse.Snapshot {
		other := *s
		change(&other)
		return &other
	}
	mark := func(m parse.Marker) *parse.Snapshot {
		return variant(func(s *parse.Snapshot) {
			s.Threads = slices.Clone(s.Threads)
			for i := range s.Threads {
				s.Threads[i].Marker = m
			}
		})
	}
	all := []*parse.Snapshot{
		s, mark(parse.MarkerCPU), mark(parse.MarkerNative), mark(parse.MarkerNone),
		variant(func(s *parse.Snapshot) { s.HeadMissing = true }),
		variant(func(s *parse.Snapshot) { s.Exception = "System.Exception: no" }),
		variant(func(s *parse.Snapshot) { s.Source.Dialect = "clrstack" }),
		variant(func(s *parse.Snapshot) { s.Source.Dialect = "callstack-copy" }),
		variant(func(s *parse.Snapshot) { s.Threads = s.Threads[len(s.Threads)/2:] }),
	}
	// A stack alone knows no main module, no version, and nothing of other roots; with the
	// main thread beside it, no version and no other roots.
	for i := range s.Stacks[:min(len(s.Stacks), someStacks)] {
		alone := *s
		alone.Stacks, alone.Threads = s.Stacks[i:i+1], []parse.Thread{{Marker: parse.MarkerNative}}
		beside := *s
		beside.Stacks = []parse.Stack{s.Stacks[0], s.Stacks[i]}
		beside.Threads = []parse.Thread{{Marker: parse.MarkerNative}, {Marker: parse.MarkerCPU, Stack: 1}}
		headless := beside
		headless.HeadMissing = true
		pasted := beside
		pasted.Source.Dialect = "frame-list"
		all = append(all, &alone, &beside, &headless, &pasted)
	}
	return all
}

func compareClassified(t *testing.T, s *parse.Snapshot, got, want *classify.Classifier) {
	t.Helper()
	for i := range s.Stacks[:min(len(s.Stacks), someStacks)] {
		st := &s.Stacks[i]
		for _, marks := range []classify.Marks{{Native: 1}, {CPU: 1}} {
			for _, first := range []bool{true, false} {
				g, w := got.Classify(st, marks, first), want.Classify(st, marks, first)
				if !reflect.DeepEqual(classify.Bare(g), classify.Bare(w)) {
					t.Errorf("%s, stack %s, %+v, %t: %+v, want %+v", s.Source.Label, st.ID, marks, first, g, w)
				}
			}
		}
	}
	if g, w := got.Context.AssumedOwn(), want.Context.AssumedOwn(); !slices.Equal(g, w) {
		t.Errorf("%s: own modules %v, want %v", s.Source.Label, g, w)
	}
}
