package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// helpWord is what many programs take for --help.
const helpWord = "help"

// spelledHelp turns "help COMMAND" into "COMMAND --help".
func spelledHelp(args []string) ([]string, error) {
	if len(args) == 0 || args[0] != helpWord {
		return args, nil
	}
	if len(args) == 1 || strings.HasPrefix(args[1], "-") {
		return []string{"--help"}, nil
	}
	names := commandNames()
	switch {
	case args[1] == helpWord:
		return []string{"--help"}, nil
	case slices.Contains(names, args[1]):
		return []string{args[1], "--help"}, nil
	}
	if near := nearest(args[1], names); len(near) > 0 {
		return nil, fmt.Errorf("help %s: no such command; did you mean %s?", args[1], strings.Join(near, " or "))
	}
	return nil, fmt.Errorf("help %s: no such command; stacktriage help lists them", args[1])
}

// mistyped finds an argument that is no file but reads like a command. Taken for one
// more input, it would have the other arguments analysed in a way nobody asked for.
func mistyped(command *kong.Context) error {
	node := command.Selected()
	if node == nil {
		return nil
	}
	names := append(commandNames(), helpWord)
	for _, p := range node.Positional {
		files, ok := p.Target.Interface().([]string)
		if !ok || p.Name != "file" {
			continue
		}
		for _, word := range files {
			if err := commandLike(word, names); err != nil {
				return err
			}
		}
	}
	return nil
}

func commandLike(word string, names []string) error {
	if _, err := os.Lstat(word); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if slices.Contains(names, word) {
		return fmt.Errorf("%s: no such file; a command stands in front of all other arguments: stacktriage %s", word, word)
	}
	near := nearest(word, names)
	if len(near) == 0 {
		return nil
	}
	return fmt.Errorf(`%s: no such file or command; did you mean "stacktriage %s"?`, word, near[0])
}

// nearest are the names that differ from a wrong one by a slip or two, the likeliest
// first. In a short word the second slip makes another word.
func nearest(wrong string, names []string) []string {
	limit := 2
	if len(wrong) < 5 {
		limit = 1
	}
	var near []string
	for slips := 1; slips <= limit; slips++ {
		for _, name := range names {
			if distance(wrong, name) == slips {
				near = append(near, name)
			}
		}
	}
	return near
}
