package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"stacktriage/layout"
	"stacktriage/output/chat"
	html "stacktriage/output/page"
	"stacktriage/output/picture"
	"stacktriage/wording"
)

// OverviewPNG draws the table as a picture.
func OverviewPNG(w io.Writer, o *Overview, opt Options) error {
	return drawOverview(w, o, opt, picture.PNG)
}

// OverviewSVG draws the table as a vector picture.
func OverviewSVG(w io.Writer, o *Overview, opt Options) error {
	return drawOverview(w, o, opt, picture.SVG)
}

// The bounds of a table as a picture: with names below each other it is wider than a
// report, and has two lines a row.
const (
	overviewWidth = 92
	overviewRows  = 36
)

// cut leaves the first rows, and counts the reports in the others.
func (t *overviewTable) cut(rows int) {
	for _, line := range t.lines[min(len(t.lines), rows):] {
		t.left += len(line.members)
	}
	t.lines = t.lines[:min(len(t.lines), rows)]
}

func drawOverview(w io.Writer, o *Overview, opt Options, to drawing) error {
	t := o.table()
	about := picture.Page{Title: t.summary, Accent: severityStyle(t.severity), Width: overviewWidth}
	t.cut(overviewRows)
	return drawLines(w, about, opt, to, func(p page, _ Options) { p.overview(t) })
}

// OverviewChat writes the table to paste into a chat program. What is too long for it
// loses its last rows, which are the least grave.
func OverviewChat(w io.Writer, o *Overview, opt Options) error {
	preset, err := chat.PresetOf(opt.Chat)
	if err != nil {
		return err
	}
	t := o.table()
	m := &chat.Message{Headline: wording.Plain(t.summary), Severity: t.severity, NoMark: opt.NoEmoji}
	if p := unwritten(chatOptions(opt, preset)); preset.Fenced() {
		m.Body = p.overviewBlock(t)
	} else {
		m.Body = p.overviewList(t)
	}
	return m.Write(w, preset)
}

// overviewBlock is the table of the text.
func (p *page) overviewBlock(t *overviewTable) *chat.List {
	l := &chat.List{}
	if len(t.lines) > 0 {
		c := p.overviewColumns(t)
		l.Add(p.captured(func() { p.overviewHead(c) }))
		for i := range t.lines {
			l.AddReports(p.captured(func() { p.overviewLine(&t.lines[i], c) }), len(t.lines[i].members))
		}
	}
	for _, u := range t.unread {
		lead := layout.Line{layout.Warning.Of("NOT READ"), layout.Blanks(2)}
		l.Add(p.captured(func() { p.Prose(lead, u.label, layout.Plain) }))
	}
	return l
}

// overviewList has a sentence for each row.
func (p *page) overviewList(t *overviewTable) *chat.List {
	l := &chat.List{}
	for i := range t.lines {
		l.AddReports(chat.UnitOf(t.lines[i].sentence()), len(t.lines[i].members))
	}
	for _, u := range t.unread {
		l.Add(chat.UnitOf("NOT READ: " + u.label))
	}
	return l
}

// sentence is a line without columns.
func (line *overviewLine) sentence() string {
	threads, blocked, pool, idle := line.numbers[0], line.numbers[1], line.numbers[2], line.numbers[3]
	text := fmt.Sprintf("%s %s: %s; %s threads, %s blocked", strings.ToUpper(string(line.severity)), line.name,
		line.verdict.String(), threads, blocked)
	if pool != "none" {
		text += fmt.Sprintf("; in the pool %s blocked, %s idle", pool, idle)
	}
	return text
}

// OverviewMarkdown writes the table for issues and wikis.
func OverviewMarkdown(w io.Writer, o *Overview, opt Options) error {
	opt.Unicode, opt.Width = true, markdownWidth
	t := o.table()
	out := bufio.NewWriter(w)
	if err := writeMarkdownOverview(out, t); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return nil
}

// writeMarkdownOverview writes the table under its title.
func writeMarkdownOverview(out io.Writer, t *overviewTable) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", chat.Markdown(wording.Plain(t.summary)))
	if len(t.lines) > 0 {
		b.WriteString("| Severity | Report | Threads | Blocked | In pool | Idle | Verdict |\n")
		b.WriteString("| --- | --- | --: | --: | --: | --: | --- |\n")
	}
	for i := range t.lines {
		line := &t.lines[i]
		severity := "**" + strings.ToUpper(string(line.severity)) + "**"
		if line.folded {
			severity = ""
		}
		fmt.Fprintf(&b, "| %s | %s |", severity, cell(wording.Code(line.name)))
		for _, n := range line.numbers {
			b.WriteString(" " + n + " |")
		}
		fmt.Fprintf(&b, " %s |\n", escapeCell(chat.Markdown(line.verdict)))
	}
	for _, u := range t.unread {
		fmt.Fprintf(&b, "\n**NOT READ** %s: %s\n", cell(wording.Code(u.label)), chat.Markdown(wording.Plain(u.reason)))
	}
	b.WriteString("\n")
	if _, err := io.WriteString(out, b.String()); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return nil
}

// OverviewHTML writes a page of the table alone.
func OverviewHTML(w io.Writer, o *Overview, opt Options) error {
	t := o.table()
	doc := &html.Document{Version: opt.Version, Overview: htmlOverview(t, func(int) string { return "" })}
	doc.Title = doc.Overview.Summary
	return html.Write(w, doc)
}

// htmlOverview is the table on a page. Sections of the page are linked by their ids.
func htmlOverview(t *overviewTable, id func(at int) string) *html.Overview {
	p := unwritten(Options{Unicode: true, Width: layout.Endless})
	out := &html.Overview{Summary: p.Clean(t.summary)}
	for i := range t.lines {
		line := &t.lines[i]
		row := html.OverviewRow{
			Severity: string(line.severity), Name: p.Clean(line.name), Verdict: p.Clean(line.verdict.String()),
			Threads: line.numbers[0], Blocked: line.numbers[1], Pool: line.numbers[2], Idle: line.numbers[3],
		}
		if line.folded {
			for _, m := range line.members {
				row.Folded = append(row.Folded, html.Link{ID: id(m.at), Text: p.Clean(m.name)})
			}
		} else {
			row.ID = id(line.members[0].at)
		}
		out.Rows = append(out.Rows, row)
	}
	for _, u := range t.unread {
		out.Unread = append(out.Unread, html.Unread{Name: p.Clean(u.label), Reason: p.Clean(u.reason)})
	}
	return out
}
