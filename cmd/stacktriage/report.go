package main

import (
	"io"
	"slices"

	"github.com/alecthomas/kong"

	"stacktriage/diagnose"
	"stacktriage/filter"
	"stacktriage/parse"
	"stacktriage/render"
)

// reportCmd is "stacktriage report": each input is a snapshot of its own.
type reportCmd struct {
	Files []string `arg:"" optional:"" name:"file" help:"${reportFiles}"`

	With []string `group:"show" sep:"none" placeholder:"FILE" help:"${with}"`

	Full bool     `group:"show" help:"Unfold every frame of the shown places, raw, and list what was set aside."`
	Top  topCount `group:"show" default:"5" placeholder:"N" help:"Places shown for each report (${default}); 0 shows all."`
	IDs  idCount  `group:"show" name:"ids" default:"4" placeholder:"N" help:"${reportIDs}"`

	overviewFlags
	filterFlags
	liveFlags
	judgeFlags

	Format string `group:"output" short:"f" default:"text" enum:"${formats}" placeholder:"NAME" help:"${formatHelp}."`
	outputFlags
	shareFlags
	redactFlags

	FailOn []string `group:"gate" placeholder:"ID[=N]" help:"${failOn}"`
	Strict bool     `group:"gate" help:"${strict}"`

	gates  gates
	format render.Format
	shown  *filter.Filter
}

// Help is the part of the help below the description.
func (*reportCmd) Help() string {
	return `Examples:

    dotnet-stack report -p 7 | stacktriage
    stacktriage report --top 0 before=monday.txt after=tuesday.txt
    stacktriage report --fail-on starved captures/

Exit codes: 0 a report was made, 1 --fail-on found something, 2 usage, or input that cannot be read.`
}

// Run implements kong's command.
func (c *reportCmd) Run(s *session, command *kong.Context) error {
	sources, err := s.prepare(command, c.inputs(), c.checks(command)...)
	if err != nil || len(sources) == 0 {
		return err
	}
	s.takesRecordings = true
	if len(c.With) > 0 {
		return c.joined(s, sources)
	}
	given := givenFlags(command)
	if done, err := c.asOneCase(s, sources, given); done {
		return err
	}
	overview, err := c.wantOverview(c.Format, len(sources), slices.ContainsFunc(sources, source.listed), given)
	switch {
	case err != nil:
		return err
	case overview:
		return c.overview(s, sources)
	case c.Format == "json" && !c.Copy:
		return c.stream(s, sources)
	}
	snaps := s.readAll(sources, c.Strict)
	switch overview, err = c.wantOverview(c.Format, len(snaps), false, given); {
	case err != nil || len(snaps) == 0:
		return err
	case overview:
		return c.overviewOfRead(s, snaps)
	}
	return c.pages(s, snaps)
}

func (c *reportCmd) inputs() inputs {
	return inputs{
		files: c.Files, folders: true, judge: &c.judgeFlags, redact: &c.redactFlags, output: &c.outputFlags,
		live: &c.liveFlags,
	}
}

// checks are what can be wrong with the flags.
func (c *reportCmd) checks(command *kong.Context) []func() error {
	return []func() error{
		func() (err error) { c.gates, err = parseGates(c.FailOn); return err },
		func() (err error) { c.Format, err = c.chosenFormat(command, c.Format, c.Chat); return err },
		func() (err error) { c.format, err = render.Lookup(render.Reports, c.Format); return err },
		func() (err error) { c.shown, err = c.filter(c.redacts()); return err },
	}
}

func (c *reportCmd) judge(s *session, snaps []*parse.Snapshot) *diagnose.Report {
	return c.analyze(s, snaps, c.judgeFlags.options())
}

// pages writes a page about each report.
func (c *reportCmd) pages(s *session, snaps []*parse.Snapshot) error {
	if err := c.refuseBinary(s.env, c.format.Name, c.format.Binary); err != nil {
		return err
	}
	clipboard, err := s.clipboard(c.Copy)
	if err != nil {
		return err
	}
	report := c.judge(s, snaps)
	printed := s.filtered(report, c.shown)
	o := c.renderOptions(s.env)
	if err := c.write(s, func(w io.Writer) error { return c.format.Report(w, printed, o) }); err != nil {
		return err
	}
	if c.Copy {
		if err := s.copyText(clipboard, func(w io.Writer) error { return render.Chat(w, printed, o) }); err != nil {
			return err
		}
	}
	for _, tripped := range c.gates.tripped(report) {
		s.trip(tripped)
	}
	return nil
}

func (c *reportCmd) renderOptions(env environment) render.Options {
	o := c.outputFlags.options(env)
	o.Top, o.IDs, o.Full = int(c.Top), int(c.IDs), c.Full
	c.apply(&o)
	return o
}
