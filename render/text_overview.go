package render

import (
	"fmt"
	"strings"

	"stacktriage/diagnose"
	"stacktriage/layout"
	"stacktriage/wording"
)

// overview writes one line about all snapshots, and a row for each. It compares
// nothing: the inputs of a report need not have to do with each other.
func (p *page) overview(r *diagnose.Report) {
	p.Prose(nil, overviewLine(r), layout.Count)
	label, summary := 0, 0
	for _, s := range r.Snapshots {
		label = max(label, layout.Columns(p.Clean(wording.Title(s.Input.Source))))
		summary = max(summary, layout.Columns(p.Clean(summaryOf(s))))
	}
	label = min(label, max(p.Width()-summary-len("  CRITICAL    "), minLabel))
	for _, s := range r.Snapshots {
		severity := s.Severity()
		title := layout.Pad(p.CutLeft(wording.Title(s.Input.Source), label), label)
		lead := layout.Line{
			layout.Plain.Of("  " + title + "  "),
			severityStyle(severity).Of(layout.Pad(strings.ToUpper(string(severity)), len("CRITICAL"))), layout.Blanks(2),
		}
		p.Prose(lead, summaryOf(s), layout.Plain)
	}
}

// minLabel is what a label keeps in a row of the overview however narrow the page.
const minLabel = 24

// summaryOf is a snapshot in one short line.
func summaryOf(s *diagnose.Snapshot) string {
	w := s.Counts.Workers
	text := "no workers"
	switch {
	case stackless(s):
		text = "no stacks"
	case s.Severity() == diagnose.OK && w.Total > 0:
		text = fmt.Sprintf("%d of %s idle", w.Idle, wording.Count(w.Total, "worker"))
	case w.Total > 0:
		text = fmt.Sprintf("%d of %s blocked", w.Blocked, wording.Count(w.Total, "worker"))
	}
	if len(s.Findings) == 0 {
		return text
	}
	f := &s.Findings[0]
	if f.Starved {
		text += " · starved"
	}
	return text + " · " + hedged(f)
}

// hedged is the id of a finding behind a word for how sure it is: a row of a table has no
// room for the sentence that says so.
func hedged(f *diagnose.Finding) string {
	if f.ID == diagnose.Unclear || f.ID == diagnose.Healthy {
		return string(f.ID)
	}
	switch f.Confidence {
	case diagnose.Low:
		return "perhaps " + string(f.ID)
	case diagnose.Medium:
		return "probably " + string(f.ID)
	}
	return string(f.ID)
}

// title separates a snapshot from the one before it.
func (p *page) title(s *diagnose.Snapshot) {
	name := p.CutLeft(wording.Title(s.Input.Source), p.Width()-8)
	rule := p.Sign("─")
	left := max(min(p.Width(), layout.ProseWidth)-layout.Columns(name)-4, 3)
	p.Blank()
	p.Line(
		layout.Dim.Of(strings.Repeat(rule, 2)+" "), layout.Count.Of(name),
		layout.Dim.Of(" "+strings.Repeat(rule, left)),
	)
	p.Blank()
}

// overviewLine is how grave several reports are, in one line.
func overviewLine(r *diagnose.Report) string {
	var counts []string
	for _, severity := range diagnose.Severities() {
		n := 0
		for _, s := range r.Snapshots {
			if s.Severity() == severity {
				n++
			}
		}
		if n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, severity))
		}
	}
	return wording.Count(len(r.Snapshots), "snapshot") + ": " + strings.Join(counts, ", ")
}

// worst is the gravest severity of all snapshots.
func worst(r *diagnose.Report) diagnose.Severity {
	for _, severity := range diagnose.Severities() {
		for _, s := range r.Snapshots {
			if s.Severity() == severity {
				return severity
			}
		}
	}
	return diagnose.OK
}
