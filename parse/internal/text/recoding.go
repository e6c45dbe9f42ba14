package text

import (
	"encoding/binary"
	"io"
	"unicode/utf8"
)

// utf32Reader decodes UTF-32. What is no character becomes U+FFFD.
type utf32Reader struct {
	recoding
	order binary.ByteOrder
}

func (u *utf32Reader) Read(p []byte) (int, error) {
	return u.read(p, u.fill)
}

// fill reads and decodes the next part; a character that is not complete waits for
// the next turn.
func (u *utf32Reader) fill() {
	u.more()
	at := 0
	for ; at+4 <= u.n; at += 4 {
		r := u.order.Uint32(u.in[at:])
		if r > utf8.MaxRune {
			r = utf8.RuneError
		}
		u.out = utf8.AppendRune(u.out, rune(r))
	}
	u.used(at)
}

// recoding holds what a reader that turns another encoding into UTF-8 has read and
// what it has yet to give out.
type recoding struct {
	r   io.Reader
	in  [16 << 10]byte
	n   int // bytes of in that are filled
	out []byte
	err error
}

// read gives out what fill decodes.
func (c *recoding) read(p []byte, fill func()) (int, error) {
	for len(c.out) == 0 {
		if c.err != nil {
			return 0, c.err
		}
		fill()
	}
	n := copy(p, c.out)
	c.out = c.out[n:]
	return n, nil
}

// more reads the next part into in, behind what is left there.
func (c *recoding) more() {
	n, err := c.r.Read(c.in[c.n:])
	c.n += n
	c.err = err
	c.out = c.out[:0]
}

// used drops the first n bytes of in, which are decoded. What is left at the end of the
// input is a part of a character.
func (c *recoding) used(n int) {
	if c.err != nil && n < c.n {
		c.out = utf8.AppendRune(c.out, utf8.RuneError)
		n = c.n
	}
	c.n = copy(c.in[:], c.in[n:c.n])
}
