package chat

import (
	"fmt"
	"strings"

	"stacktriage/layout"
	"stacktriage/wording"
)

// Preset is what one chat program makes of text.
type Preset struct {
	name string
	help string
	// limit is the length of a message in UTF-16 code units, below what the program
	// takes: Slack splits at 4,000, Discord refuses more than 2,000.
	limit   int
	width   int  // columns inside the block
	emoji   bool // the headline begins with a coloured mark
	palette layout.Palette
	// before and after are the lines around the block; without them the message has
	// one line for each place.
	before, after []string
	// outside makes the headline safe where the program reads markup, inside a line of
	// the block.
	outside func(wording.Text) string
	inside  func(line string) string
	link    func(link) string // a link below the block
}

const (
	mostUnits    = 3900
	discordLimit = 1900
	blockWidth   = 78
	discordWidth = 66
)

// presets are the places people paste into. None of the programs shows the colours
// of a terminal but Discord, which knows eight.
var presets = [...]Preset{
	{
		name: "slack", help: "one code block", limit: mostUnits, width: blockWidth, emoji: true,
		before: []string{fence}, after: []string{fence}, outside: outside(unmention), inside: noFence, link: bareLink,
	},
	{
		name: "teams", help: "the same", limit: mostUnits, width: blockWidth, emoji: true,
		before: []string{fence}, after: []string{fence}, outside: outside(unmention), inside: noFence, link: bareLink,
	},
	{
		name: "discord", help: "coloured", limit: discordLimit, width: discordWidth, emoji: true, palette: discordPalette(),
		before: []string{fence + "ansi"}, after: []string{fence}, outside: outside(unmention), inside: noFence,
		link: quietLink,
	},
	{
		name: "github", help: "folded details", limit: mostUnits, width: blockWidth, emoji: true,
		before:  []string{"", "<details>", "<summary>Places, stacks, fix</summary>", "", fence},
		after:   []string{fence, "", "</details>"},
		outside: codeSpans, inside: noFence, link: markdownLink,
	},
	{
		name: "jira", help: "wiki markup", limit: mostUnits, width: blockWidth,
		before: []string{noformat}, after: []string{noformat}, outside: outside(escapeWiki), inside: noNoformat,
		link: wikiLink,
	},
	{
		name: "plain", help: "no markup, one line a place", limit: mostUnits, outside: outside(verbatim), inside: verbatim,
	},
}

const (
	fence    = "```"
	noformat = "{noformat}"
)

// Fenced reports a preset with a block; without one the message has a line for each
// place.
func (p *Preset) Fenced() bool { return len(p.after) > 0 }

// PresetOf finds a preset by its name; Slack's is the default.
func PresetOf(name string) (*Preset, error) {
	if name == "" {
		return &presets[0], nil
	}
	for i := range presets {
		if presets[i].name == name {
			return &presets[i], nil
		}
	}
	return nil, fmt.Errorf("unknown chat program %q: choose one of %s", name, strings.Join(Names(), ", "))
}

// Name is what the user calls the preset.
func (p *Preset) Name() string { return p.name }

// Limit is the length of a message in UTF-16 units.
func (p *Preset) Limit() int { return p.limit }

// Width is the columns inside the block.
func (p *Preset) Width() int { return p.width }

// ForDiff is the preset with a block in which signs in column 1 are coloured, where the
// program does that.
func (p *Preset) ForDiff() *Preset {
	if p.name != "github" {
		return p
	}
	coloured := *p
	coloured.before, coloured.after = []string{fence + "diff"}, []string{fence}
	return &coloured
}

// Names lists the chat programs there are presets for, the default first.
func Names() []string {
	names := make([]string, len(presets))
	for i := range presets {
		names[i] = presets[i].name
	}
	return names
}

// discordPalette uses what Discord's ansi blocks know: the eight colours, bold.
func discordPalette() layout.Palette {
	codes := [layout.Styles]string{
		layout.Critical: "1;31", layout.Warning: "1;33", layout.Note: "1", layout.OK: "1;32",
		layout.Verdict: "1", layout.Count: "1", layout.API: "31", layout.Wait: "31", layout.Bar: "31",
		layout.Running: "33", layout.Calm: "32", layout.Culprit: "1;36", layout.Label: "1",
	}
	return func(s layout.Span) string {
		if codes[s.Style] == "" {
			return s.Text
		}
		return "\x1b[" + codes[s.Style] + "m" + s.Text + "\x1b[0m"
	}
}
