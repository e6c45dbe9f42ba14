package render

import (
	"fmt"
	"math"
	"strings"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/layout"
	html "stacktriage/output/page"
	"stacktriage/wording"
)

// measuredPart is what was measured beside the stacks, nil without evidence.
func (h *htmlPage) measuredPart() *html.Measured {
	e := h.snap.Evidence
	if !overTime(e) {
		return nil
	}
	out := &html.Measured{Window: h.Clean(windowOf(e))}
	if len(e.Joined) > 0 {
		out.Joined = h.Clean("joined: " + listOf(e.Joined, maxJoined))
	}
	for i := range e.Charts {
		c := &e.Charts[i]
		out.Charts = append(out.Charts, html.Chart{
			Title: h.Clean(c.Title), Extent: h.Clean(extentOf(c)), Kind: string(c.Kind), Lines: chartLines(courseOf(c)),
		})
	}
	if s := e.Shares; s != nil && len(s.Places) > 0 {
		out.Shares, out.Parts = h.Clean(sharesHead(s)), h.cleaned(shareSentences(s))
	}
	for i := range e.Waits {
		if w := &e.Waits[i]; w.Role == classify.Worker {
			out.Waits = append(out.Waits, h.wait(w.Cause, w.Culprit, waitSentence(w)))
		}
	}
	for i := range e.Locks {
		l := &e.Locks[i]
		out.Waits = append(out.Waits, h.wait(l.Cause, l.Culprit, lockSentence(l)))
	}
	out.Waits = out.Waits[:min(len(out.Waits), htmlPlaces)]
	return out
}

func (h *htmlPage) wait(cause *classify.Cause, culprit *classify.Culprit, numbers string) html.Wait {
	place := wording.Place{API: apiOf(cause), Culprit: shortOf(culprit), State: classify.Blocked}
	return html.Wait{Place: h.Clean(place.String()), Numbers: h.Clean(numbers)}
}

// sharesHead says of which time the shares are parts.
func sharesHead(s *diagnose.Shares) string {
	return "Of " + durationOf(s.Total) + " of " + wording.Count(s.Threads, "pool worker")
}

// chartLines are the lines of a chart in the page's box, one for each run without a gap.
func chartLines(values layout.Series) []string {
	values = values.Steps(html.ChartWidth)
	least, most := values.Bounds()
	scale := most - least
	if scale == 0 {
		scale = 1
	}
	var lines []string
	var line strings.Builder
	flush := func() {
		if line.Len() > 0 {
			lines = append(lines, strings.TrimSpace(line.String()))
		}
		line.Reset()
	}
	for i, v := range values {
		if math.IsNaN(v) {
			flush()
			continue
		}
		x := (float64(i) + 0.5) / float64(len(values)) * html.ChartWidth
		y := 2 + (1-(v-least)/scale)*(html.ChartHeight-4)
		if line.Len() == 0 {
			fmt.Fprintf(&line, "%.1f,%.1f ", x-1, y) // a single value is seen, too
		}
		fmt.Fprintf(&line, "%.1f,%.1f ", x, y)
	}
	flush()
	return lines
}

// cleaned is a list of texts fit for the page.
func (h *htmlPage) cleaned(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = h.Clean(text)
	}
	return out
}
