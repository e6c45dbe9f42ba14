package render

import (
	"io"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/layout"
	"stacktriage/wording"
)

// Text writes the report for a terminal: the verdict, then the places by severity with
// one stack each and the fix, then what was set aside, so that the printed counts add
// up to the number of threads.
func Text(w io.Writer, r *diagnose.Report, o Options) error {
	p, out := terminal(w, o)
	composeText(p, r, o)
	return out.End()
}

func composeText(p page, r *diagnose.Report, o Options) {
	several := len(r.Snapshots) > 1
	if several {
		p.overview(overviewOf(r).table())
	}
	for _, s := range r.Snapshots {
		if several {
			p.title(s)
		}
		t := &textReport{page: p, snap: s, opt: o}
		t.write()
	}
	if !p.drawn {
		p.Prose(nil, explainHint, layout.Dim)
	}
}

// explainHint is the last line of a report.
const explainHint = "stacktriage explain WORD says what a word of this report means"

// textReport is the text of one snapshot.
type textReport struct {
	page
	snap *diagnose.Snapshot
	opt  Options
	// signed says that places bear their signatures, counted that it was said which of its
	// method's lambdas a culprit is.
	signed, counted bool
}

func (t *textReport) write() {
	t.verdict()
	sections, rest := t.sections()
	columns := t.siteColumns(sections)
	advised := map[string]bool{}
	for _, s := range sections {
		t.section(s, columns, advised)
	}
	t.unplaced(sections)
	t.beyondTop(rest)
	t.measured()
	if t.opt.Full {
		t.asideInFull()
	}
	t.foot()
}

// verdict writes the headline, which is true without the rest.
func (t *textReport) verdict() {
	t.Prose(nil, t.snap.Headline, layout.Verdict)
}

func severityStyle(s diagnose.Severity) layout.Style {
	switch s {
	case diagnose.Critical:
		return layout.Critical
	case diagnose.Warning:
		return layout.Warning
	case diagnose.Note:
		return layout.Note
	}
	return layout.OK
}

// section is a finding and the sites that are evidence for it. Sites that make no
// finding are the section without one.
type section struct {
	finding *diagnose.Finding
	sites   []*group.Site
}

// sections puts each site under the first finding that claims it and keeps the first
// --top sites; the others are returned as rest.
func (t *textReport) sections() (shown []section, rest []*group.Site) {
	all := make([]section, len(t.snap.Findings)+1)
	claimed := map[*group.Group]int{}
	for i := range t.snap.Findings {
		all[i].finding = &t.snap.Findings[i]
		for _, g := range t.snap.Findings[i].Groups {
			if _, ok := claimed[g]; !ok {
				claimed[g] = i
			}
		}
	}
	for _, site := range t.snap.Sites {
		at := len(all) - 1
		for _, g := range site.Groups {
			if i, ok := claimed[g]; ok {
				at = min(at, i)
			}
		}
		all[at].sites = append(all[at].sites, site)
	}
	for _, s := range all {
		victimsLast(s)
	}
	left := t.opt.Top
	if left <= 0 {
		left = len(t.snap.Sites)
	}
	for _, s := range all {
		n := min(left, len(s.sites))
		left -= n
		rest = append(rest, s.sites[n:]...)
		if s.sites = s.sites[:n]; n > 0 {
			shown = append(shown, s)
		}
	}
	return shown, rest
}

// holdsFor are the findings in which some threads wait for what another one does.
var holdsFor = map[diagnose.FindingID]string{
	"lock-holder-blocked": "seems to hold the lock (this format shows no owners)",
	"static-init":         "seems to run the static constructor the others wait for",
}

// victimsLast moves the cause of a pile-up in front of those who wait for it.
func victimsLast(s section) {
	if s.finding == nil || holdsFor[s.finding.ID] == "" {
		return
	}
	slices.SortStableFunc(s.sites, func(a, b *group.Site) int {
		switch waitsA, waitsB := waitsForLock(a), waitsForLock(b); {
		case waitsA == waitsB:
			return 0
		case waitsB:
			return -1
		}
		return 1
	})
}

func waitsForLock(s *group.Site) bool {
	return s.Cause != nil && s.Cause.Category == classify.CategoryLock
}

// remarkOn says what part a site has in a finding that has more than one part.
func remarkOn(f *diagnose.Finding, site *group.Site) string {
	if f == nil || waitsForLock(site) {
		return ""
	}
	if f.ID == diagnose.LockHolderBlocked && slices.ContainsFunc(f.Proof, namesOwner) {
		return "holds the lock"
	}
	return holdsFor[f.ID]
}

func namesOwner(p diagnose.Proof) bool { return p.ID == diagnose.ProofOwner }

func (t *textReport) section(s section, columns siteColumns, advised map[string]bool) {
	t.Blank()
	t.sectionHead(s.finding)
	told := s.finding != nil && t.deservesStack(s.finding)
	if told {
		t.act(s.finding, advised)
		t.Blank()
	}
	for i, site := range s.sites {
		if i > 0 && (told || t.opt.Full) {
			t.Blank()
		}
		t.siteLines(site, columns, siteRemarks(site, remarkOn(s.finding, site), told || t.opt.Full))
		switch {
		case t.opt.Full:
			t.fullStacks(site.Groups, site.Threads)
		case told:
			t.stack(site)
		}
	}
	if s.finding != nil {
		t.proof(s.finding)
	}
}

// deservesStack is false for a note beside graver findings: one worker in a database
// call is a busy server.
func (t *textReport) deservesStack(f *diagnose.Finding) bool {
	return f.Severity != diagnose.Note || f == &t.snap.Findings[0]
}

// sectionHead writes the severity, the id and what qualifies them. The first finding
// has been told by the headline.
func (t *textReport) sectionHead(f *diagnose.Finding) {
	switch {
	case f == nil:
		t.Line(layout.Note.Of("OTHER"), layout.Plain.Of("  blocked or running, but no finding by itself"))
	case f == &t.snap.Findings[0]:
		t.Prose(severityLead(f), t.idLine(f), layout.Plain)
	default:
		t.Prose(severityLead(f), string(f.ID)+" · "+f.Sentence, layout.Plain)
	}
}

func severityLead(f *diagnose.Finding) layout.Line {
	return layout.Line{severityStyle(f.Severity).Of(strings.ToUpper(string(f.Severity))), layout.Blanks(2)}
}

// idLine is the id of a finding and what qualifies it.
func (t *textReport) idLine(f *diagnose.Finding) string {
	if facts := t.qualifiers(f); facts != "" {
		return string(f.ID) + " · " + facts
	}
	return string(f.ID)
}

// qualifiers are the facts that decide how far a finding is to be believed.
func (t *textReport) qualifiers(f *diagnose.Finding) string {
	var facts []string
	if f.Confidence != "" {
		facts = append(facts, "confidence "+string(f.Confidence))
	}
	if f.Workers > 0 {
		facts = append(facts, wording.Count(t.snap.Counts.Workers.Idle, "idle worker"))
	}
	return strings.Join(facts, " · ")
}

// unplaced writes the findings that have no place of their own in the text, without what
// the headline has said: one sentence each, and what was measured where that is all there
// is to a finding.
func (t *textReport) unplaced(shown []section) {
	advised := map[string]bool{}
	first := true
	for i := range t.snap.Findings {
		f := &t.snap.Findings[i]
		alone := stackless(t.snap) || i == 0 && len(f.Proof)+len(f.Against) > 0
		placed := slices.ContainsFunc(shown, func(s section) bool { return s.finding == f })
		if placed || i == 0 && !alone {
			continue
		}
		if first || alone {
			t.Blank()
			first = false
		}
		t.sectionHead(f)
		if alone || len(f.Proof) > 0 {
			t.proof(f)
		}
		if alone && f.Severity != diagnose.OK {
			t.act(f, advised)
		}
	}
}

// stackless reports a snapshot of counters or events only.
func stackless(s *diagnose.Snapshot) bool { return s.Evidence != nil && s.Counts.Threads == 0 }

func (t *textReport) beyondTop(rest []*group.Site) {
	if len(rest) == 0 {
		return
	}
	threads := 0
	for _, s := range rest {
		threads += s.Threads
	}
	t.Blank()
	t.Prose(
		layout.Line{layout.Blanks(2)},
		wording.Count(len(rest), "more place")+" with "+wording.Count(threads, "thread")+t.flag(": --top 0 shows all"),
		layout.Plain,
	)
}
