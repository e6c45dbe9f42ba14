package text

import (
	"bytes"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// The encodings, as Source.Encoding names them.
const (
	UTF8    = "utf-8"
	UTF8BOM = "utf-8-bom"
	UTF16LE = "utf-16le"
	UTF16BE = "utf-16be"
	UTF32LE = "utf-32le"
	UTF32BE = "utf-32be"
)

// DetectEncoding tells the encoding of a text by its first bytes, and how long its
// byte order mark is.
func DetectEncoding(head []byte) (name string, bom int) {
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		return UTF8BOM, 3
	case bytes.HasPrefix(head, []byte("\xff\xfe\x00\x00")):
		return UTF32LE, 4
	case bytes.HasPrefix(head, []byte("\x00\x00\xfe\xff")):
		return UTF32BE, 4
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		return UTF16LE, 2
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		return UTF16BE, 2
	}
	return zeroPattern(head), 0
}

// zeroPattern recognises UTF-16 without a byte order mark: in text that is mostly
// ASCII, every other byte is zero.
func zeroPattern(head []byte) string {
	const reach = 1 << 10
	head = head[:min(len(head), reach)&^1]
	var zeros, letters [2]int
	for i, c := range head {
		switch {
		case c == 0:
			zeros[i&1]++
		case c >= ' ' && c < 0x7f || c == '\r' || c == '\n' || c == '\t':
			letters[i&1]++
		}
	}
	most := len(head) * 3 / 8 // three quarters of the pairs
	switch {
	case len(head) < 4:
	case zeros[1] > most && letters[0] > most && zeros[0] < most/8+1:
		return UTF16LE
	case zeros[0] > most && letters[1] > most && zeros[1] < most/8+1:
		return UTF16BE
	}
	return UTF8
}

// Decode turns a stream that begins behind its byte order mark into UTF-8. Bytes that
// are wrong in UTF-8 are passed on; cleaning counts them by line.
func Decode(r io.Reader, encoding string) io.Reader {
	switch encoding {
	case UTF16LE:
		return &utf16Reader{recoding: recoding{r: r}, high: 1}
	case UTF16BE:
		return &utf16Reader{recoding: recoding{r: r}, high: 0}
	case UTF32LE:
		return &utf32Reader{recoding: recoding{r: r}, order: binary.LittleEndian}
	case UTF32BE:
		return &utf32Reader{recoding: recoding{r: r}, order: binary.BigEndian}
	}
	return r
}

// utf16Reader decodes UTF-16. A unit that is no character becomes U+FFFD. Where a byte
// is missing or added, it finds the right phase again.
type utf16Reader struct {
	recoding
	high int // index of the high byte in a unit
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	return u.read(p, u.fill)
}

// fill reads and decodes the next part. Some bytes are kept for the next turn: a
// decision needs those that follow.
func (u *utf16Reader) fill() {
	const needed = 8
	u.more()
	keep := needed
	if u.err != nil {
		keep = 0
	}
	at := 0
	for u.n-at >= max(2, keep) {
		at += u.unit(u.in[at:u.n])
	}
	u.used(at)
}

// unit decodes one character and returns how many bytes it took.
func (u *utf16Reader) unit(b []byte) int {
	if u.shifted(b) {
		u.out = utf8.AppendRune(u.out, utf8.RuneError)
		return 1
	}
	r := u.at(b)
	if !utf16.IsSurrogate(r) {
		u.out = utf8.AppendRune(u.out, r)
		return 2
	}
	if len(b) >= 4 {
		if pair := utf16.DecodeRune(r, u.at(b[2:])); pair != utf8.RuneError {
			u.out = utf8.AppendRune(u.out, pair)
			return 4
		}
	}
	u.out = utf8.AppendRune(u.out, utf8.RuneError)
	return 2
}

func (u *utf16Reader) at(b []byte) rune {
	return rune(b[u.high])<<8 | rune(b[1-u.high])
}

// shifted says that the next three units are ASCII with their bytes exchanged, which
// happens behind a lost byte and hardly ever in text.
func (u *utf16Reader) shifted(b []byte) bool {
	if len(b) < 7 {
		return false
	}
	for i := 0; i < 6; i += 2 {
		letter := b[i+u.high]
		if b[i+1-u.high] != 0 || letter >= 0x7f || letter < '\t' {
			return false
		}
	}
	return true
}
