package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"stacktriage/render"
)

// shareFlags are for outputs that leave the terminal: what a chat program takes, what
// a picture looks like, and what nobody else may read.
type shareFlags struct {
	Chat    string `group:"share" placeholder:"PROGRAM" help:"Write for ${chats}; means --format chat."`
	NoEmoji bool   `group:"share" help:"Chat: no coloured mark in front of the headline."`
	Theme   string `group:"share" enum:"dark,light" default:"dark" placeholder:"NAME" help:"Pictures: dark or light."`
	Copy    bool   `group:"share" help:"Send the chat text to the clipboard of the terminal, too (OSC 52)."`
	Classes bool   `group:"share" help:"Exports: what threads wait in as a root frame of their stacks."`
}

// formatsOf says which formats a flag is for.
var formatsOf = []struct {
	flag    string
	formats []string
}{
	{"chat", []string{"chat"}},
	{"no-emoji", []string{"chat"}},
	{"theme", []string{"png", "svg"}},
	{"classes", []string{"folded", "speedscope", "pprof"}},
}

// choose settles the format: --chat alone means --format chat. A flag that the format
// would not heed is an error, not a surprise.
func (f *shareFlags) choose(command *kong.Context, format string) (string, error) {
	given := givenFlags(command)
	if given["chat"] && !slices.Contains(render.ChatNames(), f.Chat) {
		return "", fmt.Errorf("--chat %s is not known: choose one of %s", f.Chat, strings.Join(render.ChatNames(), ", "))
	}
	if f.Chat != "" && !given["format"] {
		format = "chat"
	}
	for _, row := range formatsOf {
		heeded := slices.Contains(row.formats, format) || f.Copy && row.formats[0] == "chat"
		if given[row.flag] && !heeded {
			return "", fmt.Errorf("--%s is for --format %s, not for %s", row.flag, strings.Join(row.formats, " or "), format)
		}
	}
	return format, nil
}

// givenFlags are the flags that stand on the command line.
func givenFlags(command *kong.Context) map[string]bool {
	given := map[string]bool{}
	for _, element := range command.Path {
		if element.Flag != nil {
			given[element.Flag.Name] = true
		}
	}
	return given
}

// apply hands the flags on to the writers.
func (f *shareFlags) apply(o *render.Options) {
	o.Chat, o.NoEmoji, o.Theme, o.Classes = f.Chat, f.NoEmoji, f.Theme, f.Classes
}

func chatNames() string { return strings.Join(render.ChatNames(), ", ") }
