package export

import (
	"io"

	"github.com/google/pprof/profile"

	"stacktriage/classify"
	"stacktriage/diagnose"
)

// threadsType names the one kind of value: profiles with the same can be compared with
// "go tool pprof -diff_base".
const threadsType = "threads"

// Pprof writes a gzipped profile with one sample for each stack. It has no time, no
// address and no thread id, so that the same report is the same file and two reports
// of one program can be subtracted.
//
// The library costs every start of the program about 0.3 ms (go1.26, GODEBUG=inittrace=1):
// less than a second encoder of the format would cost those who maintain it.
func Pprof(w io.Writer, r *diagnose.Report, o Options) error {
	return pprofOf(r, o).Write(w)
}

func pprofOf(r *diagnose.Report, o Options) *profile.Profile {
	b := newPprof(o)
	for _, s := range r.Snapshots {
		title := titleOf(s)
		b.out.Comments = append(b.out.Comments, "input "+title)
		if len(r.Snapshots) == 1 {
			title = ""
		}
		for _, sample := range samplesOf(s, o) {
			b.add(sample, title)
		}
	}
	return b.out
}

type pprofBuilder struct {
	out       *profile.Profile
	locations map[point]*profile.Location
}

func newPprof(o Options) *pprofBuilder {
	// Every location must belong to a mapping. Its file is part of a location's
	// identity when profiles are compared, so it is the same for all reports.
	mapping := &profile.Mapping{ID: 1, File: ".NET process", HasFunctions: true}
	return &pprofBuilder{
		out: &profile.Profile{
			SampleType:        []*profile.ValueType{{Type: threadsType, Unit: "count"}},
			DefaultSampleType: threadsType,
			Mapping:           []*profile.Mapping{mapping},
			Comments:          []string{"stacktriage " + o.Version},
		},
		locations: map[point]*profile.Location{},
	}
}

// add appends a sample. Labels hold nothing that changes between two reports of the
// same state: samples are compared by locations and labels.
func (b *pprofBuilder) add(s sample, snapshot string) {
	stack := make([]*profile.Location, 0, len(s.points))
	for i := len(s.points) - 1; i >= 0; i-- {
		stack = append(stack, b.location(s.points[i]))
	}
	pool := "no"
	if s.role == classify.Worker {
		pool = "yes"
	}
	labels := map[string][]string{"state": {string(s.state)}, "pool": {pool}, "class": {s.class}}
	if snapshot != "" {
		labels["snapshot"] = []string{snapshot}
	}
	b.out.Sample = append(
		b.out.Sample, &profile.Sample{Location: stack, Value: []int64{int64(s.threads)}, Label: labels},
	)
}

// location returns the place of a frame. SystemName stays empty: where it equals the
// name, pprof demangles it as C++ and drops type arguments and parameters
// (google/pprof internal/symbolizer/symbolizer.go).
func (b *pprofBuilder) location(p point) *profile.Location {
	if l := b.locations[p]; l != nil {
		return l
	}
	id := uint64(len(b.out.Function) + 1)
	function := &profile.Function{ID: id, Name: p.name, Filename: p.module}
	location := &profile.Location{ID: id, Mapping: b.out.Mapping[0], Line: []profile.Line{{Function: function}}}
	b.out.Function = append(b.out.Function, function)
	b.out.Location = append(b.out.Location, location)
	b.locations[p] = location
	return location
}
