package main

import (
	"fmt"
	"io"

	"github.com/alecthomas/kong"

	"stacktriage/diagnose"
	"stacktriage/filter"
	"stacktriage/parse"
	"stacktriage/render"
)

// reportCmd is "stacktriage report": each input is a snapshot of its own.
type reportCmd struct {
	Files []string `arg:"" optional:"" name:"file" help:"Saved reports or folders of them; - is standard input, label=path names one."`

	Full bool     `group:"show" help:"Unfold every frame of the shown places, raw, and list what was set aside."`
	Top  topCount `group:"show" default:"5" placeholder:"N" help:"Places shown for each report (${default}); 0 shows all."`
	IDs  idCount  `group:"show" name:"ids" default:"4" placeholder:"N" help:"Thread ids shown for each place (${default}); -1 shows all."`

	overviewFlags
	filterFlags
	judgeFlags

	Format string `group:"output" short:"f" default:"text" enum:"${formats}" placeholder:"NAME" help:"${formatHelp}."`
	outputFlags
	shareFlags
	redactFlags

	FailOn []string `group:"gate" placeholder:"ID[=N]" help:"Exit with 1 if a report has this finding or rule id, \"starved\", or a finding of this severity or a graver one: critical, warning, note (on N threads or more)."`
	Strict bool     `group:"gate" help:"Exit with 2 if a part of the input could not be read."`
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
	if s.lacksInput(c.Files) {
		return s.usage(command)
	}
	gates, err := parseGates(c.FailOn)
	if err != nil {
		return err
	}
	name, err := c.formatOf(command, c.Format)
	if err != nil {
		return err
	}
	if name, err = c.choose(command, name); err != nil {
		return err
	}
	format, err := render.Lookup(name)
	if err != nil {
		return err
	}
	if err := c.loadRules(s); err != nil {
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
	c.prepare(s)
	sources, wide := s.expand(sources)
	if err := c.refuseInput(s, sources, c.loaded); err != nil {
		return err
	}
	if len(sources) == 0 {
		return nil // why there is none has been said
	}
	given := givenFlags(command)
	overview, err := c.wantOverview(name, len(sources), wide, given)
	switch {
	case err != nil:
		return err
	case overview:
		return c.overview(s, sources, gates)
	case name == "json" && !c.Copy:
		return c.stream(s, sources, gates, shown)
	}
	snaps := s.readAll(sources, c.Strict)
	switch overview, err = c.wantOverview(name, len(snaps), false, given); {
	case err != nil || len(snaps) == 0:
		return err
	case overview:
		return c.overviewOfRead(s, snaps, gates)
	}
	return c.pages(s, snaps, gates, format, shown)
}

func (c *reportCmd) judge(snaps []*parse.Snapshot) *diagnose.Report {
	return c.analyze(snaps, c.judgeFlags.options())
}

// pages writes a page about each report.
func (c *reportCmd) pages(s *session, snaps []*parse.Snapshot, gates gates, format render.Format, shown *filter.Filter) error {
	clipboard, err := s.clipboard(c.Copy)
	if err != nil {
		return err
	}
	report := c.judge(snaps)
	printed := s.filtered(report, shown)
	if err := c.write(s, format, printed); err != nil {
		return err
	}
	if c.Copy {
		if err := s.copyText(clipboard, func(w io.Writer) error { return render.Chat(w, printed, c.renderOptions(s.env)) }); err != nil {
			return err
		}
	}
	for _, tripped := range gates.tripped(report) {
		s.trip(tripped)
	}
	return nil
}

// readAll reads every input that can be read and names the others on stderr.
func (s *session) readAll(sources []source, strict bool) []*parse.Snapshot {
	var all []*parse.Snapshot
	for _, src := range sources {
		snaps, err := s.read(src)
		if err != nil {
			s.fail(err)
			continue
		}
		if s.hideText {
			hideText(snaps)
		}
		if line := qualityLine(src.label, snaps); line != "" {
			s.say(line)
		}
		if strict && partlyRead(snaps) {
			s.fail(fmt.Errorf("%s: not all of the input could be read, and --strict is given", src.label))
		}
		all = append(all, snaps...)
	}
	return all
}

func (c *reportCmd) write(s *session, format render.Format, report *diagnose.Report) error {
	if err := c.refuseBinary(s.env, format); err != nil {
		return err
	}
	return c.outputFlags.write(s, func(w io.Writer) error { return format.Write(w, report, c.renderOptions(s.env)) })
}

func (c *reportCmd) renderOptions(env environment) render.Options {
	o := c.outputFlags.options(env)
	o.Top, o.IDs, o.Full = int(c.Top), int(c.IDs), c.Full
	c.apply(&o)
	return o
}
