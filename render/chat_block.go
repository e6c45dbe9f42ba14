package render

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"

	"stacktriage/diagnose"
	"stacktriage/group"
)

// How much of a report a message shows when there is room.
const (
	chatStacks = 3   // stacks in a message; one for each of several reports, to chatMost
	chatMost   = 5   // stacks at most
	chatFrames = 6   // frames a stack
	chatPlaces = 100 // places; more than any message has room for
)

// unit is lines that are shown or left out together.
type unit struct {
	text []string
	gone bool
}

// block is what stands between the fences. It is shortened in the order of steps.
type block struct {
	parts []*blockPart
	steps []*unit
}

// blockPart is one snapshot.
type blockPart struct {
	lead     *unit // title and verdict, where there are several
	sections []*blockSection
	foot     blockFoot
	more     hiddenPlaces // that never were in the message
}

// hiddenPlaces counts places that are not shown, and their threads.
type hiddenPlaces struct{ places, threads int }

func (h *hiddenPlaces) add(threads int) {
	h.places++
	h.threads += threads
}

func (h *hiddenPlaces) text() string {
	return fmt.Sprintf("… %s with %s", Count(h.places, "more place"), Count(h.threads, "thread"))
}

func hiddenSites(sites []*group.Site) hiddenPlaces {
	var h hiddenPlaces
	for _, s := range sites {
		h.add(s.Threads)
	}
	return h
}

type blockSection struct {
	head   *unit
	places []*blockPlace
	fix    *unit
}

type blockPlace struct {
	head, stack *unit
	threads     int
}

// chatBlock lays a report out for a block of text, with the words of the text report.
func chatBlock(r *diagnose.Report, o Options, width int) chatBody {
	if o.Top <= 0 || o.Top > chatPlaces {
		o.Top = chatPlaces
	}
	o.Width = width
	stacks := chatStacks
	if n := len(r.Snapshots); n > 1 {
		stacks = min(n, chatMost)
	}
	b := &block{}
	for _, s := range r.Snapshots {
		t := &textReport{page: newPage(nil, o), snap: s, opt: o}
		share := 1
		if len(r.Snapshots) == 1 {
			share = stacks
		}
		share = min(share, stacks)
		part := t.chatPart(share, len(r.Snapshots) > 1)
		stacks -= part.stacks()
		b.parts = append(b.parts, part)
	}
	b.plan()
	return b
}

// captured returns the lines that a part of the text writes.
func (p *page) captured(write func()) *unit {
	var buf bytes.Buffer
	p.out = bufio.NewWriter(&buf)
	write()
	p.out.Flush()
	text := strings.Trim(buf.String(), "\n")
	if text == "" {
		return &unit{gone: true}
	}
	return &unit{text: strings.Split(text, "\n")}
}

func (t *textReport) chatPart(stacks int, several bool) *blockPart {
	part := &blockPart{lead: &unit{gone: true}}
	if several {
		part.lead = t.captured(func() { t.title(t.snap); t.verdict() })
	}
	sections, rest := t.sections()
	columns := t.siteColumns(sections)
	advised := map[string]bool{}
	for _, s := range sections {
		part.sections = append(part.sections, t.chatSection(s, columns, &stacks, advised))
	}
	part.more = hiddenSites(rest)
	part.foot = t.chatFoot(sections)
	return part
}

func (t *textReport) chatSection(s section, columns siteColumns, stacks *int, advised map[string]bool) *blockSection {
	out := &blockSection{head: &unit{gone: true}, fix: &unit{gone: true}}
	first := len(t.snap.Findings) > 0 && s.finding == &t.snap.Findings[0]
	if !first || s.finding.Confidence != diagnose.High {
		out.head = t.captured(func() { t.chatSectionHead(s.finding) })
	}
	told := s.finding != nil && t.deservesStack(s.finding)
	for _, site := range s.sites {
		place := &blockPlace{threads: site.Threads, stack: &unit{gone: true}}
		withStack := told && *stacks > 0
		place.head = t.captured(func() { t.siteLines(site, columns, siteRemarks(site, remarkOn(s.finding, site), withStack)) })
		if withStack {
			*stacks--
			place.stack = t.captured(func() { t.chatStack(site) })
		}
		out.places = append(out.places, place)
	}
	if told {
		out.fix = t.captured(func() { t.fix(s.finding, advised) })
	}
	return out
}

// chatSectionHead is short: the sentence repeats what the places below say.
func (t *textReport) chatSectionHead(f *diagnose.Finding) {
	if f == nil {
		t.sectionHead(nil)
		return
	}
	t.prose(t.severityLead(f), f.ID+t.qualifiers(f), nil)
}

// chatStack is the commonest stack of a site, with no more frames than a message has
// patience for.
func (t *textReport) chatStack(site *group.Site) {
	g := site.Groups[0]
	for i, r := range fewer(fold(g), chatFrames) {
		share := ""
		if i == 0 && len(site.Groups) > 1 {
			share = fmt.Sprintf("%d of the %d", g.Count(), site.Threads)
		}
		t.stackRow(g, site, r, share)
	}
}

// fewer folds the frames beyond the first n into the run below them.
func fewer(rows []row, n int) []row {
	out := make([]row, 0, len(rows))
	for _, r := range rows {
		if r.kind == rowFrame || r.kind == rowLeaf || r.kind == rowAPI || r.kind == rowCulprit {
			n--
		}
		if n < 0 && r.kind == rowFrame {
			r.kind = rowFold
		}
		last := len(out) - 1
		if r.kind == rowFold && last >= 0 && out[last].kind == rowFold && out[last].to == r.from && out[last].waits == r.waits {
			out[last].to = r.to
			continue
		}
		out = append(out, r)
	}
	return out
}

// blockFoot is what the text report ends with, a unit for each statement.
type blockFoot struct {
	unplaced, hint, aside, totals *unit
	notes                         []*unit
}

func (t *textReport) chatFoot(shown []section) blockFoot {
	foot := blockFoot{
		unplaced: t.captured(func() { t.unplaced(shown) }),
		hint:     t.captured(t.healthyHint),
		aside:    t.captured(t.setAside),
		totals:   t.captured(func() { t.prose(nil, t.totals(), nil) }),
	}
	for _, note := range t.snap.Notes {
		foot.notes = append(foot.notes, t.captured(func() { t.note(note) }))
	}
	return foot
}

// byWorth are the units in the order in which they are worth keeping.
func (f *blockFoot) byWorth() []*unit {
	return append([]*unit{f.unplaced, f.totals, f.hint, f.aside}, f.notes...)
}

func (p *blockPart) stacks() int {
	n := 0
	p.eachPlace(func(place *blockPlace) {
		if !place.stack.gone {
			n++
		}
	})
	return n
}

func (p *blockPart) eachPlace(do func(*blockPlace)) {
	for _, s := range p.sections {
		for _, place := range s.places {
			do(place)
		}
	}
}
