package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"stacktriage/render"
)

// errAnswered ends the parse of a command line that asked for help or the version and
// has been answered.
var errAnswered = errors.New("answered")

const helpWidth = 80

var helpGroups = []kong.Group{
	{Key: "show", Title: "What is shown:"},
	{Key: "filter", Title: "What of it, not changing the verdict (PATTERN is a Go regular expression):"},
	{Key: "judge", Title: "How it is judged:"},
	{Key: "output", Title: "Where and how it is written:"},
	{Key: "share", Title: "For others to read:"},
	{Key: "gate", Title: "For scripts:"},
}

// helpFlag prints the help of the command it stands behind.
type helpFlag bool

// BeforeReset implements kong's hook.
func (helpFlag) BeforeReset(command *kong.Context) error {
	if err := printHelp(command, command.Stdout); err != nil {
		return err
	}
	return errAnswered
}

// printHelp writes the help of a command. That of the default command is also the
// program's, so it lists the other commands.
func printHelp(command *kong.Context, w io.Writer) error {
	command.Stdout = plainWriter{w}
	defer forgetColumns()()
	if err := command.PrintUsage(false); err != nil {
		return fmt.Errorf("printing the help: %w", err)
	}
	if selected := command.Selected(); selected == nil || selected != command.Model.DefaultCmd {
		return nil
	}
	rows := commandRows(command.Model.Children)
	if len(rows) < 2 {
		return nil
	}
	if _, err := fmt.Fprintf(w, "\nCommands:\n%s", strings.Join(rows, "")); err != nil {
		return fmt.Errorf("printing the help: %w", err)
	}
	return nil
}

// forgetColumns hides COLUMNS, from which kong takes the width, until the returned
// function is called: the help is the same everywhere.
func forgetColumns() func() {
	columns, ok := os.LookupEnv("COLUMNS")
	if !ok {
		return func() {}
	}
	os.Unsetenv("COLUMNS")
	return func() { os.Setenv("COLUMNS", columns) }
}

func commandRows(commands []*kong.Node) []string {
	var rows []string
	for _, c := range commands {
		if !c.Hidden {
			rows = append(rows, fmt.Sprintf("  %-12s %s\n", c.Name, c.Help))
		}
	}
	return rows
}

func formatHelp() string {
	var rows []string
	for _, f := range render.Formats() {
		rows = append(rows, f.Name+" ("+f.Help+")")
	}
	return strings.Join(rows, ", ")
}

// plainWriter hides that a stream is a file, so that the help does not take its width
// from the terminal.
type plainWriter struct{ io.Writer }
