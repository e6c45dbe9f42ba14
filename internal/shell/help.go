package shell

import (
	"fmt"
	"io"
	"strings"
)

// helpWidth is the number of columns of help, whatever the terminal: help is read in
// pipes, tickets and documents, too.
const helpWidth = 80

// maxExamples is how many examples a short usage has.
const maxExamples = 2

// Help writes the help of a command. That of the default command is also the program's,
// so it lists the other commands, in front of what is about this one alone.
func Help(w io.Writer, p *Program, c *Command) error {
	out := &script{w: w}
	out.printf("Usage: %s [flags]\n\n%s", p.Usage(c), wrap("", c.Help))
	about, examples := c.Detail, ""
	if i := strings.Index(c.Detail, "Examples:\n"); i >= 0 {
		about, examples = c.Detail[:i], c.Detail[i:]
	}
	out.paragraphs(about)
	if c == &p.Commands[0] {
		out.printf("\nCommands:\n%s", p.commandRows())
	}
	out.paragraphs(examples)
	if len(c.Arguments) > 0 {
		out.printf("\nArguments:\n")
		var rows [][2]string
		for _, a := range c.Arguments {
			rows = append(rows, [2]string{a.Placeholder, a.Help})
		}
		out.printf("%s", columns(rows))
	}
	out.flagGroup("Flags:", "", c.Flags)
	for _, title := range p.Groups {
		out.flagGroup(title, title, c.Flags)
	}
	return out.err
}

// Usage writes what somebody needs who called a command without input: what it is for,
// how to call it, and where to read on. It fits on every terminal.
func Usage(w io.Writer, p *Program, c *Command) error {
	out := &script{w: w}
	call := p.Name + " " + c.Name
	out.printf("Usage: %s [flags]\n\n%s\n%s", p.Usage(c), wrap("", c.Help), firstExamples(c.Detail))
	if c == &p.Commands[0] {
		call = p.Name
		out.printf("%s", wrap("", "\nCommands: "+strings.Join(p.Names(), ", ")))
	}
	out.printf("\n%s --help for all\n", call)
	return out.err
}

// firstExamples are the first lines of the examples in the long help of a command.
func firstExamples(detail string) string {
	_, examples, _ := strings.Cut(detail, "Examples:\n\n")
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

func (p *Program) commandRows() string {
	var rows [][2]string
	for i, c := range p.Commands {
		help := c.Help
		if i == 0 {
			help = "The default command: its flags are below."
		}
		rows = append(rows, [2]string{c.Name, help})
	}
	return columns(append(rows, [2]string{"help", "Show the help of a command, as in help diff."}))
}

func (s *script) flagGroup(title, group string, flags []Flag) {
	short := false
	for i := range flags {
		short = short || flags[i].Group == group && flags[i].Short != ""
	}
	var rows [][2]string
	for i := range flags {
		if f := &flags[i]; f.Group == group {
			rows = append(rows, [2]string{f.shown(short), f.Help})
		}
	}
	if len(rows) > 0 {
		s.printf("\n%s\n%s", title, columns(rows))
	}
}

// shown is a flag with its value; short says that others of its group have a letter.
func (f *Flag) shown(short bool) string {
	text := "--" + f.Long
	if f.Negatable {
		text = "--[no-]" + f.Long
	}
	if f.takesValue() {
		text += "=" + f.Placeholder
	}
	switch {
	case f.Short != "":
		return "-" + f.Short + ", " + text
	case short:
		return "    " + text
	}
	return text
}

// columns writes words beside what they mean.
func columns(rows [][2]string) string {
	const indent, gap = "  ", "    "
	width := 0
	for _, row := range rows {
		width = max(width, len(row[0]))
	}
	var text strings.Builder
	for _, row := range rows {
		text.WriteString(wrap(fmt.Sprintf("%s%-*s%s", indent, width, row[0], gap), row[1]))
	}
	return text.String()
}

// paragraphs writes text whose paragraphs are parted by blank lines. Indented ones are
// commands, and kept as they are.
func (s *script) paragraphs(text string) {
	for paragraph := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		switch {
		case paragraph == "":
		case strings.HasPrefix(paragraph, " "):
			s.printf("\n%s\n", paragraph)
		default:
			s.printf("\n%s", wrap("", paragraph))
		}
	}
}

// wrap breaks text at blanks behind lead; further lines stand below its end.
func wrap(lead, text string) string {
	var out strings.Builder
	if strings.HasPrefix(text, "\n") {
		out.WriteByte('\n')
	}
	line, empty := lead, true
	for _, word := range strings.Fields(text) {
		switch {
		case empty:
			line += word
		case len(line)+1+len(word) > helpWidth:
			out.WriteString(line + "\n")
			line = strings.Repeat(" ", len(lead)) + word
		default:
			line += " " + word
		}
		empty = false
	}
	return out.String() + strings.TrimRight(line, " ") + "\n"
}
