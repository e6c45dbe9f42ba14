package layout

import (
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Palette paints a piece of one line by what it is. A nil Palette leaves text as it is.
type Palette func(Style, string) string

// ansiStyles are the looks of the styles on a terminal: the 16 colours that the user's
// own scheme defines, and no background, so that they can be read on any.
var ansiStyles = [Styles]struct {
	colour string
	bold   bool
	faint  bool
}{
	Critical: {colour: "1", bold: true},
	Warning:  {colour: "3", bold: true},
	Note:     {colour: "6", bold: true},
	OK:       {colour: "2", bold: true},
	Count:    {bold: true},
	API:      {colour: "1", bold: true},
	Culprit:  {colour: "5", bold: true},
	Wait:     {colour: "1"},
	Label:    {colour: "6"},
	Dim:      {faint: true},
}

// ANSI is the palette for terminals.
func ANSI() Palette {
	r := newRenderer(io.Discard, termenv.ANSI)
	var styles [Styles]lipgloss.Style
	for i, look := range ansiStyles {
		styles[i] = r.NewStyle().Bold(look.bold).Faint(look.faint)
		if look.colour != "" {
			styles[i] = styles[i].Foreground(lipgloss.Color(look.colour))
		}
	}
	return func(s Style, text string) string { return styles[s].Render(text) }
}

// newRenderer is the only place that makes a lipgloss renderer. Both setters matter:
// without them it asks the terminal and waits up to 5 s for one that does not answer.
func newRenderer(w io.Writer, profile termenv.Profile) *lipgloss.Renderer {
	r := lipgloss.NewRenderer(w)
	r.SetColorProfile(profile)
	r.SetHasDarkBackground(true)
	return r
}

// Painted is the line as text, its spans painted but for the blanks at their ends.
func (p Palette) Painted(line Line) string {
	var b strings.Builder
	for _, s := range line {
		core := strings.Trim(s.Text, " ")
		if p == nil || s.Style == Plain || core == "" {
			b.WriteString(s.Text)
			continue
		}
		at := strings.Index(s.Text, core)
		b.WriteString(s.Text[:at])
		b.WriteString(p(s.Style, core))
		b.WriteString(s.Text[at+len(core):])
	}
	return b.String()
}
