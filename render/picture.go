package render

import (
	"bytes"
	"io"
	"strings"

	"stacktriage/diagnose"
	"stacktriage/output/picture"
)

// pictureWidth is what a phone held upright can show.
const pictureWidth = 64

// PNG draws the text report as a picture.
func PNG(w io.Writer, r *diagnose.Report, o Options) error { return draw(w, r, o, picture.PNG) }

// SVG draws the text report as a vector picture.
func SVG(w io.Writer, r *diagnose.Report, o Options) error { return draw(w, r, o, picture.SVG) }

type drawing func(io.Writer, picture.Page, picture.Theme) error

func draw(w io.Writer, r *diagnose.Report, o Options, to drawing) error {
	accent := styleOf(worst(r))
	return drawText(w, chatHeadline(r), accent, o, to, func(w io.Writer, o Options) error { return Text(w, r, o) })
}

// drawText draws what a writer of text writes, so that the words cannot differ.
func drawText(w io.Writer, title string, accent picture.Style, o Options, to drawing, write func(io.Writer, Options) error) error {
	theme, err := picture.ThemeOf(o.Theme)
	if err != nil {
		return err
	}
	o.Unicode, o.Width, o.Height, o.Palette = true, pictureWidth, 0, markedPalette()
	var text bytes.Buffer
	if err := write(&text, o); err != nil {
		return err
	}
	page := picture.Page{Title: Clean(title, true), Accent: accent, Lines: markedLines(text.String())}
	return to(w, page, theme)
}

func styleOf(s diagnose.Severity) picture.Style {
	switch s {
	case diagnose.Critical:
		return picture.Critical
	case diagnose.Warning:
		return picture.Warning
	case diagnose.Note:
		return picture.Note
	}
	return picture.OK
}

// Painted text stands between two control characters, of which a page lets none
// through: the first is followed by the style.
const (
	markBegin = '\x02'
	markEnd   = '\x03'
)

// markedPalette paints with marks instead of colours.
func markedPalette() Palette {
	mark := func(s picture.Style) Paint {
		return func(text string) string {
			return string(markBegin) + string(rune('A'+s)) + text + string(markEnd)
		}
	}
	return Palette{
		Critical: mark(picture.Critical), Warning: mark(picture.Warning), Note: mark(picture.Note), OK: mark(picture.OK),
		Count: mark(picture.Count), API: mark(picture.API), Culprit: mark(picture.Culprit), Wait: mark(picture.Wait),
		Label: mark(picture.Label), Dim: mark(picture.Dim),
	}
}

// markedLines reads marked text.
func markedLines(text string) []picture.Line {
	var lines []picture.Line
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		lines = append(lines, markedLine(line))
	}
	return lines
}

func markedLine(text string) picture.Line {
	var line picture.Line
	add := func(text string, s picture.Style) {
		if text != "" {
			line = append(line, picture.Span{Text: text, Style: s, Columns: columns(text)})
		}
	}
	for {
		before, painted, ok := strings.Cut(text, string(markBegin))
		add(before, picture.Text)
		if !ok || painted == "" {
			return line
		}
		style := picture.Style(painted[0] - 'A')
		inner, rest, _ := strings.Cut(painted[1:], string(markEnd))
		add(inner, style)
		text = rest
	}
}
