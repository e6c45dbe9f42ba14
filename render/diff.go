package render

import (
	"fmt"
	"io"
	"strings"

	"stacktriage/compare"
)

// DiffFormat is one form in which a comparison is written.
type DiffFormat struct {
	Name      string
	Extension string // of files, with the dot
	Binary    bool   // not for terminals
	Help      string // one line
	Write     func(io.Writer, *compare.Diff, Options) error
}

// diffFormats is the registry of comparisons; adding an output is adding a row.
var diffFormats = [...]DiffFormat{
	{"text", ".txt", false, "verdict, counts, what changed where", DiffText},
	{"json", ".json", false, "everything, for programs", DiffJSON},
	{"html", ".html", false, "a page for the browser, both graphs side by side", DiffHTML},
	{"chat", ".txt", false, "a summary to paste, see --chat", DiffChat},
	{"png", ".png", true, "a picture of the text, see --theme", DiffPNG},
	{"svg", ".svg", false, "the same, for pages", DiffSVG},
	{"folded", ".folded", false, "folded stacks with two columns", DiffFolded},
	{"speedscope", ".speedscope.json", false, "two profiles for speedscope.app", DiffSpeedscope},
}

// DiffFormats returns all rows of the registry in the order of the help.
func DiffFormats() []DiffFormat { return diffFormats[:] }

// LookupDiff finds a format of comparisons by its name.
func LookupDiff(name string) (DiffFormat, error) {
	names := make([]string, 0, len(diffFormats))
	for _, f := range diffFormats {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return DiffFormat{}, fmt.Errorf("unknown format %q of a diff: choose one of %s", name, strings.Join(names, ", "))
}
