package render

import "slices"

// plan lists what is left out when the message is too long, in this order: the stacks,
// the last first; the fixes of all but the first finding; the places, the last first;
// what the report ends with. The first place, which the headline tells of, goes last.
func (b *block) plan() {
	var stacks, fixes, places, foot, last []*unit
	for i, part := range b.parts {
		for j, s := range part.sections {
			if i == 0 && j == 0 {
				last = append(last, s.fix)
			} else {
				fixes = append(fixes, s.fix)
			}
			for _, place := range s.places {
				stacks = append(stacks, place.stack)
				places = append(places, place.head)
			}
		}
		foot = append(foot, part.foot.byWorth()...)
	}
	if len(places) > 0 {
		last = append([]*unit{places[0]}, append(last, stacks[0])...)
		places, stacks = places[1:], stacks[1:]
	}
	for _, part := range b.parts {
		last = append(last, part.lead)
	}
	for _, units := range [][]*unit{stacks, fixes, places, foot, last} {
		for _, u := range slices.Backward(units) {
			if !u.gone {
				b.steps = append(b.steps, u)
			}
		}
	}
}

func (b *block) shorten() bool {
	if len(b.steps) == 0 {
		return false
	}
	b.steps[0].gone = true
	b.steps = b.steps[1:]
	return true
}

// lines puts together what is left, with a blank line between parts that have more
// than one line.
func (b *block) lines() []string {
	var out paragraphs
	hidden := 0
	for _, part := range b.parts {
		if len(b.parts) > 1 && part.lead.gone {
			hidden++
			continue
		}
		out.gap()
		out.lines(part.lead)
		part.addSections(&out)
		part.addFoot(&out)
	}
	if hidden > 0 {
		out.paragraph([]string{"… " + Count(hidden, "more snapshot")})
	}
	return out.text
}

func (p *blockPart) addSections(out *paragraphs) {
	hidden := p.more
	for _, s := range p.sections {
		first := true
		for _, place := range s.places {
			if place.head.gone {
				hidden.add(place.threads)
				continue
			}
			if first {
				out.gap()
				out.lines(s.head)
				first = false
			}
			out.place(place)
		}
		if !first && !s.fix.gone {
			out.gap()
			out.lines(s.fix)
		}
	}
	if hidden.places > 0 {
		out.paragraph([]string{"  " + hidden.text()})
	}
}

func (p *blockPart) addFoot(out *paragraphs) {
	for _, u := range []*unit{p.foot.unplaced, p.foot.hint} {
		out.gap()
		out.lines(u)
	}
	out.gap()
	out.lines(p.foot.aside)
	out.lines(p.foot.totals)
	for _, u := range p.foot.notes {
		out.lines(u)
	}
}

// paragraphs collects lines with single blank lines between what belongs apart.
type paragraphs struct {
	text []string
	open bool // the next unit begins a paragraph
}

// gap makes the next line begin a paragraph.
func (p *paragraphs) gap() { p.open = true }

func (p *paragraphs) lines(u *unit) {
	if u.gone || len(u.text) == 0 {
		return
	}
	if p.open && len(p.text) > 0 {
		p.text = append(p.text, "")
	}
	p.open = false
	p.text = append(p.text, u.text...)
}

// place adds a place; one with a stack stands apart from its neighbours.
func (p *paragraphs) place(place *blockPlace) {
	p.lines(place.head)
	if !place.stack.gone {
		p.lines(place.stack)
		p.gap()
	}
}

func (p *paragraphs) paragraph(lines []string) {
	p.gap()
	p.lines(&unit{text: lines})
	p.gap()
}
