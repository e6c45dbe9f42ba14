package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"stacktriage/capture"
	"stacktriage/output/schema"
	"stacktriage/render"
)

// psCmd is "stacktriage ps": the processes that can be captured.
type psCmd struct {
	JSON bool `group:"output" name:"json" help:"Print JSON, with command lines in full."`
	outputFlags
}

// Help is the part of the help below the description.
func (*psCmd) Help() string {
	return `Processes are found by their diagnostics sockets, also those of other containers
where /proc shows them. A command line may hold secrets: this is the only output
that shows it.

Examples:

    stacktriage ps
    stacktriage report -p 7

Exit codes: 0 a process answered, 2 none did.`
}

// Run implements kong's command.
func (c *psCmd) Run(ctx context.Context, s *session) error {
	found, err := capture.List(ctx)
	if err != nil {
		return err
	}
	err = c.write(s, func(w io.Writer) error {
		if c.JSON {
			return writeProcesses(w, found)
		}
		if len(found.Processes) == 0 {
			return nil
		}
		return render.WriteTable(w, processTable(found.Processes, time.Now()), c.outputFlags.options(s.env))
	})
	if err != nil {
		return err
	}
	for _, u := range found.Unanswered {
		s.say(u.Err.Error())
	}
	if len(found.Processes) == 0 {
		return errors.New("no .NET process answers here: run stacktriage as the user of the process, in its container, " +
			"or as root in the PID namespace of the host")
	}
	return nil
}

// processTable is a row for each process.
func processTable(list []capture.Process, now time.Time) render.Table {
	t := render.Table{Header: []string{"PID", "NAME", "RUNTIME", "ARCH", "THREADS", "UP", "COMMAND"}}
	for _, p := range list {
		t.Rows = append(t.Rows, []string{
			strconv.Itoa(p.Target.PID), p.Name, orUnknown(p.Info.Runtime), p.Info.Architecture, threadCount(p.Threads),
			upFor(p.Started, now), p.Info.CommandLine,
		})
	}
	return t
}

func orUnknown(text string) string {
	if text == "" {
		return "?"
	}
	return text
}

func threadCount(n int) string {
	if n == 0 {
		return "?"
	}
	return strconv.Itoa(n)
}

// upFor is how long a process has been running, in its two largest units.
func upFor(started, now time.Time) string {
	if started.IsZero() {
		return "?"
	}
	d := max(now.Sub(started), 0).Round(time.Second)
	days, hours, minutes, seconds := d/(24*time.Hour), d/time.Hour%24, d/time.Minute%60, d/time.Second%60
	switch {
	case days > 0:
		return fmt.Sprintf("%dd %dh", days, hours)
	case hours > 0:
		return fmt.Sprintf("%dh %dm", hours, minutes)
	case minutes > 0:
		return fmt.Sprintf("%dm %ds", minutes, seconds)
	}
	return fmt.Sprintf("%ds", seconds)
}

func writeProcesses(w io.Writer, found capture.Listing) error {
	var processes []schema.Process
	var unanswered []schema.Unanswered
	for _, p := range found.Processes {
		processes = append(processes, schema.Process{
			PID: p.Target.PID, Name: p.Name, Runtime: known(p.Info.Runtime), OS: p.Info.OS, Architecture: p.Info.Architecture,
			Platform: known(p.Info.Platform), Threads: known(p.Threads), Started: known(p.Started.UTC()),
			CommandLine: p.Info.CommandLine, Socket: p.Target.Path,
		})
	}
	for _, u := range found.Unanswered {
		row := schema.Unanswered{PID: u.Target.PID, Name: u.Target.Name, Error: u.Err.Error()}
		var reason *capture.Error
		if errors.As(u.Err, &reason) {
			row.Reason = string(reason.Reason)
		}
		unanswered = append(unanswered, row)
	}
	return schema.WriteProcesses(w, processes, unanswered, version())
}

// known is nil for a zero value.
func known[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}
