package pdb

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// NotFoundError says why an assembly's PDB was not read.
type NotFoundError struct{ Reason string }

func (e *NotFoundError) Error() string { return e.Reason }

// Find reads the PDB that belongs to an assembly: the one embedded in it, else one of
// the same build beside it, in one of the other folders, or where the compiler wrote it.
// assembly and folders are names within files, as package io/fs has them. For a
// process use the FS of os.OpenRoot("/proc/7/root"): in os.DirFS a link in a container
// would lead to files of the host.
//
// Where there is none, the error is a *NotFoundError in words for the user: no PDB, a
// PDB of another build, a Windows PDB.
func Find(files fs.FS, assembly string, folders ...string) (*File, error) {
	data, err := readFile(files, assembly)
	if err != nil {
		return nil, &NotFoundError{fmt.Sprintf("the assembly cannot be read: %v", reason(err))}
	}
	img, err := ReadImage(data)
	if err != nil {
		return nil, &NotFoundError{fmt.Sprintf("the assembly cannot be read: %v", err)}
	}
	if img.Embedded() {
		return img.embeddedFile()
	}
	if img.Windows {
		return nil, &NotFoundError{ErrWindows.Error()}
	}
	if !img.HasID {
		return nil, &NotFoundError{"the assembly names no PDB: it was built with <DebugType>none</DebugType>"}
	}
	return img.search(files, candidates(assembly, img.Path, folders))
}

func (img *Image) embeddedFile() (*File, error) {
	data, err := img.inflate()
	if err != nil {
		return nil, &NotFoundError{err.Error()}
	}
	f, err := Parse(data)
	if err != nil {
		return nil, &NotFoundError{fmt.Sprintf("embedded PDB: %v", err)}
	}
	if img.HasID && f.ID() != img.ID {
		return nil, &NotFoundError{"the embedded PDB is of another build than the assembly"}
	}
	return f, nil
}

// search reads the first PDB of the assembly's build among some names.
func (img *Image) search(files fs.FS, names []string) (*File, error) {
	why := "no PDB beside the assembly or where it was built"
	for _, name := range names {
		data, err := readFile(files, name)
		if err != nil {
			continue
		}
		f, err := Parse(data)
		switch {
		case err != nil:
			why = fmt.Sprintf("%s: %v", path.Base(name), err)
		case f.ID() != img.ID:
			why = fmt.Sprintf("%s is of another build than the assembly", path.Base(name))
		default:
			return f, nil
		}
	}
	return nil, &NotFoundError{why}
}

// candidates are the names under which the PDB of an assembly can lie.
func candidates(assembly, built string, folders []string) []string {
	own := strings.TrimSuffix(strings.TrimSuffix(path.Base(assembly), ".dll"), ".exe") + ".pdb"
	built = strings.ReplaceAll(built, `\`, "/")
	bases := []string{own}
	if base := path.Base(built); base != own && fs.ValidPath(base) && base != "." {
		bases = append(bases, base)
	}
	var names []string
	for _, folder := range append([]string{path.Dir(assembly)}, folders...) {
		for _, base := range bases {
			names = append(names, path.Join(folder, base))
		}
	}
	if rooted := strings.TrimPrefix(path.Clean(built), "/"); strings.HasPrefix(built, "/") && fs.ValidPath(rooted) {
		names = append(names, rooted)
	}
	return names
}

// readFile reads a regular file whole: a path in an assembly may name a device.
func readFile(files fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(files, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is no regular file")
	}
	if info.Size() > maxFile {
		return nil, errors.New("it is too large")
	}
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxFile))
}

// reason is the part of an error that does not repeat the path.
func reason(err error) error {
	var in *fs.PathError
	if errors.As(err, &in) {
		return in.Err
	}
	return err
}
