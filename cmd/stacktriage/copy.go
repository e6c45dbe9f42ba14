package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"unicode/utf8"

	"github.com/aymanbagabas/go-osc52/v2"
)

// errNoTerminal says what helps where there is no terminal whose clipboard could be set.
var errNoTerminal = errors.New("--copy: there is no terminal to hand the text to; give it to a program instead, as in stacktriage --format chat FILE | pbcopy")

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
	s.say(fmt.Sprintf("sent %d characters to the clipboard; terminals that do not allow it drop them", utf8.RuneCount(text.Bytes())))
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
