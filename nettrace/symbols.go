package nettrace

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

const (
	// maxNames bounds the bytes of the names of methods and modules.
	maxNames = 96 << 20
	// maxMethods bounds their number.
	maxMethods = 1 << 20
)

// Unresolved is how dotnet-stack prints a frame of which nothing is known.
const Unresolved = "?!?"

// unknownModule is what TraceEvent calls a managed module of which no event told.
const unknownModule = "ManagedModule"

// Symbols are the names of the methods of one process. They hold for as long as it
// runs: the table of one session also names the stacks of another one.
type Symbols struct {
	methods []method
	modules map[uint64]module
	bytes   int
	sorted  bool
	name    []byte           // the one at hand
	lost    int              // names for which there was no room
	printed map[int32]string // frames that were asked for, by the index of their method

	maps ilMaps
}

// module is a loaded module.
type module struct {
	name string // as dotnet-stack prints it
	path string // of its file, on the machine of the process
	pdb  PDB
}

// PDB is what the runtime says of the symbol file of an assembly; zero where it says
// nothing.
type PDB struct {
	GUID [16]byte // of the build, in the byte order of the files
	Path string   // where the compiler wrote it
}

// method is a range of addresses with its name.
type method struct {
	start  uint64
	size   uint32
	order  uint32 // in the stream: memory may be used again by a later method
	module uint64
	name   string
	id     uint64 // of the method; several versions of its code share it
	token  uint32
	il     ilMap
}

func newSymbols() *Symbols { return &Symbols{modules: map[uint64]module{}} }

func (s *Symbols) addModule(id uint64, m module) {
	if s.bytes += len(m.path) + len(m.pdb.Path); s.bytes > maxNames {
		s.lost++
		return
	}
	m.name = moduleName(m.path)
	s.modules[id] = m
	s.printed = nil
}

// moduleName is what dotnet-stack prints of a module's path.
func moduleName(path string) string {
	name := path[strings.LastIndexAny(path, `/\`)+1:]
	for _, extension := range [...]string{".dll", ".exe"} {
		if cut := len(name) - len(extension); cut >= 0 && strings.EqualFold(name[cut:], extension) {
			return name[:cut]
		}
	}
	return name
}

// readName reads the namespace, the name and the signature of a method. Its printed name
// is that of both and the parameters of the signature (TraceLog.GetFullName of
// microsoft/perfview). It is valid until the next one is read.
func (s *Symbols) readName(c *cursor) []byte {
	s.name = append(c.appendText(s.name[:0]), '.')
	s.name = c.appendText(s.name)
	end := len(s.name)
	s.name = c.appendText(s.name)
	at := bytes.IndexByte(s.name[end:], '(')
	if at < 0 {
		return s.name[:end]
	}
	return slices.Delete(s.name, end, end+at)
}

// addMethod takes a method in.
func (s *Symbols) addMethod(m method, name []byte) {
	if m.size == 0 {
		return
	}
	if s.bytes += len(name); s.bytes > maxNames || len(s.methods) >= maxMethods {
		s.lost++
		return
	}
	m.name, m.order = string(name), uint32(len(s.methods))
	m.il = s.maps.claim(m)
	s.methods = append(s.methods, m)
	s.sorted = false
}

// sort puts the methods in the order of their addresses; of several at one address the
// last in the stream holds.
func (s *Symbols) sort() {
	if s.sorted {
		return
	}
	slices.SortFunc(s.methods, func(a, b method) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.order, a.order))
	})
	s.methods = slices.CompactFunc(s.methods, func(a, b method) bool { return a.start == b.start })
	s.sorted, s.printed = true, nil
}

// Name is the frame at an address as dotnet-stack prints it; Unresolved if no method is
// known there.
func (s *Symbols) Name(address uint64) string {
	i := s.find(address)
	if i < 0 {
		return Unresolved
	}
	if name, known := s.printed[int32(i)]; known {
		return name
	}
	in, known := s.modules[s.methods[i].module]
	if !known {
		in.name = unknownModule
	}
	name := in.name + "!" + s.methods[i].name
	if s.printed == nil {
		s.printed = map[int32]string{}
	}
	s.printed[int32(i)] = name
	return name
}

// at is the method whose code is at an address; nil if none is known.
func (s *Symbols) at(address uint64) *method {
	if i := s.find(address); i >= 0 {
		return &s.methods[i]
	}
	return nil
}

// find gives the index of that method; -1 if none is known.
func (s *Symbols) find(address uint64) int {
	s.sort()
	i, found := slices.BinarySearchFunc(s.methods, address, func(m method, a uint64) int {
		return cmp.Compare(m.start, a)
	})
	if !found {
		i--
	}
	if i < 0 || address-s.methods[i].start >= uint64(s.methods[i].size) {
		return -1
	}
	return i
}

// Adopt adds the names that another session of the same process knows, for a session
// that broke off before its rundown. Names of its own hold.
func (s *Symbols) Adopt(other *Symbols) {
	if other == nil || other == s {
		return
	}
	own, known := s.methods, len(s.methods)
	s.methods = nil
	for _, m := range other.methods {
		m.il = s.maps.copyOf(m.il, &other.maps)
		own = append(own, m)
	}
	// Those of its own come last: of several at one address the last holds.
	for _, m := range slices.Concat(own[known:], own[:known]) {
		m.order = uint32(len(s.methods))
		s.methods = append(s.methods, m)
	}
	for id, name := range other.modules {
		if _, known := s.modules[id]; !known {
			s.modules[id] = name
		}
	}
	s.sorted = false
}
