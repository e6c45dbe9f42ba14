package pdb

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"strings"
	"testing"
)

// builder writes a portable PDB for tests, with what real ones have: documents whose
// names share parts, hidden points, methods in two files, state machines, SourceLink.
type builder struct {
	blob      []byte
	guids     []byte
	documents []byte
	methods   []byte
	machines  []byte
	custom    []byte
	counts    map[int]uint32
}

func newBuilder() *builder {
	return &builder{blob: []byte{0}, counts: map[int]uint32{}}
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
func (b *builder) addBlob(content []byte) uint16 {
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

// document adds a document and gives its row.
func (b *builder) document(name string) uint32 {
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

// method adds a method and gives its token. The points of a method in several documents
// say so themselves.
func (b *builder) method(points ...point) Token {
	b.counts[tableMethodDebug]++
	token := Token(methodTable | b.counts[tableMethodDebug])
	if len(points) == 0 {
		b.methods = append(b.methods, words(0, 0)...)
		return token
	}
	document := points[0].document
	column := uint16(document)
	blob := compressedUint(0)
	for _, p := range points {
		if p.document != document {
			column = 0
		}
	}
	if column == 0 {
		blob = append(blob, compressedUint(document)...)
	}
	var last point
	lined := false
	for i, p := range points {
		if p.document != document {
			document = p.document
			blob = append(append(blob, 0), compressedUint(document)...)
		}
		offset := p.offset
		if i > 0 {
			offset -= points[i-1].offset
		}
		blob = append(blob, compressedUint(offset)...)
		if p.hidden {
			blob = append(blob, 0, 0)
			continue
		}
		blob = append(blob, 0) // one line
		blob = append(blob, compressedUint(9)...)
		if lined {
			blob = append(blob, compressedInt(int32(p.line)-int32(last.line))...)
			blob = append(blob, compressedInt(int32(p.column)-int32(last.column))...)
		} else {
			blob = append(append(blob, compressedUint(p.line)...), compressedUint(p.column)...)
		}
		last, lined = p, true
	}
	b.methods = append(b.methods, words(column, b.addBlob(blob))...)
	return token
}

func (b *builder) machine(moveNext, kickOff Token) {
	b.machines = append(b.machines, words(uint16(moveNext), uint16(kickOff))...)
	b.counts[tableStateMachine]++
}

func (b *builder) sourceLink(text string) {
	guid := sourceLink()
	b.guids = append(b.guids, guid[:]...)
	const module = 1<<customTag | 7
	b.custom = append(b.custom, words(module, uint16(len(b.guids)/16), b.addBlob([]byte(text)))...)
	b.counts[tableCustom]++
}

// buildID is the id of what builders write.
func buildID() ID { return ID{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20} }

// bytes writes the PDB.
func (b *builder) bytes() []byte {
	id := buildID()
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
	return metadataFile([]namedStream{
		{"#Pdb", pdbStream}, {"#~", stream}, {"#Strings", []byte{0}}, {"#GUID", b.guids}, {"#Blob", b.blob},
	})
}

type namedStream struct {
	name    string
	content []byte
}

func metadataFile(streams []namedStream) []byte {
	out := []byte("BSJB\x01\x00\x01\x00\x00\x00\x00\x00")
	version := "PDB v1.0\x00\x00\x00\x00"
	out = append(binary.LittleEndian.AppendUint32(out, uint32(len(version))), version...)
	out = append(out, words(0, uint16(len(streams)))...)
	at := len(out)
	for _, s := range streams {
		at += 8 + (len(s.name)+4)&^3
	}
	var body []byte
	for _, s := range streams {
		out = binary.LittleEndian.AppendUint32(out, uint32(at+len(body)))
		out = binary.LittleEndian.AppendUint32(out, uint32(len(s.content)))
		name := make([]byte, (len(s.name)+4)&^3)
		copy(name, s.name)
		out = append(out, name...)
		body = append(body, s.content...)
	}
	return append(out, body...)
}

// entry is an entry of a debug directory.
type entry struct {
	kind    uint32
	minor   uint16
	stamp   uint32
	content []byte
}

func codeView(id ID, path string, portable bool) entry {
	content := append([]byte("RSDS"), id[:16]...)
	content = append(append(append(content, 1, 0, 0, 0), path...), 0)
	e := entry{kind: entryCodeView, content: content, stamp: binary.LittleEndian.Uint32(id[16:])}
	if portable {
		e.minor = portableVersion
	}
	return e
}

func embedded(t *testing.T, pdb []byte) entry {
	t.Helper()
	var packed bytes.Buffer
	packed.WriteString("MPDB")
	packed.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(pdb))))
	w, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(pdb); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return entry{kind: entryEmbedded, minor: 0x0100, content: packed.Bytes()}
}

// image writes a PE image with one section, which holds a debug directory and what it
// points to.
func image(wide bool, entries ...entry) []byte {
	const fileOffset, address = 0x200, 0x2000
	directory := make([]byte, 0, len(entries)*entrySize)
	var contents []byte
	for _, e := range entries {
		at := uint32(len(entries)*entrySize + len(contents))
		directory = binary.LittleEndian.AppendUint32(directory, 0)
		directory = binary.LittleEndian.AppendUint32(directory, e.stamp)
		directory = append(directory, words(1, e.minor)...)
		for _, v := range []uint32{e.kind, uint32(len(e.content)), address + at, fileOffset + at} {
			directory = binary.LittleEndian.AppendUint32(directory, v)
		}
		contents = append(contents, e.content...)
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
