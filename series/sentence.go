package series

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"stacktriage/classify"
	"stacktriage/wording"
)

// At names the place: "Task<T>.Result in Program.Main lambda #2".
func (p *Place) At() string { return p.where().String() }

func (p *Place) where() wording.Text { return wording.PlaceOf(p.Site).Text() }

// Module is whose code the place is in; empty where that is not known.
func (p *Place) Module() string { return wording.PlaceOf(p.Site).Module }

// Who is what kind of thread stands there, in the singular.
func (p *Place) Who() string {
	switch p.Site.Role {
	case classify.Worker:
		return "worker"
	case classify.Main:
		return "main thread"
	case classify.Dedicated, classify.Unknown:
		return "thread"
	}
	return string(p.Site.Role) + " thread"
}

// sentence says what counts and ids mean together, without the name of the place.
func (s *Series) sentence(p *Place) string {
	n := len(p.Counts)
	switch p.Reading {
	case Growing:
		return join(s.pace(p), s.stay(p))
	case Appeared:
		return join("not there before: "+p.since(), s.stay(p))
	case Standing:
		return s.stay(p)
	case Mixed:
		return fmt.Sprintf("%s: some are stuck or slow, the others turn over", p.share(n))
	case Turning:
		return fmt.Sprintf("%s at this place each time, %s: turning over", span(p.Counts), ofThem(p.Same, n))
	case Passing:
		return fmt.Sprintf("in %d of %d reports", present(p.Counts), n)
	case Counted:
		return fmt.Sprintf("%s each time; without thread ids a count does not tell stuck threads from busy ones",
			span(p.Counts))
	}
	return s.busy(p)
}

// stay says which threads stand still and what that can mean.
func (s *Series) stay(p *Place) string {
	n := len(p.Counts)
	if p.Same.Of == 0 || len(p.Same.Threads) == 0 {
		return ""
	}
	if p.Quiet {
		return p.share(n) + ": a waiting thread's normal life as often as a hang"
	}
	if 10*len(p.Same.Threads) < 9*p.Same.Of {
		return p.share(n)
	}
	between := "the time between the reports"
	if every := s.interval(); every != "" {
		between += " (" + every + ")"
	}
	text := fmt.Sprintf("%s: stuck, or each waits longer than %s", p.share(n), between)
	switch {
	case p.Same.Stacks > 1:
		text += fmt.Sprintf("; each has kept its own of %d call paths", p.Same.Stacks)
	case p.everyone:
		text += "; with no worker elsewhere, one that takes such work again and again looks the same"
	}
	if n < enoughReports {
		text += "; a third report makes it surer"
	}
	return text
}

// share is "12 of 12 the same thread in 3 of 3".
func (p *Place) share(n int) string {
	return fmt.Sprintf("%d of %d the same thread in %s", len(p.Same.Threads), p.Same.Of, reports(p.Same.Span, n))
}

func reports(span, n int) string {
	switch {
	case n == 2:
		return "both reports"
	case span < n:
		return fmt.Sprintf("%d of %d in a row", span, n)
	}
	return fmt.Sprintf("%d of %d", span, n)
}

func ofThem(same Same, n int) string {
	if len(same.Threads) == 0 {
		return "no thread stays"
	}
	return fmt.Sprintf("%d of them the same thread in %s", len(same.Threads), reports(same.Span, n))
}

func (s *Series) busy(p *Place) string {
	n := len(p.Counts)
	word := "running"
	if p.Site.State == classify.Unclear {
		word = "unclear"
	}
	text := fmt.Sprintf("%s, in %d of %d reports", word, present(p.Counts), n)
	if word == "running" && p.hot() {
		text += fmt.Sprintf("; %s: a hot path, or a loop that does not end", p.share(n))
	}
	return text
}

// hot reports own code in which the same thread runs in three reports in a row.
func (p *Place) hot() bool {
	return p.Site.State == classify.Running && p.Site.Culprit != nil && p.Same.Span >= enoughReports &&
		len(p.Same.Threads) > 0
}

// pace is how fast a place grows, a second where the times are known.
func (s *Series) pace(p *Place) string {
	more := strconv.FormatFloat(p.PerReport, 'f', decimals(p.PerReport), 64) + " more each report"
	if perSecond, ok := s.PerSecond(p); ok {
		more = fmt.Sprintf("%.1f more a second", perSecond)
	}
	if p.Site.Role == classify.Worker {
		more += s.compared(p)
	}
	return more
}

func decimals(f float64) int {
	if f == float64(int(f)) {
		return 0
	}
	return 1
}

// starving is the pace in workers a second at which a starved pool adds workers: one or
// two, and about four where they wait in Task<T>.Result, of which the pool is told.
const starvingLow, starvingHigh = 0.5, 6

func (s *Series) compared(p *Place) string {
	perSecond, ok := s.PerSecond(p)
	starved := s.starvedIn(len(s.Snapshots) - 1)
	if ok && starved && perSecond >= starvingLow && perSecond <= starvingHigh {
		return ", the pace at which a starved pool adds workers"
	}
	return ""
}

// PerSecond is the growth of a place a second, where the times are known.
func (s *Series) PerSecond(p *Place) (float64, bool) {
	if len(s.Elapsed) == 0 {
		return 0, false
	}
	seconds := s.Elapsed[len(s.Elapsed)-1].Seconds()
	if seconds <= 0 {
		return 0, false
	}
	return float64(p.Counts[len(p.Counts)-1]-p.Counts[0]) / seconds, true
}

// interval is the time between two reports: "5s", or "4s to 6s".
func (s *Series) interval() string {
	if len(s.Elapsed) < 2 {
		return ""
	}
	low, high := s.Elapsed[1], s.Elapsed[1]
	for i := 2; i < len(s.Elapsed); i++ {
		d := s.Elapsed[i] - s.Elapsed[i-1]
		low, high = min(low, d), max(high, d)
	}
	if low == high {
		return low.Round(time.Millisecond).String()
	}
	return low.Round(time.Millisecond).String() + " to " + high.Round(time.Millisecond).String()
}

// span is "12", or "8 to 14".
func span(counts []int) string {
	low, high := slices.Min(counts), slices.Max(counts)
	if low == high {
		return strconv.Itoa(low)
	}
	return fmt.Sprintf("%d to %d", low, high)
}

func present(counts []int) int {
	n := 0
	for _, c := range counts {
		if c > 0 {
			n++
		}
	}
	return n
}

func join(parts ...string) string {
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
	return strings.Join(parts, "; ")
}
