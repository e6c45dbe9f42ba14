// Package pdbtest writes portable PDBs and the assemblies that hold or name them, for
// tests. It writes what it is told and judges nothing; package pdb reads it back.
package pdbtest

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"strings"
)

// Point is a sequence point: from this offset into the method's IL on, its code belongs
// to this line of a document; hidden code belongs to none.
type Point struct {
	Offset, Document, Line, Column uint32
	Hidden                         bool
}

// ID is the GUID and the stamp of what a Builder writes.
func ID() [20]byte {
	return [20]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20}
}

const (
	tableMethodDef    = 0x06
	tableDocument     = 0x30
	tableMethodDebug  = 0x31
	tableStateMachine = 0x36
	tableCustom       = 0x37

	debugDirectory = 6
	entrySize      = 28
)

// Builder writes a portable PDB, with what real ones have: documents whose
// names share parts, hidden points, methods in two files, state machines, SourceLink.
type Builder struct {
	blob      []byte
	guids     []byte
	documents []byte
	methods   []byte
	machines  []byte
	custom    []byte
	counts    map[int]uint32
}

// New begins a PDB.
func New() *Builder {
	return &Builder{blob: []byte{0}, counts: map[int]uint32{}}
}

func compressedUint(v uint32) []byte {
	switch {
	case v < 1<<7:
		return []byte{byte(v)}
	case v < 1<<14:
		return []byte{0x80 | byte(v>>8), byte(v)}
	}
	return []byte{0xC0 | byte(v>>24), byte(v >> 16), byte(v >> 8), byte(v)}
}

func compressedInt(v int32) []byte {
	bits := 7
	if v < -1<<6 || v >= 1<<6 {
		bits = 14
	}
	if v < -1<<13 || v >= 1<<13 {
		bits = 29
	}
	rotated := uint32(v)<<1 | uint32(v)>>31
	rotated &= 1<<bits - 1
	switch bits {
	case 7:
		return []byte{byte(rotated)}
	case 14:
		return []byte{0x80 | byte(rotated>>8), byte(rotated)}
	}
	return []byte{0xC0 | byte(rotated>>24), byte(rotated >> 16), byte(rotated >> 8), byte(rotated)}
}

// addBlob stores a blob and gives its index.
func (b *Builder) addBlob(content []byte) uint16 {
	at := len(b.blob)
	b.blob = append(append(b.blob, compressedUint(uint32(len(content)))...), content...)
	return uint16(at)
}

func words(values ...uint16) []byte {
	var out []byte
	for _, v := range values {
		out = binary.LittleEndian.AppendUint16(out, v)
	}
	return out
}

// Document adds a document and gives its row.
func (b *Builder) Document(name string) uint32 {
	parts := strings.Split(name, "/")
	blob := []byte{'/'}
	for _, part := range parts {
		index := uint32(0)
		if part != "" {
			index = uint32(b.addBlob([]byte(part)))
		}
		blob = append(blob, compressedUint(index)...)
	}
	b.documents = append(b.documents, words(b.addBlob(blob), 0, 0, 0)...)
	b.counts[tableDocument]++
	return b.counts[tableDocument]
}

// Method adds a method and gives its token. The points of a method in several documents
// say so themselves.
func (b *Builder) Method(points ...Point) uint32 {
	b.counts[tableMethodDebug]++
	token := tableMethodDef<<24 | b.counts[tableMethodDebug]
	if len(points) == 0 {
		b.methods = append(b.methods, words(0, 0)...)
		return token
	}
	document := points[0].Document
	column := uint16(document)
	blob := compressedUint(0)
	for _, p := range points {
		if p.Document != document {
			column = 0
		}
	}
	if column == 0 {
		blob = append(blob, compressedUint(document)...)
	}
	var last Point
	lined := false
	for i, p := range points {
		if p.Document != document {
			document = p.Document
			blob = append(append(blob, 0), compressedUint(document)...)
		}
		offset := p.Offset
		if i > 0 {
			offset -= points[i-1].Offset
		}
		blob = append(blob, compressedUint(offset)...)
		if p.Hidden {
			blob = append(blob, 0, 0)
			continue
		}
		blob = append(blob, 0) // one line
		blob = append(blob, compressedUint(9)...)
		if lined {
			blob = append(blob, compressedInt(int32(p.Line)-int32(last.Line))...)
			blob = append(blob, compressedInt(int32(p.Column)-int32(last.Column))...)
		} else {
			blob = append(append(blob, compressedUint(p.Line)...), compressedUint(p.Column)...)
		}
		last, lined = p, true
	}
	b.methods = append(b.methods, words(column, b.addBlob(blob))...)
	return token
}

// StateMachine says which method the MoveNext of a state machine was made from.
func (b *Builder) StateMachine(moveNext, kickOff uint32) {
	b.machines = append(b.machines, words(uint16(moveNext), uint16(kickOff))...)
	b.counts[tableStateMachine]++
}

// SourceLink adds the document that maps files to addresses.
func (b *Builder) SourceLink(text string) {
	b.guids = append(b.guids,
		0x56, 0x05, 0x11, 0xCC, 0x91, 0xA0, 0x38, 0x4D, 0x9F, 0xEC, 0x25, 0xAB, 0x9A, 0x35, 0x1A, 0x6A)
	const module = 1<<5 | 7
	b.custom = append(b.custom, words(module, uint16(len(b.guids)/16), b.addBlob([]byte(text)))...)
	b.counts[tableCustom]++
}

// Bytes is the PDB.
func (b *Builder) Bytes() []byte {
	id := ID()
	pdbStream := append(id[:], make([]byte, 4)...)
	pdbStream = binary.LittleEndian.AppendUint64(pdbStream, 1<<tableMethodDef)
	pdbStream = binary.LittleEndian.AppendUint32(pdbStream, max(b.counts[tableMethodDebug], 1))
	var valid uint64
	var counts, rows []byte
	for _, t := range []struct {
		table int
		rows  []byte
	}{
		{tableDocument, b.documents}, {tableMethodDebug, b.methods},
		{tableStateMachine, b.machines}, {tableCustom, b.custom},
	} {
		if b.counts[t.table] == 0 {
			continue
		}
		valid |= 1 << t.table
		counts = binary.LittleEndian.AppendUint32(counts, b.counts[t.table])
		rows = append(rows, t.rows...)
	}
	stream := []byte{0, 0, 0, 0, 2, 0, 0, 1}
	stream = binary.LittleEndian.AppendUint64(stream, valid)
	stream = binary.LittleEndian.AppendUint64(stream, 0)
	stream = append(append(stream, counts...), rows...)
	return Metadata([]Stream{
		{"#Pdb", pdbStream}, {"#~", stream}, {"#Strings", []byte{0}}, {"#GUID", b.guids}, {"#Blob", b.blob},
	})
}

// Stream is a stream of a metadata file.
type Stream struct {
	Name    string
	Content []byte
}

// Metadata writes a file of streams: a PDB, or what only looks like one.
func Metadata(streams []Stream) []byte {
	out := []byte("BSJB\x01\x00\x01\x00\x00\x00\x00\x00")
	version := "PDB v1.0\x00\x00\x00\x00"
	out = append(binary.LittleEndian.AppendUint32(out, uint32(len(version))), version...)
	out = append(out, words(0, uint16(len(streams)))...)
	at := len(out)
	for _, s := range streams {
		at += 8 + (len(s.Name)+4)&^3
	}
	var body []byte
	for _, s := range streams {
		out = binary.LittleEndian.AppendUint32(out, uint32(at+len(body)))
		out = binary.LittleEndian.AppendUint32(out, uint32(len(s.Content)))
		name := make([]byte, (len(s.Name)+4)&^3)
		copy(name, s.Name)
		out = append(out, name...)
		body = append(body, s.Content...)
	}
	return append(out, body...)
}

// Entry is an entry of a debug directory.
type Entry struct {
	Kind    uint32
	Minor   uint16
	Stamp   uint32
	Content []byte
}

// CodeView names the PDB of an assembly.
func CodeView(id [20]byte, path string, portable bool) Entry {
	content := append([]byte("RSDS"), id[:16]...)
	content = append(append(append(content, 1, 0, 0, 0), path...), 0)
	e := Entry{Kind: 2, Content: content, Stamp: binary.LittleEndian.Uint32(id[16:])}
	if portable {
		e.Minor = 0x504D
	}
	return e
}

// Embedded holds the PDB of an assembly.
func Embedded(pdb []byte) (Entry, error) {
	var packed bytes.Buffer
	packed.WriteString("MPDB")
	packed.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(pdb))))
	w, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err != nil {
		return Entry{}, err
	}
	if _, err := w.Write(pdb); err != nil {
		return Entry{}, err
	}
	if err := w.Close(); err != nil {
		return Entry{}, err
	}
	return Entry{Kind: 17, Minor: 0x0100, Content: packed.Bytes()}, nil
}

// Image writes a PE image with one section, which holds a debug directory and what it
// points to.
func Image(wide bool, entries ...Entry) []byte {
	const fileOffset, address = 0x200, 0x2000
	directory := make([]byte, 0, len(entries)*entrySize)
	var contents []byte
	for _, e := range entries {
		at := uint32(len(entries)*entrySize + len(contents))
		directory = binary.LittleEndian.AppendUint32(directory, 0)
		directory = binary.LittleEndian.AppendUint32(directory, e.Stamp)
		directory = append(directory, words(1, e.Minor)...)
		for _, v := range []uint32{e.Kind, uint32(len(e.Content)), address + at, fileOffset + at} {
			directory = binary.LittleEndian.AppendUint32(directory, v)
		}
		contents = append(contents, e.Content...)
	}
	section := append(directory, contents...)
	magic, fixed := uint16(0x10B), 92
	if wide {
		magic, fixed = 0x20B, 108
	}
	optional := append(words(magic), make([]byte, fixed-2)...)
	optional = binary.LittleEndian.AppendUint32(optional, 16)
	directories := make([]byte, 16*8)
	if len(entries) > 0 {
		binary.LittleEndian.PutUint32(directories[debugDirectory*8:], address)
		binary.LittleEndian.PutUint32(directories[debugDirectory*8+4:], uint32(len(directory)))
	}
	optional = append(optional, directories...)

	out := make([]byte, 128)
	out[0], out[1], out[60] = 'M', 'Z', 128
	out = append(out, "PE\x00\x00"...)
	out = append(out, words(0x14C, 1, 0, 0, 0, 0, 0, 0, uint16(len(optional)), 0)...)
	out = append(out, optional...)
	row := make([]byte, 40)
	copy(row, ".text")
	for i, v := range []uint32{uint32(len(section)), address, uint32(len(section)), fileOffset} {
		binary.LittleEndian.PutUint32(row[8+4*i:], v)
	}
	out = append(out, row...)
	out = append(out, make([]byte, fileOffset-len(out))...)
	return append(out, section...)
}
