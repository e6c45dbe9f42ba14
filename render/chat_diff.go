package render

import (
	"fmt"
	"io"
	"strings"

	"stacktriage/compare"
	"stacktriage/diagnose"
	"stacktriage/output/chat"
	"stacktriage/wording"
)

// DiffChat writes a comparison to paste into a chat program.
func DiffChat(w io.Writer, d *compare.Diff, o Options) error {
	preset, err := chat.PresetOf(o.Chat)
	if err != nil {
		return err
	}
	return diffMessage(d, o, preset).Write(w, preset.ForDiff())
}

func diffMessage(d *compare.Diff, o Options, preset *chat.Preset) *chat.Message {
	m := &chat.Message{
		Headline: d.Verdict.Said, Word: d.Verdict.Word, Severity: d.Verdict.Severity, NoMark: o.NoEmoji,
	}
	o = chatOptions(o, preset)
	if preset.Fenced() {
		m.Body = diffBlock(d, o)
	} else {
		m.Body = diffList(d, o)
	}
	return m
}

// diffBlock lays a comparison out for a block of text, with the words of the text.
func diffBlock(d *compare.Diff, o Options) *chat.Block {
	t := &diffText{page: unwritten(o), diff: d, opt: o}
	shown, hidden := t.choose()
	section := &chat.Section{}
	part := &chat.Part{Lead: t.captured(t.counts), Sections: []*chat.Section{section}}
	columns := t.diffColumns(shown)
	stacks := chatStacks
	for _, s := range shown {
		place := &chat.Place{Threads: max(s.BeforeThreads(), s.AfterThreads())}
		place.Head = t.captured(func() { t.place(s, columns, signOf(s.Status)) })
		if len(s.Frames) > 0 && stacks > 0 {
			stacks--
			place.Stack = t.captured(func() { t.difference(s) })
		}
		section.Places = append(section.Places, place)
	}
	if counts := t.notShown(hidden); counts != "" {
		part.Foot.Totals = t.captured(func() { t.labelled("Not shown", counts) })
	}
	for _, note := range d.Notes {
		part.Foot.Notes = append(part.Foot.Notes, t.captured(func() { t.labelled("Note", note) }))
	}
	return &chat.Block{Parts: []*chat.Part{part}}
}

// signOf is the sign of a change, which stands in column 1, where diff colours look for
// it.
func signOf(s compare.Status) string {
	switch s {
	case compare.New, compare.Grew:
		return "+ "
	case compare.Gone, compare.Shrank:
		return "- "
	}
	return diffGap
}

// diffList is a comparison with one line for each place.
func diffList(d *compare.Diff, o Options) *chat.List {
	t := &diffText{page: unwritten(o), diff: d, opt: o}
	l := &chat.List{}
	for _, side := range []struct {
		name string
		snap *diagnose.Snapshot
	}{{"BEFORE", d.Before}, {"AFTER", d.After}} {
		l.Add(chat.UnitOf(countsSentence(side.name+" "+sourceName(side.snap), side.snap)))
	}
	shown, hidden := t.choose()
	for _, s := range shown {
		l.AddPlace(chat.UnitOf(changeSentence(s)), max(s.BeforeThreads(), s.AfterThreads()))
	}
	if counts := t.notShown(hidden); counts != "" {
		l.Add(chat.UnitOf("Not shown: " + counts))
	}
	for _, note := range d.Notes {
		l.Add(chat.UnitOf(note))
	}
	return l
}

// countsSentence is what the threads of a snapshot do, in one line.
func countsSentence(name string, s *diagnose.Snapshot) string {
	w := s.Counts.Workers
	return fmt.Sprintf(
		"%s: %s, %s: %d blocked, %d running, %d idle", name, wording.Count(s.Counts.Threads, "thread"),
		wording.Count(w.Total, "worker"), w.Blocked, w.Running, w.Idle,
	)
}

// changeSentence is what became of one place, in one line.
func changeSentence(s *compare.Site) string {
	text := fmt.Sprintf("%s %d → %d %s: %s",
		strings.ToUpper(string(s.Status)), s.BeforeThreads(), s.AfterThreads(), peopleOf(s), callInCulprit(s.Shown()))
	if s.Match.Note != "" {
		text += ", " + s.Match.Note
	}
	return text + ", " + placeWord(s.Shown())
}
