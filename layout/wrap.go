package layout

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// Columns is the number of terminal columns a text takes.
func Columns(s string) int {
	if printableASCII(s) {
		return len(s)
	}
	return lipgloss.Width(s)
}

// Pad fills a text up to a width.
func Pad(s string, width int) string {
	if n := width - Columns(s); n > 0 {
		return s + strings.Repeat(" ", n)
	}
	return s
}

// PadLeft fills a text up to a width, from the left.
func PadLeft(s string, width int) string {
	if n := width - Columns(s); n > 0 {
		return strings.Repeat(" ", n) + s
	}
	return s
}

// Wrap breaks text at blanks into lines of at most width columns. A longer word stands
// on a line of its own, whole: names and links are never cut, and a lambda keeps its
// number.
func Wrap(text string, width int) []string {
	var lines []string
	line, used := "", 0
	for _, word := range unbreakable(text) {
		n := Columns(word)
		switch {
		case line == "":
			line, used = word, n
		case used+1+n <= width:
			line, used = line+" "+word, used+1+n
		default:
			lines = append(lines, line)
			line, used = word, n
		}
	}
	return append(lines, line)
}

// unbreakable splits text at the blanks where a line may end: not in front of a
// lambda's number, and not on either side of an arrow.
func unbreakable(text string) []string {
	words := strings.Fields(text)
	kept := words[:0]
	glue := false
	for _, word := range words {
		arrow := word == "→" || word == "->"
		if len(kept) > 0 && (glue || arrow || strings.HasPrefix(word, "#")) {
			kept[len(kept)-1] += " " + word
		} else {
			kept = append(kept, word)
		}
		glue = arrow
	}
	return kept
}

// Paragraph is text behind a lead, wrapped at blanks, each further line behind as many
// blanks as the lead is wide. It cleans nothing.
func Paragraph(lead, text string, width int) string {
	indent := Columns(lead)
	return lead + strings.Join(Wrap(text, width-indent), "\n"+strings.Repeat(" ", indent))
}
