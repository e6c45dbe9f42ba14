package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"stacktriage/diagnose"
	"stacktriage/siterules"
	"stacktriage/wording"
)

// learnCmd is "stacktriage learn": rules from a report of an idle process.
type learnCmd struct {
	Files []string `arg:"" optional:"" name:"file" help:"${learnFiles}"`

	Workers bool `group:"show" help:"Learn waits on pool workers, too: they stay counted as blocked, but make no alarm."`
	judgeFlags

	Output string `group:"output" short:"o" placeholder:"FILE" help:"Write to FILE, as a whole or not at all."`
	Strict bool   `group:"gate" help:"${strict}"`
}

// Help is the part of the help below the description.
func (*learnCmd) Help() string {
	return `Writes an "idle" entry for each wait of own code outside the pool that is not
known yet. Look through them: what is learned from a report of a busy or a hung
process will not be reported again.

Examples:

    stacktriage learn -o rules idle.txt
    stacktriage report --rules rules bad.txt

Exit codes: 0 entries were written, 2 usage, or input that cannot be read.`
}

// Run implements kong's command.
func (c *learnCmd) Run(s *session, command *kong.Context) error {
	out := outputFlags{Output: c.Output}
	sources, err := s.prepare(command, inputs{files: c.Files, judge: &c.judgeFlags, output: &out})
	if err != nil || len(sources) == 0 {
		return err
	}
	snaps := s.readAll(sources, c.Strict)
	if len(snaps) == 0 {
		return nil
	}
	report := diagnose.Analyze(snaps, c.options())
	labels := make([]string, len(sources))
	for i, src := range sources {
		labels[i] = src.label
	}
	for _, snap := range report.Snapshots {
		if w := snap.Counts.Workers; w.Blocked+w.Running > 0 {
			s.say(fmt.Sprintf("%s: %s blocked and %d running: is it a report of an idle process?",
				snap.Input.Source.Label, wording.Count(w.Blocked, "pool worker"), w.Running))
		}
	}
	entries := siterules.Learn(report.Snapshots, c.Workers)
	return out.write(s, func(w io.Writer) error { return siterules.Write(w, entries, strings.Join(labels, ", ")) })
}
