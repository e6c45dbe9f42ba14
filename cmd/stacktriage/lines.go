package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"

	"stacktriage/capture"
	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/lines"
)

// linesFlag says where symbol files of recordings lie. Those of a running process are
// found where the process has them.
type linesFlag struct {
	Symbols []string `group:"judge" placeholder:"DIR" help:"${symbols}"`
}

// symbolsHelp is the help of --symbols.
const symbolsHelp = "Folders with the assemblies of a recorded process and their portable PDBs: " +
	"frames of own code then have file and line. A running process is asked for its own."

// find lets the reader name the source lines of recordings.
func (f *linesFlag) find(s *session, opt diagnose.Options) error {
	s.own = func(module string) bool { return classify.KindOfModule(module, opt) == classify.KindUser }
	s.symbols = nil
	for _, dir := range f.Symbols {
		info, err := os.Stat(dir)
		switch {
		case err != nil:
			return fmt.Errorf("--symbols %s: %w", strconv.Quote(dir), reason(err))
		case !info.IsDir():
			return fmt.Errorf("--symbols %s: is no folder", strconv.Quote(dir))
		}
		s.symbols = append(s.symbols, os.DirFS(dir))
	}
	s.inputs.Lines = lines.InFolders(s.symbols, "--symbols names no folder with its PDB", s.own)
	return nil
}

// findLinesOf lets the reader name the source lines of a running process by what lies in
// its own file system, and in the folders of --symbols.
func (s *session) findLinesOf(target capture.Target) (release func()) {
	root, err := rootOf(target)
	if err != nil {
		why := "the files of the process cannot be looked at from here, and --symbols names no folder"
		s.inputs.Lines = lines.InFolders(s.symbols, why, s.own)
		return func() {}
	}
	s.inputs.Lines = lines.New(root.FS(), s.symbols, s.own)
	return func() { root.Close() }
}

// rootOf opens the file system of a process. Links in it cannot lead out of it: a process
// in a container must not choose which files of the host are read.
func rootOf(target capture.Target) (*os.Root, error) {
	switch {
	case runtime.GOOS == "linux" && target.PID > 0:
		return os.OpenRoot(fmt.Sprintf("/proc/%d/root", target.PID))
	case runtime.GOOS == "darwin":
		return os.OpenRoot("/")
	}
	return nil, errors.ErrUnsupported
}
