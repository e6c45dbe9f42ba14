package export

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"stacktriage/classify"
	"stacktriage/diagnose"
)

// The fields of jlfwong/speedscope src/lib/file-format-spec.ts that a snapshot fills.
type speedscopeFile struct {
	Schema   string              `json:"$schema"`
	Exporter string              `json:"exporter"`
	Name     string              `json:"name"`
	Active   int                 `json:"activeProfileIndex"`
	Shared   speedscopeShared    `json:"shared"`
	Profiles []speedscopeProfile `json:"profiles"`
}

type speedscopeShared struct {
	Frames []speedscopeFrame `json:"frames"`
}

// speedscopeFrame has the module as its file: speedscope colours by it and shows it.
type speedscopeFrame struct {
	Name string `json:"name"`
	File string `json:"file,omitempty"`
}

// speedscopeProfile is of the type "sampled": evented files of stacks without a time
// failed to load (jlfwong/speedscope#272).
type speedscopeProfile struct {
	Type    string  `json:"type"`
	Name    string  `json:"name"`
	Unit    string  `json:"unit"`
	Start   int     `json:"startValue"`
	End     int     `json:"endValue"`
	Samples [][]int `json:"samples"`
	Weights []int   `json:"weights"`
}

const speedscopeSchema = "https://www.speedscope.app/file-format-schema.json"

// Speedscope writes one file with a profile of all threads, one of the pool, and one
// for each class of waits, of every snapshot. The view to use is "Left Heavy": a
// snapshot has no order in time.
func Speedscope(w io.Writer, r *diagnose.Report, o Options) error {
	b := newSpeedscope(o)
	for i, s := range r.Snapshots {
		prefix := ""
		if len(r.Snapshots) > 1 {
			prefix = titleOf(s) + ": "
		} else {
			b.file.Name = titleOf(s)
		}
		if i == 0 && prefix != "" {
			b.file.Name = fmt.Sprintf("%d snapshots", len(r.Snapshots))
		}
		b.views(prefix, samplesOf(s, o))
	}
	return b.write(w)
}

// SpeedscopeDiff writes both snapshots as two profiles of one file: speedscope has no
// view of a difference.
func SpeedscopeDiff(w io.Writer, before, after *diagnose.Snapshot, o Options) error {
	b := newSpeedscope(o)
	b.file.Name = titleOf(before) + " → " + titleOf(after)
	b.profile("before", samplesOf(before, o))
	b.profile("after", samplesOf(after, o))
	return b.write(w)
}

type speedscopeBuilder struct {
	file  speedscopeFile
	index map[point]int
}

func newSpeedscope(o Options) *speedscopeBuilder {
	return &speedscopeBuilder{
		file: speedscopeFile{
			Schema: speedscopeSchema, Exporter: "stacktriage@" + o.Version,
			Shared: speedscopeShared{Frames: []speedscopeFrame{}}, Profiles: []speedscopeProfile{},
		},
		index: map[point]int{},
	}
}

// views adds the profiles of one snapshot: the one of all threads first, which is what
// speedscope shows when the file is opened.
func (b *speedscopeBuilder) views(prefix string, samples []sample) {
	b.profile(prefix+"all", samples)
	pool := keep(samples, func(s sample) bool { return s.role == classify.Worker })
	if len(pool) > 0 {
		b.profile(prefix+"pool", pool)
	}
	var classes []string
	for _, s := range samples {
		if s.state == classify.Blocked && !slices.Contains(classes, s.class) {
			classes = append(classes, s.class)
		}
	}
	slices.Sort(classes)
	for _, class := range classes {
		b.profile(
			prefix+class,
			keep(samples, func(s sample) bool { return s.state == classify.Blocked && s.class == class }),
		)
	}
}

func keep(samples []sample, is func(sample) bool) []sample {
	var kept []sample
	for _, s := range samples {
		if is(s) {
			kept = append(kept, s)
		}
	}
	return kept
}

func (b *speedscopeBuilder) profile(name string, samples []sample) {
	samples = slices.SortedFunc(slices.Values(samples), byThreads)
	p := speedscopeProfile{Type: "sampled", Name: name, Unit: "none", Samples: [][]int{}, Weights: []int{}}
	for _, s := range samples {
		stack := make([]int, len(s.points))
		for i, point := range s.points {
			stack[i] = b.frame(point)
		}
		p.Samples = append(p.Samples, stack)
		p.Weights = append(p.Weights, s.threads)
		p.End += s.threads
	}
	b.file.Profiles = append(b.file.Profiles, p)
}

func (b *speedscopeBuilder) frame(p point) int {
	i, ok := b.index[p]
	if !ok {
		i = len(b.file.Shared.Frames)
		b.index[p] = i
		b.file.Shared.Frames = append(b.file.Shared.Frames, speedscopeFrame{Name: p.name, File: p.module})
	}
	return i
}

func (b *speedscopeBuilder) write(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(b.file)
}
