package main

import (
	"errors"
	"io"

	"github.com/alecthomas/kong"

	"stacktriage/render"
)

// treeCmd is "stacktriage tree": the parallel-stacks view as text.
type treeCmd struct {
	Files []string `arg:"" optional:"" name:"file" help:"Saved reports; - is standard input, label=path names one."`

	Exact     bool     `group:"show" help:"Keep stacks apart that differ only in what the JIT inlined."`
	RootFirst bool     `group:"show" help:"Print the root on top instead of the innermost frame."`
	Full      bool     `group:"show" help:"Show every frame; implies --exact."`
	Top       topCount `group:"show" default:"400" placeholder:"N" help:"Branches drawn of each report, those with the most threads (${default}); 0 draws all."`
	IDs       idCount  `group:"show" name:"ids" default:"4" placeholder:"N" help:"Thread ids shown where threads end (${default}); -1 shows all."`

	filterFlags
	judgeFlags

	Format string `group:"output" short:"f" default:"text" enum:"text,png,svg" placeholder:"NAME" help:"text, or png or svg: a picture of it. The page of report --format html has the graph."`
	outputFlags
	Theme string `group:"share" enum:"dark,light" default:"dark" placeholder:"NAME" help:"Pictures: dark or light."`
	redactFlags

	Strict bool `group:"gate" help:"Exit with 2 if a part of the input could not be read."`
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
	if s.lacksInput(c.Files) {
		return s.usage(command)
	}
	if err := c.loadRules(s); err != nil {
		return err
	}
	format, err := c.format(command)
	if err != nil {
		return err
	}
	shown, err := c.filter(c.redacts())
	if err != nil {
		return err
	}
	sources, err := sourcesOf(c.Files)
	if err != nil {
		return err
	}
	if err := c.refuseInput(s, sources, c.loaded); err != nil {
		return err
	}
	c.prepare(s)
	snaps := s.readAll(sources, c.Strict)
	if len(snaps) == 0 {
		return nil
	}
	report := s.filtered(c.analyze(snaps, c.judgeFlags.options()), shown)
	options := render.TreeOptions{Options: c.outputFlags.options(s.env), Exact: c.Exact, RootFirst: c.RootFirst}
	options.Top, options.IDs, options.Full, options.Theme = int(c.Top), int(c.IDs), c.Full, c.Theme
	if err := c.refuseBinary(s.env, render.Format{Name: format.Name, Binary: format.Binary}); err != nil {
		return err
	}
	return c.write(s, func(w io.Writer) error { return format.Write(w, report, options) })
}

// format is the one that is asked for. A flag that it would not heed is an error.
func (c *treeCmd) format(command *kong.Context) (render.TreeFormat, error) {
	name, err := c.formatOf(command, c.Format)
	if err != nil {
		return render.TreeFormat{}, err
	}
	if givenFlags(command)["theme"] && name == "text" {
		return render.TreeFormat{}, errors.New("--theme is for --format png or svg, not for text")
	}
	return render.LookupTree(name)
}
