package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// writeFile replaces a file as a whole: what is there stays until the new content is
// complete. Devices and pipes are written to directly.
func writeFile(path string, write func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return writeDirectly(path, info, write)
	}
	// A link stays a link: its target is replaced.
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	return replaceFile(path, write)
}

func writeDirectly(path string, info os.FileInfo, write func(io.Writer) error) error {
	if info.IsDir() {
		return fmt.Errorf("%s: cannot be written: it is a directory", path)
	}
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, reason(err))
	}
	if err := errors.Join(write(file), file.Close()); err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, reason(err))
	}
	return nil
}

func replaceFile(path string, write func(io.Writer) error) error {
	file, err := createBeside(path)
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, reason(err))
	}
	err = errors.Join(write(file), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		os.Remove(file.Name())
		return fmt.Errorf("%s: cannot be written: %w", path, reason(err))
	}
	return nil
}

// createBeside creates a new file in the folder of path, with the permissions that a
// file made there by the shell would have, or those of the file to be replaced.
func createBeside(path string) (*os.File, error) {
	mode := os.FileMode(0o666)
	info, statErr := os.Stat(path)
	for n := 0; ; n++ {
		name := fmt.Sprintf("%s.%d-%d.tmp", path, os.Getpid(), n)
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if os.IsExist(err) && n < 100 {
			continue
		}
		if err == nil && statErr == nil {
			err = file.Chmod(info.Mode().Perm())
		}
		return file, err
	}
}

// ignoreBrokenPipe is for readers that have seen enough, such as head.
func ignoreBrokenPipe(err error) error {
	if err == nil || brokenPipe(err) {
		return nil
	}
	return fmt.Errorf("standard output cannot be written: %w", reason(err))
}
