package line

import "bytes"

// IsFragment says whether a line that is none of a report was a part of one: it holds
// a frame's or a header's beginning, a marker, or nothing but a piece of a name.
func IsFragment(text []byte) bool {
	text = bytes.TrimSpace(text)
	if BeginsThread(text) || string(text) == "Thread" {
		return true
	}
	if bang := bytes.IndexByte(text, '!'); bang > 0 && bang+1 < len(text) && IsAlnum(text[bang-1]) && text[bang+1] > ' ' &&
		bytes.IndexByte(text[bang:], '.') > 0 {
		return true
	}
	if bytes.Count(text, []byte(")")) > bytes.Count(text, []byte("(")) {
		return text[len(text)-1] == ')'
	}
	const shortest = 5
	return len(text) >= shortest && !bytes.ContainsAny(text, " \t:/=") && bytes.IndexAny(text, ".`(") > 0
}

// BeginsThread says whether a header or a marker is in a text.
func BeginsThread(text []byte) bool {
	return bytes.Contains(text, []byte("hread (0x")) || MarkerIn(text) >= 0
}
