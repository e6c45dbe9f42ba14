package parse

import (
	"io"
	"unicode/utf8"
)

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
