package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"stacktriage/capture"
	"stacktriage/parse"
)

// captureCmd is "stacktriage capture": evidence to be judged later or elsewhere.
type captureCmd struct {
	liveFlags
	Output string `group:"output" short:"o" default:"." placeholder:"FOLDER" help:"Where to put the files; it is made if it is not there."`
}

// Help is the part of the help below the description.
func (*captureCmd) Help() string {
	return `The files carry the name of the program, its id and the time, and none is overwritten:
stacks as dotnet-stack prints them, .nettrace streams, and a .capture.json that holds
them together. A report of that file, or of the folder, is the same as one of the
process. They hold the process's command line.

Examples:

    stacktriage capture -p 7 -o incident
    stacktriage report incident

Exit codes: 0 captured, 2 usage, or the process could not be captured.`
}

// Run implements kong's command.
func (c *captureCmd) Run(ctx context.Context, s *session) error {
	if !c.live() {
		return errors.New("which process? Name it with -p PID, -n NAME or --diagnostic-port PATH; stacktriage ps lists them")
	}
	if err := c.check(); err != nil {
		return err
	}
	ctx, stop := untilInterrupted(ctx)
	defer stop()
	target, err := c.target(ctx)
	if err != nil {
		return err
	}
	taken, err := capture.Take(ctx, target, capture.Options{Sample: c.Sample, Events: c.For, Progress: s.progress(c.For)})
	if err != nil {
		return err
	}
	return s.save(taken, c.Output)
}

// save writes a capture to files and names them.
func (s *session) save(taken *capture.Case, folder string) error {
	paths, err := taken.Save(folder)
	for _, path := range paths {
		if _, err := fmt.Fprintln(s.stdout, path); err != nil {
			return ignoreBrokenPipe(err)
		}
	}
	return err
}

// readCapture reads a saved capture as if it came from the process.
func (s *session) readCapture(src source) ([]*parse.Snapshot, error) {
	taken, err := capture.Load(os.DirFS(filepath.Dir(src.path)), filepath.Base(src.path))
	if err != nil {
		return nil, err
	}
	snap, err := s.inputs.Live(liveOf(taken), src.label)
	if err != nil {
		return nil, err
	}
	return []*parse.Snapshot{snap}, nil
}

// isCapture says whether a source is the manifest of a capture.
func (src source) isCapture() bool { return strings.HasSuffix(src.path, capture.ManifestEnd) }

// wholeCaptures leaves out the files that a manifest among them claims: they are read
// with it, as one capture.
func wholeCaptures(files []string) []string {
	claimed := map[string]bool{}
	for _, path := range files {
		if strings.HasSuffix(path, capture.ManifestEnd) {
			folder := filepath.Dir(path)
			for _, name := range capture.Members(os.DirFS(folder), filepath.Base(path)) {
				claimed[filepath.Join(folder, name)] = true
			}
		}
	}
	return slices.DeleteFunc(files, func(path string) bool { return claimed[filepath.Clean(path)] })
}
