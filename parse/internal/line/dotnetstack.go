package line

import "bytes"

// LineKind is what a line of dotnet-stack's text is.
type LineKind uint8

const (
	OtherLine LineKind = iota
	HeaderLine
	PseudoLine
	FrameLine
	ElisionLine
)

// DotnetStack is a line of dotnet-stack's text.
type DotnetStack struct {
	// Located says that a source line stands behind the frame, as a part of Text.
	Located bool
	Text    []byte // without what stood around it
	Kind    LineKind
	Words   bool // some of what stood behind it were words
	More    bool // and were a part of a stack
}

// ReadDotnetStack tells what a line is, and takes away quotes, table lines and
// comments around it.
func ReadDotnetStack(text []byte) DotnetStack {
	if numbered := trimFrameNumber(text); len(numbered) < len(text) {
		if l := ReadDotnetStack(numbered); l.Kind == FrameLine || l.Kind == PseudoLine {
			return l
		}
	}
	if kind := dotnetKind(text); kind != OtherLine {
		return DotnetStack{Text: text, Kind: kind}
	}
	inner := TrimEdges(text)
	if kind := dotnetKind(inner); kind != OtherLine {
		return DotnetStack{Text: inner, Kind: kind}
	}
	if frame, words := TrimDebris(inner); LikenessOf(frame) == WholeFrame && !isOffset(inner[len(frame):]) {
		if isLocation(inner[len(frame):]) {
			return DotnetStack{Text: inner, Kind: FrameLine, Located: true}
		}
		more := words && IsFragment(inner[len(frame):])
		return DotnetStack{Text: frame, Kind: FrameLine, Words: words, More: more}
	}
	if l, ok := markerWithDebris(inner); ok {
		return l
	}
	return DotnetStack{Text: text}
}

// isLocation recognises the source line behind a frame, " [/src/Orders.cs @ 42]": reports
// written from recordings have it where PDBs were found.
func isLocation(rest []byte) bool {
	rest, ok := bytes.CutPrefix(rest, []byte(" ["))
	at := bytes.LastIndex(rest, []byte(" @ "))
	if !ok || at <= 0 {
		return false
	}
	number, closed := bytes.CutSuffix(rest[at+len(" @ "):], []byte("]"))
	first, last, several := bytes.Cut(number, []byte("-")) // optimised code is of one of a few lines
	return closed && isNumber(first) && (!several || isNumber(last))
}

func isNumber(text []byte) bool { return len(text) > 0 && Run(text, isDigit) == len(text) }

// isOffset recognises the offset that debuggers print behind a frame: dotnet-stack prints
// none.
func isOffset(rest []byte) bool {
	rest, ok := bytes.CutPrefix(bytes.TrimSpace(rest), []byte("+"))
	rest = bytes.TrimPrefix(bytes.TrimSpace(rest), []byte("0x"))
	return ok && len(rest) > 0 && Run(rest, IsHexDigit) == len(rest)
}

// markerWithDebris reads a marker behind which something stands that is no part of it.
func markerWithDebris(text []byte) (DotnetStack, bool) {
	for _, marker := range [...]string{"[Native Frames]", "CPU_TIME"} {
		rest, ok := bytes.CutPrefix(text, []byte(marker))
		if !ok || len(rest) == 0 || bytes.IndexByte([]byte(" \"'|,;<\t"), rest[0]) < 0 {
			continue
		}
		return DotnetStack{Text: text[:len(marker)], Kind: PseudoLine, Words: true, More: IsFragment(rest)}, true
	}
	return DotnetStack{}, false
}

// dotnetKind classifies a line by its content; indentation is often lost.
func dotnetKind(text []byte) LineKind {
	if _, ok := PseudoFrame(text); ok {
		return PseudoLine
	}
	if LikenessOf(text) != NotFrame {
		return FrameLine
	}
	if _, _, ok := MonitorHeader(text); ok {
		return OtherLine
	}
	if _, ok := ParseHeader(text); ok {
		return HeaderLine
	}
	if isElision(text) {
		return ElisionLine
	}
	return OtherLine
}

// isElision recognises a line that stands for frames that somebody left out.
func isElision(text []byte) bool {
	return bytes.HasPrefix(text, []byte("...")) || bytes.HasPrefix(text, []byte("…")) ||
		bytes.HasPrefix(text, []byte("[...")) || bytes.HasPrefix(text, []byte("(..."))
}
