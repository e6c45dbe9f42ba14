package layout

import "strings"

// Palette paints a piece of one line by what it is. A nil Palette leaves text as it is.
type Palette func(Span) string

// sgr are the looks of the styles on a terminal, as parameters of its escape sequence
// (ECMA-48 8.3.117): of the 16 colours that the user's own scheme defines.
//
// No colour of the 16 can be read on the backgrounds of all usual schemes. Words are
// therefore in the terminal's own colour, or bring their background with them; a colour
// alone is for bars. docs/colours.md has the contrasts. Bold black is grey on some
// terminals, so that what is black is not bold.
var sgr = [Styles]string{
	Critical: "1;97;41",
	Warning:  "30;43",
	Note:     "1",
	OK:       "30;42",
	Verdict:  "1",
	Count:    "1",
	API:      "1",
	Culprit:  "1;96;40",
	Bar:      "91",
	Label:    "1",
}

// ANSI is the palette for terminals that show colours, or links (OSC 8), or both.
func ANSI(colours, links bool) Palette {
	return func(s Span) string {
		text := s.Text
		if colours && sgr[s.Style] != "" {
			text = "\x1b[" + sgr[s.Style] + "m" + text + "\x1b[0m"
		}
		if links {
			text = linked(text, s.Link)
		}
		return text
	}
}

// linked makes text that leads to an address when it is clicked, if the address is one that
// a terminal may be handed. Source: gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda,
// "Hyperlinks in terminal emulators".
func linked(text, address string) string {
	const longest = 2083 // what VTE takes
	if address == "" || len(address) > longest || !printableASCII(address) || strings.Contains(address, " ") {
		return text
	}
	return "\x1b]8;;" + address + "\x1b\\" + text + "\x1b]8;;\x1b\\"
}

// Painted is the line as text, its spans painted but for the blanks at their ends.
func (p Palette) Painted(line Line) string {
	var b strings.Builder
	for _, s := range line {
		core := strings.Trim(s.Text, " ")
		if p == nil || s.Style == Plain && s.Link == "" || core == "" {
			b.WriteString(s.Text)
			continue
		}
		at := strings.Index(s.Text, core)
		b.WriteString(s.Text[:at])
		b.WriteString(p(Span{Text: core, Style: s.Style, Link: s.Link}))
		b.WriteString(s.Text[at+len(core):])
	}
	return b.String()
}
