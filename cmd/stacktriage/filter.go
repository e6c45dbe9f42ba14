package main

import (
	"stacktriage/diagnose"
	"stacktriage/filter"
)

// filterFlags choose what is shown. Verdicts and gates are about all threads.
type filterFlags struct {
	Focus  []string `group:"filter" sep:"none" placeholder:"PATTERN" help:"Stacks with a match among their frames (as printed or as in the input), call, culprit and kind of thread."`
	Ignore []string `group:"filter" sep:"none" placeholder:"PATTERN" help:"Leave out stacks with a match; lock matches BlockingWait, too, \\block\\b only the word."`
	Show   []string `group:"filter" sep:"none" placeholder:"PATTERN" help:"Frames that match only; the call that blocks and the culprit stay."`
	Hide   []string `group:"filter" sep:"none" placeholder:"PATTERN" help:"Leave out frames that match."`
	Role   []string `group:"filter" placeholder:"ROLE" help:"Threads of this kind, as worker, main, dedicated, background."`
	State  []string `group:"filter" placeholder:"STATE" help:"Threads that are blocked, running, idle, waiting or unclear."`
	Min    int      `group:"filter" placeholder:"N" help:"Places with N threads or more."`
}

// filter compiles the flags; nil without any. With secret, no pattern is repeated in any
// output: who hides names of own code looks for them by name.
func (f *filterFlags) filter(secret bool) (*filter.Filter, error) {
	return filter.New(filter.Options{
		Focus: f.Focus, Ignore: f.Ignore, Show: f.Show, Hide: f.Hide, Roles: f.Role, States: f.State, Min: f.Min, Secret: secret,
	})
}

// filtered applies a filter to every snapshot and says what it was looking for in vain.
func (s *session) filtered(report *diagnose.Report, f *filter.Filter) *diagnose.Report {
	if f == nil {
		return report
	}
	shown := &diagnose.Report{}
	for _, snap := range report.Snapshots {
		shown.Snapshots = append(shown.Snapshots, f.Apply(snap))
	}
	for _, line := range f.Unmatched() {
		s.say(line)
	}
	return shown
}
