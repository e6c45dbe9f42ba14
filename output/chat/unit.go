package chat

import (
	"fmt"
	"slices"

	"stacktriage/layout"
	"stacktriage/wording"
)

// Unit is lines that are shown or left out together. One without lines is not there.
type Unit struct {
	Lines layout.Lines
	step  int // with which it is left out, counted from 1; 0 while that is not planned
}

// UnitOf is a unit of one line of plain text.
func UnitOf(text string) *Unit {
	return &Unit{Lines: layout.Lines{{layout.Plain.Of(layout.Clean(text, true))}}}
}

// shown reports whether a unit is there and still is after n steps.
func (u *Unit) shown(n int) bool { return u != nil && len(u.Lines) > 0 && u.step > n }

// plan gives the units their steps: list by list, of each list the last unit first. It
// returns how many steps there are.
func plan(lists ...[]*Unit) int {
	step := 0
	for _, units := range lists {
		for _, u := range slices.Backward(units) {
			if u != nil && len(u.Lines) > 0 {
				step++
				u.step = step
			}
		}
	}
	return step
}

// Hidden counts places that are not shown, and their threads.
type Hidden struct{ Places, Threads int }

// Add adds a place with so many threads.
func (h *Hidden) Add(threads int) {
	h.Places++
	h.Threads += threads
}

func (h *Hidden) text() string {
	return fmt.Sprintf("… %s with %s", wording.Count(h.Places, "more place"), wording.Count(h.Threads, "thread"))
}

// paragraphs collects lines with single empty lines between what belongs apart.
type paragraphs struct {
	after int // steps
	out   []layout.Line
	open  bool // the next unit begins a paragraph
}

// gap makes the next line begin a paragraph.
func (p *paragraphs) gap() { p.open = true }

func (p *paragraphs) add(u *Unit) {
	if u.shown(p.after) {
		p.lines(u.Lines...)
	}
}

func (p *paragraphs) lines(lines ...layout.Line) {
	if p.open && len(p.out) > 0 {
		p.out = append(p.out, nil)
	}
	p.open = false
	p.out = append(p.out, lines...)
}

// apart adds a line that is a paragraph of its own.
func (p *paragraphs) apart(text string) {
	p.gap()
	p.lines(layout.Line{layout.Plain.Of(text)})
	p.gap()
}
