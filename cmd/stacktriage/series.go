package main

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/alecthomas/kong"

	"stacktriage/group"
	"stacktriage/parse"
	"stacktriage/render"
	"stacktriage/series"
)

// seriesCmd is "stacktriage series": several reports of one process, in order.
type seriesCmd struct {
	Files []string `arg:"" optional:"" name:"file" help:"${seriesFiles}"`

	Every time.Duration `group:"judge" placeholder:"DURATION" help:"${every}"`
	Count int           `group:"live" default:"3" placeholder:"N" help:"${count}"`
	liveFlags
	judgeFlags

	Top topCount `group:"show" default:"10" placeholder:"N" help:"Places shown (${default}); 0 shows all."`
	IDs idCount  `group:"show" name:"ids" default:"4" placeholder:"N" help:"${seriesIDs}"`

	Format string `group:"output" short:"f" enum:"${seriesFormats}" default:"text" placeholder:"NAME" help:"${seriesForm}"`
	outputFlags

	chatFlags
	themeFlag
	redactFlags

	FailOn []string `group:"gate" placeholder:"ID[=N]" help:"${seriesFailOn}"`
	Strict bool     `group:"gate" help:"${strict}"`

	gates seriesGates
}

// Help is the part of the help below the description.
func (*seriesCmd) Help() string {
	return `Threads are told apart by their ids. The same number of threads at one place each
time is "turning over" if they are not the same threads, and "standing" if they
are: stuck, or waiting longer than the time between two reports. File times are
not used: copying changes them.

Examples:

    for i in 1 2 3; do dotnet-stack report -p 7 > s$i.txt; sleep 5; done
    stacktriage series --every 5s s1.txt s2.txt s3.txt
    stacktriage series --fail-on growing,same-place=10 s*.txt

Exit codes: 0 a report was made, 1 --fail-on found something, 2 usage, input that
cannot be read, fewer than two reports, or reports of different processes.`
}

// Run implements kong's command.
func (c *seriesCmd) Run(s *session, command *kong.Context) error {
	if c.live() {
		c.pace(givenFlags(command))
	}
	sources, err := s.prepare(command, c.inputs(), c.checks(command)...)
	if err != nil || len(sources) == 0 {
		return err
	}
	if !c.live() {
		s.sayTwice(sources)
	}
	snaps := s.readAll(sources, c.Strict)
	if s.code == exitTrouble && len(snaps) < 2 {
		return nil
	}
	if len(snaps) < 2 {
		return errors.New("a series needs two reports or more, in one file or in several; " +
			"one report alone is for: stacktriage report")
	}
	related, err := c.relate(s, snaps)
	if err != nil {
		return fmt.Errorf("%w; stacktriage diff compares two processes", err)
	}
	if err := c.writeSeries(s, related); err != nil {
		return err
	}
	return c.gates.check(s, related)
}

// pace settles the times of captures: what is recorded with each ends well before the next.
func (c *seriesCmd) pace(given map[string]bool) {
	const often = 5 * time.Second
	if !given["every"] {
		c.Every = often
	}
	switch {
	case given["for"]:
	case c.Every < 2*c.For:
		c.For = 0
	}
}

func (c *seriesCmd) inputs() inputs {
	return inputs{
		files: c.Files, judge: &c.judgeFlags, redact: &c.redactFlags, output: &c.outputFlags,
		live: &c.liveFlags, count: c.Count, every: c.Every,
	}
}

// checks are what can be wrong with the flags.
func (c *seriesCmd) checks(command *kong.Context) []func() error {
	return []func() error{
		func() (err error) { c.gates, err = parseSeriesGates(c.FailOn); return err },
		func() (err error) { c.Format, err = c.chosenFormat(command, c.Format, c.Chat); return err },
		func() error {
			if c.Every < 0 {
				return fmt.Errorf("--every %s: the time between two reports cannot be negative", c.Every)
			}
			if c.live() && c.Count < 2 {
				return fmt.Errorf("--count %d: a series needs two captures or more", c.Count)
			}
			return nil
		},
	}
}

// relate judges each report with what was read beside it, and relates them.
func (c *seriesCmd) relate(s *session, snaps []*parse.Snapshot) (*series.Series, error) {
	cases := c.cases(s, snaps, c.judgeFlags.options())
	sets, judge := make([]*group.Set, len(cases)), make([]series.Judging, len(cases))
	for i, of := range cases {
		sets[i], judge[i] = of.Set(), of.JudgeInSeries(series.Repeated(len(cases)))
	}
	return series.RelateWith(sets, judge, c.elapsed(snaps))
}

// elapsed is the time of each report since the first, where it is known.
func (c *seriesCmd) elapsed(snaps []*parse.Snapshot) []time.Duration {
	if c.Every > 0 {
		elapsed := make([]time.Duration, len(snaps))
		for i := range elapsed {
			elapsed[i] = time.Duration(i) * c.Every
		}
		return elapsed
	}
	return series.Elapsed(snaps)
}

func (c *seriesCmd) writeSeries(s *session, related *series.Series) error {
	o := c.outputFlags.options(s.env)
	o.Top, o.IDs, o.Chat, o.NoEmoji = int(c.Top), int(c.IDs), c.Chat, c.NoEmoji
	o.Theme = c.Theme
	format, err := render.Lookup(render.SeriesOf, c.Format)
	if err != nil {
		return err
	}
	if err := c.refuseBinary(s.env, format.Name, format.Binary); err != nil {
		return err
	}
	return c.write(s, func(w io.Writer) error { return format.Series(w, related, o) })
}

// sayTwice warns of a file that is given more than once: compared with itself, every
// thread stands still.
func (s *session) sayTwice(sources []source) {
	seen := map[string]int{}
	for _, src := range sources {
		if seen[src.path]++; seen[src.path] == 2 {
			s.say(src.path + ": is given more than once; compared with itself every thread stands still")
		}
	}
}
