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
	modules map[uint64]string
	bytes   int
	sorted  bool
	lost    int // names for which there was no room
}

// method is a range of addresses with its name.
type method struct {
	start  uint64
	size   uint32
	order  uint32 // in the stream: memory may be used again by a later method
	module uint64
	name   string
}

func newSymbols() *Symbols { return &Symbols{modules: map[uint64]string{}} }

func (s *Symbols) addModule(id uint64, path string) {
	if s.bytes += len(path); s.bytes > maxNames {
		s.lost++
		return
	}
	s.modules[id] = moduleName(path)
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
func (s *Symbols) addMethod(start uint64, size uint32, module uint64, namespace, name, signature string) {
	if size == 0 {
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
	s.methods = append(s.methods, method{start, size, uint32(len(s.methods)), module, full})
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
	s.sort()
	i, found := slices.BinarySearchFunc(s.methods, address, func(m method, a uint64) int {
		return cmp.Compare(m.start, a)
	})
	if !found {
		i--
	}
	if i < 0 || address-s.methods[i].start >= uint64(s.methods[i].size) {
		return Unresolved
	}
	m := s.methods[i]
	module, known := s.modules[m.module]
	if !known {
		module = unknownModule
	}
	return module + "!" + m.name
}

// Adopt adds the names that another session of the same process knows, for a session
// that broke off before its rundown. Names of its own hold.
func (s *Symbols) Adopt(other *Symbols) {
	if other == nil || other == s {
		return
	}
	own := s.methods
	s.methods = nil
	for _, m := range slices.Concat(other.methods, own) {
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
