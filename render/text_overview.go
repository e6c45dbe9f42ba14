package render

import (
	"fmt"
	"strings"

	"stacktriage/diagnose"
)

// overview writes one line about all snapshots, and a row for each. It compares
// nothing: the inputs of a report need not have to do with each other.
func (p *page) overview(r *diagnose.Report) {
	var counts []string
	label := 0
	for _, severity := range [...]diagnose.Severity{diagnose.Critical, diagnose.Warning, diagnose.Note, diagnose.OK} {
		n := 0
		for _, s := range r.Snapshots {
			if severityOf(s) == severity {
				n++
			}
		}
		if n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, severity))
		}
	}
	for _, s := range r.Snapshots {
		label = max(label, columns(p.clean(titleOf(s))))
	}
	p.prose(nil, Count(len(r.Snapshots), "snapshot")+": "+strings.Join(counts, ", "), p.pal.Count)
	for _, s := range r.Snapshots {
		severity := severityOf(s)
		p.line(plain("  "), plain(pad(p.clean(titleOf(s)), label)), plain("  "),
			span{pad(strings.ToUpper(string(severity)), len("CRITICAL")), p.severityPaint(severity)},
			plain("  "), plain(summaryOf(s)))
	}
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
	text := fmt.Sprintf("%d of %s blocked", w.Blocked, Count(w.Total, "worker"))
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
	name := p.clean(titleOf(s))
	rule := p.sign("─")
	left := max(p.width-columns(name)-4, 3)
	p.blank()
	p.line(span{strings.Repeat(rule, 2) + " ", p.pal.Dim}, span{name, p.pal.Count}, span{" " + strings.Repeat(rule, left), p.pal.Dim})
	p.blank()
}
