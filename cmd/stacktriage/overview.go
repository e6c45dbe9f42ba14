package main

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"stacktriage/diagnose"
	"stacktriage/output/schema"
	"stacktriage/parse"
	"stacktriage/render"
	"stacktriage/wording"
)

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
