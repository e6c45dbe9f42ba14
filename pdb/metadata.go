package pdb

import (
	"bytes"
	"errors"
	"fmt"
	"math/bits"
)

// maxFile bounds a PDB: the largest of the framework are some 20 MB.
const maxFile = 128 << 20

// Reasons for which a file is refused.
var (
	ErrWindows = errors.New("this is a Windows PDB, which only Windows can read; " +
		"build with <DebugType>portable</DebugType> or embedded")
	ErrNotPDB = errors.New("this is no portable PDB")
)

// Tables of a portable PDB that have rows of interest.
const (
	tableTypeDef      = 0x02
	tableMethodDef    = 0x06
	tableDocument     = 0x30
	tableMethodDebug  = 0x31
	tableStateMachine = 0x36
	tableCustom       = 0x37
	tables            = 64
)

// metadata is the skeleton of a PDB: its heaps and tables.
type metadata struct {
	id                   ID
	strings, guids, blob window
	rows                 [tables]uint32 // of this file, and of the assembly it belongs to
	local                [tables]bool   // the table is in this file
	wide                 struct{ strings, guids, blob bool }
	table                [tables]tableData
}

// tableData is the rows of a table.
type tableData struct {
	data []byte
	size int // of a row, in bytes
}

// readMetadata reads the root, the streams and where the tables lie.
func readMetadata(data []byte) (*metadata, error) {
	if bytes.HasPrefix(data, []byte("Microsoft C/C++ MSF 7.00")) {
		return nil, ErrWindows
	}
	streams, err := readStreams(data)
	if err != nil {
		return nil, err
	}
	m := &metadata{
		strings: window{data: streams["#Strings"]}, guids: window{data: streams["#GUID"]},
		blob: window{data: streams["#Blob"]},
	}
	if err := m.readPDBStream(streams["#Pdb"]); err != nil {
		return nil, err
	}
	if err := m.readTables(streams["#~"]); err != nil {
		return nil, err
	}
	return m, nil
}

// readStreams reads the metadata root (ECMA-335 II.24.2.1).
func readStreams(data []byte) (map[string][]byte, error) {
	const most = 16
	file, w := window{data: data}, window{data: data}
	if string(w.take(4)) != "BSJB" {
		return nil, ErrNotPDB
	}
	w.take(8)
	w.take(uint64(w.u32())) // version
	w.take(2)
	count := w.u16()
	if w.failed || count > most {
		return nil, fmt.Errorf("metadata root: %w", errCut)
	}
	streams := make(map[string][]byte, count)
	for range count {
		offset, size := w.u32(), w.u32()
		name, ok := w.name()
		content := file.at(uint64(offset), uint64(size))
		if !ok || content == nil {
			return nil, fmt.Errorf("streams: %w", errCut)
		}
		streams[name] = content
	}
	if streams["#Pdb"] == nil || streams["#~"] == nil {
		return nil, ErrNotPDB
	}
	return streams, nil
}

// name reads the name of a stream: zero-terminated, padded to four bytes.
func (w *window) name() (string, bool) {
	const most = 32
	head := w.data[:min(len(w.data), most)]
	end := bytes.IndexByte(head, 0)
	if end < 0 {
		return "", false
	}
	name := string(head[:end])
	w.take(uint64(end+4) &^ 3)
	return name, !w.failed
}

// readPDBStream reads the id and the row counts of the assembly's tables.
func (m *metadata) readPDBStream(stream []byte) error {
	w := window{data: stream}
	copy(m.id[:], w.take(20))
	w.take(4) // entry point
	w.rowCounts(w.u64(), &m.rows)
	if w.failed {
		return fmt.Errorf("#Pdb stream: %w", errCut)
	}
	return nil
}

func (w *window) rowCounts(mask uint64, rows *[tables]uint32) {
	for ; mask != 0; mask &= mask - 1 {
		rows[bits.TrailingZeros64(mask)] = w.u32()
	}
}

// readTables reads the #~ stream: which tables there are, and where.
func (m *metadata) readTables(stream []byte) error {
	w := window{data: stream}
	w.take(6)
	sizes := w.u8()
	m.wide.strings, m.wide.guids, m.wide.blob = sizes&1 != 0, sizes&2 != 0, sizes&4 != 0
	w.take(1)
	valid := w.u64()
	w.take(8)
	w.rowCounts(valid, &m.rows)
	for mask := valid; mask != 0; mask &= mask - 1 {
		t := bits.TrailingZeros64(mask)
		size, ok := m.rowSize(t)
		if !ok {
			return fmt.Errorf("table %#x belongs to no portable PDB: %w", t, ErrNotPDB)
		}
		content := w.take(uint64(m.rows[t]) * uint64(size))
		if w.failed {
			return fmt.Errorf("tables: %w", errCut)
		}
		m.local[t] = true
		m.table[t] = tableData{data: content, size: size}
	}
	return nil
}

// rowSize is the size of a row of the tables that a portable PDB may hold. Source:
// dotnet/runtime docs/design/specs/PortablePdb-Metadata.md.
func (m *metadata) rowSize(table int) (int, bool) {
	str, guid, blob := width(m.wide.strings), width(m.wide.guids), width(m.wide.blob)
	const scope, variable, constant, imports = 0x32, 0x33, 0x34, 0x35
	switch table {
	case tableDocument:
		return 2*blob + 2*guid, true
	case tableMethodDebug:
		return m.index(tableDocument) + blob, true
	case scope:
		return m.index(tableMethodDef) + m.index(imports) + m.index(variable) + m.index(constant) + 8, true
	case variable:
		return 4 + str, true
	case constant:
		return str + blob, true
	case imports:
		return m.index(imports) + blob, true
	case tableStateMachine:
		return 2 * m.index(tableMethodDef), true
	case tableCustom:
		return m.customParent() + guid + blob, true
	}
	return 0, false
}

func width(wide bool) int {
	if wide {
		return 4
	}
	return 2
}

// index is the width of a column that holds a row number of a table.
func (m *metadata) index(table int) int { return width(m.rows[table] >= 1<<16) }

// customTag is the number of bits that tell the table of a HasCustomDebugInformation
// index, customTables the tables it can point to.
const customTag = 5

func customTables() []int {
	return []int{
		0x06, 0x04, 0x01, 0x02, 0x08, 0x09, 0x0A, 0x00, 0x0E, 0x17, 0x14, 0x11, 0x1A, 0x1B, 0x20, 0x23, 0x26,
		0x27, 0x28, 0x2A, 0x2C, 0x2B, 0x30, 0x32, 0x33, 0x34, 0x35,
	}
}

func (m *metadata) customParent() int {
	for _, t := range customTables() {
		if m.rows[t] >= 1<<(16-customTag) {
			return 4
		}
	}
	return 2
}

// row gives row n (from 1) of a table that is in this file.
func (m *metadata) row(table int, n uint32) (window, bool) {
	t := m.table[table]
	if n == 0 || n > m.rows[table] || t.size == 0 {
		return window{}, false
	}
	at := uint64(n-1) * uint64(t.size)
	return window{data: t.data[at : at+uint64(t.size)]}, true
}

// number reads a column that is four bytes wide or two.
func (w *window) number(size int) uint32 {
	if size == 4 {
		return w.u32()
	}
	return uint32(w.u16())
}

// blobAt gives the content of a blob.
func (m *metadata) blobAt(index uint32) ([]byte, bool) {
	if uint64(index) >= uint64(len(m.blob.data)) {
		return nil, false
	}
	w := window{data: m.blob.data[index:]}
	content := w.take(uint64(w.unsigned()))
	return content, !w.failed
}

// guidAt gives a GUID; index 0 is none.
func (m *metadata) guidAt(index uint32) ([16]byte, bool) {
	var guid [16]byte
	if index == 0 {
		return guid, false
	}
	content := m.guids.at(uint64(index-1)*16, 16)
	if content == nil {
		return guid, false
	}
	copy(guid[:], content)
	return guid, true
}
