package main

import (
	"errors"
	"fmt"
	"strings"
)

// refuseEmpty finds an argument without a character in it. It is what a shell makes of
// "$GATE" where nobody has set GATE: taken for no value at all, a gate would be off and
// nobody would know.
func refuseEmpty(args []string) error {
	for i, arg := range args {
		switch {
		case arg == "--":
			return emptyFile(args[i+1:])
		case arg == "" && i > 0 && isFlag(args[i-1]):
			return emptyValue(args[i-1])
		case arg == "":
			return emptyFile(args[i:])
		case strings.HasPrefix(arg, "--") && strings.IndexByte(arg, '=') == len(arg)-1:
			return emptyValue(strings.TrimSuffix(arg, "="))
		}
	}
	return nil
}

func isFlag(arg string) bool { return len(arg) > 1 && arg[0] == '-' && !strings.Contains(arg, "=") }

func emptyValue(flag string) error {
	return fmt.Errorf("%s is empty, perhaps by a variable that is not set", flag)
}

func emptyFile(args []string) error {
	for _, arg := range args {
		if arg == "" {
			return errors.New(`"" is no name of a file; perhaps a variable is not set`)
		}
	}
	return nil
}
