package render

import (
	"fmt"
	"io"
	"strings"

	"stacktriage/series"
)

// SeriesChat writes a series to paste into a chat program.
func SeriesChat(w io.Writer, s *series.Series, o Options) error {
	preset, err := chatPresetOf(o.Chat)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, seriesMessage(s, o, preset).fit(preset.limit))
	return err
}

func seriesMessage(s *series.Series, o Options, preset *chatPreset) *chatMessage {
	m := &chatMessage{preset: preset, headline: s.Headline, severity: s.Severity, names: namesInSeries(s), mark: !o.NoEmoji}
	if o.Top <= 0 || o.Top > chatPlaces {
		o.Top = chatPlaces
	}
	o.Unicode, o.Palette, o.Full, o.Width = true, preset.palette, false, preset.width
	t := &seriesText{page: newPage(nil, o), series: s, opt: o}
	t.layout()
	if preset.fenced() {
		m.body = t.chatBlock()
	} else {
		m.body = t.chatLines()
	}
	return m
}

func namesInSeries(s *series.Series) []string {
	var names []string
	for _, p := range s.Places {
		names = append(names, siteNames(p.Site)...)
	}
	return longestFirst(names)
}

// chatBlock is the table of the text, place by place.
func (t *seriesText) chatBlock() *plainBody {
	b := &plainBody{sites: map[*unit]int{}}
	keep := func(write func()) *unit {
		u := t.captured(write)
		b.units = append(b.units, u)
		return u
	}
	head := keep(func() { t.row(nil, "", t.pal.Dim, columnHead) })
	shown, hidden := t.top()
	var places []*unit
	for _, p := range shown {
		u := keep(func() {
			t.line(span{strings.ToUpper(readingOf(p)), t.readingPaint(p)})
			t.place(p)
		})
		b.sites[u] = mostThreads(p)
		places = append(places, u)
	}
	for _, p := range hidden {
		b.more.add(mostThreads(p))
	}
	rest := []*unit{head, keep(func() { t.rest(nil) })}
	if t.series.Advice != "" {
		rest = append(rest, keep(func() { t.blank(); t.prose([]span{{"Fix", t.pal.Label}, plain("  ")}, t.series.Advice, nil) }))
	}
	rest = append(rest, keep(func() { t.blank(); t.columnNames() }))
	b.plan(places, rest)
	return b
}

// chatLines is a series with one line for each place.
func (t *seriesText) chatLines() *plainBody {
	b := &plainBody{sites: map[*unit]int{}}
	shown, hidden := t.top()
	var places, rest []*unit
	for _, p := range shown {
		counts := make([]string, len(p.Counts))
		for i, n := range p.Counts {
			counts[i] = fmt.Sprint(n)
		}
		where := p.At()
		if m := p.Module(); m != "" {
			where += " (" + m + ")"
		}
		u := b.add(fmt.Sprintf("%s: %s %s at %s; %s", strings.ToUpper(readingOf(p)), strings.Join(counts, ", "), peopleAt(p), where, p.Sentence))
		b.sites[u] = mostThreads(p)
		places = append(places, u)
	}
	for _, p := range hidden {
		b.more.add(mostThreads(p))
	}
	for i, snap := range t.series.Snapshots {
		w := snap.Counts.Workers
		rest = append(rest, b.add(fmt.Sprintf("%s %s: %s, %s: %d blocked, %d running, %d idle", columnHead(i), titleOf(snap), Count(snap.Counts.Threads, "thread"), Count(w.Total, "worker"), w.Blocked, w.Running, w.Idle)))
	}
	if t.series.Advice != "" {
		rest = append(rest, b.add("Fix: "+t.series.Advice))
	}
	b.plan(places, rest)
	return b
}
