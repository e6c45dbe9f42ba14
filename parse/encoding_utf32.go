package parse

import (
	"encoding/binary"
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
