package render

import (
	"fmt"
	"io"
	"strings"

	"stacktriage/layout"
	"stacktriage/output/chat"
	"stacktriage/series"
	"stacktriage/wording"
)

// SeriesChat writes a series to paste into a chat program.
func SeriesChat(w io.Writer, s *series.Series, o Options) error {
	preset, err := chat.PresetOf(o.Chat)
	if err != nil {
		return err
	}
	return seriesMessage(s, o, preset).Write(w, preset)
}

func seriesMessage(s *series.Series, o Options, preset *chat.Preset) *chat.Message {
	m := &chat.Message{Headline: s.HeadlineText, Severity: s.Severity, NoMark: o.NoEmoji}
	o = chatOptions(o, preset)
	t := &seriesText{page: unwritten(o), series: s, opt: o}
	t.layout()
	if preset.Fenced() {
		m.Body = t.chatTable()
	} else {
		m.Body = t.chatList()
	}
	return m
}

// chatTable is the table of the text, place by place.
func (t *seriesText) chatTable() *chat.List {
	l := &chat.List{}
	add := func(write func()) { l.Add(t.captured(write)) }
	add(func() { t.row(nil, "", layout.Dim, columnHead) })
	shown, hidden := t.top()
	for i, p := range shown {
		l.AddPlace(t.captured(func() {
			t.Line(t.readingStyle(p).Of(strings.ToUpper(readingOf(p))))
			t.place(i, p)
		}), mostThreads(p))
	}
	for _, p := range hidden {
		l.More.Add(mostThreads(p))
	}
	add(func() { t.rest(nil) })
	if advice := t.series.Advice; advice != "" {
		add(func() { t.Prose(layout.Line{layout.Label.Of("Fix"), layout.Blanks(2)}, advice, layout.Plain) })
	}
	add(t.columnNames)
	return l
}

// chatList is a series with one line for each place.
func (t *seriesText) chatList() *chat.List {
	l := &chat.List{}
	shown, hidden := t.top()
	for _, p := range shown {
		l.AddPlace(chat.UnitOf(placeSentence(p)), mostThreads(p))
	}
	for _, p := range hidden {
		l.More.Add(mostThreads(p))
	}
	for i, snap := range t.series.Snapshots {
		l.Add(chat.UnitOf(countsSentence(columnHead(i)+" "+wording.Title(snap.Input.Source), snap)))
	}
	if t.series.Advice != "" {
		l.Add(chat.UnitOf("Fix: " + t.series.Advice))
	}
	return l
}

// placeSentence is what became of one place, in one line.
func placeSentence(p *series.Place) string {
	counts := make([]string, len(p.Counts))
	for i, n := range p.Counts {
		counts[i] = fmt.Sprint(n)
	}
	where := p.At()
	if m := p.Module(); m != "" {
		where += " (" + m + ")"
	}
	return fmt.Sprintf("%s: %s %s at %s; %s, %s",
		strings.ToUpper(readingOf(p)), strings.Join(counts, ", "), peopleAt(p), where, p.Sentence, placeWord(p.Site))
}
