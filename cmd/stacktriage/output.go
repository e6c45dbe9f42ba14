package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"stacktriage/layout"
	"stacktriage/output/chat"
	"stacktriage/render"
)

// outputFlags say where an output goes and what it may look like. The format is a flag
// of each command, since not every command has every format.
type outputFlags struct {
	Output string    `group:"output" short:"o" placeholder:"FILE" help:"${output}"`
	Color  string    `group:"output" default:"auto" enum:"auto,always,never" placeholder:"WHEN" help:"${color}"`
	Links  string    `group:"output" default:"auto" enum:"auto,always,never" placeholder:"WHEN" help:"${links}"`
	Quiet  bool      `group:"output" short:"q" help:"${quiet}"`
	Width  lineWidth `group:"output" placeholder:"N" help:"${width}"`
}

// toFile reports whether the output goes to a file and not to stdout.
func (f *outputFlags) toFile() bool {
	switch f.Output {
	case "", stdinPath, "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
		return false // by its name it would be replaced, and not written to
	}
	return true
}

// options are what every output may look like here.
func (f *outputFlags) options(env environment) render.Options {
	o := render.Options{Version: version(), Unicode: wantUnicode(env), Width: int(f.Width)}
	if !f.toFile() {
		o.Height = env.height
		if o.Width <= 0 {
			o.Width = env.columns()
		}
	}
	o.Width = min(o.Width, maxWidth)
	colour := wantColor(f.Color, env, f.toFile())
	if links := wantLinks(f.Links, env, f.toFile(), colour); colour || links {
		o.Palette = layout.ANSI(colour, links)
	}
	return o
}

// write takes an output to where it belongs.
func (f *outputFlags) write(s *session, write func(io.Writer) error) error {
	switch {
	case !f.toFile():
		return ignoreBrokenPipe(write(s.stdout))
	case f.Output == "/dev/stderr":
		return ignoreBrokenPipe(write(s.stderr))
	}
	return writeFile(f.Output, write)
}

// refuseInput keeps an output from replacing what it is made from, under whatever name:
// a capture of an incident cannot be taken again.
func (f *outputFlags) refuseInput(s *session, sources []source, rules string) error {
	if !f.toFile() {
		return nil
	}
	output, err := os.Stat(f.Output)
	if err != nil || !output.Mode().IsRegular() {
		return nil // nothing there to lose
	}
	for _, src := range sources {
		if input, err := s.stat(src); err == nil && os.SameFile(output, input) {
			return fmt.Errorf("-o %s: is an input of this command, which would be lost; name another file", f.Output)
		}
	}
	if input, err := os.Stat(rules); err == nil && os.SameFile(output, input) {
		return fmt.Errorf("-o %s: holds the rules in use, which would be lost; name another file", f.Output)
	}
	return nil
}

// refuseBinary keeps bytes that are no text away from terminals.
func (f *outputFlags) refuseBinary(env environment, name string, binary bool) error {
	if binary && !f.toFile() && env.stdoutTerminal {
		return fmt.Errorf("%s is not for terminals: name a file with -o", name)
	}
	return nil
}

// formatJSON is the format for programs, of every command that has formats.
const formatJSON = "json"

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

// chosenFormat settles the format of a command's output: what --format says, else chat
// with --chat, else what the name behind -o ends in. A flag that the format would not
// heed is an error, not a surprise.
func (f *outputFlags) chosenFormat(command *kong.Context, format, program string) (string, error) {
	given := givenFlags(command)
	if given["chat"] && !slices.Contains(chat.Names(), program) {
		return "", fmt.Errorf("--chat %s is not known: choose one of %s", program, strings.Join(chat.Names(), ", "))
	}
	switch {
	case given["format"]:
	case given["chat"]:
		format = "chat"
	case f.toFile():
		promised, err := f.promisedFormat(command, format)
		if err != nil {
			return "", err
		}
		format = promised
	}
	for _, row := range formatsOf {
		heeded := slices.Contains(row.formats, format) || given["copy"] && row.formats[0] == "chat"
		if given[row.flag] && !heeded {
			return "", fmt.Errorf("--%s is for --format %s, not for %s", row.flag, strings.Join(row.formats, " or "), format)
		}
	}
	return format, nil
}

// promisedFormat is the one that the name of the output file ends in, else the given
// one. A name that promises a format the command does not have is an error: nobody looks
// for text in a picture's file.
func (f *outputFlags) promisedFormat(command *kong.Context, format string) (string, error) {
	promised, ok := formatByExtension(f.Output)
	switch {
	case !ok:
		return format, nil
	case !slices.Contains(offeredFormats(command), promised.Name):
		return "", fmt.Errorf("%s: files ending in %s are %s, which this command does not write; "+
			"give --format %s if you mean it", f.Output, promised.Extension, promised.Name, format)
	}
	return promised.Name, nil
}

// givenFlags are the flags that stand on the command line; a default of the user's is none
// of them.
func givenFlags(command *kong.Context) map[string]bool {
	given := map[string]bool{}
	for _, element := range command.Path {
		if element.Flag != nil && !element.Resolved {
			given[element.Flag.Name] = true
		}
	}
	return given
}

// formatByExtension finds the format with the longest extension that a name ends in.
func formatByExtension(path string) (render.Format, bool) {
	path = strings.ToLower(path)
	var found render.Format
	for _, f := range render.Formats(render.Reports) {
		for _, extension := range []string{f.Extension, f.Also} {
			if strings.HasSuffix(path, extension) && len(extension) > len(found.Extension) {
				found = f
			}
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

// writeFile replaces a file as a whole: what is there stays until the new content is
// complete. Devices and pipes are written to directly.
func writeFile(path string, write func(io.Writer) error) error {
	if err := writeTo(path, write); err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, reason(err))
	}
	return nil
}

// Reasons why an output is refused.
var (
	errFolder   = errors.New("it is a directory")
	errReadOnly = errors.New("it is read-only; remove it or name another file")
)

func writeTo(path string, write func(io.Writer) error) error {
	link, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return replaceFile(path, nil, write)
	}
	if err != nil {
		return err
	}
	info := link
	if link.Mode()&fs.ModeSymlink != 0 {
		// A link stays a link: its target is replaced. Whether it may be followed is for
		// the system to say, which protects links in folders that everybody can write to.
		if info, err = os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return writeDirectly(path, os.O_CREATE, write)
		} else if err != nil {
			return err
		}
	}
	switch {
	case info.IsDir():
		return errFolder
	case !info.Mode().IsRegular():
		return writeDirectly(path, 0, write)
	case info.Mode().Perm()&0o222 == 0:
		return errReadOnly
	}
	if link.Mode()&fs.ModeSymlink != 0 {
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	}
	return replaceFile(path, info, write)
}

func writeDirectly(path string, create int, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY|create, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// replaceFile writes beside the file and renames what is complete. Interrupted, it leaves
// nothing behind. old is what is there, nil for nothing: its owner and permissions are
// kept.
func replaceFile(path string, old fs.FileInfo, write func(io.Writer) error) error {
	file, err := createBeside(path)
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // nothing is there once it has its own name
	defer removeWhenInterrupted(file.Name())()
	if err := errors.Join(write(file), file.Close()); err != nil {
		return err
	}
	if old == nil {
		return os.Rename(file.Name(), path)
	}
	if !sameOwner(file.Name(), old) || os.Chmod(file.Name(), old.Mode().Perm()) != nil {
		// It cannot be replaced by a file of the same owner, but perhaps written to.
		return overwrite(path, file.Name())
	}
	return os.Rename(file.Name(), path)
}

// createBeside creates a new file in the folder of path, with the permissions that a
// file made there by the shell would have. Its name is short, whatever that of the file.
func createBeside(path string) (*os.File, error) {
	for n := 0; ; n++ {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".stacktriage-%d-%d.tmp", os.Getpid(), n))
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if os.IsExist(err) && n < 100 {
			continue
		}
		return file, err
	}
}

// overwrite copies what is complete into a file.
func overwrite(path, complete string) error {
	from, err := os.Open(complete)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return errors.Join(err, to.Close())
}

// removeWhenInterrupted removes a file if the program is told to end, and then ends it as
// shells expect it; the returned function takes that back.
func removeWhenInterrupted(name string) (stop func()) {
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, interruptions...)
	go func() {
		select {
		case got := <-signals:
			os.Remove(name)
			os.Exit(interruptedCode(got))
		case <-done:
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
	}
}

// ignoreBrokenPipe is for readers that have seen enough, such as head.
func ignoreBrokenPipe(err error) error {
	if err == nil || brokenPipe(err) {
		return nil
	}
	return fmt.Errorf("standard output cannot be written: %w", reason(err))
}
