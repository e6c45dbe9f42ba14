package parse

import (
	"encoding/binary"
	"io"
	"unicode/utf8"
)

// utf32Reader decodes UTF-32. What is no character becomes U+FFFD.
type utf32Reader struct {
	r     io.Reader
	order binary.ByteOrder
	in    [16 << 10]byte
	n     int // bytes of in that are filled
	out   []byte
	err   error
}

func (u *utf32Reader) Read(p []byte) (int, error) {
	for len(u.out) == 0 {
		if u.err != nil {
			return 0, u.err
		}
		u.fill()
	}
	n := copy(p, u.out)
	u.out = u.out[n:]
	return n, nil
}

// fill reads and decodes the next part; a character that is not complete waits for
// the next turn.
func (u *utf32Reader) fill() {
	n, err := u.r.Read(u.in[u.n:])
	u.n += n
	u.err = err
	u.out = u.out[:0]
	at := 0
	for ; at+4 <= u.n; at += 4 {
		r := u.order.Uint32(u.in[at:])
		if r > utf8.MaxRune {
			r = utf8.RuneError
		}
		u.out = utf8.AppendRune(u.out, rune(r))
	}
	if err != nil && at < u.n {
		u.out = utf8.AppendRune(u.out, utf8.RuneError)
		at = u.n
	}
	u.n = copy(u.in[:], u.in[at:u.n])
}
