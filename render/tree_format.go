package render

import (
	"fmt"
	"io"
	"strings"

	"stacktriage/diagnose"
)

// TreeFormat is one form in which the tree is written.
type TreeFormat struct {
	Name   string
	Binary bool // not for terminals
	Write  func(io.Writer, *diagnose.Report, TreeOptions) error
}

// treeFormats is the registry of trees; adding an output is adding a row. For the
// browser there is the page of the report.
var treeFormats = [...]TreeFormat{
	{"text", false, Tree},
	{"png", true, TreePNG},
	{"svg", false, TreeSVG},
}

// LookupTree finds a format of trees by its name.
func LookupTree(name string) (TreeFormat, error) {
	names := make([]string, 0, len(treeFormats))
	for _, f := range treeFormats {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return TreeFormat{}, fmt.Errorf("unknown format %q of a tree: choose one of %s", name, strings.Join(names, ", "))
}
