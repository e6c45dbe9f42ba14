package line

import "bytes"

// IsStump says whether the last line of the input, which has no line end, can be the
// beginning of a header, of a marker or of a frame.
func IsStump(text []byte, afterBlank bool) bool {
	for _, whole := range [...]string{ThreadStart, "[Native Frames]", "CPU_TIME", DynamicModule} {
		if bytes.HasPrefix([]byte(whole), text) || bytes.HasPrefix(text, []byte(ThreadStart)) {
			return true
		}
	}
	text = bytes.TrimPrefix(text, []byte(DynamicModule))
	return !afterBlank && (IsBrokenModule(text) && bytes.IndexByte(text, ' ') < 0 || len(text) > 0 && text[0] == '!')
}

// HasBlankHead finds a blank in type or method, where only the names of F# have one:
// lines joined into such a frame do not belong together.
func HasBlankHead(text []byte) bool {
	bang := bytes.IndexByte(text, '!')
	if bang < 0 {
		return false
	}
	head := text[bang+1:]
	if i := bytes.IndexByte(head, '('); i >= 0 {
		head = head[:i]
	}
	return bytes.IndexByte(head, ' ') >= 0
}

// HasStrayMark finds a mark where no name has one: a backtick or quote that stands in
// front of no number, a "+" behind the last dot of a type's and method's name. Lines
// joined into such a frame had marks around them.
func HasStrayMark(text []byte) bool {
	for i, c := range text {
		if c == '"' || c == '`' && !isArity(text[i+1:]) {
			return true
		}
	}
	return hasPlusInMethod(text[bytes.IndexByte(text, '!')+1:])
}

// isArity says whether a number stands at the front, or another backtick: "`1", "“1".
func isArity(text []byte) bool {
	return len(text) == 0 || text[0] == '`' || text[0] >= '0' && text[0] <= '9'
}

// hasPlusInMethod looks for "+" behind the last dot that stands in no brackets. Types
// within types are joined by it, methods never are.
func hasPlusInMethod(member []byte) bool {
	depth, plus := 0, false
	for i, c := range member {
		switch {
		case c == '(':
			return plus
		case c == '[' || c == '<':
			depth++
		case c == ']' || c == '>':
			depth--
		case depth > 0:
		case c == '.':
			plus = false
		case c == '+':
			plus = i == 0 || member[i-1] != '\\'
		}
	}
	return false
}

// DynamicModule is the only name of several words that all programs have.
const DynamicModule = "Anonymously Hosted DynamicMethods Assembly"

// IsModuleStart recognises the beginning of a frame whose "!" is on the next line: a
// module up to its "!", or the first words of the module of dynamic methods.
func IsModuleStart(text []byte) bool {
	if n := len(text); n > 1 && text[n-1] == '!' {
		return IsModule(text[:n-1])
	}
	const firstWord = len("Anonymously")
	return len(text) >= firstWord && bytes.HasPrefix([]byte(DynamicModule), text)
}

// IsBrokenModule says whether a line that is as wide as all broken ones can be the
// beginning of a frame: a part of a module, or a module and a part of a name.
func IsBrokenModule(text []byte) bool {
	module, name, _ := bytes.Cut(text, []byte("!"))
	return IsModule(module) && bytes.IndexByte(name, ' ') < 0
}

// keywords stand in parameter lists with a blank behind them.
var keywords = []string{
	"class", "value", "unsigned", "native", "pMT:", "required_modifier", "optional_modifier", "fnptr",
	"Anonymously", "Hosted", "DynamicMethods",
}

// NeedsBlank says whether a blank stood where a frame was broken: behind a keyword,
// or between a modifier's class and the type it modifies.
func NeedsBlank(text, next []byte) bool {
	if len(next) == 0 || bytes.IndexByte([]byte(",)>]&*"), next[0]) >= 0 {
		return false
	}
	word := text
	if i := bytes.LastIndexAny(word, " ,(<"); i >= 0 {
		word = word[i+1:]
	}
	for _, k := range keywords {
		if string(word) == k {
			return true
		}
	}
	return isModifierClass(text) && startsPrimitive(next)
}

// isModifierClass says whether text ends in "required_modifier X" or "optional_modifier X".
func isModifierClass(text []byte) bool {
	i := bytes.LastIndexByte(text, ' ')
	return i > 0 && i < len(text)-1 && bytes.HasSuffix(text[:i], []byte("_modifier")) && bytes.IndexByte(text[i:], ',') < 0
}

// primitives are the words for types of one word (dotnet/runtime src/coreclr/vm
// siginfo and typestring).
var primitives = []string{"void", "bool", "wchar", "int8", "int16", "int32", "int64", "int&", "float", "class ",
	"value ", "unsigned ", "!"}

func startsPrimitive(text []byte) bool {
	for _, p := range primitives {
		if bytes.HasPrefix(text, []byte(p)) {
			return true
		}
	}
	return false
}
