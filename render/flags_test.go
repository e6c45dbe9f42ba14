package render

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"stacktriage/layout"
)

// flagHint is a flag of this program that shows more or other things.
var flagHint = regexp.MustCompile(`--(top|all|full|exact|ids|framework|every|width)\b`)

// withoutFlags is a text without what a picture has not, or draws: remarks on flags, bars.
func withoutFlags(text string) string {
	bars := strings.NewReplacer(layout.BarBoth, "", layout.BarGone, "", layout.BarNew, "")
	return bars.Replace(flagRemark.ReplaceAllString(text, ""))
}

var flagRemark = regexp.MustCompile(
	`[:;]\s+(?:--[a-z]+(?:\s0|\sNAME)?\s+)+(?:shows|draws|changes|parts)\s(?:all|them|that)`,
)

// drawnText is the text of a picture.
func drawnText(compose func(page, Options), o Options) string {
	var lines layout.Lines
	o.Unicode, o.Width = true, pictureWidth
	compose(page{Page: layout.NewPage(&lines, o.Width, o.Unicode), drawn: true}, o)
	text := ""
	for _, line := range lines {
		text += line.Text() + "\n"
	}
	return text
}

// TestPicturesNameNoFlags: beside a picture nobody types. The same texts for a terminal
// do name them, so that the test can fail.
func TestPicturesNameNoFlags(t *testing.T) {
	hints := 0
	for _, name := range corpusNames(t) {
		r := analyzed(t, name)
		drawings := map[string]func(page, Options){
			"report": func(p page, o Options) { composeText(p, r, o) },
			"tree":   func(p page, o Options) { composeTree(p, r, TreeOptions{Options: o}) },
		}
		for what, compose := range drawings {
			o := Options{Top: 1, IDs: 4}
			if found := flagHint.FindString(drawnText(compose, o)); found != "" {
				t.Errorf("%s: the picture of the %s says %s", name, what, found)
			}
			var b bytes.Buffer
			p, out := terminal(&b, o)
			compose(p, o)
			if err := out.End(); err != nil {
				t.Fatal(err)
			}
			hints += len(flagHint.FindAll(b.Bytes(), -1))
		}
	}
	for _, name := range []string{"stack-bad.txt", "acme/net10-mixed_bad.txt"} {
		var svg bytes.Buffer
		if err := TreeSVG(&svg, analyzed(t, name), TreeOptions{Options: Options{IDs: 4}}); err != nil {
			t.Fatal(err)
		}
		if found := flagHint.FindString(svg.String()); found != "" {
			t.Errorf("%s: the picture of the graph says %s", name, found)
		}
	}
	for _, name := range []string{"web/bad", "web/hang", "series/idle"} {
		s := relatedSeries(t, name, nil)
		text := drawnText(func(p page, o Options) { composeSeries(p, s, o) }, Options{Top: 1, IDs: 4})
		if found := flagHint.FindString(text); found != "" {
			t.Errorf("%s: the picture of the series says %s", name, found)
		}
	}
	for _, pair := range [][2]string{{"stack-bad.txt", "stack-fixed.txt"}, {"stack-bad.txt", "acme/net10-mixed_bad.txt"}} {
		d := compared(t, pair[0], pair[1])
		text := drawnText(func(p page, o Options) { composeDiff(p, d, o) }, Options{Top: 1, IDs: 4})
		if found := flagHint.FindString(text); found != "" {
			t.Errorf("%s: the picture of the comparison says %s", pair, found)
		}
	}
	if hints == 0 {
		t.Error("no text for a terminal names a flag")
	}
}
