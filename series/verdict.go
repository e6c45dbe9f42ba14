package series

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/wording"
)

// conclude writes the headline from the first place and grades the series.
func (s *Series) conclude() {
	if len(s.Places) == 0 || s.Places[0].Site.State != classify.Blocked || s.Places[0].Quiet {
		s.nothingBlocked()
		return
	}
	p := s.Places[0]
	s.proved(p)
	if d, ok := s.deadlock(); ok {
		s.say(d.sentence(len(s.Snapshots)))
		s.Severity, s.Advice, s.Link = diagnose.Critical, d.advice(), d.finding.Link
		return
	}
	if said, ok := s.proven(p); ok {
		s.say(said)
	} else {
		s.say(s.verdict(p).Then(wording.Plain(s.starvation())))
	}
	s.Severity = s.grade(p)
	s.Advice, s.Link = p.finding.Advice, p.finding.Link
}

// say sets the headline.
func (s *Series) say(text wording.Text) { s.HeadlineText, s.Headline = text, text.String() }

func (s *Series) verdict(p *Place) wording.Text {
	n := len(p.Counts)
	each := fmt.Sprintf("in each of %d reports", n)
	switch p.Reading {
	case Growing:
		return wording.Format("Growing: %s: %s", p.blocked(listed(p.Counts)), join(s.pace(p), p.first()))
	case Appeared:
		return wording.Format("Appeared: %s: %s", p.blocked(listed(p.Counts)), p.since())
	case Standing:
		return wording.Format("Standing: %s %s, %s: stuck, or each waits longer than the time between the reports",
			p.blocked(span(p.Counts)), each, p.count())
	case Mixed:
		return wording.Format("Partly standing: %s %s, %s", p.blocked(span(p.Counts)), each, p.count())
	case Turning:
		return wording.Format("Turning over: %s %s, %s", p.blocked(span(p.Counts)), each, p.few())
	case Counted:
		return wording.Format("Blocked: %s %s; without thread ids a count does not tell stuck threads from busy ones",
			p.blocked(span(p.Counts)), each)
	}
	return wording.Format("Passing: %s, in %d of %d reports", p.blocked(listed(p.Counts)), present(p.Counts), n)
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
func (p *Place) blocked(count string) wording.Text {
	return wording.Format("%s blocked on %s", many(count, p.Who()), wording.PlaceOf(p.Site).WithModule())
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
	if p.Same.Span < n || len(p.Same.Threads) == 0 {
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
	case p.finding.Severity == diagnose.Critical && p.Reading != Turning && p.Reading != Passing:
		return diagnose.Critical
	case alone, p.Reading == Turning, p.Reading == Passing:
		return diagnose.Note
	}
	return diagnose.Warning
}

func (s *Series) nothingBlocked() {
	w := s.Snapshots[len(s.Snapshots)-1].Counts.Workers
	s.Severity = diagnose.OK
	text := wording.Format("Nothing of note is blocked in any of %d reports: %d of %s idle in the last",
		len(s.Snapshots), w.Idle, wording.Count(w.Total, "pool worker"))
	for _, p := range s.Places {
		if p.hot() {
			s.Severity = diagnose.Note
			s.say(text.Thenf("; %s runs in the same thread in %s", p.where(), reports(p.Same.Span, len(p.Counts))))
			return
		}
	}
	if s.still() {
		text = text.Thenf(", and no thread came or went")
	}
	s.say(text)
}

// still reports that the same threads are there in every report.
func (s *Series) still() bool {
	return !s.NoIDs && !slices.ContainsFunc(s.Steps, func(step Step) bool { return len(step.New)+len(step.Vanished) > 0 })
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
		return s.nothingQueued()
	case s.Starved == n:
		return fmt.Sprintf("; pool starved in %d of %d reports%s", s.Starved, n, s.queued())
	case now == s.Starved:
		return "; pool starved in " + latest(now, n)
	case now == 0:
		return fmt.Sprintf("; pool starved in %d of %d reports, not in the last", s.Starved, n)
	}
	return fmt.Sprintf("; pool starved in %d of %d reports, the last one too", s.Starved, n)
}
