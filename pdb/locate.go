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

// Build is what a runtime says of the PDB of an assembly that it loaded. A zero GUID says
// nothing.
type Build struct {
	GUID [16]byte // in the byte order of the files
	Path string   // where the compiler wrote the PDB
}

func (b Build) known() bool { return b.GUID != [16]byte{} }

// is says whether a PDB belongs to the build, as far as that is known.
func (b Build) is(id ID) bool { return !b.known() || b.GUID == [16]byte(id[:16]) }

// Find reads the PDB that belongs to an assembly: the one embedded in it, else one of
// the same build beside it, in one of the other folders, or where the compiler wrote it.
// assembly and folders are names within files, as package io/fs has them. For a
// process use the FS of os.OpenRoot("/proc/7/root"): in os.DirFS a link in a container
// would lead to files of the host.
//
// The assembly in files may be another one than the process has loaded, after a new
// version was put into its place. A PDB counts only if it is of the loaded build; where
// the build is known, it is found without the assembly, too.
//
// Where there is none, the error is a *NotFoundError in words for the user: no PDB, a
// PDB of another build, a Windows PDB.
func Find(files fs.FS, assembly string, loaded Build, folders ...string) (*File, error) {
	img, err := imageIn(files, assembly)
	switch {
	case err == nil && img.HasID && !loaded.is(img.ID):
		err = &NotFoundError{path.Base(assembly) + " is of another build than the process has loaded"}
		fallthrough
	case err != nil && loaded.known():
		return findLoaded(files, candidates(assembly, loaded.Path, folders), loaded, err)
	case err != nil:
		return nil, err
	case img.Embedded():
		return img.embeddedFile(loaded)
	case img.Windows:
		return nil, &NotFoundError{ErrWindows.Error()}
	case !img.HasID:
		return nil, &NotFoundError{"the assembly names no PDB: it was built with <DebugType>none</DebugType>"}
	}
	return search(files, candidates(assembly, img.Path, folders), func(id ID) bool { return id == img.ID })
}

// findLoaded reads a PDB of the loaded build where its assembly is not there, which is
// what err says.
func findLoaded(files fs.FS, names []string, loaded Build, err error) (*File, error) {
	f, missing := search(files, names, loaded.is)
	switch {
	case missing == nil:
		return f, nil
	case missing.Error() == noPDB:
		return nil, err
	}
	return nil, missing
}

func imageIn(files fs.FS, assembly string) (*Image, error) {
	data, err := readFile(files, assembly)
	if err != nil {
		return nil, &NotFoundError{fmt.Sprintf("the assembly cannot be read: %v", reason(err))}
	}
	img, err := ReadImage(data)
	if err != nil {
		return nil, &NotFoundError{fmt.Sprintf("the assembly cannot be read: %v", err)}
	}
	return img, nil
}

func (img *Image) embeddedFile(loaded Build) (*File, error) {
	data, err := img.inflate()
	if err != nil {
		return nil, &NotFoundError{err.Error()}
	}
	f, err := Parse(data)
	if err != nil {
		return nil, &NotFoundError{fmt.Sprintf("embedded PDB: %v", err)}
	}
	if img.HasID && f.ID() != img.ID || !loaded.is(f.ID()) {
		return nil, &NotFoundError{"the embedded PDB is of another build"}
	}
	return f, nil
}

const noPDB = "no PDB beside the assembly or where it was built"

// search reads the first PDB of the right build among some names.
func search(files fs.FS, names []string, right func(ID) bool) (*File, error) {
	why := noPDB
	for _, name := range names {
		data, err := readFile(files, name)
		if err != nil {
			continue
		}
		f, err := Parse(data)
		switch {
		case err != nil:
			why = fmt.Sprintf("%s: %v", path.Base(name), err)
		case !right(f.ID()):
			why = fmt.Sprintf("%s is of another build", path.Base(name))
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
