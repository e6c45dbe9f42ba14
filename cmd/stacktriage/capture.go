package main

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
	Output string `group:"output" short:"o" default:"." placeholder:"FOLDER|FILE.zip" help:"${captureOutput}"`
}

// Help is the part of the help below the description.
func (*captureCmd) Help() string {
	return `The files carry the name of the program, its id and the time, and none is overwritten:
stacks as dotnet-stack prints them, .nettrace streams, and a .capture.json that holds
them together. With -o FILE.zip they are in one file, to be sent. A report of the
.capture.json, of the folder or of the .zip is the same as one of the process. They
hold the process's command line.

Examples:

    stacktriage capture -p 7 -o incident
    stacktriage report incident
    stacktriage capture -p 7 -o incident.zip
    stacktriage report incident.zip

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
	if err := c.checkOutput(); err != nil {
		return err
	}
	ctx, stop := untilInterrupted(ctx)
	defer stop()
	target, err := c.target(ctx)
	if err != nil {
		return err
	}
	taken, err := capture.Take(ctx, target, capture.Options{
		Sample: c.Sample, Events: c.For, NoLines: !c.Lines, Progress: s.progress(c.For),
	})
	if err != nil {
		return err
	}
	return s.save(taken, c.Output)
}

// checkOutput refuses what is there before the process is asked for anything.
func (c *captureCmd) checkOutput() error {
	info, err := os.Stat(c.Output)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir() {
		return nil
	}
	if err != nil {
		return fmt.Errorf("-o %s: %w", c.Output, reason(err))
	}
	return fmt.Errorf("-o %s: it is there already, and a capture overwrites nothing: name a folder, or a new %s file",
		c.Output, capture.ArchiveEnd)
}

// save writes a capture to one file or to several and names them.
func (s *session) save(taken *capture.Case, output string) error {
	paths := []string{output}
	var err error
	if info, there := os.Stat(output); capture.IsArchive(output) && !(there == nil && info.IsDir()) {
		err = taken.SaveArchive(output)
	} else {
		paths, err = taken.Save(output)
	}
	if err != nil && len(paths) == 1 {
		return err
	}
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

// readArchive reads a zip of captures, each as if it came from its process; none for any
// other file.
func (s *session) readArchive(file io.ReaderAt, size int64, label string) ([]*parse.Snapshot, error) {
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return nil, nil // whoever reads it next says why
	}
	manifests, err := capture.ArchivedManifests(archive)
	if err != nil {
		return nil, err
	}
	var snaps []*parse.Snapshot
	for _, name := range manifests {
		taken, err := capture.Load(archive, name)
		if err != nil {
			return nil, err
		}
		snap, err := s.inputs.Live(liveOf(taken), label)
		if err != nil {
			return nil, err
		}
		snaps = append(snaps, snap)
	}
	return snaps, nil
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
