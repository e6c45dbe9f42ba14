package render

import (
	"fmt"
	"io"
	"strings"

	"stacktriage/compare"
	"stacktriage/diagnose"
	"stacktriage/series"
)

// Subject is what is written: one of the commands that have formats.
type Subject string

// The subjects.
const (
	Reports     Subject = "report"
	Comparisons Subject = "diff"
	SeriesOf    Subject = "series"
	Trees       Subject = "tree"
	Overviews   Subject = "overview"
)

// Format is one form of output. A writer is nil where the format has no such subject.
type Format struct {
	Name      string
	Extension string // of files, with the dot
	Also      string // another one
	Binary    bool   // not for terminals
	Help      string // one line about a report in it
	DiffHelp  string // the same about a comparison

	Report func(io.Writer, *diagnose.Report, Options) error
	Diff   func(io.Writer, *compare.Diff, Options) error
	Series func(io.Writer, *series.Series, Options) error
	Tree   func(io.Writer, *diagnose.Report, TreeOptions) error

	Overview func(io.Writer, *Overview, Options) error
}

// formats is the registry, in the order of the help; adding an output is adding a row.
// For a tree in the browser there is the page of the report.
var formats = [...]Format{
	{
		Name: "text", Extension: ".txt", Report: Text, Diff: DiffText, Series: SeriesText, Tree: Tree,
		Overview: OverviewText,
		Help:     "verdict, places, one stack each, fix", DiffHelp: "verdict, counts, what changed where",
	},
	{
		Name: "json", Extension: ".json", Report: JSON, Diff: DiffJSON, Series: SeriesJSON,
		Help: "everything, for programs", DiffHelp: "everything, for programs",
	},
	{
		Name: "html", Extension: ".html", Also: ".htm", Report: HTML, Diff: DiffHTML, Series: SeriesHTML,
		Overview: OverviewHTML,
		Help:     "a page for the browser, with the graph of the stacks",
		DiffHelp: "a page for the browser, both graphs side by side",
	},
	{
		Name: "chat", Extension: ".txt", Report: Chat, Diff: DiffChat, Series: SeriesChat,
		Overview: OverviewChat,
		Help:     "a summary to paste, see --chat", DiffHelp: "a summary to paste, see --chat",
	},
	{
		Name: "markdown", Extension: ".md", Also: ".markdown", Report: Markdown,
		Overview: OverviewMarkdown,
		Help:     "for issues and post-mortems",
	},
	{Name: "line", Extension: ".logfmt", Report: Line, Help: "one line a place, for grep and alerts"},
	{
		Name: "png", Extension: ".png", Binary: true, Report: PNG, Diff: DiffPNG, Series: SeriesPNG, Tree: TreePNG,
		Overview: OverviewPNG,
		Help:     "a picture of the text, see --theme", DiffHelp: "a picture of the text, see --theme",
	},
	{
		Name: "svg", Extension: ".svg", Report: SVG, Diff: DiffSVG, Series: SeriesSVG, Tree: TreeSVG,
		Overview: OverviewSVG,
		Help:     "the same, for pages", DiffHelp: "the same, for pages",
	},
	{
		Name: "folded", Extension: ".folded", Report: Folded, Diff: DiffFolded,
		Help: "folded stacks, for flame graphs", DiffHelp: "folded stacks with two columns",
	},
	{
		Name: "speedscope", Extension: ".speedscope.json", Report: Speedscope, Diff: DiffSpeedscope,
		Help: "for speedscope.app", DiffHelp: "two profiles for speedscope.app",
	},
	{Name: "pprof", Extension: ".pb.gz", Binary: true, Report: Pprof, Help: "for go tool pprof"},
}

// Has reports whether the format has the subject.
func (f *Format) Has(s Subject) bool {
	switch s {
	case Reports:
		return f.Report != nil
	case Comparisons:
		return f.Diff != nil
	case SeriesOf:
		return f.Series != nil
	case Trees:
		return f.Tree != nil
	case Overviews:
		return f.Overview != nil
	}
	return false
}

// Formats are the formats of a subject, in the order of the help.
func Formats(s Subject) []Format {
	var out []Format
	for i := range formats {
		if formats[i].Has(s) {
			out = append(out, formats[i])
		}
	}
	return out
}

// FormatNames are the names of the formats of a subject, in the order of the help.
func FormatNames(s Subject) []string {
	var names []string
	for _, f := range Formats(s) {
		names = append(names, f.Name)
	}
	return names
}

// Lookup finds a format of a subject by its name.
func Lookup(s Subject, name string) (Format, error) {
	for _, f := range Formats(s) {
		if f.Name == name {
			return f, nil
		}
	}
	return Format{}, fmt.Errorf("unknown format %q of a %s: choose one of %s", name, s, strings.Join(FormatNames(s), ", "))
}
