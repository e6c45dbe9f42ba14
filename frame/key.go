package frame

import "strings"

// Key is the frame's identity for grouping: equal for the same method on every
// platform and in every run. Addresses behind "pMT:" are erased and the module's
// suffixes dropped, because both differ between runs of one program.
func (f *Frame) Key() string {
	bang := strings.IndexByte(f.Raw, '!')
	if bang < 0 {
		return eraseAddresses(f.Raw)
	}
	return f.Module + "!" + eraseAddresses(f.Raw[bang+1:])
}

const addressMark = "pMT: "

// eraseAddresses drops the hexadecimal address behind every "pMT: ".
func eraseAddresses(text string) string {
	if !strings.Contains(text, addressMark) {
		return text
	}
	var b strings.Builder
	for {
		i := strings.Index(text, addressMark)
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:i+len(addressMark)-1])
		text = strings.TrimPrefix(text[i+len(addressMark):], "0x")
		text = strings.TrimLeft(text, "0123456789abcdefABCDEF")
	}
}
