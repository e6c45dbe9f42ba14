package main

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"stacktriage/diagnose"
	"stacktriage/filter"
	"stacktriage/output/schema"
	"stacktriage/parse"
	"stacktriage/render"
	"stacktriage/wording"
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

// manyReports is the number of inputs, or of reports in one of them, from which on a row
// for each says more than a page for each.
const manyReports = 9

// overviewFlags choose between a page and a row for each report.
type overviewFlags struct {
	Overview *bool `group:"show" negatable:"" help:"${overview}"`
}

// pageFlags are of no use where a report has one row.
var pageFlags = [...]string{
	"full", "top", "ids", "focus", "ignore", "show", "hide", "role", "state", "min", "redact", "redact-key", "copy",
}

// wantOverview decides between rows and pages for a number of inputs or reports. wide
// says that they were not named one by one.
func (f *overviewFlags) wantOverview(format string, reports int, wide bool, given map[string]bool) (bool, error) {
	asked := f.Overview != nil && *f.Overview
	formats := render.FormatNames(render.Overviews)
	switch {
	case asked && !slices.Contains(formats, format):
		return false, fmt.Errorf("--overview is for --format %s, not for %s", strings.Join(formats, ", "), format)
	case f.Overview != nil && !*f.Overview, !slices.Contains(formats, format), !asked && !wide && reports < manyReports:
		return false, nil
	case !asked && format == "html":
		return false, nil // its page has the table, and room for all reports
	}
	for _, name := range pageFlags {
		if given[name] && !asked {
			return false, nil // who asks for what only pages have wants pages
		}
		if given[name] {
			return false, fmt.Errorf("--%s is for a page about each report, and --overview has one row for each", name)
		}
	}
	return true, nil
}

// analysis judges snapshots.
type analysis func(*session, []*parse.Snapshot) *diagnose.Report

// reports reads and judges one input after the other, so that memory does not grow with
// their number. What cannot be read is handed to lost.
func (s *session) reports(
	sources []source, analyze analysis, read func(source) ([]*parse.Snapshot, error), lost func(source, error),
) iter.Seq[*diagnose.Snapshot] {
	return func(yield func(*diagnose.Snapshot) bool) {
		for _, src := range sources {
			snaps, err := read(src)
			if err != nil {
				lost(src, err)
			}
			for _, snap := range snaps {
				if !yield(analyze(s, []*parse.Snapshot{snap}).Snapshots[0]) {
					return
				}
			}
		}
	}
}

// overview writes one row for each report.
func (c *reportCmd) overview(s *session, sources []source) error {
	table := &render.Overview{}
	lost := func(src source, err error) {
		table.AddUnread(src.label, whyUnread(err))
	}
	for snap := range s.reports(sources, c.judge, s.read, lost) {
		if partlyRead([]*parse.Snapshot{snap.Input}) && c.Strict {
			s.code = exitTrouble
		}
		s.addRow(table, snap, c.gates)
	}
	if n := table.Unread(); n > 0 {
		s.fail(fmt.Errorf("%d of %s could not be read; the overview says why", n, wording.Count(len(sources), "input")))
	}
	return c.writeTable(s, table)
}

// overviewOfRead writes one row for each of the reports that were read already: how many
// an input holds shows only then.
func (c *reportCmd) overviewOfRead(s *session, snaps []*parse.Snapshot) error {
	table := &render.Overview{}
	for _, snap := range snaps {
		s.addRow(table, c.judge(s, []*parse.Snapshot{snap}).Snapshots[0], c.gates)
	}
	return c.writeTable(s, table)
}

func (c *reportCmd) writeTable(s *session, table *render.Overview) error {
	if err := c.refuseBinary(s.env, c.format.Name, c.format.Binary); err != nil {
		return err
	}
	o := c.renderOptions(s.env)
	return c.outputFlags.write(s, func(w io.Writer) error { return c.format.Overview(w, table, o) })
}

// addRow adds the row of a report and asks the gates about it.
func (s *session) addRow(table *render.Overview, snap *diagnose.Snapshot, all gates) {
	table.Add(snap)
	for _, tripped := range all.tripped(&diagnose.Report{Snapshots: []*diagnose.Snapshot{snap}}) {
		s.trip(tripped)
	}
}

// stream writes JSON while the inputs are read. Nothing is written where nothing could
// be read.
func (c *reportCmd) stream(s *session, sources []source) error {
	read := func(src source) ([]*parse.Snapshot, error) { return s.readAll([]source{src}, c.Strict), nil }
	next, stop := iter.Pull(s.reports(sources, c.judge, read, func(source, error) {}))
	defer stop()
	snap, ok := next()
	if !ok {
		return nil
	}
	var trips []string
	err := c.outputFlags.write(s, func(w io.Writer) error {
		out := schema.NewStream(w, c.outputFlags.options(s.env).Version)
		for ; ok; snap, ok = next() {
			out.Add(c.shown.Apply(snap))
			trips = append(trips, c.gates.tripped(&diagnose.Report{Snapshots: []*diagnose.Snapshot{snap}})...)
		}
		return out.Close()
	})
	for _, line := range c.shown.Unmatched() {
		s.say(line)
	}
	for _, tripped := range trips {
		s.trip(tripped)
	}
	return err
}
