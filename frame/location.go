package frame

import (
	"strconv"
	"strings"
)

// Location returns the source file and line that SOS ("[/src/A.cs @ 17]") and exception
// texts ("in /src/A.cs:line 17") print behind the parameters. dotnet-stack prints none.
// The file is fit to be printed.
func (f *Frame) Location() (file string, line int, ok bool) {
	text := f.Raw[len(cutLocation(f.Raw)):]
	number := ""
	switch {
	case strings.HasPrefix(text, " [") && strings.HasSuffix(text, "]"):
		file, number, ok = cutLast(text[2:len(text)-1], " @ ")
	case strings.HasPrefix(text, " in "):
		file, number, ok = cutLast(text[len(" in "):], ":")
		// .NET Framework translates the word.
		_, number, _ = cutLast(number, " ")
	}
	line, err := strconv.Atoi(number)
	if !ok || file == "" || err != nil || line <= 0 {
		return "", 0, false
	}
	return Clean(file), line, true
}

// cutSourceLine removes " [/src/A.cs @ 17]" from the end of a frame with a module, whose
// parameters may hold anything else that looks like it.
func cutSourceLine(text string) string {
	if !strings.HasSuffix(text, "]") {
		return text
	}
	i := strings.LastIndex(text, ") [")
	if i < 0 {
		return text
	}
	_, number, ok := cutLast(text[i:len(text)-1], " @ ")
	if _, err := strconv.Atoi(number); !ok || err != nil {
		return text
	}
	return text[:i+1]
}

func cutLast(text, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(text, sep)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(sep):], true
}
