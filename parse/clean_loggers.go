package parse

import "bytes"

// logLevels begin the lines that the console logger of Microsoft.Extensions.Logging
// prints in front of each message (SimpleConsoleFormatter).
var logLevels = []string{"trce: ", "dbug: ", "info: ", "warn: ", "fail: ", "crit: "}

// findLogHeaders finds text in which each line of a report is a message of its own.
func findLogHeaders(head []line, _ Forms) []repair {
	const least = 2
	n := 0
	for _, l := range head {
		if isLogHeader(l.text) {
			n++
		}
	}
	if n < least {
		return nil
	}
	return []repair{{what: "headers of log messages removed", sure: true, wrap: dropLogHeaders}}
}

func dropLogHeaders(src lines) lines {
	return &each{src: src, split: func(l line, emit func(line)) {
		if !isLogHeader(l.text) {
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
			_, ok := threadNumber(text[open+1 : len(text)-1])
			return open > 0 && ok
		}
	}
	return false
}
