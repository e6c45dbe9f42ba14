package render

import (
	"strings"

	"stacktriage/diagnose"
	"stacktriage/layout"
	"stacktriage/wording"
)

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
