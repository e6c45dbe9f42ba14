package main

import (
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// manCmd is the hidden "stacktriage man": the manual page in the language of man(7).
type manCmd struct{}

// Help is the part of the help below the description.
func (*manCmd) Help() string {
	return `Example:

    stacktriage man | gzip > /usr/local/share/man/man1/stacktriage.1.gz`
}

// Run implements kong's command.
func (*manCmd) Run(s *session, command *kong.Context) error {
	return ignoreBrokenPipe(writeMan(s.stdout, surfaceOf(command.Model)))
}

// writeMan writes the page: one section for each command, its flags in the groups of the
// help.
func writeMan(w io.Writer, s surface) error {
	out := &scriptWriter{w: w}
	out.printf(".TH STACKTRIAGE 1 \"\" \"stacktriage %s\" \"User Commands\"\n", roff(version()))
	out.printf(".SH NAME\nstacktriage \\- what the threads of a .NET process are stuck on\n.SH SYNOPSIS\n")
	for i, c := range s.commands {
		if i > 0 {
			out.printf(".br\n")
		}
		out.printf(".B %s\n[\\fIFLAG\\fR ...]\n", roff(c.usage))
	}
	out.printf(".SH DESCRIPTION\nReads the text of \\fBdotnet-stack report\\fR and says whether the thread pool is starved, on what call threads block, and at which line of own code. ")
	out.printf("Without a command it does what \\fB%s\\fR does.\n", roff(s.commands[0].name))
	for _, c := range s.commands {
		out.manCommand(c)
	}
	out.printf(`.SH EXIT STATUS
.TP
.B 0
The output was made, and no gate tripped.
.TP
.B 1
A gate that was asked for tripped (\fB\-\-fail\-on\fR, \fB\-\-exit\-code\fR).
.TP
.B 2
Usage, input that cannot be read or holds no thread, or output that cannot be written.
.SH ENVIRONMENT
.TP
.B NO_COLOR
Any value turns colour off.
.TP
.B CLICOLOR_FORCE
Any value but 0 turns colour on where the output is no terminal.
.SH SEE ALSO
.BR dotnet\-stack (1)
`)
	return out.err
}

func (out *scriptWriter) manCommand(c surfaceCommand) {
	out.printf(".SH %s\n%s\n", roff(strings.ToUpper("stacktriage "+c.name)), roff(c.help))
	if c.detail != "" {
		out.printf(".PP\n.nf\n%s\n.fi\n", roff(strings.TrimSpace(c.detail)))
	}
	out.manFlags("", c.flags)
	for _, group := range helpGroups {
		out.manFlags(group.Title, c.flags)
	}
}

func (out *scriptWriter) manFlags(group string, flags []surfaceFlag) {
	titled := group == ""
	for _, f := range flags {
		if f.group != group {
			continue
		}
		if !titled {
			out.printf(".SS %s\n", roff(strings.TrimSuffix(group, ":")))
			titled = true
		}
		names := `\fB` + strings.Join(roffAll(f.spellings()), `\fR, \fB`) + `\fR`
		if f.takes {
			names += ` \fI` + roff(f.placeholder) + `\fR`
		}
		out.printf(".TP\n%s\n%s\n", names, roff(f.help))
	}
}

func roffAll(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = roff(w)
	}
	return out
}

// roff makes text safe for man(7): a backslash and a hyphen have meanings, and so has a
// dot or a quote that begins a line.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
