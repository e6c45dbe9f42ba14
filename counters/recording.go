// Package counters reads what dotnet-counters writes: the CSV and the JSON of collect,
// also broken off, and the screen of monitor, copied or redirected, of every version of
// the tool since 3.0.
//
// It knows which values are absolute and which are changes, and never calls a sum of
// changes a total. It draws no conclusion.
package counters

import "time"

// Kind is a form in which counters are written.
type Kind string

// The kinds. None is what is no counters file.
const (
	None   Kind = ""
	CSV    Kind = "dotnet-counters csv"
	JSON   Kind = "dotnet-counters json"
	Screen Kind = "dotnet-counters screen"
)

// Recording is one counters file.
type Recording struct {
	Kind Kind
	// Process is the name of the process where the file has it, as JSON does.
	Process string
	// Timed says that the values have time stamps. A screen has none: its points are one
	// refresh apart, which is a second or more.
	Timed bool
	// Start is the time of the first value; zero where it is not known. Zoned says that
	// its time zone is known, too; DayUnsure that it has a time of day, but the order of
	// day and month could not be told, so that the date is not to be used.
	Start            time.Time
	Zoned, DayUnsure bool
	// Length is the time from the first value to the last.
	Length time.Duration
	// Providers are the providers of all rows, in order of appearance.
	Providers []string
	// Series are the values that are read by name, in order of appearance.
	Series []*Series
	// Values counts all values, those of other counters included.
	Values int
	// Truncated says that the file breaks off.
	Truncated bool
	// Problems names what could not be read, the first of it; Skipped counts it all.
	Problems []Problem
	Skipped  int
	// Repairs says what was undone before the file could be read; nothing is lost by it.
	Repairs []string
}

// Problem is a row that could not be read.
type Problem struct {
	Line   int // of a CSV or a screen; the number of the event in JSON
	Reason string
}

// Series is the values of one counter.
type Series struct {
	Provider string
	Name     string // as written, with its unit, without tags
	Tags     string
	Measure  Measure
	// Change says that each value is the change since the one before, not what was there.
	Change bool
	// Interval is the one the name states ("/ 5 sec"); 0 without one.
	Interval time.Duration
	Points   []Point

	stamps []int32 // of the points, until the times are known
}

// Point is a value at a time since the first value of the recording.
type Point struct {
	At    time.Duration
	Value float64
}

// Measure is what a counter counts.
type Measure uint8

// The measures that are read.
const (
	Other Measure = iota
	QueueLength
	ThreadCount
	CompletedItems
	Contentions
	CPUPercent // of the machine
	CPUTime    // seconds, by mode
	CPUCount
)

// maxSeries and maxPoints bound what is kept of a recording; maxProblems what is named.
const (
	maxSeries    = 64
	maxPoints    = 1 << 20
	maxProviders = 100
	maxProblems  = 20
)

// row is one value as the readers find it.
type row struct {
	line           int
	stamp          int32 // index into the clock's stamps; -1 without
	provider, name string
	tags           string
	change         bool
	value          float64
}

func (r *Recording) problem(line int, reason string) {
	r.Skipped++
	if len(r.Problems) < maxProblems {
		r.Problems = append(r.Problems, Problem{line, reason})
	}
}

func (r *Recording) repair(text string) {
	for _, have := range r.Repairs {
		if have == text {
			return
		}
	}
	r.Repairs = append(r.Repairs, text)
}

// add takes a row. Values of counters that nobody asks for are counted only.
func (r *Recording) add(w row) {
	r.Values++
	r.provider(w.provider)
	measure := measureOf(w.provider, w.name)
	if measure == Other {
		return
	}
	s := r.series(w, measure)
	if s == nil || len(s.Points) == maxPoints {
		r.problem(w.line, "more values than are kept")
		return
	}
	s.Points = append(s.Points, Point{Value: w.value})
	s.stamps = append(s.stamps, w.stamp)
}

func (r *Recording) provider(name string) {
	for _, have := range r.Providers {
		if have == name {
			return
		}
	}
	if name != "" && len(r.Providers) < maxProviders {
		r.Providers = append(r.Providers, name)
	}
}

// series finds the series of a row, or begins it; nil where there are too many.
func (r *Recording) series(w row, measure Measure) *Series {
	for _, s := range r.Series {
		same := s.Name == w.name && s.Tags == w.tags && s.Provider == w.provider
		if same && s.Measure == measure && s.Change == w.change {
			return s
		}
	}
	if len(r.Series) == maxSeries {
		return nil
	}
	s := &Series{Provider: w.provider, Name: w.name, Tags: w.tags, Measure: measure, Change: w.change}
	s.Interval = intervalOf(w.name)
	r.Series = append(r.Series, s)
	return s
}
