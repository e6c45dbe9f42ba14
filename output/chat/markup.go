package chat

import (
	"cmp"
	"slices"
	"strings"

	"stacktriage/layout"
)

// LongestFirst orders names of code so that none is taken for a part of another one.
func LongestFirst(names []string) []string {
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
	names = slices.Compact(names)
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
}

// codeSpans puts the names in a text into code spans, as GitHub's Markdown has them:
// outside of code it would take "<Main>" for HTML and "f@12" for a person.
func codeSpans(text string, names []string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		if name := nameAt(text, i, names); name != "" {
			b.WriteString(codeSpan(name))
			i += len(name)
			continue
		}
		end := i + 1
		for end < len(text) && !(text[end-1] == ' ' || text[end-1] == '(') {
			end++
		}
		b.WriteString(plainWord(text[i:end]))
		i = end
	}
	return b.String()
}

// nameAt returns the longest name that stands at i as a word of its own.
func nameAt(text string, i int, names []string) string {
	if i > 0 && partOfName(text[i-1]) {
		return ""
	}
	for _, name := range names {
		name = layout.Clean(name, true)
		if end := i + len(name); strings.HasPrefix(text[i:], name) && (end == len(text) || !partOfName(text[end])) {
			return name
		}
	}
	return ""
}

func partOfName(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// codeSpan wraps a name in more backticks than it holds in a row, two at least.
func codeSpan(name string) string {
	ticks := "``"
	for strings.Contains(name, ticks) {
		ticks += "`"
	}
	if strings.HasPrefix(name, "`") || strings.HasSuffix(name, "`") {
		name = " " + name + " "
	}
	return ticks + name + ticks
}

// plainWord is a word of prose. One that Markdown would read as something else is a
// name nobody announced.
func plainWord(word string) string {
	if !strings.ContainsAny(word, "<>@`*_[]\\#&|~") {
		return word
	}
	core := strings.TrimRight(word, " (),:;.")
	if core == "" {
		return word
	}
	return codeSpan(core) + word[len(core):]
}

func verbatim(text string, _ []string) string { return text }

func verbatimLine(line string) string { return line }

// noFence keeps a name from closing the block: Slack and Discord take three backticks
// anywhere in a line for its end.
func noFence(line string) string { return strings.ReplaceAll(line, fence, "'''") }

func noNoformat(line string) string {
	return strings.ReplaceAll(line, noformat, "{ noformat }")
}

// unmention keeps a name from calling people: "@here" rings everybody's phone. Names
// can hold backticks, which would begin a code block.
func unmention(text string, _ []string) string {
	text = strings.ReplaceAll(text, "@", "@ ")
	return noFence(text)
}

// escapeWiki takes the meaning from what Jira's wiki reads as images, links, tables
// and macros, and from nothing else: a backslash is ugly where it is not needed.
func escapeWiki(text string, _ []string) string {
	return wikiEscaper.Replace(text)
}

var wikiEscaper = strings.NewReplacer("!", `\!`, "[", `\[`, "{", `\{`, "|", `\|`)
