package compare

import (
	"github.com/sergi/go-diff/diffmatchpatch"

	"stacktriage/frame"
	"stacktriage/parse"
)

// maxFrames bounds the frames of a stack that are compared: the runtime keeps 100, and
// what any other tool prints beyond this no one reads.
const maxFrames = 1000

// frames tells how two stacks differ, frame by frame.
func (m *matcher) frames(before, after *parse.Stack) []Frame {
	symbols := symbolTable{}
	b, a := m.spell(symbols, before), m.spell(symbols, after)
	dmp := diffmatchpatch.New()
	// The default timeout of one second makes the result depend on the machine.
	dmp.DiffTimeout = 0
	var lines []Frame
	atBefore, atAfter := 0, 0
	for _, d := range dmp.DiffMainRunes(b, a, false) {
		for range []rune(d.Text) {
			switch d.Type {
			case diffmatchpatch.DiffDelete:
				lines = append(lines, Frame{Op: Delete, Index: atBefore})
				atBefore++
			case diffmatchpatch.DiffInsert:
				lines = append(lines, Frame{Op: Insert, Index: atAfter})
				atAfter++
			default:
				lines = append(lines, Frame{Op: Keep, Index: atBefore})
				atBefore++
				atAfter++
			}
		}
	}
	return lines
}

// symbolTable gives each distinct frame a rune, which is what go-diff compares.
type symbolTable map[string]rune

// firstSymbol is above the surrogates, which a string cannot hold.
const firstSymbol = 0xe000

func (m *matcher) spell(symbols symbolTable, s *parse.Stack) []rune {
	frames := s.Frames[:min(len(s.Frames), maxFrames)]
	text := make([]rune, len(frames))
	for i, f := range frames {
		key := m.frameKey(f)
		if symbols[key] == 0 {
			symbols[key] = firstSymbol + rune(len(symbols))
		}
		text[i] = symbols[key]
	}
	return text
}

// frameKey is what makes two frames the same line.
func (m *matcher) frameKey(f *frame.Frame) string {
	if m.literal() {
		return f.Key()
	}
	return m.stable(f)
}
