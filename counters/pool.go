package counters

import (
	"cmp"
	"slices"
	"time"
)

// Track is the course of one value.
type Track struct {
	Points []Point
	// Absolute is false where the values are sums of changes since the recording began:
	// what was there before is not known.
	Absolute bool
}

// Pool is the course of what tells of the thread pool. A track without points was not
// recorded.
type Pool struct {
	Queue, Threads Track
	// Completed and Contentions are numbers a second, CPU is percent of the machine.
	Completed, Contentions, CPU Track
}

// Pool derives the course of the pool from the recording.
func (r *Recording) Pool() Pool {
	return Pool{
		Queue:       level(r.best(QueueLength)),
		Threads:     level(r.best(ThreadCount)),
		Completed:   r.perSecond(r.best(CompletedItems)),
		Contentions: r.perSecond(r.best(Contentions)),
		CPU:         r.cpu(),
	}
}

// best is the series of a measure: absolute before changes, then the longest. The same
// value can be recorded twice, as an event counter and from a meter.
func (r *Recording) best(m Measure) *Series {
	var best *Series
	for _, s := range r.Series {
		switch {
		case s.Measure != m || len(s.Points) == 0:
		case best == nil, best.Change && !s.Change, best.Change == s.Change && len(s.Points) > len(best.Points):
			best = s
		}
	}
	return best
}

// level is a value that goes up and down. Changes are added up from 0.
func level(s *Series) Track {
	if s == nil {
		return Track{}
	}
	if !s.Change {
		return Track{Points: s.Points, Absolute: true}
	}
	sum := 0.0
	points := make([]Point, len(s.Points))
	for i, p := range s.Points {
		sum += p.Value
		points[i] = Point{p.At, sum}
	}
	return Track{Points: points}
}

// perSecond is the rate of a counter that only rises: the change by the interval that
// its name states, or the difference of totals by the time between them. A screen gives
// no times, so that totals on it give no rate.
func (r *Recording) perSecond(s *Series) Track {
	switch {
	case s == nil:
		return Track{}
	case s.Change:
		interval := max(s.Interval, time.Second).Seconds()
		points := make([]Point, len(s.Points))
		for i, p := range s.Points {
			points[i] = Point{p.At, p.Value / interval}
		}
		return Track{Points: points, Absolute: true}
	case !r.Timed:
		return Track{}
	}
	var points []Point
	for i := 1; i < len(s.Points); i++ {
		a, b := s.Points[i-1], s.Points[i]
		if b.At > a.At && b.Value >= a.Value {
			points = append(points, Point{b.At, (b.Value - a.Value) / (b.At - a.At).Seconds()})
		}
	}
	return Track{Points: points, Absolute: len(points) > 0}
}

// cpu is the CPU in percent of the machine: as recorded, or from the CPU time of all
// modes where the number of processors is recorded, too.
func (r *Recording) cpu() Track {
	if s := r.best(CPUPercent); s != nil && !s.Change {
		return Track{Points: s.Points, Absolute: true}
	}
	count := r.best(CPUCount)
	if count == nil || count.Change || count.Points[0].Value < 1 {
		return Track{}
	}
	percent := map[time.Duration]float64{}
	for _, s := range r.Series {
		if s.Measure != CPUTime {
			continue
		}
		for _, p := range r.perSecond(s).Points {
			percent[p.At.Round(time.Second)] += 100 * p.Value / count.Points[0].Value
		}
	}
	out := Track{Absolute: len(percent) > 0}
	for at, value := range percent {
		out.Points = append(out.Points, Point{at, value})
	}
	slices.SortFunc(out.Points, func(a, b Point) int { return cmp.Compare(a.At, b.At) })
	return out
}

// Mean is the mean of the values; nil without any.
func (t Track) Mean() *float64 {
	if len(t.Points) == 0 {
		return nil
	}
	sum := 0.0
	for _, p := range t.Points {
		sum += p.Value
	}
	sum /= float64(len(t.Points))
	return &sum
}

// Gap is a time without a value.
type Gap struct {
	At, Length time.Duration
}

// Gaps are the times of more than two intervals without a value, the longest first: a
// process that collects garbage or starves answers late, and so is seen less.
func (t Track) Gaps() []Gap {
	usual := t.interval()
	var out []Gap
	for i := 1; i < len(t.Points); i++ {
		a, b := t.Points[i-1].At, t.Points[i].At
		if missing := b - a; missing > 2*usual && missing >= usual+2*time.Second {
			out = append(out, Gap{a, missing})
		}
	}
	slices.SortStableFunc(out, func(a, b Gap) int { return cmp.Compare(b.Length, a.Length) })
	return out
}

// interval is the usual time between two values.
func (t Track) interval() time.Duration {
	var steps []time.Duration
	for i := 1; i < len(t.Points); i++ {
		if step := t.Points[i].At - t.Points[i-1].At; step > 0 {
			steps = append(steps, step)
		}
	}
	if len(steps) == 0 {
		return time.Second
	}
	slices.Sort(steps)
	return steps[len(steps)/2]
}
