package render

import (
	"fmt"
	"io"
	"strings"

	"stacktriage/compare"
	"stacktriage/diagnose"
	"stacktriage/output/export"
	"stacktriage/output/picture"
)

// DiffChat writes a comparison to paste into a chat program.
func DiffChat(w io.Writer, d *compare.Diff, o Options) error {
	preset, err := chatPresetOf(o.Chat)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, diffMessage(d, o, preset).fit(preset.limit))
	return err
}

func diffMessage(d *compare.Diff, o Options, preset *chatPreset) *chatMessage {
	m := &chatMessage{preset: preset, headline: d.Verdict.Sentence, word: d.Verdict.Word, severity: d.Verdict.Severity, names: namesInDiff(d), mark: !o.NoEmoji}
	if o.Top <= 0 || o.Top > chatPlaces {
		o.Top = chatPlaces
	}
	o.Unicode, o.Palette, o.Full, o.Width = true, preset.palette, false, preset.width
	if !preset.fenced() {
		m.body = diffLines(d, o)
		return m
	}
	if preset.name == "github" {
		fenced := *preset
		fenced.before, fenced.after = []string{fence + "diff"}, []string{fence}
		m.preset = &fenced
	}
	m.body = diffBlock(d, o)
	return m
}

func namesInDiff(d *compare.Diff) []string {
	var names []string
	for _, s := range []*diagnose.Snapshot{d.Before, d.After} {
		names = append(names, namesIn(&diagnose.Report{Snapshots: []*diagnose.Snapshot{s}})...)
	}
	return longestFirst(names)
}

// diffBlock lays a comparison out for a block of text, with the words of the text.
func diffBlock(d *compare.Diff, o Options) *block {
	t := &diffText{page: newPage(nil, o), diff: d, opt: o}
	shown, hidden := t.choose()
	section := &blockSection{head: &unit{gone: true}, fix: &unit{gone: true}}
	part := &blockPart{lead: t.captured(t.counts), sections: []*blockSection{section}}
	columns := t.diffColumns(shown)
	stacks := chatStacks
	for _, s := range shown {
		place := &blockPlace{threads: max(s.BeforeThreads(), s.AfterThreads()), stack: &unit{gone: true}}
		place.head = signed(t.captured(func() { t.place(s, columns) }), s.Status)
		if len(s.Frames) > 0 && stacks > 0 {
			stacks--
			place.stack = t.captured(func() { t.difference(s) })
		}
		section.places = append(section.places, place)
	}
	part.foot = blockFoot{unplaced: &unit{gone: true}, hint: &unit{gone: true}, aside: &unit{gone: true}, totals: &unit{gone: true}}
	if text := t.notShown(hidden); text != "" {
		part.foot.totals = t.captured(func() { t.prose([]span{{"Not shown", t.pal.Label}, plain("  ")}, withoutFlags(text), nil) })
	}
	for _, note := range d.Notes {
		part.foot.notes = append(part.foot.notes, t.captured(func() { t.prose([]span{{"Note", t.pal.Label}, plain("  ")}, note, nil) }))
	}
	b := &block{parts: []*blockPart{part}}
	b.plan()
	return b
}

// signed puts the sign of a change into column 1, where diff colours look for it.
func signed(u *unit, s compare.Status) *unit {
	sign := " "
	switch s {
	case compare.New, compare.Grew:
		sign = "+"
	case compare.Gone, compare.Shrank:
		sign = "-"
	}
	if len(u.text) > 0 && strings.HasPrefix(u.text[0], " ") {
		u.text[0] = sign + u.text[0][1:]
	}
	return u
}

// withoutFlags drops the advice for the command line: who reads a chat has none.
func withoutFlags(text string) string {
	before, _, _ := strings.Cut(text, ": --")
	return before
}

// diffLines is a comparison with one line for each place.
func diffLines(d *compare.Diff, o Options) *plainBody {
	t := &diffText{page: newPage(nil, o), diff: d, opt: o}
	b := &plainBody{sites: map[*unit]int{}}
	var places, rest []*unit
	for _, side := range []struct {
		name string
		snap *diagnose.Snapshot
	}{{"BEFORE", d.Before}, {"AFTER", d.After}} {
		w := side.snap.Counts.Workers
		rest = append(rest, b.add(fmt.Sprintf("%s %s: %s, %s: %d blocked, %d running, %d idle", side.name, sourceName(side.snap), Count(side.snap.Counts.Threads, "thread"), Count(w.Total, "worker"), w.Blocked, w.Running, w.Idle)))
	}
	shown, hidden := t.choose()
	for _, s := range shown {
		u := b.add(changeSentence(s))
		b.sites[u] = max(s.BeforeThreads(), s.AfterThreads())
		places = append(places, u)
	}
	if text := t.notShown(hidden); text != "" {
		rest = append(rest, b.add("Not shown: "+withoutFlags(text)))
	}
	for _, note := range d.Notes {
		rest = append(rest, b.add(note))
	}
	b.plan(places, rest)
	return b
}

// changeSentence is what became of one place, in one line.
func changeSentence(s *compare.Site) string {
	text := fmt.Sprintf("%s %d → %d %s: %s", strings.ToUpper(string(s.Status)), s.BeforeThreads(), s.AfterThreads(), peopleOf(s), siteCall(s.Shown()))
	if c := s.Shown().Culprit; c != nil {
		text += " " + inWord + " " + culpritName(c)
		if module := culpritModule(c); module != "" {
			text += " (" + module + ")"
		}
	}
	if s.Match.Note != "" {
		text += ", " + s.Match.Note
	}
	return text
}

// DiffPNG draws the text of a comparison as a picture.
func DiffPNG(w io.Writer, d *compare.Diff, o Options) error { return drawDiff(w, d, o, picture.PNG) }

// DiffSVG draws the text of a comparison as a vector picture.
func DiffSVG(w io.Writer, d *compare.Diff, o Options) error { return drawDiff(w, d, o, picture.SVG) }

func drawDiff(w io.Writer, d *compare.Diff, o Options, to drawing) error {
	v := &d.Verdict
	return drawText(w, v.Word+": "+v.Sentence, styleOf(v.Severity), o, to, func(w io.Writer, o Options) error { return DiffText(w, d, o) })
}

// DiffFolded writes folded stacks with two columns.
func DiffFolded(w io.Writer, d *compare.Diff, o Options) error {
	return export.FoldedDiff(w, d.Before, d.After, exportOptions(o))
}

// DiffSpeedscope writes both snapshots as two profiles.
func DiffSpeedscope(w io.Writer, d *compare.Diff, o Options) error {
	return export.SpeedscopeDiff(w, d.Before, d.After, exportOptions(o))
}
