package render

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"stacktriage/diagnose"
)

// overview writes one line about all snapshots, and a row for each. It compares
// nothing: the inputs of a report need not have to do with each other.
func (p *page) overview(r *diagnose.Report) {
	p.prose(nil, overviewLine(r), p.pal.Count)
	label, summary := 0, 0
	for _, s := range r.Snapshots {
		label = max(label, columns(p.clean(titleOf(s))))
		summary = max(summary, columns(p.clean(summaryOf(s))))
	}
	label = min(label, max(p.width-summary-len("  CRITICAL    "), minLabel))
	for _, s := range r.Snapshots {
		severity := severityOf(s)
		lead := []span{plain("  " + pad(p.cutLeft(titleOf(s), label), label) + "  "),
			{pad(strings.ToUpper(string(severity)), len("CRITICAL")), p.severityPaint(severity)}, plain("  ")}
		p.prose(lead, summaryOf(s), nil)
	}
}

// minLabel is what a label keeps in a row of the overview however narrow the page.
const minLabel = 24

// cutLeft shortens a label from the left: the end of a path says more.
func (p *page) cutLeft(s string, width int) string {
	s = p.clean(s)
	if columns(s) <= width {
		return s
	}
	more := p.sign("…")
	for columns(more+s) > width && s != "" {
		_, size := utf8.DecodeRuneInString(s)
		s = s[size:]
	}
	return more + s
}

func severityOf(s *diagnose.Snapshot) diagnose.Severity {
	if len(s.Findings) == 0 {
		return diagnose.OK
	}
	return s.Findings[0].Severity
}

// summaryOf is a snapshot in one short line.
func summaryOf(s *diagnose.Snapshot) string {
	w := s.Counts.Workers
	text := "no workers"
	switch {
	case severityOf(s) == diagnose.OK && w.Total > 0:
		text = fmt.Sprintf("%d of %s idle", w.Idle, Count(w.Total, "worker"))
	case w.Total > 0:
		text = fmt.Sprintf("%d of %s blocked", w.Blocked, Count(w.Total, "worker"))
	}
	if len(s.Findings) == 0 {
		return text
	}
	f := &s.Findings[0]
	if f.Starved {
		text += " · starved"
	}
	return text + " · " + f.ID
}

// titleOf names a snapshot: the input, and its number where the input holds several.
func titleOf(s *diagnose.Snapshot) string {
	src := s.Input.Source
	if src.Of > 1 {
		return fmt.Sprintf("%s (%d of %d)", src.Label, src.Index, src.Of)
	}
	return src.Label
}

// title separates a snapshot from the one before it.
func (p *page) title(s *diagnose.Snapshot) {
	name := p.cutLeft(titleOf(s), p.width-8)
	rule := p.sign("─")
	left := max(min(p.width, proseWidth)-columns(name)-4, 3)
	p.blank()
	p.line(span{strings.Repeat(rule, 2) + " ", p.pal.Dim}, span{name, p.pal.Count}, span{" " + strings.Repeat(rule, left), p.pal.Dim})
	p.blank()
}
