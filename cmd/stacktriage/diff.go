package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"stacktriage/compare"
	"stacktriage/diagnose"
	"stacktriage/parse"
	"stacktriage/render"
)

// diffCmd is "stacktriage diff": one report before a change, one after it.
type diffCmd struct {
	Files []string `arg:"" optional:"" name:"file" help:"${diffFiles}"`

	WithBefore []string `group:"show" sep:"none" placeholder:"FILE" help:"${withBefore}"`
	WithAfter  []string `group:"show" sep:"none" placeholder:"FILE" help:"The same for AFTER."`

	All  bool     `group:"show" help:"Show what did not change and what was set aside, too."`
	Full bool     `group:"show" help:"Unfold every frame of the shown places, raw."`
	Top  topCount `group:"show" default:"5" placeholder:"N" help:"Places shown (${default}); 0 shows all."`

	judgeFlags

	Format string `group:"output" short:"f" enum:"${diffFormats}" default:"text" placeholder:"NAME" help:"${diffFormat}"`
	outputFlags
	shareFlags
	redactFlags

	ExitCode bool     `group:"gate" help:"Exit with 1 if blocking grew or a blocked place is new."`
	FailOn   []string `group:"gate" placeholder:"ID[=N]" help:"${diffFailOn}"`
	Strict   bool     `group:"gate" help:"${strict}"`

	gates  gates
	format render.Format
}

// Help is the part of the help below the description.
func (*diffCmd) Help() string {
	return `Places are matched across processes, restarts and builds; what a build changes
(numbers of lambdas, inlining) does not make a place new, and a match that is not
exact is told. Take AFTER under the same load: an idle process proves no fix.

Examples:

    stacktriage diff bad.txt fixed.txt
    dotnet-stack report -p 7 | stacktriage diff before=bad.txt after=-
    stacktriage diff bad.txt fixed.txt --with-before bad.csv
    stacktriage diff --exit-code main.txt branch.txt

Exit codes: 0 a comparison was made, 1 --exit-code or --fail-on found something,
2 usage, input that cannot be read, or --exit-code on reports that cannot be compared.`
}

// Run implements kong's command.
func (c *diffCmd) Run(s *session, command *kong.Context) error {
	sources, err := s.prepare(command, c.inputs(), c.checks(command)...)
	if err != nil || len(sources) == 0 {
		return err
	}
	before, after, err := c.read(s, sources)
	if err != nil || before == nil {
		return err
	}
	if err := s.join("--with-before", before, c.WithBefore); err != nil {
		return err
	}
	if err := s.join("--with-after", after, c.WithAfter); err != nil {
		return err
	}
	cases := c.cases(s, []*parse.Snapshot{before, after}, c.judgeFlags.options())
	d := compare.SetsWith(cases[0].Set(), cases[1].Set(), cases[0].JudgeAs, cases[1].JudgeAs)
	if err := c.writeDiff(s, d); err != nil {
		return err
	}
	for _, tripped := range c.gates.tripped(&diagnose.Report{Snapshots: []*diagnose.Snapshot{d.After}}) {
		s.trip(tripped)
	}
	return c.judge(s, d)
}

func (c *diffCmd) inputs() inputs {
	return inputs{files: c.Files, judge: &c.judgeFlags, redact: &c.redactFlags, output: &c.outputFlags}
}

// checks are what can be wrong with the flags.
func (c *diffCmd) checks(command *kong.Context) []func() error {
	return []func() error{
		func() (err error) { c.gates, err = parseGates(c.FailOn); return err },
		func() (err error) { c.Format, err = c.chosenFormat(command, c.Format, c.Chat); return err },
		func() (err error) { c.format, err = render.Lookup(render.Comparisons, c.Format); return err },
		c.atMostTwo,
	}
}

func (c *diffCmd) atMostTwo() error {
	if len(c.Files) > 2 {
		return fmt.Errorf("diff compares two reports, BEFORE and AFTER, but %d inputs are given; "+
			"stacktriage series relates more", len(c.Files))
	}
	return nil
}

// read returns the two reports; none where an error was said already.
func (c *diffCmd) read(s *session, sources []source) (before, after *parse.Snapshot, err error) {
	snaps := s.readAll(sources, c.Strict)
	if s.code == exitTrouble && !allRead(snaps, len(sources)) {
		return nil, nil, nil
	}
	if err := twoOf(sources, snaps); err != nil {
		return nil, nil, err
	}
	return snaps[0], snaps[1], nil
}

// allRead reports that every input was read.
func allRead(snaps []*parse.Snapshot, inputs int) bool {
	firsts := 0
	for _, snap := range snaps {
		if snap.Source.Index == 1 {
			firsts++
		}
	}
	return firsts == inputs
}

// twoOf refuses anything but one report in each of two inputs or two in one.
func twoOf(sources []source, snaps []*parse.Snapshot) error {
	if len(sources) == 1 {
		switch {
		case len(snaps) == 1:
			return fmt.Errorf("%s: holds one report, but diff compares two: stacktriage diff BEFORE AFTER", sources[0].label)
		case len(snaps) > 2:
			return fmt.Errorf("%s: holds %d reports, but diff compares two: put the two to compare into files of their own; "+
				"stacktriage series relates all of them", sources[0].label, len(snaps))
		}
		return nil
	}
	var crowded []string
	for _, snap := range snaps {
		if snap.Source.Of > 1 && snap.Source.Index == 1 {
			crowded = append(crowded, fmt.Sprintf("%s: holds %d reports", inputOf(snap, sources), snap.Source.Of))
		}
	}
	if len(crowded) > 0 {
		return errors.New(strings.Join(crowded, "; ") + ", but diff compares one BEFORE with one AFTER: " +
			"put the report to compare into a file of its own")
	}
	return nil
}

// inputOf is the label of the input that a snapshot was read from; that of the snapshot
// can go on with the name of a file in a zip.
func inputOf(snap *parse.Snapshot, sources []source) string {
	for _, src := range sources {
		if snap.Source.Label == src.label || strings.HasPrefix(snap.Source.Label, src.label+":") {
			return src.label
		}
	}
	return snap.Source.Label
}

func (c *diffCmd) writeDiff(s *session, d *compare.Diff) error {
	if err := c.refuseBinary(s.env, c.format.Name, c.format.Binary); err != nil {
		return err
	}
	clipboard, err := s.clipboard(c.Copy)
	if err != nil {
		return err
	}
	o := c.outputFlags.options(s.env)
	o.All, o.Full, o.Top = c.All, c.Full, int(c.Top)
	c.apply(&o)
	err = c.write(s, func(w io.Writer) error { return c.format.Diff(w, d, o) })
	if err != nil || !c.Copy {
		return err
	}
	return s.copyText(clipboard, func(w io.Writer) error { return render.DiffChat(w, d, o) })
}

// judge is --exit-code. Reports that cannot be compared must not pass for good ones.
func (c *diffCmd) judge(s *session, d *compare.Diff) error {
	if !c.ExitCode {
		return nil
	}
	if d.Verdict.Kind == compare.NotComparable {
		return fmt.Errorf("--exit-code cannot be judged: %s", d.Verdict.Sentence)
	}
	for _, reason := range d.Regressions() {
		s.trip("--exit-code: " + reason)
	}
	return nil
}
