package shell

import (
	"io"
	"strings"
)

// Man writes the manual page in the language of man(7): one section for each command,
// its flags in the groups of the help. It holds no date, so that the same program has
// the same page.
func Man(w io.Writer, p *Program) error {
	out := &script{w: w}
	title := strings.ToUpper(p.Name)
	out.printf(".TH %s 1 \"\" \"%s %s\" \"User Commands\"\n", roff(title), roff(p.Name), roff(p.Version))
	out.printf(".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n", roff(p.Name), roff(p.Tagline))
	for i := range p.Commands {
		if i > 0 {
			out.printf(".br\n")
		}
		out.printf(".B %s\n[\\fIFLAG\\fR ...]\n", roff(p.Usage(&p.Commands[i])))
	}
	out.printf(".SH DESCRIPTION\n%s ", roff(p.About))
	out.printf("Without a command it does what \\fB%s\\fR does.\n", roff(p.Commands[0].Name))
	for i := range p.Commands {
		out.manCommand(p, &p.Commands[i])
	}
	out.manList("EXIT STATUS", p.ExitCodes)
	out.manList("ENVIRONMENT", p.Environment)
	out.printf(".SH SEE ALSO\n.BR dotnet\\-stack (1)\n")
	return out.err
}

func (s *script) manCommand(p *Program, c *Command) {
	s.printf(".SH %s\n%s\n", roff(strings.ToUpper(p.Name+" "+c.Name)), roff(c.Help))
	if c.Detail != "" {
		s.printf(".PP\n.nf\n%s\n.fi\n", roff(strings.TrimSpace(c.Detail)))
	}
	s.manFlags("", c.Flags)
	for _, group := range p.Groups {
		s.manFlags(group, c.Flags)
	}
}

func (s *script) manFlags(group string, flags []Flag) {
	titled := group == ""
	for i := range flags {
		f := &flags[i]
		if f.Group != group {
			continue
		}
		if !titled {
			s.printf(".SS %s\n", roff(strings.TrimSuffix(group, ":")))
			titled = true
		}
		names := `\fB` + strings.Join(roffAll(f.spellings()), `\fR, \fB`) + `\fR`
		if f.Negatable {
			names += `, \fB` + roff("--no-"+f.Long) + `\fR`
		}
		if f.takesValue() {
			names += ` \fI` + roff(f.Placeholder) + `\fR`
		}
		s.printf(".TP\n%s\n%s\n", names, roff(f.Help))
	}
}

func (s *script) manList(title string, rows [][2]string) {
	s.printf(".SH %s\n", title)
	for _, row := range rows {
		s.printf(".TP\n.B %s\n%s\n", roff(row[0]), roff(row[1]))
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
