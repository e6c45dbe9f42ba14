package chat

import (
	"strings"

	"stacktriage/layout"
	"stacktriage/wording"
)

// codeSpans puts code into code spans, as GitHub's Markdown has them: outside of them it
// would take "<Main>" for HTML and "f@12" for a person.
func codeSpans(text wording.Text) string {
	var b strings.Builder
	for _, part := range text {
		if name := layout.Clean(part.Text, true); part.Code && name != "" {
			b.WriteString(codeSpan(name))
		} else {
			b.WriteString(plainWords(name))
		}
	}
	return b.String()
}

// Markdown is a text in which only code is markup, in code spans.
func Markdown(text wording.Text) string { return codeSpans(text) }

// plainWords is prose, word by word.
func plainWords(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		end := i + 1
		for end < len(text) && text[end-1] != ' ' && text[end-1] != '(' {
			end++
		}
		b.WriteString(plainWord(text[i:end]))
		i = end
	}
	return b.String()
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
	core := strings.TrimRight(word, " (),:;.")
	if core == "" || !strings.ContainsAny(core, "<>@`*_[]\\#&|~") && !strings.Contains(core, "://") {
		return word
	}
	return codeSpan(core) + word[len(core):]
}

// outside is how a program's headline is made safe: its text as one string.
func outside(safe func(string) string) func(wording.Text) string {
	return func(text wording.Text) string { return safe(layout.Clean(text.String(), true)) }
}

func verbatim(text string) string { return text }

// noFence keeps a name from closing the block: Slack and Discord take three backticks
// anywhere in a line for its end.
func noFence(line string) string { return strings.ReplaceAll(line, fence, "'''") }

// noNoformat keeps a name from closing the block, with parameters, too, as in
// {noformat:title=x}, and in whatever case.
func noNoformat(line string) string {
	line = strings.ReplaceAll(line, noformat, "{ noformat }")
	const opening = "{noformat"
	for i := 0; i+len(opening) <= len(line); i++ {
		if strings.EqualFold(line[i:i+len(opening)], opening) {
			line = line[:i+1] + " " + line[i+1:]
		}
	}
	return line
}

// unmention keeps a name from calling people: "@here" and Slack's "<!here>" ring
// everybody's phone. What Slack, Teams and Discord read as a person, a channel, an emoji,
// a time or a link gets a blank in the middle. Names can hold backticks, which would
// begin a code block.
func unmention(text string) string { return noFence(mentions.Replace(text)) }

var mentions = strings.NewReplacer(
	"@", "@ ",
	"<!", "< !", "<#", "< #", "<@", "< @ ", "<:", "< :", "<a:", "< a:", "<t:", "< t:", "</", "< /", "<at>", "< at>",
	"://", ": //", "mailto:", "mailto :", "](", "] (",
)

// escapeWiki takes the meaning from what Jira's wiki reads as images, people, links,
// tables and macros, and from nothing else: a backslash is ugly where it is not needed.
func escapeWiki(text string) string { return wikiEscaper.Replace(text) }

var wikiEscaper = strings.NewReplacer("!", `\!`, "[", `\[`, "{", `\{`, "|", `\|`, "://", ": //", "mailto:", "mailto :")
