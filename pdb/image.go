package pdb

import (
	"bytes"
	"compress/flate"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
)

// ID tells one build of an assembly from all others: the GUID and the stamp of its PDB.
type ID [20]byte

func (id ID) String() string { return hex.EncodeToString(id[:]) }

// Image is what the debug directory of an assembly says about its PDB.
type Image struct {
	// ID is that of the portable PDB; HasID is false where the assembly has none.
	ID    ID
	HasID bool
	// Path is where the compiler wrote the PDB; hostile, like all of the file.
	Path string
	// Windows says that the PDB is a Windows PDB, which this package does not read.
	Windows bool

	embedded []byte // deflated, with the size it claims
	claimed  uint32
}

// errNoImage says that a file is no PE image.
var errNoImage = errors.New("this is no assembly (no PE image)")

// Entries of a debug directory. Source: dotnet/runtime docs/design/specs/PE-COFF.md.
const (
	entryCodeView = 2
	entryEmbedded = 17

	portableVersion = 0x504D // minor version of a CodeView entry that names a portable PDB
	entrySize       = 28
	mostEntries     = 64
)

// ReadImage reads the debug directory of an assembly. The assembly need not be complete
// beyond what the directory points to.
func ReadImage(data []byte) (*Image, error) {
	sections, directory, err := readHeaders(data)
	if err != nil {
		return nil, err
	}
	img := &Image{}
	for range mostEntries {
		if directory.rest() < entrySize {
			return img, nil
		}
		entry := window{data: directory.take(entrySize)}
		entry.take(4)
		stamp := entry.u32()
		entry.take(2)
		minor := entry.u16()
		kind, size := entry.u32(), entry.u32()
		entry.take(4)
		content := sections.file.at(uint64(entry.u32()), uint64(size))
		switch {
		case content == nil:
			return nil, fmt.Errorf("debug directory: %w", errCut)
		case kind == entryCodeView:
			img.codeView(content, stamp, minor == portableVersion)
		case kind == entryEmbedded:
			img.embed(content)
		}
	}
	return img, nil
}

// codeView reads an entry "RSDS": GUID, age, path.
func (img *Image) codeView(content []byte, stamp uint32, portable bool) {
	w := window{data: content}
	if string(w.take(4)) != "RSDS" {
		return
	}
	guid := w.take(16)
	w.take(4)
	if w.failed {
		return
	}
	path, _, _ := bytes.Cut(w.data, []byte{0})
	img.Path = string(path)
	if !portable {
		img.Windows = true
		return
	}
	copy(img.ID[:], guid)
	img.ID[16], img.ID[17], img.ID[18], img.ID[19] = byte(stamp), byte(stamp>>8), byte(stamp>>16), byte(stamp>>24)
	img.HasID = true
}

// embed remembers an entry "MPDB": the size of the PDB, then the PDB, deflated.
func (img *Image) embed(content []byte) {
	w := window{data: content}
	if string(w.take(4)) != "MPDB" {
		return
	}
	if claimed := w.u32(); !w.failed {
		img.embedded, img.claimed = w.data, claimed
	}
}

// Embedded says whether the PDB is in the assembly itself.
func (img *Image) Embedded() bool { return img.embedded != nil }

// inflate unpacks the embedded PDB. What it claims to be unpacked is not believed.
func (img *Image) inflate() ([]byte, error) {
	r := flate.NewReader(bytes.NewReader(img.embedded))
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, min(int64(img.claimed), maxFile)+1))
	if err != nil {
		return nil, fmt.Errorf("unpacking the embedded PDB: %w", err)
	}
	if int64(len(data)) != int64(img.claimed) {
		return nil, fmt.Errorf("unpacking the embedded PDB: %w", errCut)
	}
	return data, nil
}

// sections maps addresses of a loaded image to offsets in its file.
type sections struct {
	file  window
	table []section
}

type section struct{ address, size, offset uint32 }

func (s *sections) at(address, size uint32) *window {
	for _, sec := range s.table {
		if address < sec.address || address-sec.address >= sec.size {
			continue
		}
		from := uint64(sec.offset) + uint64(address-sec.address)
		if b := s.file.at(from, uint64(size)); b != nil {
			return &window{data: b}
		}
	}
	return nil
}

const (
	debugDirectory = 6 // of the data directories
	mostSections   = 96
)

// readHeaders finds the debug directory of a PE image; an image without one has an empty
// one. Source: Microsoft, "PE Format".
func readHeaders(data []byte) (*sections, *window, error) {
	file := window{data: data}
	dos := file.at(0, 64)
	if dos == nil || dos[0] != 'M' || dos[1] != 'Z' {
		return nil, nil, errNoImage
	}
	start := uint64(dos[60]) | uint64(dos[61])<<8 | uint64(dos[62])<<16 | uint64(dos[63])<<24
	if start > uint64(len(data)) {
		return nil, nil, errNoImage
	}
	w := window{data: data[start:]}
	if string(w.take(4)) != "PE\x00\x00" {
		return nil, nil, errNoImage
	}
	w.take(2)
	count := w.u16()
	w.take(12)
	length := w.u16()
	w.take(2)
	optional := window{data: w.take(uint64(length))}
	if w.failed || count > mostSections {
		return nil, nil, fmt.Errorf("headers: %w", errCut)
	}
	address, size := debugEntry(&optional)
	s := &sections{file: file}
	for range count {
		row := window{data: w.take(40)}
		row.take(8)
		virtual, at, raw, offset := row.u32(), row.u32(), row.u32(), row.u32()
		s.table = append(s.table, section{at, max(virtual, raw), offset})
	}
	if w.failed {
		return nil, nil, fmt.Errorf("sections: %w", errCut)
	}
	if size == 0 {
		return s, &window{}, nil
	}
	directory := s.at(address, size)
	if directory == nil {
		return nil, nil, fmt.Errorf("debug directory: %w", errCut)
	}
	return s, directory, nil
}

// debugEntry reads where the debug directory is from the optional header.
func debugEntry(optional *window) (address, size uint32) {
	const narrow, wide = 92, 108 // offsets of the number of directories
	number := uint64(narrow)
	if magic := optional.u16(); magic == 0x20B {
		number = wide
	}
	optional.take(number - 2)
	if directories := optional.u32(); optional.failed || directories <= debugDirectory {
		return 0, 0
	}
	optional.take(8 * debugDirectory)
	address, size = optional.u32(), optional.u32()
	if optional.failed {
		return 0, 0
	}
	return address, size
}
