package repair

import (
	"bytes"
	"strconv"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// logLevels begin the lines that the console logger of Microsoft.Extensions.Logging
// prints in front of each message (SimpleConsoleFormatter).
var logLevels = []string{"trce: ", "dbug: ", "info: ", "warn: ", "fail: ", "crit: "}

// findLogHeaders finds text in which each line of a report is a message of its own.
func findLogHeaders(head []text.Line, _ line.Forms) []repair {
	const least = 2
	n := 0
	for _, l := range head {
		if isLogHeader(l.Text) {
			n++
		}
	}
	if n < least {
		return nil
	}
	return []repair{{what: "headers of log messages removed", sure: true, wrap: dropLogHeaders}}
}

func dropLogHeaders(src text.Lines) text.Lines {
	return &text.Each{Src: src, Split: func(l text.Line, emit func(text.Line)) {
		if !isLogHeader(l.Text) {
			emit(l)
		}
	}}
}

// isLogHeader recognises "info: Category[0]".
func isLogHeader(text []byte) bool {
	text = bytes.TrimSpace(text)
	for _, level := range logLevels {
		if bytes.HasPrefix(text, []byte(level)) && text[len(text)-1] == ']' {
			open := bytes.LastIndexByte(text, '[')
			_, ok := line.ThreadNumber(text[open+1 : len(text)-1])
			return open > 0 && ok
		}
	}
	return false
}

// findQuotedPrintable finds the raw form of a mail, in which "=" at the end of a line
// joins it to the next (RFC 2045, 6.7).
func findQuotedPrintable(head []text.Line, _ line.Forms) []repair {
	const least, longest = 3, 76
	soft := 0
	for _, l := range head {
		if n := len(l.Text); n > 1 && n <= longest && l.Text[n-1] == '=' && l.Text[n-2] != '=' {
			soft++
		}
	}
	if soft < least {
		return nil
	}
	return []repair{{what: "quoted-printable decoded", sure: true, wrap: decodeQuotedPrintable}}
}

func decodeQuotedPrintable(src text.Lines) text.Lines {
	var joined []byte
	no := 0
	split := func(l text.Line, emit func(text.Line)) {
		if len(joined) == 0 {
			no = l.No
		}
		part, soft := bytes.CutSuffix(bytes.TrimRight(l.Text, " \t"), []byte("="))
		joined = appendQuoted(joined, part)
		if soft && len(joined) < text.MaxLine {
			return
		}
		emit(text.Line{Text: bytes.TrimRight(joined, "\r"), No: no, Last: l.Last})
		joined = nil
	}
	flush := func(emit func(text.Line)) {
		if len(joined) > 0 {
			emit(text.Line{Text: joined, No: no, Last: true})
		}
	}
	return &text.Each{Src: src, Split: split, Flush: flush}
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
