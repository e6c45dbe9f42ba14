package render

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/layout"
	html "stacktriage/output/page"
	"stacktriage/wording"
)

// htmlPlaces is how many places of a snapshot stand on the page itself; the others are
// in its graph.
const htmlPlaces = 100

// htmlReports is how many reports have their stacks on one page: a browser shows no more
// with ease. All of them are in the table above.
const htmlReports = 100

// HTML writes the report as a page for a browser: the words of the text report, and the
// parallel stacks as a graph.
func HTML(w io.Writer, r *diagnose.Report, o Options) error {
	doc := &html.Document{Version: o.Version}
	shown := gravest(r.Snapshots, htmlReports)
	ids := make(map[int]string, len(shown))
	snaps := make([]*diagnose.Snapshot, len(shown))
	for i, at := range shown {
		snaps[i], ids[at] = r.Snapshots[at], fmt.Sprintf("s%d", at+1)
		doc.Snapshots = append(doc.Snapshots, htmlSnapshot(snaps[i], ids[at], nil))
	}
	setBars(doc.Snapshots, snaps)
	switch n := len(r.Snapshots); n {
	case 1:
		only := doc.Snapshots[0]
		only.Alone = true
		doc.Title = only.Name + " · " + only.Headline
	default:
		doc.Title = wording.Count(n, "stack report")
		doc.Overview = htmlOverview(overviewOf(r).table(), func(at int) string { return ids[at] })
		if n > len(shown) {
			doc.Overview.Summary += fmt.Sprintf(" · the stacks of the %d gravest are on this page, "+
				"give the others alone", len(shown))
		}
	}
	return html.Write(w, doc)
}

// gravest are the indexes of the gravest reports, at most n, in the order of the input.
func gravest(snaps []*diagnose.Snapshot, n int) []int {
	at := make([]int, len(snaps))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(a, b int) int { return byGravity(snaps[a], snaps[b]) })
	at = at[:min(len(at), n)]
	slices.Sort(at)
	return at
}

// pageText is a text report that is never printed: it has the words, in full length.
func pageText(s *diagnose.Snapshot) *textReport {
	o := Options{Unicode: true, Width: layout.Endless, IDs: 4}
	return &textReport{page: unwritten(o), snap: s, opt: o}
}

// htmlPage makes the page of one snapshot.
type htmlPage struct {
	*textReport
	graph *graphMaker
}

// htmlSnapshot is one report on a page. In a comparison the changes say what became of
// its groups.
func htmlSnapshot(s *diagnose.Snapshot, id string, changes map[*group.Group]change) *html.Snapshot {
	h := &htmlPage{textReport: pageText(s)}
	h.opt.Top = htmlPlaces
	h.graph = newGraphMaker(h, changes)
	sections, rest := h.sections()
	page := &html.Snapshot{
		ID:       id,
		Name:     h.Clean(wording.Title(s.Input.Source)),
		Headline: h.Clean(s.Headline),
		Severity: string(s.Severity()),
		Aside:    h.Clean(asideText(s.SetAside)),
		Totals:   h.totals(),
		Measured: h.measuredPart(),
		Notes:    h.notes(rest),
		Problems: h.problems(),
		Graph:    h.graph.graph(),
	}
	for _, section := range sections {
		page.Findings = append(page.Findings, h.finding(section))
	}
	page.Findings = append(page.Findings, h.placeless(sections)...)
	return page
}

// finding is a section of the text report.
func (h *htmlPage) finding(s section) html.Finding {
	var out html.Finding
	if f := s.finding; f != nil {
		out = html.Finding{
			Severity: string(f.Severity), ID: h.Clean(string(f.ID)), Qualifiers: h.Clean(h.qualifiers(f)),
			Sentence: h.Clean(f.Sentence), Proof: h.cleaned(proofLines(f.Proof)), Against: h.cleaned(proofLines(f.Against)),
			Means: h.Clean(f.Means), NowWord: nowWord(f), Advice: h.Clean(f.Advice), Link: h.Clean(f.Link),
		}
		for _, step := range f.Now {
			out.Now = append(out.Now, html.Step{Do: h.Clean(step.Do), Commands: h.cleaned(step.Commands)})
		}
		if f == &h.snap.Findings[0] {
			out.Sentence = "" // the headline is it
		}
	}
	for _, site := range s.sites {
		out.Places = append(out.Places, h.place(site, remarkOn(s.finding, site)))
	}
	return out
}

// placeless are the findings whose places stand under another one.
func (h *htmlPage) placeless(shown []section) []html.Finding {
	var out []html.Finding
	for i := range h.snap.Findings {
		f := &h.snap.Findings[i]
		placed := false
		for _, s := range shown {
			placed = placed || s.finding == f
		}
		if !placed {
			out = append(out, h.finding(section{finding: f}))
		}
	}
	return out
}

func (h *htmlPage) place(site *group.Site, part string) html.Place {
	p := html.Place{
		Count: siteCount(site), Call: h.Clean(siteCall(site)), State: string(site.State),
		Stacks: h.Clean(stacksOf(site) + " · " + h.threadIDs(site.Groups)),
	}
	if c := site.Culprit; c != nil {
		p.Culprit, p.Module = h.Clean(culpritName(c)), h.Clean(culpritModule(c))
	}
	for _, remark := range siteRemarks(site, part, true) {
		p.Remarks = append(p.Remarks, h.Clean(remark))
	}
	g := site.Groups[0]
	if len(site.Groups) > 1 {
		p.Share = fmt.Sprintf("this one: %d of the %d threads", g.Count(), site.Threads)
	}
	for _, r := range fold(g) {
		label, text, _ := h.rowWords(g, site, r, layout.Endless)
		at := h.rowSource(g, r)
		p.Rows = append(
			p.Rows,
			html.Row{
				Label: strings.TrimSuffix(label, " ▸"), Text: h.Clean(text), Kind: kindWord(r.kind),
				Source: h.Clean(at.text), Link: at.link, Waits: r.waits,
			},
		)
	}
	for _, g := range site.Groups {
		if at, ok := h.graph.at[g]; ok {
			p.Groups = append(p.Groups, at)
		}
	}
	return p
}

// kindWord names a row for the style sheet.
func kindWord(k rowKind) string {
	switch k {
	case rowAPI, rowLostAPI:
		return "call"
	case rowCulprit, rowHost:
		return "culprit"
	case rowFold:
		return "fold"
	case rowRoot:
		return "root"
	case rowLeaf:
		return "leaf"
	}
	return ""
}

// notes are what the foot of the text report says.
func (h *htmlPage) notes(rest []*group.Site) []string {
	var notes []string
	if len(rest) > 0 {
		threads := 0
		for _, s := range rest {
			threads += s.Threads
		}
		where := "in the graph below"
		if h.graph.left() != "" {
			where = "not listed"
		}
		notes = append(
			notes, wording.Count(len(rest), "more place")+" with "+wording.Count(threads, "thread")+" are "+where,
		)
	}
	if left := h.graph.left(); left != "" {
		notes = append(notes, left)
	}
	for _, note := range h.remarks() {
		notes = append(notes, h.Clean(note))
	}
	if own := h.snap.OwnModules; len(own) > 0 {
		notes = append(notes, h.Clean("Taken for own code because no list knows it: "+listOf(own, 20)))
	}
	return notes
}

// setBars draws the threads of all snapshots of a page on one scale.
func setBars(pages []*html.Snapshot, snaps []*diagnose.Snapshot) {
	most := 1
	for _, s := range snaps {
		for _, b := range barsOf(s) {
			most = max(most, b.threads())
		}
	}
	for i, s := range snaps {
		for _, b := range barsOf(s) {
			pages[i].Bars = append(pages[i].Bars, b.drawn(most))
		}
	}
}

// stateBar is threads of one kind by state.
type stateBar struct {
	label  string
	counts map[classify.State]int
}

// barsOf are the pool workers and all other threads.
func barsOf(s *diagnose.Snapshot) []stateBar {
	var bars []stateBar
	if w := s.Counts.Workers; w.Total > 0 {
		bars = append(bars, stateBar{"pool worker", map[classify.State]int{
			classify.Blocked: w.Blocked, classify.Running: w.Running, classify.Idle: w.Idle, classify.Unclear: w.Unclear,
		}})
	}
	if s.Filtered != nil {
		return bars // the groups are not all there are
	}
	others := map[classify.State]int{}
	for _, g := range s.Groups {
		if g.Class.Role != classify.Worker {
			others[g.Class.State] += g.Count()
		}
	}
	if len(others) > 0 {
		bars = append(bars, stateBar{"other thread", others})
	}
	return bars
}

func (b stateBar) threads() int {
	total := 0
	for _, n := range b.counts {
		total += n
	}
	return total
}

// drawn is the bar on a scale that ends at so many threads.
func (b stateBar) drawn(most int) html.Bar {
	out := html.Bar{Label: wording.Count(b.threads(), b.label)}
	start := 0.0
	for _, state := range []classify.State{
		classify.Blocked, classify.Running, classify.Unclear, classify.Idle, classify.Waiting,
	} {
		n := b.counts[state]
		if n == 0 {
			continue
		}
		size := 100 * float64(n) / float64(most)
		out.Parts = append(
			out.Parts,
			html.Part{State: string(state), Text: fmt.Sprintf("%d %s", n, wordOf(state)), Start: start, Size: size},
		)
		start += size
	}
	return out
}

// wordOf is a state as a reader says it.
func wordOf(s classify.State) string {
	if s == classify.Waiting {
		return "waiting by design"
	}
	return string(s)
}

func (h *htmlPage) problems() []html.Problem {
	s := h.snap
	var out []html.Problem
	for _, p := range s.Input.Problems {
		where := "whole input"
		if p.Line > 0 {
			where = fmt.Sprintf("line %d", p.Line)
		}
		out = append(out, html.Problem{Where: where, Text: h.Clean(p.Text), Reason: h.Clean(p.Reason)})
	}
	for _, repair := range s.Input.Repairs {
		out = append(out, html.Problem{Where: "whole input", Reason: h.Clean(repair)})
	}
	if n := s.Input.MoreProblems; n > 0 {
		out = append(out, html.Problem{Where: "and", Reason: wording.Count(n, "more problem")})
	}
	return out
}
