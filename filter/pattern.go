package filter

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

// compile reads a pattern. Its error says at which character the pattern is wrong.
// One that is secret is called by its flag only.
func compile(flag, text string, secret bool) (*pattern, error) {
	said, quoted := flag+" "+text, fmt.Sprintf("%s %q", flag, text)
	if secret {
		said, quoted = flag+" PATTERN", flag
	}
	re, err := regexp.Compile(text)
	if err == nil {
		return &pattern{said: said, re: re}, nil
	}
	var bad *syntax.Error
	if !errors.As(err, &bad) {
		return nil, fmt.Errorf("%s: no regular expression", quoted)
	}
	return nil, fmt.Errorf("%s: %s at character %d; patterns are Go regular expressions, and \\ in front takes a character as it is", quoted, bad.Code, position(text, bad))
}

// position is the number of the character, from 1, that an error is about. The package
// regexp/syntax tells the part that is wrong, or the whole text for parentheses.
func position(text string, bad *syntax.Error) int {
	at := 0
	switch bad.Code {
	case syntax.ErrMissingParen, syntax.ErrUnexpectedParen:
		at = lonelyParenthesis(text)
	case syntax.ErrTrailingBackslash:
		at = len(text) - 1
	default:
		at = max(strings.Index(text, bad.Expr), 0)
	}
	return len([]rune(text[:at])) + 1
}

// lonelyParenthesis is the index of the first ")" without a "(", else of the last "("
// without a ")".
func lonelyParenthesis(text string) int {
	var open []int
	class := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			open = append(open, i)
		case c == ')' && len(open) == 0:
			return i
		case c == ')':
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return 0
	}
	return open[len(open)-1]
}
