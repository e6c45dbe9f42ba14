package render

import (
	"fmt"
	"io"
	"strings"

	"stacktriage/diagnose"
)

// Chat writes a summary to paste into a chat program: the headline, then one closed
// block with the places, a few short stacks and the fix, never longer than the program
// takes. It is UTF-8 whatever the locale: it is read in the chat, not here.
func Chat(w io.Writer, r *diagnose.Report, o Options) error {
	preset, err := chatPresetOf(o.Chat)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, messageOf(r, o, preset).fit(preset.limit))
	return err
}

func messageOf(r *diagnose.Report, o Options, preset *chatPreset) *chatMessage {
	m := &chatMessage{preset: preset, headline: chatHeadline(r), severity: worst(r), names: namesIn(r), mark: !o.NoEmoji}
	o.Unicode, o.Palette, o.Full = true, preset.palette, false
	if preset.fenced() {
		m.body = chatBlock(r, o, preset.width)
	} else {
		m.body = chatLines(r, o)
	}
	return m
}

// chatHeadline is the first line: of several reports, how grave they are.
func chatHeadline(r *diagnose.Report) string {
	if len(r.Snapshots) == 1 {
		return r.Snapshots[0].Headline
	}
	return overviewLine(r)
}

// worst is the gravest severity of all snapshots.
func worst(r *diagnose.Report) diagnose.Severity {
	for _, severity := range gravestFirst {
		for _, s := range r.Snapshots {
			if severityOf(s) == severity {
				return severity
			}
		}
	}
	return diagnose.OK
}

// chatMessage is a message before it is cut to its length.
type chatMessage struct {
	preset   *chatPreset
	headline string
	word     string // what the headline begins with; empty is the severity
	severity diagnose.Severity
	names    []string // code in the headline
	mark     bool
	body     chatBody
}

// chatBody is the rest of a message. It can be made shorter step by step, the least
// important part first, until nothing is left.
type chatBody interface {
	lines() []string
	shorten() bool // false when nothing is left to leave out
}

// fit leaves out as much of the body as it must. Headline and fence always stay.
func (m *chatMessage) fit(limit int) string {
	head := m.head()
	for {
		text := m.assemble(head)
		if utf16Len(text) <= limit || !m.body.shorten() {
			return text
		}
	}
}

// head is the first line, with the mark and the word of its severity. A headline of
// endless names is cut: it never takes more than a third of the message.
func (m *chatMessage) head() string {
	text := cutUTF16(Clean(m.headline, true), m.preset.limit/3)
	word := m.word
	if word == "" {
		word = strings.ToUpper(string(m.severity))
	}
	text = word + ": " + m.preset.outside(text, m.names)
	if m.mark && m.preset.emoji {
		text = chatMark(m.severity) + " " + text
	}
	return text
}

// chatMark is the coloured mark of a severity. The word stands beside it: colour says
// nothing by itself.
func chatMark(s diagnose.Severity) string {
	switch s {
	case diagnose.Critical:
		return "🟥"
	case diagnose.Warning, diagnose.Note:
		return "🟧"
	}
	return "🟩"
}

func (m *chatMessage) assemble(head string) string {
	var b strings.Builder
	b.WriteString(head)
	b.WriteByte('\n')
	lines := m.body.lines()
	if len(lines) == 0 {
		return b.String()
	}
	for _, line := range m.preset.before {
		b.WriteString(line + "\n")
	}
	for _, line := range lines {
		b.WriteString(m.preset.inside(line) + "\n")
	}
	for _, line := range m.preset.after {
		b.WriteString(line + "\n")
	}
	return b.String()
}

// utf16Len counts as chat programs do: characters beyond the basic plane are two.
func utf16Len(text string) int {
	n := 0
	for _, r := range text {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

// cutUTF16 shortens text to at most limit units and marks that it did.
func cutUTF16(text string, limit int) string {
	if utf16Len(text) <= limit {
		return text
	}
	n := 1 // the mark
	for i, r := range text {
		if n += utf16Len(string(r)); n > limit {
			return strings.TrimRight(text[:i], " ") + "…"
		}
	}
	return text
}

// overviewLine is how grave several reports are, in one line.
func overviewLine(r *diagnose.Report) string {
	var counts []string
	for _, severity := range gravestFirst {
		n := 0
		for _, s := range r.Snapshots {
			if severityOf(s) == severity {
				n++
			}
		}
		if n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, severity))
		}
	}
	return Count(len(r.Snapshots), "snapshot") + ": " + strings.Join(counts, ", ")
}

// gravestFirst is the severities in order of gravity.
var gravestFirst = [...]diagnose.Severity{diagnose.Critical, diagnose.Warning, diagnose.Note, diagnose.OK}
