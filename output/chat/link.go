package chat

import (
	"strings"

	"stacktriage/layout"
)

// link is an address, safe in every program, and what it is called there: itself, or a
// name of the input.
type link struct{ text, address string }

func (l link) named() bool { return l.text != l.address }

// linkIn is what leads somewhere in a line, and whether the line has nothing else: in a
// block a link cannot be followed.
func linkIn(line layout.Line) (found link, alone bool) {
	alone = true
	for _, s := range line {
		switch {
		case s.Link != "":
			found = link{s.Text, s.Link}
		case strings.TrimSpace(s.Text) != "":
			alone = false
		}
	}
	return found, alone && found.address != ""
}

// bareLink is a link as programs that find addresses in text show it.
func bareLink(l link) string {
	if !l.named() {
		return l.address
	}
	return unmention(l.text) + " " + l.address
}

// quietLink is a link without the picture of its page that Discord draws of a bare one.
func quietLink(l link) string {
	if !l.named() {
		return "<" + l.address + ">"
	}
	return unmention(l.text) + " <" + l.address + ">"
}

// markdownLink is a link as GitHub's Markdown has it, below an empty line: without one it
// would be part of the HTML in front of it.
func markdownLink(l link) string {
	if !l.named() {
		return "\n<" + l.address + ">"
	}
	return "\n[" + codeSpan(l.text) + "](" + l.address + ")"
}

// wikiLink is a link as Jira's wiki has it.
func wikiLink(l link) string {
	if !l.named() {
		return "[" + l.address + "]"
	}
	return "[" + escapeWiki(linkEnds.Replace(l.text)) + "|" + l.address + "]"
}

// linkEnds are what ends the name of a link in Jira's wiki, however it is escaped.
var linkEnds = strings.NewReplacer("|", " ", "]", " ")
