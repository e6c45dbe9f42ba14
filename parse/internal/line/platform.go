package line

import "bytes"

// platformStarts are beginnings of the types that nearly every stack of .NET has.
var platformStarts = [][]byte{[]byte("System."), []byte("Microsoft."), []byte("Monitor."),
	[]byte("Thread.StartCallback(")}

// PlatformFrameIn finds where in a line a frame of the base library begins, its module or
// the "at " in front of it included; -1 without one.
func PlatformFrameIn(text []byte) int {
	for _, start := range platformStarts {
		i := bytes.Index(text, start)
		if i < 0 || i > 0 && IsAlnum(text[i-1]) {
			continue
		}
		if bytes.IndexByte(text[i:], '(') < 0 {
			continue
		}
		from := i
		if i > 0 && text[i-1] == '!' {
			from = i - 1
			for from > 0 && !IsBlankByte(text[from-1]) && bytes.IndexByte([]byte(`|>"':;,]`), text[from-1]) < 0 {
				from--
			}
		}
		for _, w := range TraceWords {
			if bytes.HasSuffix(text[:from], w) && (from == len(w) || IsBlankByte(text[from-len(w)-1])) {
				return from - len(w)
			}
		}
		return from
	}
	return -1
}

// TraceWords stand in front of frames in stack traces. .NET Framework translates them.
var TraceWords = [][]byte{
	[]byte("at "), []byte("bei "), []byte("à "), []byte("en "), []byte("em "), []byte("in "), []byte("w "), []byte("v "),
	[]byte("в "), []byte("於 "), []byte("在 "), []byte("場所 "), []byte("위치: "),
}
