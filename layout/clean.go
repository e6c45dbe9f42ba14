package layout

import (
	"strings"
	"unicode/utf8"

	"stacktriage/frame"
)

// asciiOf spells the signs the tool itself prints for readers without UTF-8.
var asciiOf = map[rune]string{
	'▸': ">", '⋮': ":", '…': "...", '·': "-", '┃': "|", '│': "|", '├': "+", '└': "+", '┌': "+",
	'▁': ".", '▂': ":", '▃': ":", '▄': "-", '▅': "-", '▆': "=", '▇': "=", '█': "#", '░': "-", '▓': "+",
	'─': "-", '←': "<-", '→': "->",
	'×': "x", '–': "-", '—': "-", '“': `"`, '”': `"`, '‘': "'", '’': "'", '≤': "<=", '≥': ">=",
}

// Clean makes text of any origin fit to be printed on one line: control characters,
// which a terminal would obey, and the invisible ones that reorder or hide text become
// a replacement sign. Without unicode nothing but printable ASCII is left: to such a
// terminal a byte of a longer character can be a control character, too.
func Clean(text string, unicode bool) string {
	if printableASCII(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range text {
		switch {
		case r >= ' ' && r < utf8.RuneSelf-1:
			b.WriteRune(r)
		case r == '\t':
			b.WriteByte(' ')
		case !unicode:
			b.WriteString(spellASCII(r))
		case Hidden(r):
			b.WriteRune(utf8.RuneError)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func printableASCII(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

func spellASCII(r rune) string {
	if s, ok := asciiOf[r]; ok {
		return s
	}
	return "?"
}

// Hidden reports characters that must not reach an output as they are.
func Hidden(r rune) bool { return frame.Hidden(r) }
