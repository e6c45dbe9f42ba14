package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
)

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
