package render

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/layout"
	"stacktriage/output/chat"
	"stacktriage/wording"
)

// How much of a report a message shows when there is room.
const (
	chatStacks  = 3   // stacks in a message; one for each of several reports, to chatMost
	chatMost    = 5   // stacks at most
	chatFrames  = 6   // frames a stack
	chatPlaces  = 100 // places; more than any message has room for
	chatReports = 50  // reports, likewise
)

// Chat writes a summary to paste into a chat program: the headline, then one closed
// block with the places, a few short stacks and the fix, never longer than the program
// takes. It is UTF-8 whatever the locale: it is read in the chat, not here.
func Chat(w io.Writer, r *diagnose.Report, o Options) error {
	preset, err := chat.PresetOf(o.Chat)
	if err != nil {
		return err
	}
	return reportMessage(r, o, preset).Write(w, preset)
}

func reportMessage(r *diagnose.Report, o Options, preset *chat.Preset) *chat.Message {
	m := &chat.Message{Headline: chatHeadline(r), Severity: worst(r), NoMark: o.NoEmoji}
	o = chatOptions(o, preset)
	if preset.Fenced() {
		m.Body = chatBlock(r, o)
	} else {
		m.Body = chatList(r, o)
	}
	return m
}

// chatOptions are those of a page for a chat program.
func chatOptions(o Options, preset *chat.Preset) Options {
	if o.Top <= 0 || o.Top > chatPlaces {
		o.Top = chatPlaces
	}
	o.Unicode, o.Full, o.Width = true, false, preset.Width()
	return o
}

// chatHeadline is the first line: of several reports, how grave they are.
func chatHeadline(r *diagnose.Report) wording.Text {
	if len(r.Snapshots) == 1 {
		return r.Snapshots[0].HeadlineText
	}
	return wording.Plain(overviewSentence(r))
}

// chatBlock lays a report out for a block of text, with the words of the text report.
func chatBlock(r *diagnose.Report, o Options) *chat.Block {
	stacks := chatStacks
	if n := len(r.Snapshots); n > 1 {
		stacks = min(n, chatMost)
	}
	all := worstSnapshotsFirst(r.Snapshots)
	b := &chat.Block{MoreParts: max(len(all)-chatReports, 0)}
	for _, s := range all[:min(len(all), chatReports)] {
		t := &textReport{page: unwritten(o), snap: s, opt: o, signed: true}
		share := 1
		if len(r.Snapshots) == 1 {
			share = stacks
		}
		share = min(share, stacks)
		part := t.chatPart(share, len(r.Snapshots) > 1)
		stacks -= stacksIn(part)
		b.Parts = append(b.Parts, part)
	}
	return b
}

func (t *textReport) chatPart(stacks int, several bool) *chat.Part {
	part := &chat.Part{}
	if several {
		part.Lead = t.captured(func() { t.title(t.snap); t.verdict() })
	}
	sections, rest := t.sections()
	columns := t.siteColumns(sections)
	advised := map[string]bool{}
	for _, s := range sections {
		part.Sections = append(part.Sections, t.chatSection(s, columns, &stacks, advised))
	}
	part.More = hiddenSites(rest)
	part.Foot = t.chatFoot(sections)
	return part
}

func (t *textReport) chatSection(s section, columns siteColumns, stacks *int, advised map[string]bool) *chat.Section {
	out := &chat.Section{}
	first := len(t.snap.Findings) > 0 && s.finding == &t.snap.Findings[0]
	if !first || s.finding.Confidence != diagnose.High {
		out.Head = t.captured(func() { t.chatSectionHead(s.finding) })
	}
	told := s.finding != nil && t.deservesStack(s.finding)
	for _, site := range s.sites {
		place := &chat.Place{Threads: site.Threads}
		withStack := told && *stacks > 0
		place.Head = t.captured(
			func() { t.siteLines(site, columns, siteRemarks(site, remarkOn(s.finding, site), withStack)) },
		)
		if withStack {
			*stacks--
			place.Stack = t.captured(func() { t.chatStack(site) })
		}
		out.Places = append(out.Places, place)
	}
	if s.finding != nil {
		out.Proof = t.captured(func() { t.proof(s.finding) })
	}
	if told {
		out.Means = t.captured(func() { t.means(s.finding, advised) })
		out.Now = t.captured(func() { t.now(s.finding, advised) })
		out.Fix = t.captured(func() { t.fix(s.finding, advised) })
	}
	return out
}

// chatSectionHead is short: the sentence repeats what the places below say.
func (t *textReport) chatSectionHead(f *diagnose.Finding) {
	if f == nil {
		t.sectionHead(nil)
		return
	}
	t.Prose(severityLead(f), t.idLine(f), layout.Plain)
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
		if r.kind == rowFold && last >= 0 && out[last].kind == rowFold && out[last].to == r.from &&
			out[last].waits == r.waits {
			out[last].to = r.to
			continue
		}
		out = append(out, r)
	}
	return out
}

func (t *textReport) chatFoot(shown []section) chat.Foot {
	foot := chat.Foot{
		Unplaced: t.captured(func() { t.unplaced(shown) }),
		Hint:     t.captured(t.healthyHint),
		Aside:    t.captured(t.setAside),
		Measured: t.captured(t.measured),
		Totals:   t.captured(func() { t.Prose(nil, t.totals(), layout.Plain) }),
	}
	for _, note := range t.remarks() {
		foot.Notes = append(foot.Notes, t.captured(func() { t.note(note) }))
	}
	return foot
}

// worstSnapshotsFirst orders reports so that the gravest is never the one that is cut.
func worstSnapshotsFirst(snaps []*diagnose.Snapshot) []*diagnose.Snapshot {
	return slices.SortedStableFunc(slices.Values(snaps), byGravity)
}

func byGravity(a, b *diagnose.Snapshot) int {
	return cmp.Or(a.Severity().Rank()-b.Severity().Rank(), b.Counts.Workers.Blocked-a.Counts.Workers.Blocked)
}

func stacksIn(p *chat.Part) int {
	n := 0
	for _, s := range p.Sections {
		for _, place := range s.Places {
			if place.Stack != nil {
				n++
			}
		}
	}
	return n
}

func hiddenSites(sites []*group.Site) chat.Hidden {
	var h chat.Hidden
	for _, s := range sites {
		h.Add(s.Threads)
	}
	return h
}
