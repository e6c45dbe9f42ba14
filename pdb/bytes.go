package pdb

import (
	"encoding/binary"
	"errors"
)

// errCut says that a file ends, or points, beyond what is there.
var errCut = errors.New("the file is cut off or damaged")

// window is a part of a hostile file: reading beyond it sets failed and gives zeros, so
// that the reader of a structure checks once, at its end.
type window struct {
	data   []byte
	failed bool
}

// at gives size bytes from an offset; nil and failed where they are not there.
func (w *window) at(offset, size uint64) []byte {
	if offset > uint64(len(w.data)) || size > uint64(len(w.data))-offset {
		w.failed = true
		return nil
	}
	return w.data[offset : offset+size]
}

// take gives the next size bytes and goes on behind them.
func (w *window) take(size uint64) []byte {
	b := w.at(0, size)
	if b != nil {
		w.data = w.data[size:]
	}
	return b
}

func (w *window) u8() uint8 {
	if b := w.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (w *window) u16() uint16 {
	if b := w.take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (w *window) u32() uint32 {
	if b := w.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (w *window) u64() uint64 {
	if b := w.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// unsigned reads a compressed unsigned integer (ECMA-335 II.23.2).
func (w *window) unsigned() uint32 {
	value, _ := w.compressed()
	return value
}

// signed reads a compressed signed integer: the sign is the lowest bit.
func (w *window) signed() int32 {
	value, bits := w.compressed()
	half := int32(value >> 1)
	if value&1 == 0 {
		return half
	}
	return half - 1<<(bits-1)
}

// compressed reads the bits of a compressed integer and says how many there can be.
func (w *window) compressed() (value uint32, bits int) {
	first := w.u8()
	switch {
	case first&0x80 == 0:
		return uint32(first), 7
	case first&0xC0 == 0x80:
		return uint32(first&0x3F)<<8 | uint32(w.u8()), 14
	case first&0xE0 == 0xC0:
		b := w.take(3)
		if b == nil {
			return 0, 29
		}
		return uint32(first&0x1F)<<24 | uint32(b[0])<<16 | uint32(b[1])<<8 | uint32(b[2]), 29
	}
	w.failed = true
	return 0, 29
}

// rest is what has not been read.
func (w *window) rest() int { return len(w.data) }
