package render

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"stacktriage/diagnose"
	"stacktriage/layout"
	"stacktriage/wording"
)

// maxProofs is how many measured facts stand under a finding, the strongest.
const maxProofs = 4

// proofLines are the sentences that are shown of some facts.
func proofLines(facts []diagnose.Proof) []string {
	var lines []string
	for _, fact := range facts[:min(len(facts), maxProofs)] {
		lines = append(lines, fact.Sentence)
	}
	return lines
}

// windowOf says for how long was watched, since when, and by what:
// "6.2 s from 21:22:31 UTC · samples, events".
func windowOf(e *diagnose.Evidence) string {
	text := durationOf(e.Window.Length)
	if start := e.Window.Start; !start.IsZero() {
		text += start.UTC().Format(" from 15:04:05 UTC")
	}
	if len(e.Window.Sources) == 0 {
		return text
	}
	sources := make([]string, len(e.Window.Sources))
	for i, s := range e.Window.Sources {
		sources[i] = sourceWords[s]
	}
	return text + " · " + strings.Join(sources, ", ")
}

var sourceWords = map[diagnose.EvidenceSource]string{
	diagnose.FromSamples: "samples of all stacks", diagnose.FromEvents: "events of the runtime",
	diagnose.FromCounters: "counters", diagnose.FromOS: "the operating system",
}

// durationOf is a time for people: "35 ms", "6.2 s", "95 s", "12 min".
func durationOf(d time.Duration) string {
	switch {
	case d < 100*time.Millisecond:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < 10*time.Second:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", d.Seconds()), ".0") + " s"
	case d < 10*time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	}
	return fmt.Sprintf("%.0f min", d.Minutes())
}

// numberOf is a measured value: whole from 10 on.
func numberOf(v float64) string {
	if math.Abs(v) >= 10 || v == math.Trunc(v) {
		return fmt.Sprintf("%.0f", v)
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", v), ".0")
}

// courseOf is a chart in equal steps of time, as long as the usual distance of two
// points. Where nothing was measured for longer than two of them there is a gap.
func courseOf(c *diagnose.Chart) layout.Series {
	step := usualStep(c.Points)
	if step <= 0 {
		values := make(layout.Series, len(c.Points))
		for i, p := range c.Points {
			values[i] = p.Value
		}
		return values
	}
	first, last := c.Points[0].At, c.Points[len(c.Points)-1].At
	n := min(int((last-first+step/2)/step)+1, maxSteps)
	values := make(layout.Series, n)
	at := 0
	for i := range values {
		now := first + (last-first)*time.Duration(i)/time.Duration(max(n-1, 1))
		for at+1 < len(c.Points) && c.Points[at+1].At <= now+step/2 {
			at++
		}
		values[i] = c.Points[at].Value
		if away := now - c.Points[at].At; away > 2*step {
			values[i] = math.NaN()
		}
	}
	return values
}

// maxSteps bounds a chart: no screen has more columns.
const maxSteps = 4000

// usualStep is the median distance of two points; 0 where there is none.
func usualStep(points []diagnose.Point) time.Duration {
	var steps []time.Duration
	for i := 1; i < len(points); i++ {
		steps = append(steps, points[i].At-points[i-1].At)
	}
	if len(steps) == 0 {
		return 0
	}
	slices.Sort(steps)
	return steps[len(steps)/2]
}

// extentOf is a chart in numbers: "491 → 783", and what lies outside of both.
func extentOf(c *diagnose.Chart) string {
	if len(c.Points) == 0 {
		return "no value"
	}
	first, last := c.Points[0].Value, c.Points[len(c.Points)-1].Value
	least, most := first, first
	for _, p := range c.Points {
		least, most = min(least, p.Value), max(most, p.Value)
	}
	text := signedNumber(first, c.Absolute) + " → " + signedNumber(last, c.Absolute)
	if len(c.Points) == 1 {
		text = signedNumber(first, c.Absolute)
	}
	var beyond []string
	if least < min(first, last) {
		beyond = append(beyond, "least "+signedNumber(least, c.Absolute))
	}
	if most > max(first, last) {
		beyond = append(beyond, "most "+signedNumber(most, c.Absolute))
	}
	if len(beyond) > 0 {
		text += ", " + strings.Join(beyond, ", ")
	}
	return text
}

// signedNumber tells changes from what was there.
func signedNumber(v float64, absolute bool) string {
	if absolute || v < 0 {
		return numberOf(v)
	}
	return "+" + numberOf(v)
}

// waitSentence is the waits at one place in numbers: "26 begun, none ended; open for 5.9 s
// and longer".
func waitSentence(w *diagnose.WaitPlace) string {
	text := fmt.Sprintf("%d begun, %d ended", w.Begun, w.Ended)
	if w.Begun > 0 && w.Ended == 0 {
		text = fmt.Sprintf("%d begun, none ended", w.Begun)
	}
	text += timesOf(w.Median, w.Max)
	if w.Open > 0 {
		text += fmt.Sprintf("; %d open", w.Open)
		if w.OpenAtLeast != nil {
			text += " for " + durationOf(*w.OpenAtLeast) + " or longer"
		}
	}
	return text
}

func timesOf(median, most *time.Duration) string {
	if median == nil || most == nil {
		return ""
	}
	return fmt.Sprintf(", median %s, longest %s", durationOf(*median), durationOf(*most))
}

// lockSentence is the waits for a lock at one place, and who holds it.
func lockSentence(l *diagnose.LockPlace) string {
	text := wording.Count(l.Waits, "wait") + timesOf(l.Median, l.Max)
	if l.Open > 0 {
		text += fmt.Sprintf("; %d open", l.Open)
	}
	for i, o := range l.Owners[:min(len(l.Owners), maxOwners)] {
		if i == 0 {
			text += "; held by "
		} else {
			text += ", "
		}
		text += ownerWords(&o)
	}
	if more := len(l.Owners) - maxOwners; more > 0 {
		text += fmt.Sprintf(" … %d more", more)
	}
	return text
}

// maxOwners is how many holders of a lock are named.
const maxOwners = 2

func ownerWords(o *diagnose.LockOwner) string {
	text := fmt.Sprintf("%s in %d of them", o.ThreadID, o.Waits)
	place := placeWords(wording.Place{API: apiOf(o.Cause), Culprit: shortOf(o.Culprit), State: o.State})
	if place == "" {
		return text
	}
	return text + " (" + string(o.State) + " in " + place + ")"
}

// shareSentences are what pool workers did over a recording, the most first.
func shareSentences(s *diagnose.Shares) []string {
	var out []string
	for _, share := range s.Places[:min(len(s.Places), maxShares)] {
		part := 0.0
		if s.Total > 0 {
			part = 100 * share.Time.Seconds() / s.Total.Seconds()
		}
		text := numberOf(part) + " % " + string(share.State)
		place := placeWords(wording.Place{API: apiOf(share.Cause), Culprit: shortOf(share.Culprit), State: share.State})
		if place != "" {
			text += " in " + place
		}
		out = append(out, text)
	}
	return out
}

// maxShares is how many places of a recording are named.
const maxShares = 5

// placeWords is "" for a place of which nothing is known.
func placeWords(p wording.Place) string {
	if p.API == "" && p.Culprit == "" {
		return ""
	}
	return p.String()
}
