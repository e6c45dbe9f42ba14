// Package filter decides what of a report is shown: which stacks, and which of their
// frames.
//
// It works on the finished report model, so that a filter never changes a verdict: what
// was found was found in all threads. It does not know the command line.
package filter

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/frame"
)

// Options are what to filter by; the zero value filters nothing. Patterns are Go
// regular expressions; one matches a frame if it matches a name the frame is printed by
// or the frame as it stands in the input. Stacks are also known by the names of their
// place: the call, the culprit, the kind of thread.
type Options struct {
	Focus, Ignore []string // stacks with such a name only, and without
	Show, Hide    []string // such frames only, and without
	Roles, States []string
	Min           int  // threads at a place
	Secret        bool // patterns hold names that must not be repeated anywhere
}

// Filter is compiled options. A nil Filter shows everything.
type Filter struct {
	focus, ignore, show, hide []*pattern
	roles                     []classify.Role
	states                    []classify.State
	min                       int
	words                     []string
	seen                      map[string]bool // words of roles and states that were met
	verdicts                  map[*frame.Frame]verdict
}

// pattern is a regular expression and what messages call it.
type pattern struct {
	said    string // the flag and the text, as they may be repeated
	re      *regexp.Regexp
	matched bool
}

// verdict is what the patterns say of one frame.
type verdict struct {
	focus, ignore, hidden bool
}

// New compiles options. It returns nil for options that filter nothing.
func New(o Options) (*Filter, error) {
	f := &Filter{min: o.Min, seen: map[string]bool{}, verdicts: map[*frame.Frame]verdict{}}
	for _, list := range []struct {
		flag string
		from []string
		to   *[]*pattern
	}{
		{"--focus", o.Focus, &f.focus}, {"--ignore", o.Ignore, &f.ignore},
		{"--show", o.Show, &f.show}, {"--hide", o.Hide, &f.hide},
	} {
		for _, text := range list.from {
			p, err := compile(list.flag, text, o.Secret)
			if err != nil {
				return nil, err
			}
			*list.to = append(*list.to, p)
			f.words = append(f.words, p.said)
		}
	}
	for _, word := range o.Roles {
		if !slices.Contains(Roles, classify.Role(word)) {
			return nil, unknown("--role", word, Roles)
		}
		f.roles = append(f.roles, classify.Role(word))
	}
	for _, word := range o.States {
		if !slices.Contains(States, classify.State(word)) {
			return nil, unknown("--state", word, States)
		}
		f.states = append(f.states, classify.State(word))
	}
	if o.Min < 0 {
		return nil, fmt.Errorf("--min %d: a number of threads cannot be negative", o.Min)
	}
	f.addWord("--role", o.Roles)
	f.addWord("--state", o.States)
	if o.Min > 1 {
		f.words = append(f.words, fmt.Sprintf("--min %d", o.Min))
	}
	if len(f.words) == 0 {
		return nil, nil
	}
	return f, nil
}

func (f *Filter) addWord(flag string, values []string) {
	if len(values) > 0 {
		f.words = append(f.words, flag+" "+strings.Join(values, ","))
	}
}

// Roles and States are the words the options know.
var (
	Roles = []classify.Role{
		classify.Worker, classify.Gate, classify.WaitThread, classify.Timer, classify.IOPoll, classify.Main,
		classify.Finalizer, classify.SocketLoop, classify.Signal, classify.FileWatcher, classify.Runtime,
		classify.Background, classify.Dedicated, classify.Unknown,
	}
	States = []classify.State{classify.Idle, classify.Waiting, classify.Blocked, classify.Running, classify.Unclear}
)

func unknown[T ~string](flag, word string, known []T) error {
	names := make([]string, len(known))
	for i, k := range known {
		names[i] = string(k)
	}
	return fmt.Errorf("%s %s: choose from %s", flag, word, strings.Join(names, ", "))
}

// Unmatched says which patterns, roles and states no thread of any snapshot had.
func (f *Filter) Unmatched() []string {
	if f == nil {
		return nil
	}
	var lines []string
	for _, p := range slices.Concat(f.focus, f.ignore) {
		if !p.matched {
			lines = append(lines, p.said+": matched no frame, call, culprit or kind of thread")
		}
	}
	for _, p := range slices.Concat(f.show, f.hide) {
		if !p.matched {
			lines = append(lines, p.said+": matched no frame")
		}
	}
	for _, r := range f.roles {
		if !f.seen[string(r)] {
			lines = append(lines, fmt.Sprintf("--role %s: no thread has this role", r))
		}
	}
	for _, s := range f.states {
		if !f.seen[string(s)] {
			lines = append(lines, fmt.Sprintf("--state %s: no thread is in this state", s))
		}
	}
	return lines
}

// judge asks all patterns about a frame, once.
func (f *Filter) judge(fr *frame.Frame) verdict {
	if v, ok := f.verdicts[fr]; ok {
		return v
	}
	names := namesOf(fr)
	v := verdict{focus: anyMatch(f.focus, names), ignore: anyMatch(f.ignore, names)}
	shown := anyMatch(f.show, names)
	v.hidden = anyMatch(f.hide, names) || len(f.show) > 0 && !shown
	f.verdicts[fr] = v
	return v
}

// anyMatch asks every pattern, so that each learns whether it ever matches.
func anyMatch(patterns []*pattern, names []string) bool {
	any := false
	for _, p := range patterns {
		if slices.ContainsFunc(names, p.re.MatchString) {
			p.matched, any = true, true
		}
	}
	return any
}

// Apply returns what is to be shown of a snapshot. The snapshot is not changed.
func (f *Filter) Apply(s *diagnose.Snapshot) *diagnose.Snapshot {
	if f == nil {
		return s
	}
	v := &view{filter: f, from: s, names: placeNames(s)}
	return v.build()
}

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
	return nil, fmt.Errorf("%s: %s at character %d; patterns are Go regular expressions, "+
		"and \\ in front takes a character as it is", quoted, bad.Code, position(text, bad))
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
