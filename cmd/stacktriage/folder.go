package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

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
