package render

import (
	"slices"
	"strings"

	"stacktriage/diagnose"
	"stacktriage/group"
)

// plainBody is a message without a block: one line for each place, for programs that
// have neither a fixed pitch nor markup.
type plainBody struct {
	units []*unit
	steps []*unit       // in the order in which they are left out
	sites map[*unit]int // threads of the places
	more  hiddenPlaces  // that never were in the message
}

func chatLines(r *diagnose.Report, o Options) chatBody {
	if o.Top <= 0 || o.Top > chatPlaces {
		o.Top = chatPlaces
	}
	b := &plainBody{sites: map[*unit]int{}}
	var places, rest []*unit
	for _, s := range r.Snapshots {
		t := &textReport{page: newPage(nil, o), snap: s, opt: o}
		if len(r.Snapshots) > 1 {
			rest = append(rest, b.add(titleOf(s)+": "+s.Headline))
		}
		sections, more := t.sections()
		for _, site := range more {
			b.more.add(site.Threads)
		}
		for _, section := range sections {
			for _, site := range section.sites {
				u := b.add(siteSentence(site))
				b.sites[u] = site.Threads
				places = append(places, u)
			}
		}
		rest = append(rest, b.add(t.totals()))
		if len(s.Findings) > 0 && s.Findings[0].Advice != "" {
			word := "Fix: "
			if s.Findings[0].Severity == diagnose.OK {
				word = ""
			}
			rest = append(rest, b.add(word+s.Findings[0].Advice))
		}
	}
	b.plan(places, rest)
	return b
}

// plan lists what is left out when the message is too long: the last place first.
func (b *plainBody) plan(places, rest []*unit) {
	for _, units := range [][]*unit{places, rest} {
		for _, u := range slices.Backward(units) {
			b.steps = append(b.steps, u)
		}
	}
}

func (b *plainBody) add(text string) *unit {
	u := &unit{text: []string{strings.TrimRight(Clean(text, true), " ")}}
	b.units = append(b.units, u)
	return u
}

// siteSentence is one place in one line.
func siteSentence(s *group.Site) string {
	text := siteCount(s) + ": " + siteCall(s)
	if c := s.Culprit; c != nil {
		text += " " + inWord + " " + culpritName(c)
		if module := culpritModule(c); module != "" {
			text += " (" + module + ")"
		}
	}
	for _, remark := range siteRemarks(s, "", false) {
		text += ", " + remark
	}
	return text + ", " + stacksOf(s)
}

func (b *plainBody) lines() []string {
	var out []string
	hidden, at := b.more, 0
	for _, u := range b.units {
		threads, isPlace := b.sites[u]
		switch {
		case u.gone && isPlace:
			hidden.add(threads)
			continue
		case u.gone:
			continue
		case isPlace:
			at = len(out) + 1
		}
		out = append(out, u.text...)
	}
	if hidden.places > 0 {
		out = append(out[:at:at], append([]string{hidden.text()}, out[at:]...)...)
	}
	return out
}

func (b *plainBody) shorten() bool {
	if len(b.steps) == 0 {
		return false
	}
	b.steps[0].gone = true
	b.steps = b.steps[1:]
	return true
}
