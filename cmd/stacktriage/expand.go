package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// expand replaces folders by the files in them, at any depth, and patterns that the
// shell left alone by the files they match. wide says that there was one of either.
func (s *session) expand(sources []source) (all []source, wide bool) {
	for _, src := range sources {
		files, ok, err := filesOf(src)
		if err != nil {
			s.fail(err)
		}
		if !ok {
			all = append(all, src)
			continue
		}
		wide = true
		for _, path := range files {
			all = append(all, source{label: path, path: path, given: true})
		}
	}
	return all, wide
}

// filesOf lists the files of a folder or a pattern; ok is false for anything else.
func filesOf(src source) (files []string, ok bool, err error) {
	if src.path == stdinPath {
		return nil, false, nil
	}
	info, err := os.Stat(src.path)
	switch {
	case err == nil && info.IsDir():
		files, err = filesIn(src.path)
		return files, true, err
	case errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(src.path, "*?["):
		files, err = filepath.Glob(src.path)
		if err != nil {
			return nil, true, fmt.Errorf("%s: %w", src.name(), err)
		}
		if len(files) == 0 {
			return nil, true, fmt.Errorf("%s: no file has such a name", src.name())
		}
		return files, true, nil
	}
	return nil, false, nil
}

// filesIn lists a folder in the order of names, without what is hidden. A folder that
// cannot be read is an error; the files of the others are still listed.
func filesIn(dir string) ([]string, error) {
	var files []string
	var unread error
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			unread = errors.Join(unread, fmt.Errorf("%s: cannot be read: %w", path, reason(err)))
			return nil
		}
		hidden := path != dir && strings.HasPrefix(entry.Name(), ".")
		switch {
		case hidden && entry.IsDir():
			return fs.SkipDir
		case hidden || entry.IsDir():
			return nil
		}
		// A link to a file is as good as the file; pipes and devices would never end.
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			files = append(files, path)
		}
		return nil
	})
	if err = errors.Join(err, unread); err == nil && len(files) == 0 {
		err = fmt.Errorf("%s: there is no file in this folder", dir)
	}
	return files, err
}
