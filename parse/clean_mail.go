package parse

import (
	"bytes"
	"strconv"
)

// findQuotedPrintable finds the raw form of a mail, in which "=" at the end of a line
// joins it to the next (RFC 2045, 6.7).
func findQuotedPrintable(head []line, _ Forms) []repair {
	const least, longest = 3, 76
	soft := 0
	for _, l := range head {
		if n := len(l.text); n > 0 && n <= longest && l.text[n-1] == '=' {
			soft++
		}
	}
	if soft < least {
		return nil
	}
	return []repair{{what: "quoted-printable decoded", sure: true, wrap: decodeQuotedPrintable}}
}

func decodeQuotedPrintable(src lines) lines {
	var joined []byte
	no := 0
	split := func(l line, emit func(line)) {
		if len(joined) == 0 {
			no = l.no
		}
		part, soft := bytes.CutSuffix(bytes.TrimRight(l.text, " \t"), []byte("="))
		joined = appendQuoted(joined, part)
		if soft && len(joined) < maxLine {
			return
		}
		emit(line{text: bytes.TrimRight(joined, "\r"), no: no, last: l.last})
		joined = nil
	}
	flush := func(emit func(line)) {
		if len(joined) > 0 {
			emit(line{text: joined, no: no, last: true})
		}
	}
	return &each{src: src, split: split, flush: flush}
}

// appendQuoted decodes "=3D".
func appendQuoted(out, text []byte) []byte {
	for i := 0; i < len(text); i++ {
		if text[i] == '=' && i+2 < len(text) {
			if n, err := strconv.ParseUint(string(text[i+1:i+3]), 16, 8); err == nil {
				out = append(out, byte(n))
				i += 2
				continue
			}
		}
		out = append(out, text[i])
	}
	return out
}
