// Package lines names the source lines of a process's own code: it turns an instruction
// that nettrace found into file and line by the PDB of its assembly.
//
// It looks for PDBs where a process keeps them: in the assembly, beside it, where it was
// built, and in folders that the user names. It asks nobody on a network, and where a PDB
// is missing or of another build it gives no line and says why.
package lines

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"stacktriage/nettrace"
	"stacktriage/pdb"
)

// Finder finds lines. It reads each assembly once.
type Finder struct {
	files   fs.FS
	folders []string
	others  []fs.FS // see InFolders
	own     func(module string) bool
	read    map[string]*pdb.File
	why     map[string]string
	urls    map[string]string
}

// New finds the assemblies of a process in files, at the paths that the process knows
// them by, and PDBs in folders of it, too. Only the modules that own says are of interest
// are read.
func New(files fs.FS, folders []string, own func(module string) bool) *Finder {
	return &Finder{
		files: files, folders: folders, own: own,
		read: map[string]*pdb.File{}, why: map[string]string{}, urls: map[string]string{},
	}
}

// InFolders finds assemblies and PDBs by their names in folders, wherever the process had
// them: recordings come from other machines.
func InFolders(folders []fs.FS, own func(module string) bool) *Finder {
	f := New(nil, nil, own)
	f.others = folders
	return f
}

// Locate is a nettrace.Locate.
func (f *Finder) Locate(at nettrace.ILOffset) (file string, line int, ok bool) {
	symbols := f.symbols(at.Module)
	if symbols == nil {
		return "", 0, false
	}
	found, ok := symbols.Position(pdb.Token(at.Token), at.Offset)
	if !ok {
		return "", 0, false
	}
	if found.URL != "" {
		f.urls[found.File] = found.URL
	}
	return found.File, found.Line, true
}

// symbols is the PDB of an assembly; nil where there is none.
func (f *Finder) symbols(assembly string) *pdb.File {
	if symbols, known := f.read[assembly]; known {
		return symbols
	}
	symbols := f.find(assembly)
	f.read[assembly] = symbols
	return symbols
}

func (f *Finder) find(assembly string) *pdb.File {
	name := inFS(assembly)
	module := strings.TrimSuffix(strings.TrimSuffix(path.Base(name), ".dll"), ".exe")
	if name == "" || !f.own(module) {
		return nil
	}
	symbols, err := f.search(name)
	if err != nil {
		f.why[module] = err.Error()
		return nil
	}
	return symbols
}

// search looks in the process's file system, or for the name alone in the folders.
func (f *Finder) search(name string) (*pdb.File, error) {
	if len(f.others) == 0 {
		return pdb.Find(f.files, name, f.folders...)
	}
	var first error
	for _, folder := range f.others {
		symbols, err := pdb.Find(folder, path.Base(name))
		if err == nil {
			return symbols, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// inFS brings the path of an assembly into the form of package io/fs; "" if it has none,
// as modules made at run time.
func inFS(assembly string) string {
	name := strings.ReplaceAll(assembly, `\`, "/")
	if len(name) > 1 && name[1] == ':' {
		name = name[2:] // a drive of another machine
	}
	name = strings.TrimPrefix(path.Clean(name), "/")
	if !fs.ValidPath(name) || name == "." {
		return ""
	}
	return name
}

// Missing says of each module of interest without lines why it has none, by its name.
func (f *Finder) Missing() []string {
	var all []string
	for _, module := range slices.Sorted(maps.Keys(f.why)) {
		all = append(all, module+": "+f.why[module])
	}
	return all
}

// URLs are the addresses at which the files that were named can be read, by file.
func (f *Finder) URLs() map[string]string { return f.urls }
