package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-osc52/v2"

	"stacktriage/diagnose"
	"stacktriage/evidence"
	"stacktriage/parse"
	"stacktriage/redact"
	"stacktriage/render"
)

// chatFlags are for what is pasted into a chat program.
type chatFlags struct {
	Chat    string `group:"share" placeholder:"PROGRAM" help:"Write for ${chats}; means --format chat."`
	NoEmoji bool   `group:"share" help:"Chat: no coloured mark in front of the headline."`
}

// themeFlag is for pictures.
type themeFlag struct {
	Theme string `group:"share" enum:"dark,light" default:"dark" placeholder:"NAME" help:"Pictures: dark or light."`
}

// shareFlags are for all outputs that leave the terminal.
type shareFlags struct {
	chatFlags
	themeFlag
	Copy    bool `group:"share" help:"Send the chat text to the clipboard of the terminal, too (OSC 52)."`
	Classes bool `group:"share" help:"Exports: what threads wait in as a root frame of their stacks."`
}

// apply hands the flags on to the writers.
func (f *shareFlags) apply(o *render.Options) {
	o.Chat, o.NoEmoji, o.Theme, o.Classes = f.Chat, f.NoEmoji, f.Theme, f.Classes
}

// redactFlags keep the names of own code out of what is shown to others.
type redactFlags struct {
	Redact    bool   `group:"share" help:"${redact}"`
	RedactKey string `group:"share" placeholder:"KEY" help:"${redactKey}"`

	redactor *redact.Redactor // of the whole run
}

// redacts reports whether names are to be hidden.
func (f *redactFlags) redacts() bool { return f.Redact || f.RedactKey != "" }

// prepare must be called before inputs are read: it also keeps quoted lines of the
// input out of what is said on stderr.
func (f *redactFlags) prepare(s *session) {
	if f.redacts() {
		f.redactor = redact.New(f.RedactKey)
		s.hideText = true
	}
}

// hideNames keeps the names of inputs out of what is said on stderr: paths and labels are
// names of somebody's own. They are numbered as the outputs number them.
func (f *redactFlags) hideNames(s *session, sources []source) {
	if f == nil || f.redactor == nil {
		return
	}
	for _, src := range sources {
		if src.path == stdinPath {
			continue
		}
		token := f.redactor.Label(src.label)
		s.hidden = append(s.hidden, [2]string{patternIn(src.path), patternIn(token)})
		for _, name := range []string{src.arg, src.path, src.label} {
			if name != "" {
				s.hidden = append(s.hidden, [2]string{name, token})
			}
		}
	}
}

// hidePaths does so for the other files and folders that a command line names.
func (f *redactFlags) hidePaths(s *session, in inputs) {
	if f.redactor == nil {
		return
	}
	named := [][2]string{{in.output.Output, "the output"}, {in.judge.Rules, "the rules"}}
	for _, dir := range in.judge.Symbols {
		named = append(named, [2]string{dir, "the folder"})
	}
	for _, pair := range named {
		if pair[0] != "" {
			s.hidden = append(s.hidden, pair)
		}
	}
}

// replaceName replaces the name of a file where it stands as a whole: a file can be
// called "1".
func replaceName(line, name, by string) string {
	partOfName := func(c byte) bool {
		return strings.IndexByte(`./\-_`, c) >= 0 || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
	}
	var out strings.Builder
	for name != "" {
		before, after, found := strings.Cut(line, name)
		if !found {
			break
		}
		out.WriteString(before)
		if before != "" && partOfName(before[len(before)-1]) || after != "" && partOfName(after[0]) {
			out.WriteString(name)
		} else {
			out.WriteString(by)
		}
		line = after
	}
	return out.String() + line
}

// hideFolders does so for what stands for several files.
func (f *redactFlags) hideFolders(s *session, sources []source) {
	if f == nil || f.redactor == nil {
		return
	}
	for _, src := range sources {
		if info, err := os.Stat(src.path); err != nil && strings.ContainsAny(src.path, "*?[") || err == nil && info.IsDir() {
			s.hidden = append(s.hidden, [2]string{src.path, "the folder"})
		}
	}
}

func hideText(snaps []*parse.Snapshot) {
	for _, s := range snaps {
		redact.HideProblems(s)
	}
}

// analyze judges each snapshot with what was read beside it, without the names where
// that is asked for.
func (f *redactFlags) analyze(s *session, snaps []*parse.Snapshot, o diagnose.Options) *diagnose.Report {
	return evidence.Judge(f.cases(s, snaps, o))
}

// cases classifies each snapshot with what was read beside it, without the names where
// that is asked for.
func (f *redactFlags) cases(s *session, snaps []*parse.Snapshot, o diagnose.Options) []*evidence.Case {
	if f.redactor != nil {
		o = f.redactor.Options(o)
	}
	cases := s.inputs.Prepare(snaps, o)
	if f.redactor != nil {
		evidence.Rename(cases, evidence.Renamer{Sets: f.redactor.Sets, Label: f.redactor.Label, Thread: f.redactor.Thread})
	}
	return cases
}

// errNoTerminal says what helps where there is no terminal whose clipboard could be set.
var errNoTerminal = errors.New("--copy: there is no terminal to hand the text to; " +
	"give it to a program instead, as in stacktriage --format chat FILE | pbcopy")

// clipboard opens the terminal whose clipboard is to be set, if one is wanted. It comes
// before all output: a run that fails has printed nothing.
func (s *session) clipboard(wanted bool) (io.WriteCloser, error) {
	if !wanted {
		return nil, nil
	}
	if s.env.openTerminal == nil {
		return nil, errNoTerminal
	}
	terminal, err := s.env.openTerminal()
	if err != nil {
		return nil, errNoTerminal
	}
	return terminal, nil
}

// copyText sends text to the clipboard of the terminal the user sits at, also through
// ssh and tmux. A terminal never says whether it took the text, so "sent" is all that
// can be said. Nothing of it goes to stdout.
func (s *session) copyText(terminal io.WriteCloser, write func(io.Writer) error) error {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return errors.Join(err, terminal.Close())
	}
	_, err := io.WriteString(terminal, clipboardSequence(s.env, text.String()))
	if err := errors.Join(err, terminal.Close()); err != nil {
		return fmt.Errorf("--copy: the terminal cannot be written to: %w", reason(err))
	}
	s.say(fmt.Sprintf("sent %d characters to the clipboard; terminals that do not allow it drop them",
		utf8.RuneCount(text.Bytes())))
	return nil
}

// clipboardSequence wraps the sequence for the multiplexer that would swallow it. tmux
// obeys its own, or hands one through, depending on its settings: it gets both.
func clipboardSequence(env environment, text string) string {
	sequence := osc52.New(text)
	switch {
	case env.get("TMUX") != "":
		return sequence.String() + sequence.Tmux().String()
	case env.get("STY") != "":
		return sequence.Screen().String()
	}
	return sequence.String()
}

// userTerminal opens the terminal the program was started from, wherever its streams
// go; where the system has no name for it, stderr will do.
func userTerminal(stderr *os.File, isTerminal func(*os.File) bool) (io.WriteCloser, error) {
	if terminal, err := os.OpenFile("/dev/tty", os.O_WRONLY, 0); err == nil {
		return terminal, nil
	}
	if isTerminal(stderr) && enableVirtualTerminal(stderr) {
		return keptOpen{stderr}, nil
	}
	return nil, errNoTerminal
}

// keptOpen is a stream that others still need.
type keptOpen struct{ io.Writer }

// Close does nothing.
func (keptOpen) Close() error { return nil }
