package series

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stacktriage/classify"
	"stacktriage/diagnose"
)

// conclude writes the headline from the first place and grades the series.
func (s *Series) conclude() {
	if len(s.Places) == 0 || s.Places[0].Site.State != classify.Blocked || s.Places[0].Quiet {
		s.nothingBlocked()
		return
	}
	p := s.Places[0]
	s.Headline = s.verdict(p) + s.starvation()
	s.Severity = s.grade(p)
	if p.finding != nil {
		s.Advice, s.Link = p.finding.Advice, p.finding.Link
	}
}

func (s *Series) verdict(p *Place) string {
	n := len(p.Counts)
	each := fmt.Sprintf(" in each of %d reports, ", n)
	switch p.Reading {
	case Growing:
		return "Growing: " + p.blocked(listed(p.Counts)) + ": " + join(s.pace(p), p.first())
	case Appeared:
		return "Appeared: " + p.blocked(listed(p.Counts)) + ": " + p.since()
	case Standing:
		return "Standing: " + p.blocked(span(p.Counts)) + each + p.count() + ": stuck, or each waits longer than the time between the reports"
	case Mixed:
		return "Partly standing: " + p.blocked(span(p.Counts)) + each + p.count()
	case Turning:
		return "Turning over: " + p.blocked(span(p.Counts)) + each + p.few()
	case Counted:
		return "Blocked: " + p.blocked(span(p.Counts)) + fmt.Sprintf(" in each of %d reports; without thread ids a count does not tell stuck threads from busy ones", n)
	}
	return fmt.Sprintf("Passing: %s, in %d of %d reports", p.blocked(listed(p.Counts)), present(p.Counts), n)
}

// since says in which reports a place that appeared is.
func (p *Place) since() string {
	return "in " + latest(present(p.Counts), len(p.Counts))
}

// latest is "the last report", or "the last 2 of 5 reports".
func latest(reports, of int) string {
	if reports == 1 {
		return "the last report"
	}
	return fmt.Sprintf("the last %d of %d reports", reports, of)
}

// blocked is "12 workers blocked on Task<T>.Result in Program.Main lambda #2 (Shop)".
func (p *Place) blocked(count string) string {
	text := fmt.Sprintf("%s blocked on %s", many(count, p.Who()), p.At())
	if m := p.Module(); m != "" {
		text += " (" + m + ")"
	}
	return text
}

// count is "12 of 12 the same thread", and in how many reports unless in all.
func (p *Place) count() string {
	text := fmt.Sprintf("%d of %d the same thread", len(p.Same.Threads), p.Same.Of)
	if n := len(p.Counts); p.Same.Span < n {
		text += " in " + reports(p.Same.Span, n)
	}
	return text
}

// few is count for a place where not many stay.
func (p *Place) few() string {
	if len(p.Same.Threads) == 0 {
		return "no thread stays"
	}
	return "only " + p.count()
}

// first says how many of those that came first are still there.
func (p *Place) first() string {
	n := len(p.Counts)
	if p.Counts[0] == 0 || p.Same.Span < n || len(p.Same.Threads) == 0 {
		return ""
	}
	return fmt.Sprintf("%d of the first %d still stand there", len(p.Same.Threads), p.Counts[0])
}

// listed is every count, or the first and the last of many.
func listed(counts []int) string {
	const most = 6
	if len(counts) > most {
		return fmt.Sprintf("%d … %d", counts[0], counts[len(counts)-1])
	}
	words := make([]string, len(counts))
	for i, c := range counts {
		words[i] = strconv.Itoa(c)
	}
	return strings.Join(words, ", ")
}

func many(count, noun string) string {
	if count == "1" {
		return "1 " + noun
	}
	return count + " " + noun + "s"
}

func (s *Series) grade(p *Place) diagnose.Severity {
	starvedNow := s.starvedIn(len(s.Snapshots) - 1)
	alone := slices.Max(p.Counts) < 2
	switch {
	case starvedNow:
		return diagnose.Critical
	case p.finding != nil && p.finding.Severity == diagnose.Critical && p.Reading != Turning && p.Reading != Passing:
		return diagnose.Critical
	case alone, p.Reading == Turning, p.Reading == Passing:
		return diagnose.Note
	}
	return diagnose.Warning
}

func (s *Series) nothingBlocked() {
	w := s.Snapshots[len(s.Snapshots)-1].Counts.Workers
	s.Severity = diagnose.OK
	s.Headline = fmt.Sprintf("Nothing of note is blocked in any of %d reports: %d of %s idle in the last", len(s.Snapshots), w.Idle, many(strconv.Itoa(w.Total), "pool worker"))
	for _, p := range s.Places {
		if p.hot() {
			s.Severity = diagnose.Note
			s.Headline += fmt.Sprintf("; %s runs in the same thread in %s", p.At(), reports(p.Same.Span, len(p.Counts)))
			return
		}
	}
	moved := 0
	for _, step := range s.Steps {
		moved += len(step.New) + len(step.Vanished)
	}
	if moved == 0 && !s.NoIDs {
		s.Headline += ", and no thread came or went"
	}
}

// starvation says in how many reports the pool is starved and, where that is not all,
// whether it is in the last: that is what the process is like now.
func (s *Series) starvation() string {
	n := len(s.Snapshots)
	now := 0
	for now < n && s.starvedIn(n-1-now) {
		now++
	}
	switch {
	case s.Starved == 0:
		return ""
	case s.Starved == n:
		return fmt.Sprintf("; pool starved in %d of %d reports", s.Starved, n)
	case now == s.Starved:
		return "; pool starved in " + latest(now, n)
	case now == 0:
		return fmt.Sprintf("; pool starved in %d of %d reports, not in the last", s.Starved, n)
	}
	return fmt.Sprintf("; pool starved in %d of %d reports, the last one too", s.Starved, n)
}

func (s *Series) starvedIn(i int) bool { return s.Snapshots[i].Counts.Workers.Starved() }
