package nettrace

import (
	"encoding/binary"
	"math"
	"strings"
	"unicode/utf16"
)

// cursor reads numbers and strings from the bytes of one block. A read beyond the end
// fails, and a cursor that failed stays failed: it gives zeros and does not advance.
type cursor struct {
	data []byte
	at   int
	bad  bool
}

// left is the number of bytes not yet read; 0 after a failure.
func (c *cursor) left() int {
	if c.bad {
		return 0
	}
	return len(c.data) - c.at
}

// take gives the next n bytes, which stay part of the block.
func (c *cursor) take(n int) []byte {
	if c.bad || n < 0 || n > len(c.data)-c.at {
		c.bad = true
		return nil
	}
	b := c.data[c.at : c.at+n]
	c.at += n
	return b
}

func (c *cursor) skip(n int) { c.take(n) }

func (c *cursor) u8() uint8 {
	if b := c.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (c *cursor) u16() uint16 {
	if b := c.take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (c *cursor) u32() uint32 {
	if b := c.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (c *cursor) u64() uint64 {
	if b := c.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (c *cursor) f32() float64 { return float64(math.Float32frombits(c.u32())) }
func (c *cursor) f64() float64 { return math.Float64frombits(c.u64()) }

// pointer reads an address of the traced process.
func (c *cursor) pointer(size int) uint64 {
	if size == 4 {
		return uint64(c.u32())
	}
	return c.u64()
}

// varint reads an unsigned LEB128 number of at most 64 bits.
func (c *cursor) varint() uint64 {
	if !c.bad && c.at < len(c.data) && c.data[c.at] < 0x80 {
		c.at++
		return uint64(c.data[c.at-1])
	}
	v, n := binary.Uvarint(c.data[c.at:])
	if c.bad || n <= 0 {
		c.bad = true
		return 0
	}
	c.at += n
	return v
}

// varint32 reads a LEB128 number that must fit into 32 bits.
func (c *cursor) varint32() uint32 {
	v := c.varint()
	if v > math.MaxUint32 {
		c.bad = true
		return 0
	}
	return uint32(v)
}

// skipText passes over a string.
func (c *cursor) skipText() { c.units() }

// units gives the bytes of a UTF-16 string that a zero unit ends, without the zero.
func (c *cursor) units() []byte {
	rest := c.data[c.at:]
	for i := 0; i+1 < len(rest) && !c.bad; i += 2 {
		if rest[i] == 0 && rest[i+1] == 0 {
			c.at += i + 2
			return rest[:i]
		}
	}
	c.bad = true
	return nil
}

// text reads a UTF-16 string that a zero unit ends. Control characters do not survive:
// what is read here is printed as lines.
func (c *cursor) text() string {
	var room [256]byte
	return string(c.appendText(room[:0]))
}

// appendText appends such a string.
func (c *cursor) appendText(to []byte) []byte {
	raw := c.units()
	from := len(to)
	for i := 0; i < len(raw); i += 2 {
		if raw[i+1] != 0 || raw[i] < 0x20 || raw[i] > 0x7e {
			return append(to[:from], decodeUTF16(raw)...)
		}
		to = append(to, raw[i])
	}
	return to
}

// decodeUTF16 decodes what is not plain ASCII.
func decodeUTF16(raw []byte) string {
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(raw[2*i:])
	}
	return strings.Map(printable, string(utf16.Decode(units)))
}

// printable replaces what would break a line or act on a terminal.
func printable(r rune) rune {
	switch {
	case r < 0x20, r >= 0x7f && r < 0xa0, r == '\u2028', r == '\u2029':
		return '\uFFFD'
	}
	return r
}
