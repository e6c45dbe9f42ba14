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
// program's, so it lists the other commands, in front of what is about this one alone.
func printHelp(command *kong.Context, w io.Writer) error {
	var text strings.Builder
	command.Stdout = plainWriter{&text}
	defer forgetColumns()()
	if err := command.PrintUsage(false); err != nil {
		return fmt.Errorf("printing the help: %w", err)
	}
	help := text.String()
	if isDefault(command) {
		about, rest, _ := strings.Cut(help, "\nExamples:\n")
		help = about + "\nCommands:\n" + commandRows(command.Model) + "\nExamples:\n" + rest
	}
	if _, err := io.WriteString(w, help); err != nil {
		return fmt.Errorf("printing the help: %w", err)
	}
	return nil
}

func isDefault(command *kong.Context) bool {
	selected := command.Selected()
	return selected != nil && selected == command.Model.DefaultCmd
}

// lacksInput says whether a command would wait for somebody to type a report.
func (s *session) lacksInput(files []string) bool {
	return len(files) == 0 && s.env.stdinTerminal
}

// usage writes what somebody needs who called a command without input: what it is
// for, how to call it, and where to read on. It fits on every terminal.
func (s *session) usage(command *kong.Context) error {
	s.code = exitTrouble
	node := command.Selected()
	call := "stacktriage " + node.Name
	text := "Usage: " + call
	for _, p := range node.Positional {
		text += " " + p.Summary()
	}
	text += " [flags]\n\n" + render.Paragraph("", node.Help, helpWidth) + "\n\n" + firstExamples(node.Detail)
	if isDefault(command) {
		call = "stacktriage"
		text += "\nCommands: " + strings.Join(surfaceOf(command.Model).names(), ", ") + "\n"
	}
	if _, err := fmt.Fprintf(s.stderr, "%s\n%s --help for all\n", text, call); err != nil {
		return fmt.Errorf("printing the usage: %w", err)
	}
	return nil
}

// maxExamples is how many examples a short usage has.
const maxExamples = 2

// firstExamples are the first lines of the examples in the long help of a command.
func firstExamples(help string) string {
	_, examples, _ := strings.Cut(help, "Examples:\n\n")
	var text strings.Builder
	n := 0
	for line := range strings.Lines(examples) {
		if n++; n > maxExamples || strings.TrimSpace(line) == "" {
			break
		}
		text.WriteString(line)
	}
	return text.String()
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

// commandRows are the commands that are not hidden, each with what it does. The help of
// the default one is around them.
func commandRows(app *kong.Application) string {
	var rows strings.Builder
	for _, c := range app.Children {
		help := c.Help
		if c == app.DefaultCmd {
			help = "The default command: its flags are below."
		}
		if !c.Hidden {
			rows.WriteString(commandRow(c.Name, help))
		}
	}
	rows.WriteString(commandRow(helpWord, "Show the help of a command, as in help diff."))
	return rows.String()
}

func commandRow(name, help string) string {
	return render.Paragraph(fmt.Sprintf("  %-9s ", name), help, helpWidth) + "\n"
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
