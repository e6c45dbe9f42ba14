package render

import (
	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/output/chat"
	"stacktriage/wording"
)

// chatList is a report with one line for each place. Of several reports the gravest one
// has its places, the others a line each.
func chatList(r *diagnose.Report, o Options) *chat.List {
	all := worstSnapshotsFirst(r.Snapshots)
	l := &chat.List{MoreReports: max(len(all)-chatReports, 0)}
	for i, s := range all[:min(len(all), chatReports)] {
		title := chat.UnitOf(wording.Title(s.Input.Source) + ": " + s.Headline)
		switch {
		case i > 0:
			l.AddReport(title)
			continue
		case len(all) > 1:
			l.Add(title)
		}
		t := &textReport{page: unwritten(o), snap: s, opt: o}
		t.listPlaces(l)
		t.listFacts(l)
	}
	return l
}

func (t *textReport) listPlaces(l *chat.List) {
	sections, more := t.sections()
	for _, site := range more {
		l.More.Add(site.Threads)
	}
	for _, section := range sections {
		for _, site := range section.sites {
			text := siteSentence(site)
			if c := site.Culprit; c != nil && c.Kind == classify.CulpritUser {
				if position := t.positionOf(c.Frame); position != "" {
					text += ", " + culpritName(c) + " " + position
				}
			}
			l.AddPlace(chat.UnitOf(text), site.Threads)
		}
	}
}

// listFacts adds what was measured, how the threads add up, and the fix.
func (t *textReport) listFacts(l *chat.List) {
	add := func(text string) { l.Add(chat.UnitOf(text)) }
	if len(t.snap.Findings) == 0 {
		add(t.totals())
		return
	}
	first := &t.snap.Findings[0]
	for _, sentence := range proofLines(first.Proof) {
		add("Proof: " + sentence)
	}
	for _, sentence := range proofLines(first.Against) {
		add("Against: " + sentence)
	}
	add(t.totals())
	for _, words := range stepWords(first.Now) {
		add(nowWord(first) + ": " + words)
	}
	switch {
	case first.Advice == "":
	case first.Severity == diagnose.OK:
		add(first.Advice)
	default:
		add("Fix: " + first.Advice)
	}
}

// siteSentence is one place in one line.
func siteSentence(s *group.Site) string {
	text := siteCount(s) + ": " + callInCulprit(s)
	for _, remark := range siteRemarks(s, "", false) {
		text += ", " + remark
	}
	return text + ", " + stacksOf(s) + ", " + placeWord(s)
}

// callInCulprit is "Task<T>.Result in Program.Main lambda #2 (Bookstore.Api)".
func callInCulprit(s *group.Site) string {
	text := siteCall(s)
	if c := s.Culprit; c != nil {
		text += " " + inWord + " " + culpritName(c)
		if module := culpritModule(c); module != "" {
			text += " (" + module + ")"
		}
	}
	return text
}
