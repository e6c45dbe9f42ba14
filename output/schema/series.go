package schema

import (
	"io"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/series"
)

// WriteSeries writes a series as one object. docs/series.md says what its fields mean.
func WriteSeries(w io.Writer, s *series.Series, version string) error {
	j := begin(w, version)
	j.text(",\n\"series\": {")
	j.field("headline", s.Headline)
	j.field("severity", s.Severity)
	j.field("advice", orNull(s.Advice))
	j.field("link", orNull(s.Link))
	j.field("starvedReports", s.Starved)
	j.field("proof", listed(s.Proof, proofOf))
	j.field("against", listed(s.Against, proofOf))
	j.array("places", len(s.Places), func(i int) any { return placeOf(s, s.Places[i]) })
	j.text(",")
	j.array("reports", len(s.Snapshots), func(i int) any { return reportOf(s, i) })
	j.text("}}\n")
	return j.flush()
}

// Place is one place over all reports.
type Place struct {
	Role      classify.Role  `json:"role"`
	State     classify.State `json:"state"`
	Cause     *Cause         `json:"cause"`
	Via       *string        `json:"via"`
	Culprit   *Culprit       `json:"culprit"`
	Signature string         `json:"signature"`
	Counts    []int          `json:"counts"`
	Trend     series.Trend   `json:"trend"`
	PerReport float64        `json:"perReport"`
	PerSecond *float64       `json:"perSecond"`
	Reading   series.Reading `json:"reading"`
	Quiet     bool           `json:"quiet"`
	Same      *Same          `json:"same"`
	Sentence  string         `json:"sentence"`
	Groups    []string       `json:"groups"`
}

// Same is what the thread ids say of a place.
type Same struct {
	Threads   int      `json:"threads"`
	Of        int      `json:"of"`
	Reports   int      `json:"reports"`
	CallPaths int      `json:"callPaths"`
	ThreadIDs []string `json:"threadIds"`
}

func placeOf(s *series.Series, p *series.Place) Place {
	place := Place{
		Role: p.Site.Role, State: p.Site.State, Cause: causeOf(p.Site.Cause), Via: orNull(p.Site.Via),
		Culprit: culpritOf(p.Site.Culprit), Signature: diagnose.Signature(p.Site),
		Counts: p.Counts, Trend: p.Trend, PerReport: p.PerReport, Reading: p.Reading, Quiet: p.Quiet, Sentence: p.Sentence,
		Groups: distinctIDs(p),
	}
	if perSecond, ok := s.PerSecond(p); ok {
		place.PerSecond = &perSecond
	}
	if !s.NoIDs {
		place.Same = &Same{
			Threads: len(p.Same.Threads), Of: p.Same.Of, Reports: p.Same.Span, CallPaths: p.Same.Stacks,
			ThreadIDs: listOrEmpty(p.Same.Threads),
		}
	}
	return place
}

// distinctIDs are the ids of the place's stacks, each once: the same stack in two
// reports has the same id.
func distinctIDs(p *series.Place) []string {
	ids := []string{}
	seen := map[string]bool{}
	for _, id := range groupIDs(p.Site.Groups) {
		if !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	return ids
}

// SeriesReport is one report of a series.
type SeriesReport struct {
	Source         Source            `json:"source"`
	ElapsedSeconds *float64          `json:"elapsedSeconds"`
	Counts         Counts            `json:"counts"`
	Headline       string            `json:"headline"`
	Severity       diagnose.Severity `json:"severity"`
	Waiting        int               `json:"waiting"`
	Idle           int               `json:"idle"`
	NewThreads     []string          `json:"newThreads"`
	Vanished       []string          `json:"vanishedThreads"`
	Evidence       *Evidence         `json:"evidence"`
}

func reportOf(s *series.Series, i int) SeriesReport {
	snap := s.Snapshots[i]
	report := SeriesReport{
		Source: sourceOf(snap.Input.Source), Counts: countsOf(snap.Counts), Headline: snap.Headline,
		Severity: snap.Severity(),
		Waiting:  s.Waiting[i], Idle: s.Idle[i],
		NewThreads: listOrEmpty(s.Steps[i].New), Vanished: listOrEmpty(s.Steps[i].Vanished),
		Evidence: evidenceOf(snap.Evidence),
	}
	if len(s.Elapsed) > 0 {
		seconds := s.Elapsed[i].Seconds()
		report.ElapsedSeconds = &seconds
	}
	return report
}

// listOrEmpty is never nil: an empty list is [] and not null.
func listOrEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
