// Package render writes a diagnose.Report in the forms people and programs read:
// text for a terminal, JSON for scripts, and whatever else is a row of its registry.
//
// It decides what a line looks like and nothing else: what is said is in the report
// model, so that no two outputs can disagree. It does not know the command line, the
// environment or whether it writes to a terminal; Options tells it.
package render

import (
	"fmt"
	"io"
	"strings"

	"stacktriage/diagnose"
	"stacktriage/layout"
)

// Options are what the writers may be asked for. The zero value is an uncoloured,
// ASCII report of every site, 100 columns wide, without thread ids.
type Options struct {
	Version string         // of the program, for outputs that name it
	Palette layout.Palette // zero: no colour
	Unicode bool           // the reader can show ▸ ⋮ … ·
	Width   int            // columns of text; 0 is 100
	Height  int            // lines of the terminal, on which the verdict shall stay; 0 is no terminal
	Top     int            // sites printed a snapshot; 0 is all
	IDs     int            // thread ids printed a site; negative is all
	Full    bool           // unfold every frame, raw
	All     bool           // comparisons: what did not change, too
	Chat    string         // chat: the program it is for; empty is Slack
	NoEmoji bool           // chat: no coloured mark in front of the headline
	Theme   string         // pictures: dark or light; empty is dark
	Classes bool           // exports: what threads wait in as a root frame below each stack
}

// Format is one form of output.
type Format struct {
	Name      string
	Extension string // of files, with the dot
	Binary    bool   // not for terminals
	Help      string // one line
	Write     func(io.Writer, *diagnose.Report, Options) error
}

// formats is the registry; adding an output is adding a row.
var formats = [...]Format{
	{"text", ".txt", false, "verdict, places, one stack each, fix", Text},
	{"json", ".json", false, "everything, for programs", JSON},
	{"html", ".html", false, "a page for the browser, with the graph of the stacks", HTML},
	{"chat", ".txt", false, "a summary to paste, see --chat", Chat},
	{"png", ".png", true, "a picture of the text, see --theme", PNG},
	{"svg", ".svg", false, "the same, for pages", SVG},
	{"folded", ".folded", false, "folded stacks, for flame graphs", Folded},
	{"speedscope", ".speedscope.json", false, "for speedscope.app", Speedscope},
	{"pprof", ".pb.gz", true, "for go tool pprof", Pprof},
}

// Formats returns all rows of the registry in the order of the help.
func Formats() []Format { return formats[:] }

// Lookup finds a format by its name.
func Lookup(name string) (Format, error) {
	names := make([]string, 0, len(formats))
	for _, f := range formats {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("unknown format %q: choose one of %s", name, strings.Join(names, ", "))
}
