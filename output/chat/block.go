package chat

import (
	"stacktriage/layout"
	"stacktriage/wording"
)

// Block is what stands between the fences: a part for each report.
type Block struct {
	Parts     []*Part
	MoreParts int // reports that never were in the message

	planned int // steps
}

// Part is one report.
type Part struct {
	Lead     *Unit // title and verdict, where there are several
	Sections []*Section
	Foot     Foot
	More     Hidden // places that never were in the message
}

// Section is a finding and its places.
type Section struct {
	Head   *Unit
	Places []*Place
	Means  *Unit // what follows from it
	Now    *Unit // what to do about the process
	Fix    *Unit // and about the code
	Proof  *Unit // what was measured
}

// Place is where threads stand, and its stack.
type Place struct {
	Head, Stack *Unit
	Threads     int
}

// Foot is what a report ends with, a unit for each statement.
type Foot struct {
	Unplaced, Measured, Hint, Aside, Totals *Unit
	Notes                                   []*Unit
}

// byWorth are the units in the order in which they are worth keeping.
func (f *Foot) byWorth() []*Unit {
	return append(append([]*Unit{f.Unplaced, f.Totals, f.Hint, f.Aside}, f.Notes...), f.Measured)
}

// steps plans what is left out when the message is too long, in this order: the stacks,
// the last first; what findings mean; the steps, the fixes and the proofs of all but the first finding;
// the places, the last first;
// what the report ends with. The first place, which the headline tells of, goes last.
func (b *Block) steps() int {
	if b.planned > 0 {
		return b.planned
	}
	var stacks, means, nows, fixes, proofs, places, foot, leads, last []*Unit
	for i, part := range b.Parts {
		for j, s := range part.Sections {
			means = append(means, s.Means)
			if i == 0 && j == 0 {
				last = append(last, s.Proof, s.Now, s.Fix)
			} else {
				nows, fixes, proofs = append(nows, s.Now), append(fixes, s.Fix), append(proofs, s.Proof)
			}
			for _, place := range s.Places {
				stacks = append(stacks, place.Stack)
				places = append(places, place.Head)
			}
		}
		foot = append(foot, part.Foot.byWorth()...)
		leads = append(leads, part.Lead)
	}
	if len(places) > 0 {
		last = append([]*Unit{places[0]}, append(last, stacks[0])...)
		places, stacks = places[1:], stacks[1:]
	}
	b.planned = plan(stacks, means, nows, fixes, proofs, places, foot, append(last, leads...))
	return b.planned
}

// lines puts together what is left, with an empty line between parts that have more
// than one line.
func (b *Block) lines(n int) []layout.Line {
	b.steps()
	out := paragraphs{after: n}
	hidden := b.MoreParts
	for _, part := range b.Parts {
		if len(b.Parts)+b.MoreParts > 1 && !part.Lead.shown(n) {
			hidden++
			continue
		}
		out.gap()
		out.add(part.Lead)
		part.addSections(&out)
		part.addFoot(&out)
	}
	if hidden > 0 {
		out.apart("… " + wording.Count(hidden, "more report"))
	}
	return out.out
}

func (p *Part) addSections(out *paragraphs) {
	hidden := p.More
	for _, s := range p.Sections {
		s.add(out, &hidden)
	}
	if hidden.Places > 0 {
		out.apart("  " + hidden.text())
	}
}

// add adds the places that are left, with head and fix only where there is one.
func (s *Section) add(out *paragraphs, hidden *Hidden) {
	first := true
	for _, place := range s.Places {
		if !place.Head.shown(out.after) {
			hidden.Add(place.Threads)
			continue
		}
		if first {
			out.gap()
			if s.Head != nil && len(s.Head.Lines) > 0 {
				out.lines(s.Head.Lines...)
			}
			first = false
		}
		place.add(out)
	}
	if first {
		return
	}
	for _, u := range []*Unit{s.Proof, s.acts(out.after)} {
		out.gap()
		out.add(u)
	}
}

// acts puts what to do together as one paragraph.
func (s *Section) acts(after int) *Unit {
	all := &Unit{step: after + 1}
	for _, u := range []*Unit{s.Means, s.Now, s.Fix} {
		if u.shown(after) {
			all.Lines = append(all.Lines, u.Lines...)
		}
	}
	return all
}

// add adds a place; one with a stack stands apart from its neighbours.
func (p *Place) add(out *paragraphs) {
	out.add(p.Head)
	if p.Stack.shown(out.after) {
		out.add(p.Stack)
		out.gap()
	}
}

func (p *Part) addFoot(out *paragraphs) {
	for _, u := range []*Unit{p.Foot.Unplaced, p.Foot.Measured, p.Foot.Hint} {
		out.gap()
		out.add(u)
	}
	out.gap()
	out.add(p.Foot.Aside)
	out.add(p.Foot.Totals)
	for _, u := range p.Foot.Notes {
		out.add(u)
	}
}
