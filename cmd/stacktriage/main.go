// Command stacktriage says what the threads of a .NET process are stuck on, from the
// text that dotnet-stack prints.
//
// The package turns arguments, environment and files into calls of the packages that
// know better: it parses no stacks, draws no conclusions and lays out no lines.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"

	"github.com/alecthomas/kong"

	"stacktriage/evidence"
	"stacktriage/layout"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, systemEnvironment()))
}

// The exit codes.
const (
	exitOK      = 0
	exitTripped = 1 // a gate the user asked for
	exitTrouble = 2 // usage, unreadable input, output not writable
)

// session is one run of the program: its streams, its environment and the exit code so
// far.
type session struct {
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	env    environment
	code   int

	ctx     context.Context          // ends what takes time: captures of running processes
	own     func(module string) bool // whether a module is own code, as far as its name tells
	symbols []fs.FS                  // folders of --symbols
	inputs  *evidence.Reader         // reads them, and remembers what lies beside reports

	takesRecordings bool // without stacks

	settings settings // what is wanted by default

	quiet    bool // only trouble is said
	hideText bool // of the input, in what is said on stderr
	// hidden are names of files and what is said instead of them, in pairs.
	hidden [][2]string
}

// cli is the command line. A field of it is a subcommand, each in a file of its own.
type cli struct {
	Report     reportCmd     `cmd:"" default:"withargs" help:"${reportHelp}"`
	Diff       diffCmd       `cmd:"" help:"Compare BEFORE with AFTER: did the fix work?"`
	Tree       treeCmd       `cmd:"" help:"Draw the threads merged on the frames they share: the parallel-stacks view."`
	Series     seriesCmd     `cmd:"" help:"${seriesHelp}"`
	Ps         psCmd         `cmd:"" help:"List the .NET processes that can be captured here."`
	Capture    captureCmd    `cmd:"" help:"Save the stacks, events and threads of a running process to files."`
	Watch      watchCmd      `cmd:"" help:"Watch a process at no cost to it, and capture it when trouble begins."`
	Explain    explainCmd    `cmd:"" help:"${explainHelp}"`
	Rules      rulesCmd      `cmd:"" help:"List all findings, causes and roles."`
	Learn      learnCmd      `cmd:"" help:"Write rules that set aside the waits of an idle process."`
	Completion completionCmd `cmd:"" help:"Print a completion script for a shell."`
	Man        manCmd        `cmd:"" help:"Print the manual page."`
	Config     configCmd     `cmd:"" help:"Show the defaults of flags, and where they come from."`
	Schema     schemaCmd     `cmd:"" help:"Print the JSON Schema of every JSON output."`
	Version    versionCmd    `cmd:"" help:"Print the version, the commit it was built from, and its date."`

	Help        helpFlag    `short:"h" help:"Show this help."`
	VersionFlag versionFlag `name:"version" help:"Print the version, commit and date."`
}

// run executes one command line and returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env environment) int {
	s := &session{stdin: stdin, stdout: stdout, stderr: stderr, env: env, ctx: ctx, inputs: evidence.NewReader()}
	var unsettled error
	s.settings, unsettled = loadSettings(env)
	args, err := spelledHelp(args)
	if err != nil {
		s.fail(err)
		return s.code
	}
	plain := armoured(args)
	command, err := s.parse(joinNumbers(plain))
	switch {
	case errors.Is(err, errAnswered):
		return exitOK
	case err != nil:
		s.fail(fmt.Errorf("%w; stacktriage --help lists the flags", err))
		return s.code
	case unsettled != nil:
		s.fail(unsettled)
		return s.code
	}
	if !slices.Equal(plain, args) {
		restore(command)
	}
	if err := mistyped(command); err != nil {
		s.fail(err)
		return s.code
	}
	command.BindTo(ctx, (*context.Context)(nil))
	if err := command.Run(s); err != nil {
		s.fail(err)
	}
	return s.code
}

func newParser(root any, s *session) (*kong.Kong, error) { return newParserOf(root, s, helpTexts()) }

func newParserOf(root any, s *session, options ...kong.Option) (*kong.Kong, error) {
	return kong.New(root, append([]kong.Option{
		kong.Name("stacktriage"),
		kong.Writers(plainWriter{s.stdout}, plainWriter{s.stderr}),
		kong.NoDefaultHelp(),
		kong.ExplicitGroups(helpGroups),
		kong.Resolvers(kong.ResolverFunc(s.settings.resolve)),
	}, options...)...)
}

// fail prints one sentence of what went wrong. Trouble outranks a tripped gate.
func (s *session) fail(err error) {
	s.print(err.Error())
	s.code = exitTrouble
}

// minStderrWidth is the width below which wrapping makes a message harder to read.
const minStderrWidth = 40

// say prints what is good to know, unless -q is given.
func (s *session) say(line string) {
	if !s.quiet {
		s.print(line)
	}
}

// print prints a line on stderr, wrapped for the eye only: a file or a pipe gets one line.
// Whatever part of it comes from the input or a file's name, it cannot reach the
// terminal as a command.
func (s *session) print(line string) {
	const lead = "stacktriage: "
	for _, pair := range s.hidden {
		// Messages that quote a name escape what is in it: the separators of Windows, too.
		quoted := strconv.Quote(pair[0])
		line = replaceName(line, quoted[1:len(quoted)-1], pair[1])
		line = replaceName(line, pair[0], pair[1])
	}
	line = layout.Clean(line, wantUnicode(s.env))
	if s.env.stderrWidth > 0 {
		fmt.Fprintln(s.stderr, layout.Paragraph(lead, line, max(s.env.stderrWidth, minStderrWidth)))
		return
	}
	fmt.Fprintln(s.stderr, lead+line)
}

// trip records that a gate found what it was to look for.
func (s *session) trip(line string) {
	s.print(line)
	if s.code == exitOK {
		s.code = exitTripped
	}
}
