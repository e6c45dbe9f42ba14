package main

import (
	"fmt"
	"io"
	"os"
	"slices"

	"stacktriage/diagnose"
	"stacktriage/render"
)

// judgeFlags say whose code is whose, and what else the site knows, for every command that reads stacks.
type judgeFlags struct {
	User      []string `group:"judge" placeholder:"MODULE" help:"Modules that are own code, as in Acme.*."`
	Framework []string `group:"judge" placeholder:"MODULE" help:"Modules that are not own code, as in Contoso.Platform.*."`
	rulesFlag
}

// options are the flags, which come first, and the rules that were loaded.
func (f *judgeFlags) options() diagnose.Options {
	o := f.site
	o.User, o.Framework = slices.Concat(f.User, o.User), slices.Concat(f.Framework, o.Framework)
	return o
}

// outputFlags say where an output goes and what it may look like. The format is a flag
// of each command, since not every command has every format.
type outputFlags struct {
	Output string    `group:"output" short:"o" placeholder:"FILE" help:"Write to FILE, as a whole or not at all. Where there is a --format, the ending (.html, .json, .svg, ...) chooses it."`
	Color  string    `group:"output" default:"auto" enum:"auto,always,never" placeholder:"WHEN" help:"Colour: auto, always or never."`
	Width  lineWidth `group:"output" placeholder:"N" help:"Columns of text; default is the terminal's, else 100."`
}

// toFile reports whether the output goes to a file and not to stdout.
func (f *outputFlags) toFile() bool { return f.Output != "" && f.Output != stdinPath }

// options are what every output may look like here.
func (f *outputFlags) options(env environment) render.Options {
	o := render.Options{Version: version(), Unicode: wantUnicode(env), Width: int(f.Width)}
	if !f.toFile() {
		o.Height = env.height
		if o.Width <= 0 {
			o.Width = env.width
		}
	}
	o.Width = min(o.Width, maxWidth)
	if wantColor(f.Color, env, f.toFile()) {
		o.Palette = render.ANSI()
	}
	return o
}

// write takes an output to where it belongs.
func (f *outputFlags) write(s *session, write func(io.Writer) error) error {
	if !f.toFile() {
		return ignoreBrokenPipe(write(s.stdout))
	}
	return writeFile(f.Output, write)
}

// refuseInput keeps an output from replacing what it is made from, under whatever name:
// a capture of an incident cannot be taken again.
func (f *outputFlags) refuseInput(s *session, sources []source, rules string) error {
	if !f.toFile() {
		return nil
	}
	output, err := os.Stat(f.Output)
	if err != nil || !output.Mode().IsRegular() {
		return nil // nothing there to lose
	}
	for _, src := range sources {
		if input, err := s.stat(src); err == nil && os.SameFile(output, input) {
			return fmt.Errorf("-o %s: is an input of this command, which would be lost; name another file", f.Output)
		}
	}
	if input, err := os.Stat(rules); err == nil && os.SameFile(output, input) {
		return fmt.Errorf("-o %s: holds the rules in use, which would be lost; name another file", f.Output)
	}
	return nil
}

// refuseBinary keeps bytes that are no text away from terminals.
func (f *outputFlags) refuseBinary(env environment, format render.Format) error {
	if format.Binary && !f.toFile() && env.stdoutTerminal {
		return fmt.Errorf("%s is not for terminals: name a file with -o", format.Name)
	}
	return nil
}
