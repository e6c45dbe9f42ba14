package nettrace

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// maxILOffsets bounds the pairs of offsets of all maps, 8 bytes each.
const maxILOffsets = 8 << 20

// ILOffset says which instruction of which method the code at an address was made from.
type ILOffset struct {
	Module string // path of the assembly on the machine of the process
	PDB    PDB    // of the build that the process has loaded
	Method string // as it is printed
	Token  uint32 // metadata token of the method
	// Offset and End are where in the method's IL the code comes from. Optimised code is
	// known to be of several instructions, and not of which: the JIT says from which on,
	// and where the next begin. End is EndOfIL where no other follow.
	Offset, End uint32
	// Unmapped says that the runtime sent no map for the code, or that the code there was
	// made from no IL: there is no Offset then, and no line.
	Unmapped bool
}

// EndOfIL is behind all instructions.
const EndOfIL = math.MaxUint32

// ilMap is the part of the pool that a method's map is; n is 0 where there is none.
type ilMap struct{ from, n uint32 }

// ilPair says that from an offset into the code on it was made from an offset into IL.
type ilPair struct{ native, il uint32 }

// firstSpecial is the lowest of the IL offsets that stand for code without any: epilogue
// -3, prologue -2, no mapping -1. Source: dotnet/runtime src/coreclr/inc/cordebuginfo.h.
const firstSpecial = 0xFFFFFFFD

// ilMaps are the maps from code to IL. A method can have several, one for each version
// of its code, all under its id; the runtime sends a map next to the record of the
// version it belongs to, so a map waits here for that record alone.
type ilMaps struct {
	pool    []ilPair
	waiting ilMap
	of      uint64 // the method that the waiting map is for
	lost    int    // maps for which there was no room
}

// add takes in a map of n pairs: n offsets into IL, then n into the code.
func (m *ilMaps) add(id uint64, n int, offsets []byte) {
	m.waiting, m.of = ilMap{}, id
	if len(m.pool)+n > maxILOffsets {
		m.lost++
		return
	}
	from := len(m.pool)
	for i := range n {
		m.pool = append(m.pool, ilPair{
			il:     binary.LittleEndian.Uint32(offsets[4*i:]),
			native: binary.LittleEndian.Uint32(offsets[4*(n+i):]),
		})
	}
	// Of several at one address the last holds: what the code there is really made from.
	slices.SortStableFunc(m.pool[from:], func(a, b ilPair) int { return cmp.Compare(a.native, b.native) })
	m.waiting = ilMap{uint32(from), uint32(n)}
}

// claim gives a method the map that was sent in front of it. A map that does not fit the
// code is of another version: no line is better than a wrong one.
func (m *ilMaps) claim(to method) ilMap {
	found := m.waiting
	fits := m.of == to.id && found.n > 0 && m.pool[found.from+found.n-1].native <= to.size
	m.waiting, m.of = ilMap{}, 0
	if !fits {
		return ilMap{}
	}
	return found
}

// copyOf takes over a map of another table.
func (m *ilMaps) copyOf(part ilMap, other *ilMaps) ilMap {
	if part.n == 0 || len(m.pool)+int(part.n) > maxILOffsets {
		return ilMap{}
	}
	from := uint32(len(m.pool))
	m.pool = append(m.pool, other.pool[part.from:part.from+part.n]...)
	return ilMap{from, part.n}
}

// IL says which instruction the code at an address was made from; false where no method
// or module is known there.
func (s *Symbols) IL(address uint64) (ILOffset, bool) {
	m := s.at(address)
	if m == nil {
		return ILOffset{}, false
	}
	in, known := s.modules[m.module]
	if !known {
		return ILOffset{}, false
	}
	at := ILOffset{Module: in.path, PDB: in.pdb, Method: m.name, Token: m.token}
	at.Offset, at.End, known = s.offsets(m, address)
	at.Unmapped = !known
	return at, true
}

// offsets are where in a method's IL the code at an address comes from; false where the
// runtime sent no map for it, or the code there belongs to none.
func (s *Symbols) offsets(m *method, address uint64) (from, end uint32, ok bool) {
	pairs := s.maps.pool[m.il.from : m.il.from+m.il.n]
	offset := uint32(address - m.start)
	i, _ := slices.BinarySearchFunc(pairs, offset, func(p ilPair, o uint32) int {
		if p.native <= o {
			return -1
		}
		return 1
	})
	if i == 0 || pairs[i-1].il >= firstSpecial {
		return 0, 0, false
	}
	from, end = pairs[i-1].il, EndOfIL
	for _, p := range pairs {
		if p.il > from && p.il < firstSpecial {
			end = min(end, p.il)
		}
	}
	return from, end, true
}

// SourceLines are the lines that code was made from: one, or those of which it is one.
type SourceLines struct {
	File        string
	First, Last int
}

// Locate says which lines code was made from; ok is false where that is not known, as
// where there is no map. It is asked for each frame.
type Locate func(at ILOffset) (lines SourceLines, ok bool)

// line is what stands behind a frame whose source is known, in the form of SOS.
func (r *Reader) line(address uint64, locate Locate) string {
	at, ok := r.symbols.IL(address)
	if !ok {
		return ""
	}
	lines, ok := locate(at)
	switch {
	case !ok:
		return ""
	case lines.Last > lines.First:
		return fmt.Sprintf(" [%s @ %d-%d]", lines.File, lines.First, lines.Last)
	}
	return fmt.Sprintf(" [%s @ %d]", lines.File, lines.First)
}

// callSite is the address to look up for a frame: that of the call, not of where it
// returns to, which may be the next line already. Only code that was running has no call
// in front of its address.
func callSite(address uint64, leaf bool, typ SampleType) uint64 {
	if address == 0 || leaf && typ == SampleManaged {
		return address
	}
	return address - 1
}
