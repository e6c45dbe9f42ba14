package parse

import "bytes"

// dotnetStack is the text of "dotnet-stack report".
var dotnetStack = &dialect{
	name:    "dotnet-stack",
	whole:   true,
	anchors: []string{"Thread (0x"},
	claims: func(text []byte) bool {
		return dotnetLine(text) == headerLine || frameLikeness(text) == wholeFrame || isMarker(text)
	},
	fits: func(text []byte) bool {
		return dotnetLine(text) != otherLine
	},
	open: func(b *builder) dialectReader { return &dotnetReader{b: b} },
}

// lineKind is what a line of dotnet-stack's text is.
type lineKind uint8

const (
	otherLine lineKind = iota
	headerLine
	pseudoLine
	frameLine
	elisionLine
)

// dotnetLine classifies a line by its content; indentation is often lost.
func dotnetLine(text []byte) lineKind {
	if _, ok := pseudoFrame(text); ok {
		return pseudoLine
	}
	if frameLikeness(text) != notFrame {
		return frameLine
	}
	if _, _, ok := monitorHeader(text); ok {
		return otherLine
	}
	if _, ok := parseHeader(text); ok {
		return headerLine
	}
	if isElision(text) {
		return elisionLine
	}
	return otherLine
}

// isMarker recognises the words that stand only in front of a thread's frames.
func isMarker(text []byte) bool {
	m, ok := pseudoFrame(text)
	return ok && m != MarkerNone && text[len(text)-1] != 'e'
}

// isElision recognises a line that stands for frames that somebody left out.
func isElision(text []byte) bool {
	return bytes.HasPrefix(text, []byte("...")) || bytes.HasPrefix(text, []byte("…")) ||
		bytes.HasPrefix(text, []byte("[...")) || bytes.HasPrefix(text, []byte("(..."))
}
