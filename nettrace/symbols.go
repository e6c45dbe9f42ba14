package nettrace

import (
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
	lost    int // names for which there was no room

	maps ilMaps
}

// module is a loaded module.
type module struct {
	name string // as dotnet-stack prints it
	path string // of its file, on the machine of the process
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

func (s *Symbols) addModule(id uint64, path string) {
	if s.bytes += len(path); s.bytes > maxNames {
		s.lost++
		return
	}
	s.modules[id] = module{moduleName(path), path}
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

// addMethod takes a method in. Its printed name is namespace, name and the parameters
// of its signature (TraceLog.GetFullName of microsoft/perfview).
func (s *Symbols) addMethod(m method, namespace, name, signature string) {
	if m.size == 0 {
		return
	}
	parameters := ""
	if at := strings.IndexByte(signature, '('); at >= 0 {
		parameters = signature[at:]
	}
	full := namespace + "." + name + parameters
	if s.bytes += len(full); s.bytes > maxNames || len(s.methods) >= maxMethods {
		s.lost++
		return
	}
	m.name, m.order = full, uint32(len(s.methods))
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
	s.sorted = true
}

// Name is the frame at an address as dotnet-stack prints it; Unresolved if no method is
// known there.
func (s *Symbols) Name(address uint64) string {
	m := s.at(address)
	if m == nil {
		return Unresolved
	}
	in, known := s.modules[m.module]
	if !known {
		in.name = unknownModule
	}
	return in.name + "!" + m.name
}

// at is the method whose code is at an address; nil if none is known.
func (s *Symbols) at(address uint64) *method {
	s.sort()
	i, found := slices.BinarySearchFunc(s.methods, address, func(m method, a uint64) int {
		return cmp.Compare(m.start, a)
	})
	if !found {
		i--
	}
	if i < 0 || address-s.methods[i].start >= uint64(s.methods[i].size) {
		return nil
	}
	return &s.methods[i]
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
