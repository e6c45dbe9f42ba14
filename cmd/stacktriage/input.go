package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"stacktriage/capture"
	"stacktriage/parse"
)

// source is one input of the command line.
type source struct {
	label string
	path  string // "-" is stdin
	arg   string // as given, where that is more than the path
	given bool   // false for the stdin nobody named
	found bool   // in a folder or by a pattern, not named

	live *liveFlags // a running process instead of a path
	at   time.Time  // when it is to be captured
}

func (src source) listed() bool { return src.found }

const stdinPath = "-"

// sourcesOf reads the arguments: paths, "-", and label=path. No argument is stdin.
func sourcesOf(args []string) ([]source, error) {
	if len(args) == 0 {
		return []source{{label: stdinPath, path: stdinPath}}, nil
	}
	sources := make([]source, 0, len(args))
	stdins := 0
	for _, arg := range args {
		src := sourceOf(arg)
		if src.path == stdinPath {
			stdins++
		}
		sources = append(sources, src)
	}
	if stdins > 1 {
		return nil, errors.New(`"-" is given more than once, but standard input can be read only once`)
	}
	return sources, nil
}

// sourceOf splits label=path, unless a file has the whole name.
func sourceOf(arg string) source {
	label, path, ok := strings.Cut(arg, "=")
	if !ok || label == "" || path == "" {
		return source{label: arg, path: arg, given: true}
	}
	if _, err := os.Lstat(arg); err == nil {
		return source{label: arg, path: arg, given: true}
	}
	return source{label: label, path: path, arg: arg, given: true}
}

// name is how errors call the source: in quotes where the path alone could be misread.
func (src source) name() string {
	switch {
	case src.live != nil:
		return src.label
	case src.arg != "":
		return strconv.Quote(src.arg)
	case strings.TrimSpace(src.path) != src.path:
		return strconv.Quote(src.path)
	}
	return src.path
}

// stat describes an input without reading it. Standard input can be a file, too.
func (s *session) stat(src source) (os.FileInfo, error) {
	if src.path != stdinPath {
		return os.Stat(src.path)
	}
	if file, ok := s.stdin.(*os.File); ok {
		return file.Stat()
	}
	return nil, fs.ErrNotExist
}

// unreadError says why an input cannot be read.
type unreadError struct {
	name string // of the input; empty for standard input that nobody named
	why  error
}

func (e *unreadError) Error() string {
	if e.name == "" {
		return e.why.Error()
	}
	return e.name + ": " + e.why.Error()
}

func (e *unreadError) Unwrap() error { return e.why }

// whyUnread is an error about an input without the name of the input.
func whyUnread(err error) string {
	var unread *unreadError
	if errors.As(err, &unread) {
		return unread.why.Error()
	}
	return err.Error()
}

// readAll reads every input that can be read and names the others on stderr.
func (s *session) readAll(sources []source, strict bool) []*parse.Snapshot {
	var all []*parse.Snapshot
	for _, src := range sources {
		snaps, err := s.read(src)
		if err != nil {
			s.fail(err)
			continue
		}
		if s.hideText {
			hideText(snaps)
		}
		if line := qualityLine(src.label, snaps); line != "" {
			s.say(line)
		}
		if strict && partlyRead(snaps) {
			s.fail(fmt.Errorf("%s: not all of the input could be read, and --strict is given", src.label))
		}
		all = append(all, snaps...)
	}
	return all
}

// read parses one input. Its errors are unreadErrors.
func (s *session) read(src source) ([]*parse.Snapshot, error) {
	snaps, err := s.readSource(src)
	var input *parse.InputError
	if s.hideText && errors.As(err, &input) && input.Quote != "" {
		input.Quote = "(redacted)"
	}
	var entry *parse.EntryError
	if s.hideText && errors.As(err, &entry) {
		entry.Name = "(redacted)"
	}
	switch {
	case err == nil && !s.takesRecordings && slices.ContainsFunc(snaps, withoutStacks):
		err = errNoStacks
	case err == nil:
		if src.live == nil && src.path != stdinPath && !s.hideText {
			for _, snap := range snaps {
				snap.File = src.path
			}
		}
		return snaps, nil
	case errors.As(err, &input) && input.Kind == parse.Empty && !src.given:
		return nil, &unreadError{why: fmt.Errorf("no input given, standard input is empty: %s", input.Cure)}
	case src.live != nil && errors.As(err, new(*capture.Error)):
		return nil, &unreadError{why: err} // its sentence names the process
	case errors.Is(err, syscall.EISDIR):
		err = errors.New("is a directory; name the report files in it")
	}
	return nil, &unreadError{src.name(), err}
}

// errNoStacks refuses a recording where stacks are needed.
var errNoStacks = errors.New("this recording has no stacks of threads; only report can judge it, " +
	"by itself or beside a report as in: stacktriage report REPORT --with RECORDING")

func withoutStacks(s *parse.Snapshot) bool { return len(s.Threads) == 0 }

func (s *session) readSource(src source) ([]*parse.Snapshot, error) {
	if src.live != nil {
		return s.capture(src)
	}
	if src.path == stdinPath {
		return s.readStdin(src.label)
	}
	file, err := openFile(src)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if src.isCapture() {
		return s.readCapture(src)
	}
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() && isZip(file) {
		if snaps, err := s.readArchive(file, info.Size(), src.label); len(snaps) > 0 || err != nil {
			return snaps, err
		}
	}
	return s.inputs.Read(file, src.label)
}

// zipMagic begins a zip.
const zipMagic = "PK\x03\x04"

func isZip(file io.ReaderAt) bool {
	var head [len(zipMagic)]byte
	n, _ := file.ReadAt(head[:], 0)
	return string(head[:n]) == zipMagic
}

// readStdin reads standard input. A zip has its directory at the end, so that it is kept
// whole.
func (s *session) readStdin(label string) ([]*parse.Snapshot, error) {
	in := bufio.NewReader(s.stdin)
	if head, _ := in.Peek(len(zipMagic)); string(head) != zipMagic {
		return s.inputs.Read(in, label)
	}
	const longest = 64 << 20
	packed, err := io.ReadAll(io.LimitReader(in, longest))
	if err != nil {
		return nil, fmt.Errorf("reading zip: %w", err)
	}
	snaps, err := s.readArchive(bytes.NewReader(packed), int64(len(packed)), label)
	if len(snaps) > 0 || err != nil {
		return snaps, err
	}
	return s.inputs.Read(io.MultiReader(bytes.NewReader(packed), in), label)
}

// patternIn is a pattern for the reports in a folder.
func patternIn(folder string) string {
	return strings.TrimRight(folder, `/\`) + string(os.PathSeparator) + "*.txt"
}

// openFile opens a report. A missing or unreadable file and a directory each get a
// sentence that says what to do.
func openFile(src source) (*os.File, error) {
	file, err := os.Open(src.path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && src.arg != "":
		return nil, fmt.Errorf("no such file as %q, which = gives a label; give the path of a saved %q",
			src.path, "dotnet-stack report")
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New(`no such file; give the path of a saved "dotnet-stack report", or - for standard input`)
	case errors.Is(err, fs.ErrPermission):
		return nil, errors.New("permission denied; make the file readable for this user")
	case err != nil:
		return nil, fmt.Errorf("cannot be opened: %w", reason(err))
	}
	info, err := file.Stat()
	if err == nil && info.IsDir() {
		file.Close()
		return nil, errors.New("is a directory; name the report files in it, as in " + patternIn(src.path))
	}
	return file, nil
}

// reason is the part of a path error that the path does not repeat.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// expand replaces folders by the files in them, at any depth, and patterns that the
// shell left alone by the files they match.
func (s *session) expand(sources []source) []source {
	var all []source
	for _, src := range sources {
		files, ok, unread := filesOf(src)
		for _, err := range unread {
			s.fail(err)
		}
		if !ok {
			all = append(all, src)
			continue
		}
		files = wholeCaptures(files)
		for _, path := range files {
			all = append(all, source{label: path, path: path, given: true, found: true})
		}
	}
	return all
}

// filesOf lists the files of a folder or a pattern, and says what of it cannot be read; ok
// is false for anything else.
func filesOf(src source) (files []string, ok bool, unread []error) {
	if src.path == stdinPath {
		return nil, false, nil
	}
	info, err := os.Stat(src.path)
	switch {
	case err == nil && info.IsDir():
		files, unread = filesIn(src.path)
		return files, true, unread
	// Windows calls a pattern an invalid name, not a missing file; its shells expand none.
	case err != nil && !errors.Is(err, fs.ErrPermission) && strings.ContainsAny(src.path, "*?["):
		files, err = filepath.Glob(src.path)
		if err != nil {
			return nil, true, []error{fmt.Errorf("%s: %w", src.name(), err)}
		}
		if len(files) == 0 {
			return nil, true, []error{fmt.Errorf("%s: no file has such a name", src.name())}
		}
		return files, true, nil
	}
	return nil, false, nil
}

// filesIn lists the files of a folder at any depth, in the order of names, without what
// is hidden. Linked folders are followed, each once. What cannot be read is an error
// each; the others are still listed.
func filesIn(dir string) (files []string, unread []error) {
	w := folderWalk{entered: map[string]bool{}}
	w.enter(dir)
	slices.Sort(w.files)
	if len(w.files) == 0 && len(w.unread) == 0 {
		w.unread = append(w.unread, fmt.Errorf("%s: there is no file in this folder", dir))
	}
	return w.files, w.unread
}

// folderWalk follows links, which filepath.WalkDir does not.
type folderWalk struct {
	files   []string
	unread  []error
	entered map[string]bool // folders by their real paths, so that no circle of links is endless
}

func (w *folderWalk) enter(dir string) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		w.skip(dir, fmt.Errorf("cannot be read: %w", reason(err)))
		return
	}
	if w.entered[real] {
		return
	}
	w.entered[real] = true
	entries, err := os.ReadDir(dir)
	if err != nil {
		w.skip(dir, fmt.Errorf("cannot be read: %w", reason(err)))
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), ".") {
			w.take(filepath.Join(dir, entry.Name()), entry)
		}
	}
}

// take lists a file or enters a folder, also through a link. Pipes and devices would
// never end.
func (w *folderWalk) take(path string, entry fs.DirEntry) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && entry.Type()&fs.ModeSymlink != 0:
		w.skip(path, errors.New("not read: a link to nothing"))
	case err != nil:
		w.skip(path, fmt.Errorf("cannot be read: %w", reason(err)))
	case info.IsDir():
		w.enter(path)
	case info.Mode().IsRegular():
		w.files = append(w.files, path)
	case info.Mode()&fs.ModeNamedPipe != 0:
		w.skip(path, errors.New("not read: a pipe in a folder; name it to read what comes through it"))
	default:
		w.skip(path, errors.New("not read: no regular file"))
	}
}

func (w *folderWalk) skip(path string, why error) {
	w.unread = append(w.unread, &unreadError{path, why})
}
