package live

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
)

// This is a second reader of assemblies and portable PDBs, which shares no code with
// that of the tool: it goes from the name of a method to its IL, finds the calls in it,
// and reads their lines from the sequence points. It believes its one input. Sources:
// ECMA-335 partition II §24 and §25, III (instructions); dotnet/runtime
// docs/design/specs/PortablePdb-Metadata.md.

// tables are the metadata tables of an assembly or a PDB.
type tables struct {
	strings, blobs []byte
	rows           [64]int
	data           [64][]byte // rows of each table
	width          [64][]int  // of its columns
}

// columns are those of each table: a digit is so many bytes, s, g and b are indexes into
// heaps, a letter after t is an index into that table ("A" is 0), a letter after c one of
// the coded indexes.
var columns = map[int]string{
	0x00: "2sggg", 0x01: "crss", 0x02: "4sscttEtG", 0x04: "2sb", 0x06: "422sbtI", 0x08: "22s", 0x09: "tCct",
	0x0a: "cpsb", 0x0b: "2chb", 0x0c: "cacyb", 0x0d: "cmb", 0x0e: "2cdb", 0x0f: "24tC", 0x10: "4tE", 0x11: "b",
	0x12: "tCtU", 0x14: "2sct", 0x15: "tCtX", 0x17: "2sb", 0x18: "2tGco", 0x19: "tCcMcM", 0x1a: "s", 0x1b: "b",
	0x1c: "2cfstZ", 0x1d: "4tE", 0x20: "422224bss", 0x23: "22224bssb", 0x26: "4sb", 0x27: "44ssci", 0x28: "44sci",
	0x29: "tCtC", 0x2a: "22cws", 0x2b: "cMb", 0x2c: "tqct",
	0x30: "bgbg", 0x31: "tDb",
}

// coded are the tables that a coded index can lead to; their number gives its tag's bits.
var coded = map[byte][]int{
	't': {0x02, 0x01, 0x1b}, 'h': {0x04, 0x08, 0x17}, 'm': {0x04, 0x08}, 'd': {0x02, 0x06, 0x20},
	'p': {0x02, 0x01, 0x1a, 0x06, 0x1b}, 'o': {0x14, 0x17}, 'M': {0x06, 0x0a}, 'f': {0x04, 0x06},
	'i': {0x26, 0x23, 0x27}, 'y': {0, 0, 0x06, 0x0a, 0}, 'r': {0x00, 0x1a, 0x23, 0x01}, 'w': {0x02, 0x06},
	'a': {
		0x06, 0x04, 0x01, 0x02, 0x08, 0x09, 0x0a, 0x00, 0x0e, 0x17, 0x14, 0x11, 0x1a, 0x1b, 0x20, 0x23, 0x26, 0x27, 0x28,
		0x2a, 0x2c, 0x2b,
	},
}

// plain are the tables that a letter behind t stands for.
var plain = map[byte]int{
	'C': 0x02, 'E': 0x04, 'G': 0x06, 'I': 0x08, 'U': 0x14, 'X': 0x17, 'Z': 0x1a, 'q': 0x2a, 'D': 0x30,
}

func u16(b []byte, at int) int { return int(binary.LittleEndian.Uint16(b[at:])) }
func u32(b []byte, at int) int { return int(binary.LittleEndian.Uint32(b[at:])) }

// readTables reads metadata ("BSJB"). A PDB refers to tables of its assembly, too.
func readTables(b []byte) (*tables, error) {
	if len(b) < 20 || u32(b, 0) != 0x424a5342 {
		return nil, errors.New("no metadata")
	}
	at := 16 + u32(b, 12)
	streams := map[string][]byte{}
	count := u16(b, at+2)
	at += 4
	for range count {
		name, _, _ := bytes.Cut(b[at+8:], []byte{0})
		streams[string(name)] = b[u32(b, at):][:u32(b, at+4)]
		at += 8 + (len(name)/4+1)*4
	}
	t := &tables{strings: streams["#Strings"], blobs: streams["#Blob"]}
	s := streams["#~"]
	heaps, present := s[6], binary.LittleEndian.Uint64(s[8:])
	at = 24
	for i := range 64 {
		if present>>i&1 == 1 {
			t.rows[i] = u32(s, at)
			at += 4
		}
	}
	for i := range 64 {
		if t.rows[i] == 0 {
			continue
		}
		form, ok := columns[i]
		if !ok {
			return t, nil // tables behind it are not needed
		}
		t.width[i] = t.widths(form, heaps)
		size := 0
		for _, w := range t.width[i] {
			size += w
		}
		t.data[i] = s[at:][:size*t.rows[i]]
		at += size * t.rows[i]
	}
	return t, nil
}

func (t *tables) widths(form string, heaps byte) []int {
	var all []int
	wide := func(is bool) {
		if is {
			all = append(all, 4)
		} else {
			all = append(all, 2)
		}
	}
	for i := 0; i < len(form); i++ {
		switch c := form[i]; c {
		case '2', '4':
			all = append(all, int(c-'0'))
		case 's':
			wide(heaps&1 != 0)
		case 'g':
			wide(heaps&2 != 0)
		case 'b':
			wide(heaps&4 != 0)
		case 't':
			i++
			wide(t.rows[plain[form[i]]] >= 1<<16)
		case 'c':
			i++
			bits, most := 0, 0
			for 1<<bits < len(coded[form[i]]) {
				bits++
			}
			for _, table := range coded[form[i]] {
				most = max(most, t.rows[table])
			}
			wide(most >= 1<<(16-bits))
		}
	}
	return all
}

// cell is a column of a row, which is counted from 1.
func (t *tables) cell(table, row, column int) int {
	size, from := 0, 0
	for i, w := range t.width[table] {
		if i < column {
			from += w
		}
		size += w
	}
	at := (row-1)*size + from
	if t.width[table][column] == 2 {
		return u16(t.data[table], at)
	}
	return u32(t.data[table], at)
}

func (t *tables) text(at int) string {
	name, _, _ := bytes.Cut(t.strings[at:], []byte{0})
	return string(name)
}

// compressed reads an unsigned number of a blob and returns the rest.
func compressed(b []byte) (int, []byte) {
	switch {
	case b[0]&0x80 == 0:
		return int(b[0]), b[1:]
	case b[0]&0xc0 == 0x80:
		return int(b[0]&0x3f)<<8 | int(b[1]), b[2:]
	}
	return int(b[0]&0x1f)<<24 | int(b[1])<<16 | int(b[2])<<8 | int(b[3]), b[4:]
}

// compressedSigned reads a signed one: its sign is the lowest bit.
func compressedSigned(b []byte) (int, []byte) {
	n, rest := compressed(b)
	bits := []int{6, 13, 0, 28}[len(b)-len(rest)-1]
	if n&1 == 0 {
		return n >> 1, rest
	}
	return n>>1 - 1<<bits, rest
}

func (t *tables) blob(at int) []byte {
	n, rest := compressed(t.blobs[at:])
	return rest[:n]
}

// second is the reader.
type second struct {
	image    []byte
	assembly *tables
	pdb      *tables
	methods  map[string][]int // rows by "Namespace.Outer+Nested.Method"
}

// position is a place in the source.
type position struct {
	file string
	line int
}

// readSecond reads an assembly with its PDB in it.
func readSecond(image []byte) (*second, error) {
	s := &second{image: image, methods: map[string][]int{}}
	at := bytes.Index(image, []byte("BSJB"))
	if at < 0 {
		return nil, errors.New("no metadata in the assembly")
	}
	var err error
	if s.assembly, err = readTables(image[at:]); err != nil {
		return nil, err
	}
	embedded := bytes.Index(image, []byte("MPDB"))
	if embedded < 0 {
		return nil, errors.New("no PDB in the assembly")
	}
	packed := flate.NewReader(bytes.NewReader(image[embedded+8:]))
	unpacked, err := io.ReadAll(io.LimitReader(packed, int64(u32(image, embedded+4))))
	if err != nil {
		return nil, fmt.Errorf("the PDB in the assembly: %w", err)
	}
	if s.pdb, err = readTables(unpacked); err != nil {
		return nil, err
	}
	s.nameMethods()
	return s, nil
}

func (s *second) nameMethods() {
	t := s.assembly
	outer := map[int]int{}
	for row := range t.rows[0x29] {
		outer[t.cell(0x29, row+1, 0)] = t.cell(0x29, row+1, 1)
	}
	var name func(row int) string
	name = func(row int) string {
		own := t.text(t.cell(0x02, row, 1))
		if in, nested := outer[row]; nested {
			return name(in) + "+" + own
		}
		if space := t.text(t.cell(0x02, row, 2)); space != "" {
			return space + "." + own
		}
		return own
	}
	for row := 1; row <= t.rows[0x02]; row++ {
		to := t.rows[0x06] + 1
		if row < t.rows[0x02] {
			to = t.cell(0x02, row+1, 5)
		}
		for m := t.cell(0x02, row, 5); m < to; m++ {
			full := name(row) + "." + t.text(t.cell(0x06, m, 3))
			s.methods[full] = append(s.methods[full], m)
		}
	}
}

// offset is where in the file an address of the loaded image is.
func (s *second) offset(address int) int {
	header := u32(s.image, 60)
	at := header + 24 + u16(s.image, header+20)
	for range u16(s.image, header+6) {
		if from := u32(s.image, at+12); address >= from && address < from+u32(s.image, at+16) {
			return address - from + u32(s.image, at+20)
		}
		at += 40
	}
	return -1
}

// calls are the offsets of a method's IL behind which a method of a name is called.
func (s *second) calls(method int, callee string) []int {
	at := s.offset(s.assembly.cell(0x06, method, 0))
	if at < 0 {
		return nil
	}
	var code []byte
	if s.image[at]&3 == 2 {
		code = s.image[at+1:][:s.image[at]>>2]
	} else {
		code = s.image[at+u16(s.image, at)>>12*4:][:u32(s.image, at+4)]
	}
	var all []int
	for i := 0; i < len(code); {
		op, operand := int(code[i]), i+1
		if op == 0xfe {
			op, operand = 0xfe00|int(code[i+1]), i+2
		}
		if (op == 0x28 || op == 0x6f || op == 0x73) && s.callee(u32(code, operand)) == callee {
			all = append(all, i)
		}
		i = operand + operandSize(op, code[operand:])
	}
	return all
}

// operandSize is the length of what follows an instruction. Source: ECMA-335 partition VI
// C.2, opcode.def.
func operandSize(op int, rest []byte) int {
	switch {
	case op >= 0x0e && op <= 0x13, op == 0x1f, op >= 0x2b && op <= 0x37, op == 0xde, op == 0xfe12, op == 0xfe19:
		return 1
	case op >= 0xfe09 && op <= 0xfe0e:
		return 2
	case op == 0x21, op == 0x23:
		return 8
	case op == 0x45:
		return 4 + 4*u32(rest, 0)
	case op == 0x20, op == 0x22, op >= 0x27 && op <= 0x29, op >= 0x38 && op <= 0x44, op >= 0x6f && op <= 0x75,
		op == 0x79, op >= 0x7b && op <= 0x81, op == 0x8c, op == 0x8d, op == 0x8f, op >= 0xa3 && op <= 0xa5,
		op == 0xc2, op == 0xc6, op == 0xd0, op == 0xdd, op == 0xfe06, op == 0xfe07, op == 0xfe15, op == 0xfe16,
		op == 0xfe1c:
		return 4
	}
	return 0
}

// callee is the name of a method by its token, without its type.
func (s *second) callee(token int) string {
	t, row := s.assembly, token&0xffffff
	switch token >> 24 {
	case 0x06:
		return t.text(t.cell(0x06, row, 3))
	case 0x0a:
		return t.text(t.cell(0x0a, row, 1))
	case 0x2b:
		of := t.cell(0x2b, row, 0)
		return s.callee([]int{0x06, 0x0a}[of&1]<<24 | of>>1)
	}
	return ""
}

// lines are the places of a method in the source, by the offset from which they hold.
func (s *second) lines(method int) map[int]position {
	blob := s.pdb.cell(0x31, method, 1)
	if blob == 0 {
		return nil
	}
	document := s.pdb.cell(0x31, method, 0)
	b := s.pdb.blob(blob)
	var n int
	_, b = compressed(b)
	if document == 0 {
		document, b = compressed(b)
	}
	all := map[int]position{}
	offset, line, first, started := 0, 0, true, false
	for len(b) > 0 {
		n, b = compressed(b)
		if n == 0 && !first {
			document, b = compressed(b)
			continue
		}
		offset, first = offset+n, false
		var lines, columns int
		lines, b = compressed(b)
		if lines == 0 {
			columns, b = compressed(b)
		} else {
			columns, b = compressedSigned(b)
		}
		if lines == 0 && columns == 0 {
			continue // a hidden point
		}
		if started {
			n, b = compressedSigned(b)
			line += n
			_, b = compressedSigned(b)
		} else {
			line, b = compressed(b)
			_, b = compressed(b)
			started = true
		}
		all[offset] = position{s.document(document), line}
	}
	return all
}

func (s *second) document(row int) string {
	b := s.pdb.blob(s.pdb.cell(0x30, row, 0))
	separator := string(b[:1])
	var parts []string
	for b = b[1:]; len(b) > 0; {
		var at int
		at, b = compressed(b)
		parts = append(parts, string(s.pdb.blob(at)))
	}
	return strings.Join(parts, separator)
}

// covering is the last place at or before an offset.
func covering(all map[int]position, offset int) (position, bool) {
	for ; offset >= 0; offset-- {
		if p, ok := all[offset]; ok {
			return p, true
		}
	}
	return position{}, false
}
