package render

import (
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/output/chat"
	"stacktriage/wording"
)

// chatList is a report with one line for each place.
func chatList(r *diagnose.Report, o Options) *chat.List {
	l := &chat.List{}
	for _, s := range r.Snapshots {
		t := &textReport{page: unwritten(o), snap: s, opt: o}
		if len(r.Snapshots) > 1 {
			l.Add(chat.UnitOf(wording.Title(s.Input.Source) + ": " + s.Headline))
		}
		sections, more := t.sections()
		for _, site := range more {
			l.More.Add(site.Threads)
		}
		for _, section := range sections {
			for _, site := range section.sites {
				l.AddPlace(chat.UnitOf(siteSentence(site)), site.Threads)
			}
		}
		if len(s.Findings) > 0 {
			for _, sentence := range proofLines(s.Findings[0].Proof) {
				l.Add(chat.UnitOf("Proof: " + sentence))
			}
			for _, sentence := range proofLines(s.Findings[0].Against) {
				l.Add(chat.UnitOf("Against: " + sentence))
			}
		}
		l.Add(chat.UnitOf(t.totals()))
		if len(s.Findings) > 0 && s.Findings[0].Advice != "" {
			word := "Fix: "
			if s.Findings[0].Severity == diagnose.OK {
				word = ""
			}
			l.Add(chat.UnitOf(word + s.Findings[0].Advice))
		}
	}
	return l
}

// siteSentence is one place in one line.
func siteSentence(s *group.Site) string {
	text := siteCount(s) + ": " + callInCulprit(s)
	for _, remark := range siteRemarks(s, "", false) {
		text += ", " + remark
	}
	return text + ", " + stacksOf(s)
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
