package render

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"stacktriage/diagnose"
	"stacktriage/layout"
	"stacktriage/wording"
)

// Overview is a table of many reports: a row for each, the worst first. It keeps no
// more of a report than its row, and compares nothing: the reports need not have to do
// with each other.
type Overview struct {
	rows   []overviewRow
	unread []unreadRow
}

// overviewRow is what a report is in one row.
type overviewRow struct {
	label     string
	index, of int  // of the reports of one input
	numbered  bool // another report has the same label
	at        int  // of all reports, in the order of the inputs
	severity  diagnose.Severity
	starved   bool
	partly    bool         // a part of the input is not in the report
	finding   string       // the first one in a word or two
	place     wording.Text // where the report says that threads are blocked
	threads   int
	blocked   int // of all threads
	workers   diagnose.Workers
}

type unreadRow struct{ label, reason string }

// Add adds the row of a report.
func (o *Overview) Add(s *diagnose.Snapshot) {
	row := overviewRow{
		label: s.Input.Source.Label, index: s.Input.Source.Index, of: s.Input.Source.Of, at: len(o.rows),
		severity: s.Severity(), partly: s.Input.PartlyRead(),
		threads: s.Counts.Threads, blocked: s.Counts.Blocked, workers: s.Counts.Workers,
	}
	if len(s.Findings) > 0 {
		row.finding, row.starved = hedged(&s.Findings[0]), s.Findings[0].Starved
	}
	if row.partly && row.severity == diagnose.OK {
		row.severity = diagnose.Note // what was lost may be what is blocked
	}
	if row.severity != diagnose.OK {
		row.place = firstPlace(s)
	}
	o.rows = append(o.rows, row)
}

// firstPlace is the place that the page of the report begins with.
func firstPlace(s *diagnose.Snapshot) wording.Text {
	t := &textReport{snap: s, opt: Options{Top: 1}}
	sections, _ := t.sections()
	if len(sections) == 0 || len(s.Findings) > 0 && sections[0].finding != &s.Findings[0] {
		return nil
	}
	return wording.PlaceOf(sections[0].sites[0]).Text()
}

// AddUnread adds an input that is no report, and why.
func (o *Overview) AddUnread(label, reason string) {
	o.unread = append(o.unread, unreadRow{label, reason})
}

// Unread counts the inputs that are no report.
func (o *Overview) Unread() int { return len(o.unread) }

// overviewOf is the table of reports that each have a page, too.
func overviewOf(r *diagnose.Report) *Overview {
	o := &Overview{}
	for _, s := range r.Snapshots {
		o.Add(s)
	}
	return o
}

// OverviewText writes the table for a terminal.
func OverviewText(w io.Writer, o *Overview, opt Options) error {
	p, out := terminal(w, opt)
	p.overview(o.table())
	return out.End()
}

// worstFirst keeps reports that are as bad as each other in the order of the inputs.
func worstFirst(a, b overviewRow) int {
	starved := func(r overviewRow) int {
		if r.starved {
			return 0
		}
		return 1
	}
	return cmp.Or(
		a.severity.Rank()-b.severity.Rank(), starved(a)-starved(b),
		b.workers.Blocked-a.workers.Blocked, b.blocked-a.blocked, a.at-b.at)
}

// counts counts the reports by how grave they are.
func (o *Overview) counts() string {
	var parts []string
	for _, severity := range diagnose.Severities() {
		n := 0
		for _, r := range o.rows {
			if r.severity == severity {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, severity))
		}
	}
	if len(o.unread) > 0 {
		parts = append(parts, fmt.Sprintf("%d not read", len(o.unread)))
	}
	return strings.Join(parts, ", ")
}

// worst is the gravest severity of all reports.
func (o *Overview) worst() diagnose.Severity {
	worst := diagnose.OK
	for _, r := range o.rows {
		if r.severity.Rank() < worst.Rank() {
			worst = r.severity
		}
	}
	return worst
}

// verdict is the first finding in a few words, and where.
func (r *overviewRow) verdict() wording.Text {
	text := r.finding
	if r.starved {
		text += ", starved"
	}
	if r.partly {
		text += " (partly read)"
	}
	if r.place == nil {
		return wording.Plain(text)
	}
	return wording.Plain(text + " · ").Then(r.place)
}

// overviewTable is the overview as every format shows it.
type overviewTable struct {
	summary  string // how many reports, where, how grave
	severity diagnose.Severity
	lines    []overviewLine
	left     int // reports that have no row
	unread   []unreadRow
}

// overviewLine is a report, or several that say the same as the line above.
type overviewLine struct {
	severity diagnose.Severity
	name     string
	numbers  [len(numberHeads)]string
	verdict  wording.Text
	members  []overviewMember // the reports of the line
	folded   bool
}

// overviewMember names one report of a line, at its place in the order of the inputs.
type overviewMember struct {
	name string
	at   int
}

var numberHeads = [...]string{"threads", "blocked", "in pool", "idle"}

func (o *Overview) table() *overviewTable {
	o.numberAlike()
	slices.SortFunc(o.rows, worstFirst)
	t := &overviewTable{severity: o.worst()}
	in := o.commonPart()
	t.summary = wording.Count(len(o.rows), "report") + ": " + o.counts()
	if in != "" {
		t.summary += " · in " + strings.TrimSuffix(in, ":")
	}
	for _, rows := range foldAlike(o.rows) {
		t.lines = append(t.lines, lineOf(rows, in))
	}
	for _, u := range o.unread {
		t.unread = append(t.unread, unreadRow{strings.TrimPrefix(u.label, in), u.reason})
	}
	return t
}

// overviewSentence is how grave several reports are, in one line.
func overviewSentence(r *diagnose.Report) string {
	return wording.Count(len(r.Snapshots), "report") + ": " + overviewOf(r).counts()
}

// severityWord is how a line of the table begins.
func severityWord(s diagnose.Severity) layout.Span {
	return severityStyle(s).Of(layout.Pad(strings.ToUpper(string(s)), len("CRITICAL")))
}
