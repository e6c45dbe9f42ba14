// Package shell writes what a shell and its user want to know of a command line: the
// help of a command, scripts that complete its words, and the manual page.
//
// It is given the command line as data and knows neither the library that parses it nor
// what the commands do.
package shell

import (
	"fmt"
	"io"
)

// Program is a command line.
type Program struct {
	Name    string
	Version string
	// Tagline says in a few words what the program does, for the head of the manual.
	Tagline string
	// About are sentences about the program as a whole, for the manual.
	About string
	// Commands are in the order in which they are listed; the first is the default.
	Commands []Command
	// Groups are the titles of groups of flags, in the order in which they are shown.
	Groups []string
	// ExitCodes and Environment are lists of a word and what it means, for the manual.
	ExitCodes, Environment [][2]string
}

// Command is one subcommand.
type Command struct {
	Name string
	// Help is one sentence, Detail the paragraphs below it; indented ones are kept as
	// they are.
	Help, Detail string
	Arguments    []Argument
	Flags        []Flag
	// Words are what an argument can be; nil stands for files.
	Words []string
}

// Argument is what stands behind a command: its placeholder and what it means.
type Argument struct{ Placeholder, Help string }

// Flag is one flag of a command.
type Flag struct {
	Long, Short, Help string
	// Placeholder stands for the value; empty for flags that take none.
	Placeholder string
	// Group is one of the titles of the program; empty for flags of every command.
	Group string
	// Values are those the flag is known to take.
	Values []string
	// File says that the value is the name of a file.
	File bool
	// Negatable says that there is a --no-… of the flag.
	Negatable bool
}

// Names are the names of all commands.
func (p *Program) Names() []string {
	names := make([]string, len(p.Commands))
	for i := range p.Commands {
		names[i] = p.Commands[i].Name
	}
	return names
}

// Usage is how the command is called, without flags.
func (p *Program) Usage(c *Command) string {
	usage := p.Name + " " + c.Name
	for _, a := range c.Arguments {
		usage += " " + a.Placeholder
	}
	return usage
}

// spellings are the flag as it can be typed.
func (f *Flag) spellings() []string {
	all := []string{"--" + f.Long}
	if f.Short != "" {
		all = append(all, "-"+f.Short)
	}
	return all
}

func (f *Flag) takesValue() bool { return f.Placeholder != "" }

// typedFlags are the flags of a command with the opposites of those that have one.
func (c *Command) typedFlags() []Flag {
	var all []Flag
	for _, f := range c.Flags {
		all = append(all, f)
		if f.Negatable {
			opposite := f
			opposite.Long, opposite.Short, opposite.Help = "no-"+f.Long, "", "The opposite of --"+f.Long+"."
			all = append(all, opposite)
		}
	}
	return all
}

// script is text that is written piece by piece; it remembers the first error.
type script struct {
	w   io.Writer
	err error
}

func (s *script) printf(format string, args ...any) {
	if s.err == nil {
		_, s.err = fmt.Fprintf(s.w, format, args...)
	}
}
