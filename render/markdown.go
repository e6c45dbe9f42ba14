package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"stacktriage/diagnose"
	"stacktriage/layout"
	"stacktriage/output/chat"
	"stacktriage/wording"
)

// Markdown writes the report for issues, wikis and post-mortems, as GitHub reads
// Markdown: the verdict, a table of the places, one stack each, what was measured, the
// fix.
func Markdown(w io.Writer, r *diagnose.Report, o Options) error {
	out := bufio.NewWriter(w)
	several := len(r.Snapshots) > 1
	if several {
		if err := writeMarkdownOverview(out, overviewOf(r).table()); err != nil {
			return err
		}
	}
	for _, s := range worstSnapshotsFirst(r.Snapshots) {
		if several {
			fmt.Fprintf(out, "## %s\n\n", chat.Markdown(wording.Format("%s", wording.Code(wording.Title(s.Input.Source)))))
		}
		o.Unicode, o.Width = true, markdownWidth
		m := &markdownReport{textReport: textReport{page: unwritten(o), snap: s, opt: o}, out: out}
		m.write()
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return nil
}

// markdownWidth is what a page shows of a block without a bar to scroll.
const markdownWidth = 100

// markdownReport is the page of one snapshot.
type markdownReport struct {
	textReport
	out *bufio.Writer
}

func (m *markdownReport) write() {
	severity := strings.ToUpper(string(m.snap.Severity()))
	m.paragraph("**" + severity + "** " + chat.Markdown(m.snap.HeadlineText))
	sections, rest := m.sections()
	for _, s := range sections {
		m.section(s)
	}
	for i := range m.snap.Findings {
		if f := &m.snap.Findings[i]; !placedIn(sections, f) && (i > 0 || stackless(m.snap)) {
			m.section(section{finding: f})
		}
	}
	if len(rest) > 0 {
		hidden := hiddenSites(rest)
		m.paragraph(wording.Count(hidden.Places, "more place") + " with " + wording.Count(hidden.Threads, "thread") + ".")
	}
	m.block(m.measured)
	if f := m.snap.Findings; len(f) > 0 && f[0].Severity == diagnose.OK {
		m.paragraph(m.words(f[0].Advice))
		m.steps(&f[0])
	}
	if text := asideText(m.snap.SetAside); text != "" {
		m.paragraph("Set aside: " + m.words(text) + ".")
	}
	m.paragraph(m.words(m.totals()) + ".")
	for _, note := range m.remarks() {
		m.paragraph("Note: " + m.words(note))
	}
}

// words is prose in which nothing is markup.
func (m *markdownReport) words(text string) string { return chat.Markdown(wording.Plain(text)) }

func (m *markdownReport) paragraph(text string) {
	if text != "" {
		m.out.WriteString(text + "\n\n")
	}
}

func (m *markdownReport) section(s section) {
	f := s.finding
	switch {
	case f == nil:
		m.paragraph("### Other\n\nBlocked or running, but no finding by itself.")
	default:
		m.paragraph("### " + strings.ToUpper(string(f.Severity)) + " " + m.words(m.idLine(f)))
		if f != &m.snap.Findings[0] {
			m.paragraph(chat.Markdown(f.Said))
		}
	}
	if f != nil && m.deservesStack(f) {
		m.act(f)
	}
	m.table(s)
	if f == nil {
		return
	}
	if m.deservesStack(f) {
		for _, site := range s.sites {
			m.block(func() { m.stack(site) })
		}
	}
	m.facts("Proof", proofLines(f.Proof))
	m.facts("Against", proofLines(f.Against))
}

// act is what a finding means and what to do about it.
func (m *markdownReport) act(f *diagnose.Finding) {
	if f.Means != "" {
		m.paragraph("**Means** " + m.words(f.Means))
	}
	m.steps(f)
	if f.Advice == "" || f.Severity == diagnose.OK {
		return
	}
	m.paragraph("**Fix** " + m.words(f.Advice))
	if f.Link != "" {
		m.paragraph("<" + layout.Clean(f.Link, true) + ">")
	}
}

// steps are a numbered list, the commands of each in code.
func (m *markdownReport) steps(f *diagnose.Finding) {
	if len(f.Now) == 0 {
		return
	}
	m.out.WriteString("**" + nowWord(f) + "**\n\n")
	for i, step := range f.Now {
		fmt.Fprintf(m.out, "%d. %s\n", i+1, m.words(step.Do))
		for _, command := range step.Commands {
			m.out.WriteString("   - " + chat.Markdown(wording.Format("%s", wording.Code(command))) + "\n")
		}
	}
	m.out.WriteString("\n")
}

// table is the places of a section.
func (m *markdownReport) table(s section) {
	if len(s.sites) == 0 {
		return
	}
	m.out.WriteString("| Threads | On | Own code | Remarks | Place |\n| --: | --- | --- | --- | --- |\n")
	for _, site := range s.sites {
		own := ""
		if c := site.Culprit; c != nil {
			own = cell(wording.Code(culpritName(c)))
			if module := culpritModule(c); module != "" {
				own += " (" + cell(wording.Code(module)) + ")"
			}
		}
		remarks := siteRemarks(site, remarkOn(s.finding, site), false)
		fmt.Fprintf(m.out, "| %s | %s | %s | %s | `%s` |\n", siteCount(site), cell(wording.Code(siteCall(site))), own,
			escapeCell(m.words(strings.Join(remarks, "; "))), diagnose.Signature(site))
	}
	m.out.WriteString("\n")
}

// cell is code in a table.
func cell(code wording.Code) string { return escapeCell(chat.Markdown(wording.Format("%s", code))) }

// escapeCell keeps a name from ending its cell.
func escapeCell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// facts is a list of sentences under a word.
func (m *markdownReport) facts(word string, sentences []string) {
	if len(sentences) == 0 {
		return
	}
	m.out.WriteString("**" + word + "**\n\n")
	for _, sentence := range sentences {
		m.out.WriteString("- " + m.words(sentence) + "\n")
	}
	m.out.WriteString("\n")
}

// block is a part of the text as it stands there. Its fence is longer than any run of
// backticks in it.
func (m *markdownReport) block(write func()) {
	unit := m.captured(write)
	if len(unit.Lines) == 0 {
		return
	}
	var text strings.Builder
	for _, line := range unit.Lines {
		text.WriteString(line.Text() + "\n")
	}
	fence := "```"
	for strings.Contains(text.String(), fence) {
		fence += "`"
	}
	m.paragraph(fence + "text\n" + text.String() + fence)
}
