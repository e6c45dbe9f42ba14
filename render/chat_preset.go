package render

import (
	"fmt"
	"strings"
)

// chatPreset is what one chat program makes of text.
type chatPreset struct {
	name string
	help string
	// limit is the length of a message in UTF-16 code units, below what the program
	// takes: Slack splits at 4,000, Discord refuses more than 2,000.
	limit   int
	width   int  // columns inside the block
	emoji   bool // the headline begins with a coloured mark
	palette Palette
	// before and after are the lines around the block; without them the message has
	// one line for each place.
	before, after []string
	// outside makes the headline safe where the program reads markup, inside a line of
	// the block.
	outside func(text string, names []string) string
	inside  func(line string) string
}

const (
	chatLimit    = 3900
	discordLimit = 1900
	chatWidth    = 78
	discordWidth = 66
)

// chatPresets are the places people paste into. None of the programs shows the colours
// of a terminal but Discord, which knows eight.
var chatPresets = [...]chatPreset{
	{
		name: "slack", help: "one code block", limit: chatLimit, width: chatWidth, emoji: true,
		before: []string{fence}, after: []string{fence}, outside: unmention, inside: noFence,
	},
	{
		name: "teams", help: "the same", limit: chatLimit, width: chatWidth, emoji: true,
		before: []string{fence}, after: []string{fence}, outside: unmention, inside: noFence,
	},
	{
		name: "discord", help: "coloured", limit: discordLimit, width: discordWidth, emoji: true, palette: discordPalette(),
		before: []string{fence + "ansi"}, after: []string{fence}, outside: unmention, inside: noFence,
	},
	{
		name: "github", help: "folded details", limit: chatLimit, width: chatWidth, emoji: true,
		before:  []string{"", "<details>", "<summary>Places, stacks, fix</summary>", "", fence},
		after:   []string{fence, "", "</details>"},
		outside: codeSpans, inside: noFence,
	},
	{
		name: "jira", help: "wiki markup", limit: chatLimit, width: chatWidth,
		before: []string{noformat}, after: []string{noformat}, outside: escapeWiki, inside: noNoformat,
	},
	{
		name: "plain", help: "no markup, one line a place", limit: chatLimit, outside: verbatim, inside: verbatimLine,
	},
}

const (
	fence    = "```"
	noformat = "{noformat}"
)

func (p *chatPreset) fenced() bool { return len(p.after) > 0 }

// chatPresetOf finds a preset by its name; Slack's is the default.
func chatPresetOf(name string) (*chatPreset, error) {
	if name == "" {
		return &chatPresets[0], nil
	}
	for i := range chatPresets {
		if chatPresets[i].name == name {
			return &chatPresets[i], nil
		}
	}
	return nil, fmt.Errorf("unknown chat program %q: choose one of %s", name, strings.Join(ChatNames(), ", "))
}

// ChatNames lists the chat programs there are presets for, the default first.
func ChatNames() []string {
	names := make([]string, len(chatPresets))
	for i := range chatPresets {
		names[i] = chatPresets[i].name
	}
	return names
}

// discordPalette uses what Discord's ansi blocks know: the eight colours, bold.
func discordPalette() Palette {
	paint := func(code string) Paint {
		return func(s string) string { return "\x1b[" + code + "m" + s + "\x1b[0m" }
	}
	return Palette{
		Critical: paint("1;31"), Warning: paint("1;33"), Note: paint("36"), OK: paint("1;32"),
		Count: paint("1"), API: paint("31"), Culprit: paint("1;35"), Label: paint("36"),
	}
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
