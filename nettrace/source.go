package nettrace

import (
	"bufio"
	"errors"
	"io"
)

const (
	// maxBlock bounds one block. Runtimes write blocks of about 100 KB.
	maxBlock = 64 << 20
	// trusted is what a claimed length may allocate before its bytes have arrived.
	trusted = 64 << 10
)

// source is the stream with the number of bytes read so far.
type source struct {
	r      *bufio.Reader
	offset int64
}

func newSource(r io.Reader) *source { return &source{r: bufio.NewReaderSize(r, trusted)} }

// read appends n bytes of the stream to buf[:0], which grows with what arrives.
func (s *source) read(buf []byte, n int) ([]byte, error) {
	buf = buf[:0]
	for len(buf) < n {
		step := min(n-len(buf), max(trusted, len(buf)))
		from := len(buf)
		buf = append(buf, make([]byte, step)...)
		got, err := io.ReadFull(s.r, buf[from:])
		s.offset += int64(got)
		if err != nil {
			return buf[:from+got], cutOff(err)
		}
	}
	return buf, nil
}

// byte reads one byte.
func (s *source) byte() (byte, error) {
	b, err := s.r.ReadByte()
	if err != nil {
		return 0, cutOff(err)
	}
	s.offset++
	return b, nil
}

// pad passes over the bytes to the next multiple of four.
func (s *source) pad() error {
	for s.offset%4 != 0 {
		if _, err := s.byte(); err != nil {
			return err
		}
	}
	return nil
}

// cutOff makes one error of both ways in which a stream breaks off.
func cutOff(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
