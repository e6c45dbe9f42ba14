package line

import "bytes"

// exceptionLeads stand in front of an exception's type: of the outermost one, where the
// runtime reports it, and of the ones within it.
var exceptionLeads = [][]byte{
	[]byte("Unhandled exception. "), []byte("Unhandled Exception: "), []byte("Unhandled exception: "), []byte("---> "),
	[]byte("--> "),
	[]byte("(Inner Exception #"),
}

// ExceptionIn reads the line in front of a stack trace, "System.TimeoutException: too
// slow", and returns it without what stands in front of the type.
func ExceptionIn(text []byte) (exception []byte, ok bool) {
	for _, lead := range exceptionLeads {
		rest, found := bytes.CutPrefix(text, lead)
		if found && lead[0] == '(' {
			_, rest, found = bytes.Cut(rest, []byte(") "))
		}
		if found {
			text = bytes.TrimSpace(rest)
		}
	}
	typ, rest := text, []byte(nil)
	if i := bytes.IndexAny(text, ": "); i >= 0 {
		typ, rest = text[:i], text[i:]
	}
	if !isExceptionType(typ) {
		return nil, false
	}
	// "System.ComponentModel.Win32Exception (2): No such file"
	if bytes.HasPrefix(rest, []byte(" (")) {
		_, rest, _ = bytes.Cut(rest, []byte(")"))
	}
	return text, len(rest) == 0 || rest[0] == ':'
}

// isExceptionType reports a type that is named like an exception.
func isExceptionType(typ []byte) bool {
	name := typ
	if i := bytes.IndexByte(typ, '`'); i >= 0 {
		name = typ[:i]
	}
	if !bytes.HasSuffix(name, []byte("Exception")) {
		return false
	}
	for _, c := range name {
		if !IsHexDigit(c) && !(c|0x20 >= 'g' && c|0x20 <= 'z') && c != '.' && c != '_' && c != '+' && c < 0x80 {
			return false
		}
	}
	return true
}
