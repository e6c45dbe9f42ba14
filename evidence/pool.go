package evidence

import (
	"time"

	"stacktriage/counters"
	"stacktriage/diagnose"
)

// Counters is a recording of counters.
type Counters struct {
	Label     string
	Recording *counters.Recording
}

// course of the pool's values, and of what they are.
type poolTracks struct {
	counters.Pool
	adjustments *adjustments // nil where the events of the pool were not recorded
}

// values sums up a track; nil without points.
func values(t counters.Track) *diagnose.Values {
	if len(t.Points) == 0 {
		return nil
	}
	first, last := t.Points[0].Value, t.Points[len(t.Points)-1].Value
	v := &diagnose.Values{First: first, Last: last, Min: first, Max: first, Count: len(t.Points), Absolute: t.Absolute}
	for _, p := range t.Points {
		v.Min, v.Max = min(v.Min, p.Value), max(v.Max, p.Value)
		if p.Value > 0 {
			v.AboveZero++
		}
	}
	return v
}

// measured is the pool as the report has it; nil where nothing was measured.
func (p poolTracks) measured() *diagnose.Pool {
	out := &diagnose.Pool{
		Queue: values(p.Queue), Threads: values(p.Threads),
		CompletedPerSecond: p.Completed.Mean(), ContentionsPerSecond: p.Contentions.Mean(), CPUPercent: p.CPU.Mean(),
	}
	if a := p.adjustments; a != nil {
		out.Adjustments = &diagnose.Adjustments{Starvation: a.starvation, CooperativeBlocking: a.blocking, Other: a.other}
	}
	if *out == (diagnose.Pool{}) {
		return nil
	}
	return out
}

// charts are the courses that are worth a drawing: of two values at least.
func (p poolTracks) charts() []diagnose.Chart {
	var out []diagnose.Chart
	for _, c := range []struct {
		kind   diagnose.ChartKind
		title  string
		change string // the title of sums of changes
		track  counters.Track
	}{
		{diagnose.ChartQueue, "work items queued", "change of the queue since the recording began", p.Queue},
		{diagnose.ChartThreads, "pool threads", "change of the pool threads since the recording began", p.Threads},
		{diagnose.ChartCompleted, "work items completed a second", "", p.Completed},
		{diagnose.ChartCPU, "CPU in percent of the machine", "", p.CPU},
		{diagnose.ChartContentions, "lock contentions a second", "", p.Contentions},
	} {
		if len(c.track.Points) < 2 {
			continue
		}
		chart := diagnose.Chart{Kind: c.kind, Title: c.title, Absolute: c.track.Absolute}
		if !c.track.Absolute {
			chart.Title = c.change
		}
		for _, point := range c.track.Points {
			chart.Points = append(chart.Points, diagnose.Point(point))
		}
		out = append(out, chart)
	}
	return out
}

// span is a part of a track.
type span struct {
	points []counters.Point
	toEnd  bool
}

func (s span) length() time.Duration {
	if len(s.points) == 0 {
		return 0
	}
	return s.points[len(s.points)-1].At - s.points[0].At
}

func (s span) first() counters.Point { return s.points[0] }
func (s span) last() counters.Point  { return s.points[len(s.points)-1] }

// atLeast turns sums of changes into what was there at the least: no queue is shorter
// than 0, so that what it fell by was there before.
func atLeast(t counters.Track) counters.Track {
	if t.Absolute || len(t.Points) == 0 {
		return t
	}
	lowest := 0.0
	for _, p := range t.Points {
		lowest = min(lowest, p.Value)
	}
	out := counters.Track{Points: make([]counters.Point, len(t.Points))}
	for i, p := range t.Points {
		out.Points[i] = counters.Point{At: p.At, Value: p.Value - lowest}
	}
	return out
}

// longestAboveZero is the longest part of a track in which every value is above 0.
func longestAboveZero(t counters.Track) span {
	var best span
	start := 0
	for i := 0; i <= len(t.Points); i++ {
		if i < len(t.Points) && t.Points[i].Value > 0 {
			continue
		}
		s := span{points: t.Points[start:i], toEnd: i == len(t.Points)}
		if len(s.points) > 0 && (len(best.points) == 0 || s.length() > best.length()) {
			best = s
		}
		start = i + 1
	}
	return best
}

// within is the part of a track in the time of a span.
func within(t counters.Track, s span) counters.Track {
	out := counters.Track{Absolute: t.Absolute}
	for _, p := range t.Points {
		if p.At >= s.first().At && p.At <= s.last().At {
			out.Points = append(out.Points, p)
		}
	}
	return out
}
