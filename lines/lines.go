// Package lines names the source lines of a process's own code: it turns an instruction
// that nettrace found into file and line by the PDB of its assembly.
//
// It looks for PDBs where a process keeps them: in the assembly, beside it, where it was
// built, and in folders that the user names. It asks nobody on a network, and where a PDB
// is missing or of another build it gives no line and says why.
package lines

import (
	"io/fs"
	"path"
	"strings"

	"stacktriage/nettrace"
	"stacktriage/pdb"
)

// Finder finds lines. It reads each assembly once.
type Finder struct {
	files   fs.FS   // of the process; nil where they are not at hand,
	absent  string  // for this reason
	folders []fs.FS // that the user named
	own     func(module string) bool
	read    map[build]*pdb.File
	why     reasons
	urls    map[string]string
}

// build is an assembly as a process has loaded it.
type build struct {
	path string
	pdb  nettrace.PDB
}

// New finds the assemblies of a process in files, at the paths that the process knows
// them by, and then in folders by their names alone. Only the modules that own says are
// of interest are read.
func New(files fs.FS, folders []fs.FS, own func(module string) bool) *Finder {
	return &Finder{
		files: files, folders: folders, own: own,
		read: map[build]*pdb.File{}, why: reasons{}, urls: map[string]string{},
	}
}

// InFolders finds assemblies and PDBs by their names in folders, wherever the process had
// them: recordings come from other machines. Where there are no folders, absent is why
// nothing is found.
func InFolders(folders []fs.FS, absent string, own func(module string) bool) *Finder {
	f := New(nil, folders, own)
	f.absent = absent
	return f
}

// Locate is a nettrace.Locate.
func (f *Finder) Locate(at nettrace.ILOffset) (found nettrace.SourceLines, ok bool) {
	name, module := inFS(at.Module)
	if name == "" || !f.own(module) {
		return found, false
	}
	symbols := f.symbols(name, module, at)
	switch {
	case symbols == nil:
		return found, false
	case at.Unmapped:
		f.why.frame(module, withoutMap, at.Method)
		return found, false
	}
	place, ok := symbols.Positions(pdb.Token(at.Token), at.Offset, at.End)
	if !ok {
		f.why.frame(module, withoutLine, at.Method)
		return found, false
	}
	if place.URL != "" {
		f.urls[place.File] = place.URL
	}
	return nettrace.SourceLines{File: place.File, First: place.Line, Last: place.Last}, true
}

// symbols is the PDB of an assembly as the process has loaded it; nil where there is none.
func (f *Finder) symbols(name, module string, at nettrace.ILOffset) *pdb.File {
	loaded := build{name, at.PDB}
	if symbols, known := f.read[loaded]; known {
		return symbols
	}
	symbols, err := f.search(name, pdb.Build(at.PDB))
	if err != nil {
		f.why.module(module, err.Error())
		symbols = nil
	}
	f.read[loaded] = symbols
	return symbols
}

// search looks in the process's file system, then for the name alone in the folders.
func (f *Finder) search(name string, loaded pdb.Build) (*pdb.File, error) {
	first := error(&pdb.NotFoundError{Reason: f.absent})
	if f.files != nil {
		symbols, err := pdb.Find(f.files, name, loaded)
		if err == nil {
			return symbols, nil
		}
		first = err
	}
	for i, folder := range f.folders {
		symbols, err := pdb.Find(folder, path.Base(name), loaded)
		if err == nil {
			return symbols, nil
		}
		if i == 0 && f.files == nil {
			first = err
		}
	}
	return nil, first
}

// inFS brings the path of an assembly into the form of package io/fs, and names its
// module; "" if it has none, as modules made at run time.
func inFS(assembly string) (name, module string) {
	name = strings.ReplaceAll(assembly, `\`, "/")
	if len(name) > 1 && name[1] == ':' {
		name = name[2:] // a drive of another machine
	}
	name = strings.TrimPrefix(path.Clean(name), "/")
	if !fs.ValidPath(name) || name == "." {
		return "", ""
	}
	return name, strings.TrimSuffix(strings.TrimSuffix(path.Base(name), ".dll"), ".exe")
}

// Missing says why modules of interest, or frames of them, have no lines, one sentence
// for each module, by its name.
func (f *Finder) Missing() []string { return f.why.sentences() }

// URLs are the addresses at which the files that were named can be read, by file. A PDB
// is whoever's file: see parse.SafeAddress.
func (f *Finder) URLs() map[string]string { return f.urls }
