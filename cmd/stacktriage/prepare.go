package main

import (
	"time"

	"github.com/alecthomas/kong"
)

// inputs is what a command says of the reports it reads.
type inputs struct {
	files   []string
	folders bool         // folders and patterns stand for the files in them
	judge   *judgeFlags  // whose code is whose
	redact  *redactFlags // nil for commands that cannot hide names
	output  *outputFlags

	live  *liveFlags    // nil for commands that read files only
	count int           // captures of a process; one if 0
	every time.Duration // between them
}

// prepare settles all that can be refused before the first input is read, in the same
// order for every command: what the command itself checks (gates, format, filters), the
// rules of the site, the names of the inputs, and that the output replaces none of them.
// It returns no source where the user has been answered already.
func (s *session) prepare(command *kong.Context, in inputs, checks ...func() error) ([]source, error) {
	live := in.live != nil && in.live.live()
	if !live && s.lacksInput(in.files) {
		return nil, s.usage(command)
	}
	if live {
		checks = append(checks, in.live.check)
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return nil, err
		}
	}
	s.quiet = in.output.Quiet
	if in.redact != nil {
		in.redact.prepare(s)
		in.redact.hidePaths(s, in)
	}
	if err := in.judge.loadRules(s); err != nil {
		return nil, err
	}
	if err := in.judge.find(s, in.judge.options()); err != nil {
		return nil, err
	}
	if live {
		return in.live.sources(in.files, max(in.count, 1), in.every)
	}
	sources, err := sourcesOf(in.files)
	if err != nil {
		return nil, err
	}
	if in.folders {
		in.redact.hideFolders(s, sources)
		sources = s.expand(sources)
	}
	in.redact.hideNames(s, sources)
	return sources, in.output.refuseInput(s, sources, in.judge.loaded)
}
