package frame

import "strings"

// Entry says how sure it is that a frame is the method a program starts in.
type Entry uint8

const (
	// NoEntry is any other method.
	NoEntry Entry = iota
	// EntryByShape is a method whose only parameter is an array of strings, which any
	// method can have: the bottom of a deep stack is cut, and it need not be the first.
	EntryByShape
	// EntryByName is Main, or what a compiler calls it: "<Main>$" of top-level statements,
	// "<Main>" around an async one, "main@" of F#.
	EntryByName
)

// Entry says whether the frame is the method a program starts in, by its name and its
// parameters where they are printed.
func (f *Frame) Entry() Entry {
	switch f.Method {
	case "<Main>$", "<Main>":
		return EntryByName
	case "Main", "main", "main@", "entry":
		if f.NoParams || f.Params == "" || isStringArray(f.Params) {
			return EntryByName
		}
	}
	if isStringArray(f.Params) && !strings.ContainsAny(f.Method, "<>@") && !strings.Contains(f.Type, "+") {
		return EntryByShape
	}
	return NoEntry
}

func isStringArray(params string) bool {
	switch params {
	case "class System.String[]", "System.String[]", "String[]", "string[]",
		"string[] args", "System.String[] args", "String[] args":
		return true
	}
	return false
}
