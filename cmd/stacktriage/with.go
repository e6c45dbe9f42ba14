package main

import (
	"errors"
	"fmt"
)

// joined makes a page about one report and the recordings that --with names.
func (c *reportCmd) joined(s *session, sources []source) error {
	snaps := s.readAll(sources, c.Strict)
	if len(snaps) == 0 {
		return nil
	}
	if len(snaps) > 1 {
		return fmt.Errorf("--with joins recordings to one report, and there are %d", len(snaps))
	}
	for _, name := range c.With {
		src := sourceOf(name)
		if src.path == stdinPath {
			return errors.New("--with reads no standard input: name a file")
		}
		more, err := s.read(src)
		if err != nil {
			return err
		}
		if line := qualityLine(src.label, more); line != "" {
			s.say(line)
		}
		if err := s.inputs.Join(snaps[0], more, src.label); err != nil {
			return &unreadError{src.name(), err}
		}
	}
	return c.pages(s, snaps)
}
