package render

import (
	"io"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Paint colours a piece of one line.
type Paint func(string) string

// Palette says how the parts of the text are painted. A nil Paint leaves text as it
// is, so the zero value is a report without colour. Colour underlines what the words
// say; it never says anything by itself.
type Palette struct {
	Critical Paint // the word, and the verdict it leads to
	Warning  Paint
	Note     Paint
	OK       Paint
	Count    Paint // how many threads
	API      Paint // the call that blocks
	Culprit  Paint // the own frame that made it
	Wait     Paint // frames that do the waiting
	Label    Paint // leaf, root, Fix
	Dim      Paint // what may be skipped: ids, modules, folded runs
}

// ANSI is the palette for terminals: the 16 colours the user's own scheme defines, and
// no background, so that it can be read on any.
func ANSI() Palette {
	r := newRenderer(io.Discard, termenv.ANSI)
	paint := func(code string, bold bool) Paint {
		style := r.NewStyle().Bold(bold)
		if code != "" {
			style = style.Foreground(lipgloss.Color(code))
		}
		return func(s string) string { return style.Render(s) }
	}
	faint := r.NewStyle().Faint(true)
	return Palette{
		Critical: paint("1", true),
		Warning:  paint("3", true),
		Note:     paint("6", true),
		OK:       paint("2", true),
		Count:    paint("", true),
		API:      paint("1", true),
		Culprit:  paint("5", true),
		Wait:     paint("1", false),
		Label:    paint("6", false),
		Dim:      func(s string) string { return faint.Render(s) },
	}
}

// newRenderer is the only place that makes a lipgloss renderer. Both setters matter:
// without them it asks the terminal and waits up to 5 s for one that does not answer.
func newRenderer(w io.Writer, profile termenv.Profile) *lipgloss.Renderer {
	r := lipgloss.NewRenderer(w)
	r.SetColorProfile(profile)
	r.SetHasDarkBackground(true)
	return r
}
