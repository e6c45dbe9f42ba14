package render

import (
	"io"

	"stacktriage/compare"
	"stacktriage/diagnose"
	"stacktriage/layout"
	"stacktriage/output/picture"
	"stacktriage/series"
)

// pictureWidth is what a phone held upright can show.
const pictureWidth = 64

// drawing is a form of picture.
type drawing func(io.Writer, picture.Page, picture.Theme) error

// PNG draws the text report as a picture.
func PNG(w io.Writer, r *diagnose.Report, o Options) error { return drawReport(w, r, o, picture.PNG) }

// SVG draws the text report as a vector picture.
func SVG(w io.Writer, r *diagnose.Report, o Options) error { return drawReport(w, r, o, picture.SVG) }

// DiffPNG draws the text of a comparison as a picture.
func DiffPNG(w io.Writer, d *compare.Diff, o Options) error { return drawDiff(w, d, o, picture.PNG) }

// DiffSVG draws the text of a comparison as a vector picture.
func DiffSVG(w io.Writer, d *compare.Diff, o Options) error { return drawDiff(w, d, o, picture.SVG) }

// SeriesPNG draws a series as a picture.
func SeriesPNG(w io.Writer, s *series.Series, o Options) error {
	return drawSeries(w, s, o, picture.PNG)
}

// SeriesSVG draws a series as a vector picture.
func SeriesSVG(w io.Writer, s *series.Series, o Options) error {
	return drawSeries(w, s, o, picture.SVG)
}

func drawReport(w io.Writer, r *diagnose.Report, o Options, to drawing) error {
	about := picture.Page{Title: chatHeadline(r).String(), Accent: severityStyle(worst(r))}
	return drawLines(w, about, o, to, func(p page, o Options) { composeText(p, r, o) })
}

func drawDiff(w io.Writer, d *compare.Diff, o Options, to drawing) error {
	v := &d.Verdict
	about := picture.Page{Title: v.Word + ": " + v.Sentence, Accent: severityStyle(v.Severity)}
	return drawLines(w, about, o, to, func(p page, o Options) { composeDiff(p, d, o) })
}

func drawSeries(w io.Writer, s *series.Series, o Options, to drawing) error {
	about := picture.Page{Title: s.Headline, Accent: severityStyle(s.Severity)}
	return drawLines(w, about, o, to, func(p page, o Options) { composeSeries(p, s, o) })
}

// drawLines draws the lines of a text, so that the words cannot differ.
func drawLines(w io.Writer, about picture.Page, o Options, to drawing, compose func(page, Options)) error {
	theme, err := picture.ThemeOf(o.Theme)
	if err != nil {
		return err
	}
	o.Unicode, o.Width = true, pictureWidth
	if about.Width > 0 {
		o.Width = about.Width
	}
	var lines layout.Lines
	compose(page{Page: layout.NewPage(&lines, o.Width, o.Unicode), drawn: true}, o)
	about.Title = layout.Clean(about.Title, true)
	about.Lines = lines.Trimmed()
	return to(w, about, theme)
}
