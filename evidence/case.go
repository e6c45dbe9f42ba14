package evidence

import (
	"maps"
	"slices"
	"time"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/parse"
)

// Sources are what is at hand about one process beside the stacks of one sample.
type Sources struct {
	Traces   []*Trace
	Counters []*Counters
	// Samples are further reports of the same process. Apart is the time from the first
	// sample to each; shorter where that is not known.
	Samples []*parse.Snapshot
	Apart   []time.Duration
	// OS is what the operating system says of threads, by id in the form of the stacks, and
	// Between the time between its two readings; 0 where that is not known.
	OS      map[string]diagnose.OSThread
	Between time.Duration
	// Remarks are what the one who took it has to say, one sentence each.
	Remarks []string
	// Joined names the inputs that were joined, as they were given.
	Joined []string
}

// Empty reports that there is no source.
func (s Sources) Empty() bool {
	return len(s.Traces)+len(s.Counters)+len(s.Samples)+len(s.OS) == 0
}

// Case is a report with what is known beside it, classified and not yet judged: its names
// can still be replaced in all Sets together.
type Case struct {
	src    Sources
	input  *parse.Snapshot
	set    *group.Set // nil where there are no stacks
	places []*places  // of each trace
	more   []laterSet
	// repeated says that the report is one of several, as in diagnose.Facts.
	repeated bool
}

// laterSet is a further sample.
type laterSet struct {
	set   *group.Set
	apart time.Duration
}

// after is the time from the first recording to another one; 0 where it is not known.
func (s Sources) after(t *Trace) time.Duration {
	first := s.Traces[0].Info.Start
	if first.IsZero() || t.Info.Start.IsZero() {
		return 0
	}
	return max(t.Info.Start.Sub(first), 0)
}

// Prepare classifies a snapshot and all stacks beside it. A snapshot without threads
// stands for sources without stacks.
func Prepare(s *parse.Snapshot, src Sources, opt classify.Options) *Case {
	return prepare(s, src, opt, new(group.Builder))
}

func prepare(s *parse.Snapshot, src Sources, opt classify.Options, builder *group.Builder) *Case {
	c := &Case{src: src, input: s}
	if len(s.Threads) > 0 {
		c.set = builder.Build(s, opt)
	}
	for i, more := range src.Samples {
		later := laterSet{set: builder.Build(more, opt)}
		if i < len(src.Apart) {
			later.apart = src.Apart[i]
		}
		c.more = append(c.more, later)
	}
	for _, t := range src.Traces {
		c.places = append(c.places, placesOf(t, c.set, opt))
		if t.Snapshot != nil && t.Snapshot != s {
			c.more = append(c.more, laterSet{set: builder.Build(t.Snapshot, opt), apart: src.after(t)})
		}
	}
	return c
}

// sets are the classified stacks of the case, those of the report first.
func (c *Case) sets() []*group.Set {
	var sets []*group.Set
	for _, at := range c.slots() {
		sets = append(sets, *at)
	}
	return sets
}

// slots are where the sets of the case are kept.
func (c *Case) slots() []**group.Set {
	var slots []**group.Set
	if c.set != nil {
		slots = append(slots, &c.set)
	}
	for i := range c.more {
		slots = append(slots, &c.more[i].set)
	}
	for _, p := range c.places {
		if p.set != nil {
			slots = append(slots, &p.set)
		}
	}
	return slots
}

// Renamer replaces the names of a run, all of which it must be given at once.
type Renamer struct {
	Sets   func([]*group.Set) // replaces the sets in the list by others of the same snapshots
	Label  func(string) string
	Thread func(string) string
}

// Rename replaces the names in all cases of a run.
func Rename(cases []*Case, r Renamer) {
	var slots []**group.Set
	for _, c := range cases {
		slots = append(slots, c.slots()...)
		c.rename(r)
	}
	sets := make([]*group.Set, len(slots))
	for i, at := range slots {
		sets[i] = *at
	}
	r.Sets(sets)
	for i, at := range slots {
		*at = sets[i]
	}
}

// rename replaces the names that are in no set.
func (c *Case) rename(r Renamer) {
	input := *c.input
	input.Source.Label = r.Label(input.Source.Label)
	c.input = &input
	c.src.Joined = slices.Clone(c.src.Joined)
	for i, label := range c.src.Joined {
		c.src.Joined[i] = r.Label(label)
	}
	c.src.OS = maps.Clone(c.src.OS)
	for id, t := range c.src.OS {
		t.Name = r.Thread(t.Name)
		c.src.OS[id] = t
	}
}
