package main

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"stacktriage/filter"
	"stacktriage/render"
)

// surface is the command line as its completions and its manual see it.
type surface struct {
	commands []surfaceCommand // without the hidden ones; the default first
}

type surfaceCommand struct {
	name, help, detail string
	usage              string
	flags              []surfaceFlag
	words              []string // what arguments can be; nil = files
	noArguments        bool
}

type surfaceFlag struct {
	long, short, help, placeholder string
	group                          string
	takes                          bool     // a value
	values                         []string // the known ones
	file                           bool     // the value is a file
}

// surfaceOf reads the model of the command line.
func surfaceOf(app *kong.Application) surface {
	var s surface
	for _, node := range app.Children {
		if node.Hidden {
			continue
		}
		c := surfaceCommand{name: node.Name, help: node.Help, detail: node.Detail, usage: "stacktriage " + node.Name, noArguments: len(node.Positional) == 0}
		for _, p := range node.Positional {
			c.usage += " " + p.Summary()
		}
		if node.Name == "explain" {
			c.words = explainedIDs()
		}
		for _, list := range node.AllFlags(true) {
			for _, f := range list {
				c.addFlag(node.Name, f)
			}
		}
		slices.SortFunc(c.flags, func(a, b surfaceFlag) int { return strings.Compare(a.long, b.long) })
		s.commands = append(s.commands, c)
	}
	return s
}

func (c *surfaceCommand) addFlag(command string, f *kong.Flag) {
	flag := surfaceFlag{
		long: f.Name, help: f.Help, placeholder: f.FormatPlaceHolder(), takes: !f.IsBool() && !f.IsCounter(),
		file: slices.Contains([]string{"output", "rules", "html"}, f.Name),
	}
	if f.Short != 0 {
		flag.short = string(f.Short)
	}
	if f.Group != nil {
		flag.group = f.Group.Title
	}
	if flag.takes {
		flag.values = valuesOf(command, f)
	}
	c.flags = append(c.flags, flag)
	if f.Tag != nil && f.Tag.Negatable != "" {
		flag.long, flag.help = "no-"+f.Name, "The opposite of --"+f.Name+"."
		c.flags = append(c.flags, flag)
	}
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
		return render.ChatNames()
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

// names are those of all commands.
func (s surface) names() []string {
	names := make([]string, len(s.commands))
	for i, c := range s.commands {
		names[i] = c.name
	}
	return names
}

// spellings are the flag as it can be typed.
func (f surfaceFlag) spellings() []string {
	all := []string{"--" + f.long}
	if f.short != "" {
		all = append(all, "-"+f.short)
	}
	return all
}
