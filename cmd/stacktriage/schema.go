package main

import (
	"io"

	"stacktriage/docs"
)

// schemaCmd is "stacktriage schema": what the JSON outputs look like, for programs.
type schemaCmd struct {
	Output string `group:"output" short:"o" placeholder:"FILE" help:"Write to FILE, as a whole or not at all."`
}

// Help is the part of the help below the description.
func (*schemaCmd) Help() string {
	return `Under $defs there is one schema for each output: report, diff, series, processes (ps),
build (version), rules, explained (explain), config.

Examples:

    stacktriage schema > stacktriage.schema.json`
}

// Run implements kong's command.
func (c *schemaCmd) Run(s *session) error {
	f := outputFlags{Output: c.Output}
	return f.write(s, func(w io.Writer) error {
		_, err := io.WriteString(w, docs.Schema)
		return err
	})
}
