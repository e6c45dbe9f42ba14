package pdb

import (
	"fmt"
	"unicode/utf8"
)

// Token is a metadata token of a method: table 0x06 in the high byte, row below it.
type Token uint32

const (
	methodTable = 0x06 << 24
	tableOf     = 0xFF << 24
)

// lastLine is the highest line that a PDB can name: larger numbers are damage.
const lastLine = 0xFFFFFF

// Position is a place in the source.
type Position struct {
	File   string // as the compiler saw it, of either system
	Line   int    // from 1
	Last   int    // the last of the lines that it can be; Line where that is known exactly
	Column int    // from 1; 0 if unknown
	URL    string // where SourceLink says that this version of the file can be read; else ""
}

// File is a portable PDB.
type File struct {
	meta    *metadata
	links   links
	paths   map[uint32]string
	methods map[uint32][]point
}

// Parse reads a portable PDB. The file's bytes are kept.
func Parse(data []byte) (*File, error) {
	m, err := readMetadata(data)
	if err != nil {
		return nil, err
	}
	f := &File{meta: m, paths: map[uint32]string{}, methods: map[uint32][]point{}}
	f.links = f.readLinks()
	return f, nil
}

// ID is that of the assembly that the PDB belongs to.
func (f *File) ID() ID { return f.meta.id }

// Position says which line the instruction at an IL offset of a method belongs to. ok is
// false where the PDB does not say.
func (f *File) Position(method Token, offset uint32) (at Position, ok bool) {
	if method&tableOf != methodTable {
		return Position{}, false
	}
	p, ok := covering(f.pointsOf(uint32(method&^tableOf)), offset)
	if !ok || p.line == 0 || p.line > lastLine {
		return Position{}, false
	}
	path, ok := f.path(p.document)
	if !ok {
		return Position{}, false
	}
	return Position{
		File: path, Line: int(p.line), Last: int(p.line), Column: int(p.column), URL: f.links.url(path),
	}, true
}

// Positions says which lines the instructions from an IL offset to another one, which is
// no longer one of them, belong to. ok is false where the PDB does not say, or they are
// of several files.
func (f *File) Positions(method Token, from, end uint32) (at Position, ok bool) {
	at, ok = f.Position(method, from)
	if !ok {
		return at, false
	}
	all := f.pointsOf(uint32(method &^ tableOf))
	document := coveringDocument(all, from)
	for _, p := range all {
		switch {
		case p.hidden || p.offset <= from || p.offset >= end:
		case p.document != document || p.line == 0 || p.line > lastLine:
			return Position{}, false
		default:
			at.Line, at.Last = min(at.Line, int(p.line)), max(at.Last, int(p.line))
		}
	}
	if at.Last > at.Line {
		at.Column = 0
	}
	return at, true
}

// coveringDocument is the document of the instruction at an offset.
func coveringDocument(all []point, offset uint32) uint32 {
	p, _ := covering(all, offset)
	return p.document
}

// KickOff gives the method that a state machine's MoveNext was made from.
func (f *File) KickOff(moveNext Token) (Token, bool) {
	if moveNext&tableOf != methodTable {
		return 0, false
	}
	size := f.meta.index(tableMethodDef)
	for n := uint32(1); ; n++ {
		row, ok := f.meta.row(tableStateMachine, n)
		if !ok {
			return 0, false
		}
		if row.number(size) == uint32(moveNext&^tableOf) {
			return methodTable | Token(row.number(size)), true
		}
	}
}

// pointsOf decodes the sequence points of a method once.
func (f *File) pointsOf(row uint32) []point {
	if all, ok := f.methods[row]; ok {
		return all
	}
	all, err := f.decode(row)
	if err != nil {
		all = nil // damaged: no line is better than a wrong one
	}
	f.methods[row] = all
	return all
}

func (f *File) decode(n uint32) ([]point, error) {
	row, ok := f.meta.row(tableMethodDebug, n)
	if !ok {
		return nil, nil
	}
	document := row.number(f.meta.index(tableDocument))
	index := row.number(width(f.meta.wide.blob))
	if index == 0 {
		return nil, nil
	}
	blob, ok := f.meta.blobAt(index)
	if !ok {
		return nil, fmt.Errorf("sequence points: %w", errCut)
	}
	return points(blob, document)
}

// path is the name of a document, which is stored in parts, since many share them.
// Source: dotnet/runtime docs/design/specs/PortablePdb-Metadata.md, "Document Name Blob".
func (f *File) path(document uint32) (string, bool) {
	if path, ok := f.paths[document]; ok {
		return path, path != ""
	}
	path := f.readPath(document)
	f.paths[document] = path
	return path, path != ""
}

// longestPath bounds the name of a document: a few bytes of a blob can name parts of any
// length again and again.
const longestPath = 4 << 10

func (f *File) readPath(document uint32) string {
	row, ok := f.meta.row(tableDocument, document)
	if !ok {
		return ""
	}
	blob, ok := f.meta.blobAt(row.number(width(f.meta.wide.blob)))
	if !ok {
		return ""
	}
	w := window{data: blob}
	separator := w.take(1)
	var path []byte
	for first := true; w.rest() > 0 && !w.failed; first = false {
		if !first && separator[0] != 0 {
			path = append(path, separator[0])
		}
		part, ok := f.meta.blobAt(w.unsigned())
		if !ok || len(path)+len(part) > longestPath {
			return ""
		}
		path = append(path, part...)
	}
	if w.failed || !utf8.Valid(path) {
		return ""
	}
	return string(path)
}
