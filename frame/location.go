package frame

import (
	"strconv"
	"strings"
)

// Location is where code stands in the source.
type Location struct {
	File        string // fit to be printed
	First, Last int    // lines, from 1; one and the same where it is known so exactly
}

// Location returns the source file and line that SOS ("[/src/A.cs @ 17]") and exception
// texts ("in /src/A.cs:line 17") print behind the parameters. dotnet-stack prints none.
// Of recordings with symbol files it can be a range ("[/src/A.cs @ 17-19]").
func (f *Frame) Location() (at Location, ok bool) {
	text := f.Raw[len(cutLocation(f.Raw)):]
	file, number := "", ""
	switch {
	case strings.HasPrefix(text, " [") && strings.HasSuffix(text, "]"):
		file, number, ok = cutLast(text[2:len(text)-1], " @ ")
	case strings.HasPrefix(text, " in "):
		file, number, ok = cutLast(text[len(" in "):], ":")
		// .NET Framework translates the word.
		_, number, _ = cutLast(number, " ")
	}
	first, last, numbered := lineRange(number)
	if !ok || file == "" || !numbered {
		return Location{}, false
	}
	return Location{Clean(file), first, last}, true
}

// lineRange reads "17" and "17-19".
func lineRange(text string) (first, last int, ok bool) {
	from, to, several := strings.Cut(text, "-")
	if !several {
		to = from
	}
	first, err := strconv.Atoi(from)
	last, lastErr := strconv.Atoi(to)
	if err != nil || lastErr != nil || first <= 0 || last < first {
		return 0, 0, false
	}
	return first, last, true
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
	if _, _, numbered := lineRange(number); !ok || !numbered {
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
