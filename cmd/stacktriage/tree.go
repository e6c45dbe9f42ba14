package main

import (
	"io"

	"github.com/alecthomas/kong"

	"stacktriage/filter"
	"stacktriage/render"
)

// treeCmd is "stacktriage tree": the parallel-stacks view as text.
type treeCmd struct {
	Files []string `arg:"" optional:"" name:"file" help:"${treeFiles}"`

	Exact     bool     `group:"show" help:"Keep stacks apart that differ only in what the JIT inlined."`
	RootFirst bool     `group:"show" help:"Print the root on top instead of the innermost frame."`
	Full      bool     `group:"show" help:"Show every frame; implies --exact."`
	All       bool     `group:"show" help:"${treeAll}"`
	Top       topCount `group:"show" default:"400" placeholder:"N" help:"${branches} (${default}); 0 draws all."`
	IDs       idCount  `group:"show" name:"ids" default:"4" placeholder:"N" help:"${treeIDs}"`

	filterFlags
	liveFlags
	judgeFlags

	Format string `group:"output" short:"f" enum:"${treeFormats}" default:"text" placeholder:"NAME" help:"${treeFormat}"`
	outputFlags
	themeFlag
	redactFlags

	Strict bool `group:"gate" help:"${strict}"`

	format render.Format
	shown  *filter.Filter
}

// Help is the part of the help below the description.
func (*treeCmd) Help() string {
	return `Examples:

    dotnet-stack report -p 7 | stacktriage tree
    stacktriage tree --root-first --ids -1 monday.txt

Exit codes: 0 a tree was drawn, 2 usage, or input that cannot be read.`
}

// Run implements kong's command.
func (c *treeCmd) Run(s *session, command *kong.Context) error {
	sources, err := s.prepare(command, c.inputs(), c.checks(command)...)
	if err != nil || len(sources) == 0 {
		return err
	}
	snaps := s.readAll(sources, c.Strict)
	if len(snaps) == 0 {
		return nil
	}
	if err := c.refuseBinary(s.env, c.format.Name, c.format.Binary); err != nil {
		return err
	}
	report := s.filtered(c.analyze(s, snaps, c.judgeFlags.options()), c.shown)
	o := render.TreeOptions{Options: c.outputFlags.options(s.env), Exact: c.Exact, RootFirst: c.RootFirst}
	o.Top, o.IDs, o.All, o.Full, o.Theme = int(c.Top), int(c.IDs), c.All, c.Full, c.Theme
	return c.write(s, func(w io.Writer) error { return c.format.Tree(w, report, o) })
}

func (c *treeCmd) inputs() inputs {
	return inputs{files: c.Files, judge: &c.judgeFlags, redact: &c.redactFlags, output: &c.outputFlags, live: &c.liveFlags}
}

// checks are what can be wrong with the flags.
func (c *treeCmd) checks(command *kong.Context) []func() error {
	return []func() error{
		func() (err error) { c.Format, err = c.chosenFormat(command, c.Format, ""); return err },
		func() (err error) { c.format, err = render.Lookup(render.Trees, c.Format); return err },
		func() (err error) { c.shown, err = c.filter(c.redacts()); return err },
	}
}
