package main

import (
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// reportOnly is the command line with nothing but the default command. Building the
// model of every command takes longer than reading a report of 70 threads, so the
// commonest use gets by without.
type reportOnly struct {
	Report reportCmd `cmd:"" default:"withargs"`

	Help    helpFlag `short:"h"`
	Version versionFlag
}

// parse takes a command line apart. What the default command alone does not
// understand is parsed with all commands, for the same words in every error.
func (s *session) parse(args []string) (*kong.Context, error) {
	if err := refuseEmpty(args); err != nil {
		return nil, err
	}
	if onlyReport(args) {
		if command, err := s.parseAs(&reportOnly{}, args); err == nil {
			return command, nil
		}
	}
	return s.parseAs(&cli{}, args)
}

func (s *session) parseAs(root any, args []string) (*kong.Context, error) {
	parser, err := newParser(root, s)
	if err != nil {
		return nil, err
	}
	return parser.Parse(args)
}

// onlyReport reports a command line that names no other command and asks for no help.
func onlyReport(args []string) bool {
	if len(args) == 0 || args[0] != "report" && slices.Contains(commandNames(), args[0]) {
		return false
	}
	return !slices.ContainsFunc(args, func(arg string) bool {
		return arg == "-h" || arg == "--help" || arg == "--version"
	})
}

// commandNames are the subcommands, as the fields of cli name them.
func commandNames() []string {
	var names []string
	root := reflect.TypeFor[cli]()
	for i := range root.NumField() {
		if _, ok := root.Field(i).Tag.Lookup("cmd"); ok {
			names = append(names, strings.ToLower(root.Field(i).Name))
		}
	}
	return names
}
