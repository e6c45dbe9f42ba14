package series

import "slices"

// Trend is how the number of threads at a place changes over a series.
type Trend string

// The trends.
const (
	TrendGrowing   Trend = "growing"
	TrendShrinking Trend = "shrinking"
	TrendSteady    Trend = "steady"
	TrendVarying   Trend = "varying"
	TrendAppeared  Trend = "appeared" // absent at first, there in every snapshot since
	TrendPassing   Trend = "passing"  // absent from at least one snapshot otherwise
)

// minGrowth is the number of threads by which a place grows or shrinks at least: less
// than that is what any busy server does.
const minGrowth = 3

// trendOf reads the counts of at least two snapshots. Growth never falls back, rises on
// most of the steps and amounts to something.
func trendOf(counts []int) Trend {
	first, last := counts[0], counts[len(counts)-1]
	ups, downs, low, high := 0, 0, first, first
	for i := 1; i < len(counts); i++ {
		switch {
		case counts[i] > counts[i-1]:
			ups++
		case counts[i] < counts[i-1]:
			downs++
		}
		low, high = min(low, counts[i]), max(high, counts[i])
	}
	steps := len(counts) - 1
	change := max(last-first, first-last)
	matters := change >= minGrowth && 10*change >= min(first, last)
	switch {
	case matters && downs == 0 && 2*ups > steps:
		return TrendGrowing
	case last >= minGrowth && appeared(counts):
		return TrendAppeared
	case low == 0:
		return TrendPassing
	case matters && ups == 0 && 2*downs > steps:
		return TrendShrinking
	case high-low <= max(2, high/10):
		return TrendSteady
	}
	return TrendVarying
}

// appeared reports counts that are zero at first and never again.
func appeared(counts []int) bool {
	came := slices.IndexFunc(counts, func(n int) bool { return n > 0 })
	return came > 0 && !slices.Contains(counts[came:], 0)
}
