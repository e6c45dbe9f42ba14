package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"stacktriage/filter"
	"stacktriage/internal/shell"
	"stacktriage/output/chat"
	"stacktriage/output/schema"
)

// errAnswered ends the parse of a command line that asked for help or the version and
// has been answered.
var errAnswered = errors.New("answered")

var helpGroups = []kong.Group{
	{Key: "show", Title: "What is shown:"},
	{Key: "filter", Title: "What of it, not changing the verdict (PATTERN is a Go regular expression):"},
	{Key: "live", Title: "A running process instead of files:"},
	{Key: "judge", Title: "How it is judged:"},
	{Key: "output", Title: "Where and how it is written:"},
	{Key: "share", Title: "For others to read:"},
	{Key: "gate", Title: "For scripts:"},
}

// helpFlag prints the help of the command it stands behind.
type helpFlag bool

// BeforeReset implements kong's hook.
func (helpFlag) BeforeReset(command *kong.Context) error {
	program := programOf(command.Model)
	if err := shell.Help(command.Stdout, program, commandIn(program, command)); err != nil {
		return fmt.Errorf("printing the help: %w", err)
	}
	return errAnswered
}

// lacksInput says whether a command would wait for somebody to type a report.
func (s *session) lacksInput(files []string) bool {
	return len(files) == 0 && s.env.stdinTerminal
}

// usage tells somebody who called a command without input how to call it.
func (s *session) usage(command *kong.Context) error {
	s.code = exitTrouble
	parser, err := newParser(&cli{}, s)
	if err != nil {
		return err
	}
	program := programOf(parser.Model)
	if err := shell.Usage(s.stderr, program, commandIn(program, command)); err != nil {
		return fmt.Errorf("printing the usage: %w", err)
	}
	return nil
}

// commandIn finds the command that a command line selects, else the default one.
func commandIn(program *shell.Program, command *kong.Context) *shell.Command {
	selected := command.Selected()
	for i := range program.Commands {
		if selected != nil && program.Commands[i].Name == selected.Name {
			return &program.Commands[i]
		}
	}
	return &program.Commands[0]
}

// completionCmd is "stacktriage completion": a script for a shell.
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
	return ignoreBrokenPipe(shell.Completion(s.stdout, c.Shell, programOf(command.Model)))
}

// manCmd is "stacktriage man": the manual page.
type manCmd struct{}

// Help is the part of the help below the description.
func (*manCmd) Help() string {
	return `Examples:

    stacktriage man > stacktriage.1 && man ./stacktriage.1
    stacktriage man | gzip > /usr/local/share/man/man1/stacktriage.1.gz`
}

// Run implements kong's command.
func (*manCmd) Run(s *session, command *kong.Context) error {
	return ignoreBrokenPipe(shell.Man(s.stdout, programOf(command.Model)))
}

// programOf is the model of the command line as its help, completions and manual see it.
func programOf(app *kong.Application) *shell.Program {
	p := &shell.Program{
		Name: app.Name, Version: version(), Tagline: "what the threads of a .NET process are stuck on",
		About: "Reads the text of dotnet-stack report and says whether the thread pool is starved, on what call " +
			"threads block, and in which method of your own code.",
		ExitCodes: [][2]string{
			{"0", "The output was made, and no gate tripped."},
			{"1", "A gate that was asked for tripped (--fail-on, --exit-code)."},
			{"2", "Usage, input that cannot be read or holds no thread, or output that cannot be written."},
		},
		Environment: [][2]string{
			{"NO_COLOR", "Any value turns colour off."},
			{"FORCE_COLOR", "Any value but 0 and false turns colour on where the output is no terminal; those turn it off."},
			{"CLICOLOR_FORCE", "Any value but 0 turns colour on where the output is no terminal."},
			{"FORCE_HYPERLINK", "Any value but 0 and false says that the terminal follows links (OSC 8); those say that not."},
			{"COLUMNS", "How wide text is in a pipe."},
			{"STACKTRIAGE_KEY", "The default of a flag, such as STACKTRIAGE_THEME; stacktriage config lists the keys."},
			{"STACKTRIAGE_CONFIG", "The file that defaults are read from."},
		},
	}
	for _, g := range helpGroups {
		p.Groups = append(p.Groups, g.Title)
	}
	for _, node := range app.Children {
		c := shell.Command{Name: node.Name, Help: node.Help, Detail: node.Detail}
		for _, a := range node.Positional {
			c.Arguments = append(c.Arguments, shell.Argument{Placeholder: a.Summary(), Help: a.Help})
		}
		for _, level := range node.AllFlags(true) {
			for _, f := range level {
				c.Flags = append(c.Flags, flagOf(node.Name, f))
			}
		}
		switch node.Name {
		case "explain":
			c.Words = explainedIDs()
		case "completion":
			c.Words = shell.Shells
		}
		p.Commands = append(p.Commands, c)
	}
	return p
}

func flagOf(command string, f *kong.Flag) shell.Flag {
	flag := shell.Flag{
		Long: f.Name, Help: f.Help,
		File:      slices.Contains([]string{"output", "rules"}, f.Name),
		Negatable: f.Tag != nil && f.Tag.Negatable != "",
	}
	if f.Short != 0 {
		flag.Short = string(f.Short)
	}
	if f.Group != nil {
		flag.Group = f.Group.Title
	}
	if !f.IsBool() && !f.IsCounter() {
		flag.Placeholder, flag.Values = f.FormatPlaceHolder(), valuesOf(command, f)
	}
	return flag
}

// valuesOf lists what can stand behind a flag, as far as it is a choice.
func valuesOf(command string, f *kong.Flag) []string {
	switch {
	case f.Enum != "":
		return strings.Split(f.Enum, ",")
	case f.Name == "fail-on" && command == "series":
		return []string{gateGrowing, gateSamePlace}
	case f.Name == "fail-on":
		return gateIDs()
	case f.Name == "role":
		return wordsOf(filter.Roles)
	case f.Name == "state":
		return wordsOf(filter.States)
	case f.Name == "chat":
		return chat.Names()
	}
	return nil
}

func wordsOf[T ~string](list []T) []string {
	words := make([]string, len(list))
	for i, w := range list {
		words[i] = string(w)
	}
	return words
}

// plainWriter hides that a stream is a file, so that nothing written to it depends on a
// terminal.
type plainWriter struct{ io.Writer }

// versionFlag prints the program's version.
type versionFlag bool

// BeforeReset implements kong's hook.
func (versionFlag) BeforeReset(command *kong.Context) error {
	if _, err := fmt.Fprintln(command.Stdout, buildOf(buildInfo())); err != nil {
		return fmt.Errorf("printing the version: %w", err)
	}
	return errAnswered
}

// versionCmd is "stacktriage version": what --version says, for programs, too.
type versionCmd struct {
	JSON bool `group:"output" name:"json" help:"One JSON object: version, commit, modified, date, go, os, arch."`
}

// Help is the part of the help below the description.
func (*versionCmd) Help() string {
	return `Examples:

    stacktriage version
    stacktriage version --json`
}

// Run implements kong's command.
func (c *versionCmd) Run(s *session) error {
	b := buildOf(buildInfo())
	if !c.JSON {
		_, err := fmt.Fprintln(s.stdout, b)
		return ignoreBrokenPipe(err)
	}
	return ignoreBrokenPipe(schema.WriteBuild(s.stdout, schema.Build(b)))
}

// build is what the program was made of.
type build schema.Build

func buildOf(info *debug.BuildInfo) build {
	return build{
		Version: releaseOr(versionOf(info)), Commit: setting(info, "vcs.revision"),
		Modified: setting(info, "vcs.modified") == "true", Date: setting(info, "vcs.time"),
		Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
	}
}

func (b build) String() string {
	var facts []string
	day, _, _ := strings.Cut(b.Date, "T")
	switch {
	case b.Commit != "" && day != "":
		facts = append(facts, "commit "+shortRevision(b.Commit)+" of "+day)
	case b.Commit != "":
		facts = append(facts, "commit "+shortRevision(b.Commit))
	}
	facts = append(facts, b.Go, b.OS+"/"+b.Arch)
	return "stacktriage " + b.Version + " (" + strings.Join(facts, ", ") + ")"
}

// release is set by the linker for released binaries.
var release string

// version is the release, else what the build recorded.
func version() string { return releaseOr(versionOf(buildInfo())) }

func releaseOr(recorded string) string {
	if release != "" {
		return release
	}
	return recorded
}

// buildInfo is empty in a binary without any.
func buildInfo() *debug.BuildInfo {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info
	}
	return &debug.BuildInfo{}
}

// revisionLength is how much of a revision tells it from all others of a repository.
const revisionLength = 12

// versionOf is the module's version, as "go install" and a build in a repository record
// it, else the revision, else "devel".
func versionOf(info *debug.BuildInfo) string {
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	revision := setting(info, "vcs.revision")
	if revision == "" {
		return "devel"
	}
	version := "devel-" + shortRevision(revision)
	if setting(info, "vcs.modified") == "true" {
		version += "+dirty"
	}
	return version
}

func shortRevision(revision string) string { return revision[:min(len(revision), revisionLength)] }

func setting(info *debug.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}
