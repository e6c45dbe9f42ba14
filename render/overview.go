package render

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"stacktriage/diagnose"
	"stacktriage/layout"
	"stacktriage/wording"
)

// Overview is a table of many reports: a row for each, the worst first. It keeps no
// more of a report than its row.
type Overview struct {
	rows   []overviewRow
	unread []unreadRow
}

type overviewRow struct {
	title    string
	severity diagnose.Severity
	starved  bool
	threads  int
	workers  diagnose.Workers
	finding  string // the first one in a word or two
	culprit  string // of the first site
	partly   bool   // lines of the input were lost
}

type unreadRow struct{ label, reason string }

// Add adds the row of a report. partly says that not all of its input could be read.
func (o *Overview) Add(s *diagnose.Snapshot, partly bool) {
	row := overviewRow{
		title: wording.Title(s.Input.Source), severity: s.Severity(), threads: s.Counts.Threads, workers: s.Counts.Workers,
		partly: partly,
	}
	if len(s.Findings) > 0 {
		row.finding, row.starved = hedged(&s.Findings[0]), s.Findings[0].Starved
	}
	if partly && row.severity == diagnose.OK {
		row.severity = diagnose.Note // what was lost may be what is blocked
	}
	if len(s.Sites) > 0 && s.Sites[0].Culprit != nil {
		row.culprit = culpritName(s.Sites[0].Culprit)
	}
	o.rows = append(o.rows, row)
}

// AddUnread adds an input that is no report, and why.
func (o *Overview) AddUnread(label, reason string) {
	o.unread = append(o.unread, unreadRow{label, reason})
}

// Unread counts the inputs that are no report.
func (o *Overview) Unread() int { return len(o.unread) }

// Write writes the table.
func (o *Overview) Write(w io.Writer, opt Options) error {
	p, out := terminal(w, opt)
	slices.SortStableFunc(o.rows, worstFirst)
	p.Prose(nil, o.summary(), layout.Count)
	if len(o.rows) > 0 {
		p.Blank()
		p.overviewTable(o.rows)
	}
	if len(o.unread) > 0 {
		p.Blank()
		p.Line(layout.Warning.Of("NOT READ"))
		for _, u := range o.unread {
			p.Line(layout.Blanks(2), layout.Plain.Of(u.label))
			p.Prose(layout.Line{layout.Blanks(4)}, u.reason, layout.Dim)
		}
	}
	return out.End()
}

func worstFirst(a, b overviewRow) int {
	starved := func(r overviewRow) int {
		if r.starved {
			return 0
		}
		return 1
	}
	return cmp.Or(
		a.severity.Rank()-b.severity.Rank(), starved(a)-starved(b),
		b.workers.Blocked-a.workers.Blocked, b.threads-a.threads, strings.Compare(a.title, b.title))
}

// summary counts the reports by how grave they are.
func (o *Overview) summary() string {
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
	return wording.Count(len(o.rows), "report") + ": " + strings.Join(parts, ", ")
}

// overviewColumns are the widths of a table.
type overviewColumns struct {
	file   int
	number [4]int
}

// width is that of all columns but the verdict's.
func (c *overviewColumns) width() int {
	used := len("  CRITICAL  ") + c.file + len("  ")
	for _, n := range c.number {
		used += n + len("  ")
	}
	return used
}

var numberHeads = [4]string{"threads", "workers", "blocked", "idle"}

func (r overviewRow) numbers() [4]string {
	return [4]string{
		strconv.Itoa(r.threads), strconv.Itoa(r.workers.Total), strconv.Itoa(r.workers.Blocked),
		strconv.Itoa(r.workers.Idle),
	}
}

// overviewTable writes the rows. Where names of files are long, the verdict goes below.
func (p *page) overviewTable(rows []overviewRow) {
	c := overviewColumns{file: len("file")}
	for i, head := range numberHeads {
		c.number[i] = len(head)
	}
	verdict := len("verdict")
	for _, r := range rows {
		c.file = max(c.file, layout.Columns(p.Clean(r.title)))
		verdict = max(verdict, layout.Columns(r.verdict()))
	}
	below := c.width()+verdict > p.Width()
	if over := c.width() - p.Width(); below && over > 0 {
		c.file -= over
	}
	heads := numberHeads
	last := "verdict"
	if below {
		last = ""
	}
	p.overviewLine(layout.Plain.Of(""), "file", heads, last, c, layout.Dim)
	for _, r := range rows {
		p.overviewRow(r, c, below)
	}
}

func (p *page) overviewRow(r overviewRow, c overviewColumns, below bool) {
	severity := severityStyle(r.severity).Of(strings.ToUpper(string(r.severity)))
	last := ""
	if !below {
		last = p.verdictIn(r, p.Width()-c.width())
	}
	title := p.Clean(r.title)
	if layout.Columns(title) > c.file {
		p.Line(
			layout.Blanks(2), severity.Style.Of(layout.Pad(severity.Text, len("CRITICAL"))), layout.Blanks(2),
			layout.Plain.Of(title),
		)
		severity, title = layout.Plain.Of(""), ""
	}
	p.overviewLine(severity, title, r.numbers(), last, c, layout.Plain)
	if below {
		lead := strings.Repeat(" ", len("  CRITICAL  "))
		p.Line(layout.Plain.Of(lead), layout.Dim.Of(p.verdictIn(r, p.Width()-len(lead))))
	}
}

func (p *page) overviewLine(
	severity layout.Span, file string, numbers [4]string, last string, c overviewColumns, style layout.Style,
) {
	spans := layout.Line{
		layout.Blanks(2), severity.Style.Of(layout.Pad(severity.Text, len("CRITICAL"))), layout.Blanks(2),
		style.Of(layout.Pad(file, c.file)),
	}
	for i, n := range numbers {
		spans = append(spans, style.Of("  "+layout.PadLeft(n, c.number[i])))
	}
	p.Line(append(spans, style.Of("  "+last))...)
}

// verdict is the first finding in a few words.
func (r overviewRow) verdict() string {
	text := r.finding
	if r.starved {
		text += ", starved"
	}
	if r.partly {
		text += " (partly read)"
	}
	return text
}

// verdictIn adds where the first site is, if there is room for the whole name.
func (p *page) verdictIn(r overviewRow, room int) string {
	text := r.verdict()
	if with := text + " · " + r.culprit; r.culprit != "" && r.severity != diagnose.OK &&
		layout.Columns(p.Clean(with)) <= room {
		return with
	}
	return text
}
