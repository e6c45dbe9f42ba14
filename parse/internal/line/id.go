package line

import "strconv"

func ParseHex(text []byte) (uint64, bool) {
	n, err := strconv.ParseUint(string(text), 16, 64)
	return n, err == nil
}

// HexID is a thread id as SOS prints it.
func HexID(number uint64) string { return "0x" + strconv.FormatUint(number, 16) }

func IsHexID(id []byte) bool { return len(id) > 2 && HexIDLength(id) == len(id) }

// HexIDLength measures the "0x1A2B" that text begins with; 0 if it does not.
func HexIDLength(text []byte) int {
	if len(text) < 3 || text[0] != '0' || text[1]|0x20 != 'x' {
		return 0
	}
	n := 2
	for n < len(text) && IsHexDigit(text[n]) {
		n++
	}
	if n == 2 {
		return 0
	}
	return n
}

// ThreadNumber is the value of a printed id, for comparing ids. It reports false
// for what is no number.
func ThreadNumber(id []byte) (uint64, bool) {
	base := uint64(10)
	if len(id) > 2 && id[0] == '0' && id[1]|0x20 == 'x' {
		id, base = id[2:], 16
	}
	if len(id) == 0 || len(id) > 16 {
		return 0, false
	}
	var n uint64
	for _, c := range id {
		switch {
		case c >= '0' && c <= '9':
			n = n*base + uint64(c-'0')
		case base == 16 && IsHexDigit(c):
			n = n*base + uint64(c|0x20-'a') + 10
		default:
			return 0, false
		}
	}
	return n, true
}
