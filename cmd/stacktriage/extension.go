package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"stacktriage/render"
)

// formatOf is the format of a command's output: what --format says, or --chat, else
// what the name behind -o ends in. A name that promises a format the command does not
// have is an error: nobody looks for text in a picture's file.
func (f *outputFlags) formatOf(command *kong.Context, format string) (string, error) {
	given := givenFlags(command)
	if given["format"] || given["chat"] || !f.toFile() {
		return format, nil
	}
	promised, ok := formatByExtension(f.Output)
	switch {
	case !ok:
		return format, nil
	case !slices.Contains(offeredFormats(command), promised.Name):
		return "", fmt.Errorf("%s: files ending in %s are %s, which this command does not write; give --format %s if you mean it",
			f.Output, promised.Extension, promised.Name, format)
	}
	return promised.Name, nil
}

// formatByExtension finds the format with the longest extension that a name ends in.
func formatByExtension(path string) (render.Format, bool) {
	path = strings.ToLower(path)
	var found render.Format
	for _, f := range render.Formats() {
		if strings.HasSuffix(path, f.Extension) && len(f.Extension) > len(found.Extension) {
			found = f
		}
	}
	return found, found.Extension != ""
}

// offeredFormats are those that the --format of a command takes.
func offeredFormats(command *kong.Context) []string {
	for _, flag := range command.Flags() {
		if flag.Name == "format" {
			return strings.Split(flag.Enum, ",")
		}
	}
	return nil
}
