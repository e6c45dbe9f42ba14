package parse

import "bytes"

const dotnetStackName = "dotnet-stack"

// dotnetStack is the text of "dotnet-stack report".
var dotnetStack = &dialect{
	name:    dotnetStackName,
	whole:   true,
	anchors: []string{"thread (", "thread 0x"},
	claims: func(text []byte) bool {
		l := readDotnetLine(text)
		return l.kind == headerLine || l.kind == frameLine && frameLikeness(l.text) == wholeFrame || isMarker(l.text)
	},
	fits: func(text []byte) bool {
		l := readDotnetLine(text)
		if l.kind == headerLine {
			h, _ := parseHeader(l.text)
			return !h.damaged
		}
		return l.kind != otherLine
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

// dotnetLine is a line of dotnet-stack's text.
type dotnetLine struct {
	text  []byte // without what stood around it
	kind  lineKind
	words bool // some of what stood behind it were words
	more  bool // and were a part of a stack
}

// readDotnetLine tells what a line is, and takes away quotes, table lines and
// comments around it.
func readDotnetLine(text []byte) dotnetLine {
	if numbered := trimFrameNumber(text); len(numbered) < len(text) {
		if l := readDotnetLine(numbered); l.kind == frameLine || l.kind == pseudoLine {
			return l
		}
	}
	if kind := dotnetKind(text); kind != otherLine {
		return dotnetLine{text: text, kind: kind}
	}
	inner := trimEdges(text)
	if kind := dotnetKind(inner); kind != otherLine {
		return dotnetLine{text: inner, kind: kind}
	}
	if frame, words := trimDebris(inner); frameLikeness(frame) == wholeFrame {
		more := words && isFragment(inner[len(frame):])
		return dotnetLine{frame, frameLine, words, more}
	}
	if l, ok := markerWithDebris(inner); ok {
		return l
	}
	return dotnetLine{text: text}
}

// markerWithDebris reads a marker behind which something stands that is no part of it.
func markerWithDebris(text []byte) (dotnetLine, bool) {
	for _, marker := range [...]string{"[Native Frames]", "CPU_TIME"} {
		rest, ok := bytes.CutPrefix(text, []byte(marker))
		if !ok || len(rest) == 0 || bytes.IndexByte([]byte(" \"'|,;<\t"), rest[0]) < 0 {
			continue
		}
		return dotnetLine{text: text[:len(marker)], kind: pseudoLine, words: true, more: isFragment(rest)}, true
	}
	return dotnetLine{}, false
}

// dotnetKind classifies a line by its content; indentation is often lost.
func dotnetKind(text []byte) lineKind {
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
// dotnet-monitor's "[NativeFrame]" stands anywhere.
func isMarker(text []byte) bool {
	m, ok := pseudoFrame(text)
	return ok && m != MarkerNone && string(text) != monitorNative
}

// isElision recognises a line that stands for frames that somebody left out.
func isElision(text []byte) bool {
	return bytes.HasPrefix(text, []byte("...")) || bytes.HasPrefix(text, []byte("…")) ||
		bytes.HasPrefix(text, []byte("[...")) || bytes.HasPrefix(text, []byte("(..."))
}
