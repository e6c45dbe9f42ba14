package main

import (
	"fmt"
	"io"

	"github.com/alecthomas/kong"
)

// completionCmd is the hidden "stacktriage completion": a script for a shell.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish,powershell" help:"bash, zsh, fish or powershell."`
}

// Help is the part of the help below the description.
func (*completionCmd) Help() string {
	return `Examples:

    stacktriage completion bash > /etc/bash_completion.d/stacktriage
    stacktriage completion zsh > "${fpath[1]}/_stacktriage"
    stacktriage completion fish > ~/.config/fish/completions/stacktriage.fish
    stacktriage completion powershell >> $PROFILE`
}

// Run implements kong's command.
func (c *completionCmd) Run(s *session, command *kong.Context) error {
	write := map[string]func(io.Writer, surface) error{
		"bash": writeBash, "zsh": writeZsh, "fish": writeFish, "powershell": writePowerShell,
	}[c.Shell]
	return ignoreBrokenPipe(write(s.stdout, surfaceOf(command.Model)))
}

// scriptWriter remembers the first error.
type scriptWriter struct {
	w   io.Writer
	err error
}

func (s *scriptWriter) printf(format string, args ...any) {
	if s.err == nil {
		_, s.err = fmt.Fprintf(s.w, format, args...)
	}
}
